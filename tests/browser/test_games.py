"""Whole games of every kind: by mouse, keyboard alone, and touch on phones and tablets."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Open, picture
from tests.browser.hands import Hand, click, play_classic, play_pavilion, press, tap, wait_for_turn
from tests.browser.test_pages import NARROW, check_width
from tests.configurations import choose
from tilewright.games import new_game

HANDS: dict[str, Hand] = {"mouse": click, "keyboard": press, "touch": tap}
PLAY = {"classic": play_classic, "pavilion": play_pavilion}


def begin(page: Page, table: dict[str, object]) -> None:
    """Sit down at a table of our own."""
    page.request.post("/api/guest")
    page.evaluate("localStorage.setItem('known', 'yes')")
    answer = page.request.post("/api/tables", data=table)
    assert answer.ok, answer.text()
    page.goto(answer.json()["url"])


@pytest.mark.parametrize(
    "game,way",
    [("classic", "mouse"), ("pavilion", "keyboard"), ("classic", "touch"), ("pavilion", "touch")],
)
def test_a_newcomer_plays_a_game_to_the_end(open_page: Open, game: str, way: str) -> None:
    page, hand = open_page("/", phone=way == "touch"), HANDS[way]
    hand(page, page.get_by_role("button", name=f"Play {game}"))
    page.wait_for_url("**/games/*")
    if way == "keyboard":
        assert wait_for_turn(page)
        page.keyboard.press("ArrowRight")  # without a Tab before it
        expect(page.locator("[data-take]:focus")).to_have_count(1)
    assert PLAY[game](page, hand)
    expect(page.get_by_role("heading", level=1)).to_contain_text("won")
    expect(page.get_by_text("Deals verified")).to_be_visible()
    picture(page, f"over-{game}-{way}")
    hand(page, page.get_by_role("link", name="Replay"))
    page.wait_for_url("**/replay*")
    expect(page.get_by_role("slider")).to_be_visible()


def late(game: str, options: dict[str, object], players: int) -> str:
    """A position in the last round but one."""
    state, rng = new_game(game, players, options), Random(1)
    while state.turn != 0 or " round=5 " not in str(state):
        state = state.play(choose(state, rng))
    return str(state)


def table(game: str, options: dict[str, object], seats: list[str]) -> dict[str, object]:
    """A table for a short game: classic has few rounds by its options, pavilion begins late."""
    if game == "pavilion":
        return {"position": late(game, options, len(seats)), "seats": seats}
    return {"game": game, "options": options, "seats": seats}


@pytest.mark.parametrize(
    "game,options,width,height",
    [
        ("classic", {"wall": "grey", "round_limit": 3}, 768, 1024),
        ("pavilion", {"joker_order": "alternative"}, 1024, 768),
    ],
)
def test_a_game_to_the_end_on_a_tablet(
    open_page: Open, game: str, options: dict[str, object], width: int, height: int
) -> None:
    page = open_page("/", phone=True)
    page.set_viewport_size({"width": width, "height": height})
    seats = ["me", "bot:greedy"]
    begin(page, table(game, options, seats))
    assert PLAY[game](page, tap, seed=width, most=12) is False
    picture(page, f"tablet-{game}-{width}")
    own = page.locator(".panel.own").bounding_box()
    assert own and own["y"] + own["height"] <= height, "the own board is cut"
    assert PLAY[game](page, tap, seed=height)
    picture(page, f"tablet-{game}-{width}-over")


VARIANTS: list[tuple[str, dict[str, object], int]] = [
    ("classic", {"wall": "coloured", "round_limit": 2}, 4),
    ("pavilion", {"board": "neutral", "edition": "mini"}, 2),
]


@pytest.mark.parametrize("game,options,players", VARIANTS)
def test_every_kind_of_game_can_be_played(
    open_page: Open, game: str, options: dict[str, object], players: int
) -> None:
    page = open_page("/")
    seats = ["me", *["bot:greedy"] * (players - 1)]
    begin(page, table(game, options, seats))
    assert PLAY[game](page, click, seed=5)
    page.locator("tfoot").wait_for()
    page.set_viewport_size(NARROW)
    check_width(page, "a long score sheet")


def test_moves_are_seen_and_the_scoring_is_told(open_page: Open) -> None:
    page = open_page("/", motion=True)
    begin(page, {"game": "classic", "seats": ["me", "bot:greedy"]})
    page.evaluate(
        """() => {
            window.seen = new Set();
            new MutationObserver(() => {
                if (document.querySelector(".flights")) window.seen.add("flight");
                window.seen.add(document.querySelector("h1")?.textContent);
            }).observe(document.body, { childList: true, subtree: true, characterData: true });
        }"""
    )
    for _ in range(20):
        play_classic(page, click, most=1)
        if page.get_by_text("Round 2").count():
            break
    wait_for_turn(page)
    seen = page.evaluate("[...window.seen]")
    assert {"flight", "Scoring"} <= set(seen), seen


def drag(page: Page, thing: Locator, place: Locator) -> None:
    """Carry something with the mouse."""
    for what in (thing, place):
        box = what.bounding_box()
        assert box
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=4)
        if what is thing:
            page.mouse.down()
    page.mouse.up()


def test_tiles_can_be_carried(open_page: Open) -> None:
    page = open_page("/")
    moves = page.locator("[data-line=move] b", has_text="You")
    begin(page, {"game": "classic", "seats": ["me", "bot:greedy"]})
    wait_for_turn(page)
    group, line = page.locator("[data-group]").first, page.locator("[data-place=line-0-4]")
    drag(page, group, line)
    expect(moves).to_have_count(1)
    begin(page, {"game": "pavilion", "seats": ["me", "bot:greedy"]})
    wait_for_turn(page)
    drag(page, page.locator("[data-take]").first, page.locator("[data-own] h2"))
    expect(moves).to_have_count(1)
    for _ in range(20):
        wait_for_turn(page)
        if page.locator("[data-space]").count():
            break
        play_pavilion(page, click, most=1)
    drag(page, page.locator("[data-own] .hand button").first, page.locator("[data-space]").first)
    expect(page.locator("#place-button")).to_be_visible()
