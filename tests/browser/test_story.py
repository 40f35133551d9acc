"""Everything that happens at the table is shown, however the news arrives, and no tap is lost."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

import tilewright as tw
from tests.browser.conftest import PATIENCE, Open
from tests.browser.hands import click, play_classic, wait_for_turn
from tests.browser.test_games import begin
from tests.browser.test_pages import LANGUAGES

Message = dict[str, Any]
Change = Callable[[Message], list[Message]]  # what the page hears instead of a message

WATCH = """() => {
    window.told = [];
    new MutationObserver(() => {
        const now = [...document.querySelectorAll("h1, h1 + p")].map((one) => one.textContent);
        const [title, text] = now;
        if (title === "Scoring" && text && text !== window.told.at(-1)) window.told.push(text);
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
}"""


def listen(page: Page, change: Change) -> list[WebSocketRoute]:
    """Stand between the page and the server; returns the sockets that were opened."""
    opened: list[WebSocketRoute] = []

    def connect(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        opened.append(socket)

        def hear(text: str | bytes) -> None:
            for message in change(json.loads(text)):
                socket.send(json.dumps(message))

        server.on_message(hear)
        socket.on_message(server.send)

    page.route_web_socket("**/socket", connect)
    return opened


def wait_until(page: Page, happened: Callable[[], bool]) -> None:
    """Wait for what the page and the server say to each other."""
    end = time.monotonic() + PATIENCE / 1000
    while not happened():
        assert time.monotonic() < end
        page.wait_for_timeout(10)


def before_the_last_takes() -> tuple[str, str]:
    """A position of classic and a take in it, after which only one take is left to the other seat:
    the server makes it at once, and the round is counted."""
    rng = random.Random(1)
    while True:
        state = tw.classic.new_game(players=2)
        while state.turn == tw.CHANCE or len(state.legal_moves()) > 1:
            if state.turn == 0 and state.round == 1:
                for move in state.legal_moves():
                    forced = state.play(move)
                    if forced.turn == 1 and len(forced.legal_moves()) == 1:
                        steps = forced.explain(forced.legal_moves()[0])
                        if {step.seat for step in steps if step.kind != "taking"} == {0, 1}:
                            return str(state), str(move)
            chance = state.turn == tw.CHANCE
            state = state.play(state.sample(rng) if chance else rng.choice(state.legal_moves()))


def end_the_round(page: Page) -> None:
    """Make the take after which a round is scored."""
    position, move = before_the_last_takes()
    begin(page, {"position": position, "seats": ["me", "bot:greedy"]})
    wait_for_turn(page)
    page.evaluate(WATCH)
    source, color = move[0], "byrkw".index(move[1])
    page.locator(f"[data-group='{source} {color}']").click()
    page.locator(f"[data-target='{move}']").click()


def scored(played: dict[str, Any]) -> list[dict[str, Any]]:
    """The steps of a move that are shown one by one."""
    return [step for step in played.get("steps", []) if step["kind"] != "taking"]


def finish_the_round(page: Page, change: Change) -> None:
    """Play the take that ends the round in one view, and check that all of it is shown."""
    heard: list[Message] = []

    def hear(message: Message) -> list[Message]:
        if message["type"] == "view":
            heard.append(message)
        return change(message)

    listen(page, hear)
    end_the_round(page)
    page.locator("header .tag", has_text="Round 2").wait_for()
    wait_for_turn(page)
    ending = next(m for m in heard if any(scored(played) for played in m["view"]["log"]))
    moves = [played for played in ending["view"]["log"] if played["at"] == ending["view"]["at"] - 1]
    assert [played["seat"] for played in moves] == [0, 1, -1]
    assert len(page.evaluate("window.told")) == len(scored(moves[1])) > 0


def test_what_follows_by_itself_is_told_too(open_page: Open) -> None:
    finish_the_round(open_page("/", motion=True), lambda message: [message])


def test_a_view_without_news_does_not_end_the_story(open_page: Open) -> None:
    def twice(message: Message) -> list[Message]:
        if message["type"] != "view":
            return [message]
        view = message["view"]
        known = view["log_from"] + len(view["log"])
        return [message, {**message, "view": {**view, "log_from": known, "log": []}}]

    finish_the_round(open_page("/", motion=True), twice)


LOOK = """() => {
    window.seen = [];
    const look = () => {
        const undo = document.querySelector(".undo");
        const skip = document.querySelector("[data-skip]");
        if (skip && undo) window.seen.push({
            skip: skip.checkVisibility(),
            round: document.querySelector("header .round").textContent.trim(),
            turns: document.querySelectorAll(".live").length,
            undo: !undo.disabled,
            sums: document.querySelectorAll("[data-line=sum]").length,
            lines: document.querySelectorAll("[data-line=score]").length,
        });
        requestAnimationFrame(look);
    };
    look();
}"""


def test_a_round_is_scored_under_one_skip_and_nothing_is_given_away(open_page: Open) -> None:
    page = open_page("/", motion=True)
    page.add_init_script(f"({LOOK})()")
    end_the_round(page)
    page.locator("[data-line=sum]").wait_for()
    wait_for_turn(page)
    seen = page.evaluate("window.seen")
    skips = [one["skip"] for one in seen]
    first, last = skips.index(True), len(skips) - skips[::-1].index(True)
    assert all(skips[first:last]), "Skip comes and goes"
    story = seen[first:last]
    assert {(one["round"], one["undo"], one["sums"]) for one in story} == {("Round 1", False, 0)}
    scoring = [one for one in story if one["lines"]]
    assert {one["turns"] for one in scoring} == {0}, "it is somebody's turn while a round is scored"
    lines = [one["lines"] for one in story]
    assert lines == sorted(lines) and lines[0] == 0 and len(set(lines)) > 2, "told before its time"
    names = page.locator("[data-line=score] b").all_inner_texts()
    assert len(set(names)) == 2, "the scoring of everybody is in the log"
    expect(page.locator(".undo")).to_be_enabled()


def test_a_second_press_on_skip_takes_nothing_back(open_page: Open) -> None:
    page = open_page("/", motion=True)
    end_the_round(page)
    page.locator("[data-skip]").wait_for()
    box = page.locator("[data-skip]").bounding_box()
    assert box
    for _ in range(2):
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    wait_for_turn(page)
    expect(page.locator("header .round")).to_have_text("Round 2")


PAUSE = """() => {
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...how) {
        const animation = animate.apply(this, how);
        animation.pause();
        return animation;
    };
}"""
HIDE = "hidden => Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })"


def test_who_looks_away_in_mid_flight_finds_the_newest_board(open_page: Open) -> None:
    later: list[Message] = []

    def hold(message: Message) -> list[Message]:
        if message["type"] == "view" and message["view"]["at"] > 3:
            later.append(message)
            return []
        return [message]

    page = open_page("/", motion=True)
    sockets = listen(page, hold)
    begin(page, {"game": "classic", "seats": ["me", "bot:greedy"]})
    page.evaluate(PAUSE)
    play_classic(page, click, most=1)
    page.locator(".flights").wait_for(state="attached")
    wait_until(page, lambda: bool(later))
    page.evaluate(HIDE, True)
    sockets[-1].send(json.dumps(later[0]))
    expect(page.locator("[data-line=move], [data-line=round]")).to_have_count(3)
    page.evaluate(HIDE, False)
    page.evaluate("document.getAnimations().forEach((one) => one.finish())")
    wait_for_turn(page)
    expect(page.locator(".flights")).to_have_count(0)
    offered = {f"{move['move'][0]}{move['move'][1]}" for move in later[0]["legal"]}
    groups = page.locator("[data-group]").evaluate_all("all => all.map(e => e.dataset.group)")
    assert {group[0] + "byrkw"[int(group[2])] for group in groups} == offered


def test_a_question_in_between_does_not_lose_a_move(open_page: Open) -> None:
    asker, player = open_page("/"), open_page("/")
    later: list[Message] = []
    holding = False

    def hold(message: Message) -> list[Message]:
        if holding:
            later.append(message)
            return []
        return [message]

    sockets = listen(player, hold)
    begin(asker, {"game": "classic", "seats": ["me", "open"]})
    player.request.post("/api/guest")
    player.goto(asker.url)
    player.get_by_role("button", name="Sit").first.click()
    play_classic(asker, click, most=1)
    wait_for_turn(player)
    holding = True  # the question is on its way
    game = asker.url.rsplit("/", 1)[1]
    asker.request.post(f"/api/games/{game}/ask", data={"end": True})
    moves = player.locator("[data-line=move], [data-line=round]")
    before = moves.count()
    player.locator("[data-group]").first.click()
    player.locator("[data-target]").first.click()
    wait_until(player, lambda: any(message["type"] == "error" for message in later))
    holding = False
    for message in later:
        sockets[-1].send(json.dumps(message))
    expect(moves).to_have_count(before + 1)


def last_round(message: Message) -> list[Message]:
    """The market of the last round, with the marker and a tile of each colour in the centre."""
    if message["type"] == "view" and message.get("legal"):
        state = message["view"]["state"]
        message["view"]["round"] = state["round"] = 6
        state["sources"][0] = [1] * 6
        joker = "pgoybr".index(state["options"]["joker_order"][5])
        marker = {"seat": 0, "code": "marker", "points": -1, "tiles": 1, "loss": 1}
        message["legal"] = [
            {"move": f"{source}{letter}", "steps": [] if source else [marker]}
            for source, heap in enumerate(state["sources"])
            for color, letter in enumerate("pgoybr")
            if heap[color] and color != joker
        ]
    return [message]


POINT = """() => {
    const settle = () => new Promise((done) => requestAnimationFrame(() => done()));
    const top = () => document.querySelector(".market svg").getBoundingClientRect().top;
    return (async () => {
        const found = [top()];
        for (const tiles of document.querySelectorAll("[data-take]")) {
            tiles.dispatchEvent(new MouseEvent("mouseenter"));
            await settle();
            found.push(top());
            tiles.dispatchEvent(new MouseEvent("click", { bubbles: true }));
            await settle();
            if (tiles.getAttribute("aria-pressed") !== "true") found.push(-1);
            found.push(top());
            const escape = new KeyboardEvent("keydown", { key: "Escape", bubbles: true });
            document.body.dispatchEvent(escape);
            tiles.dispatchEvent(new MouseEvent("mouseleave"));
            await settle();
        }
        return found;
    })();
}"""


@pytest.mark.parametrize("phone", [True, False], ids=["phone", "desktop"])
def test_what_is_pointed_at_stays_where_it_is(open_page: Open, phone: bool) -> None:
    page = open_page("/", phone=phone)
    listen(page, last_round)
    page.evaluate("localStorage.setItem('settings', JSON.stringify({ confirm: true }))")
    begin(page, {"game": "pavilion", "seats": ["me", "bot:greedy"]})
    for language in LANGUAGES:
        page.evaluate("language => localStorage.setItem('language', language)", language)
        page.reload()
        wait_for_turn(page)
        assert page.evaluate("document.documentElement.lang") == language
        tops = page.evaluate(POINT)
        assert len(tops) > 20 and set(tops) == {tops[0]}, language


SHOWN = """([tiles, line, mine]) => new Promise((done) => {
    const start = performance.now();
    const click = (where) =>
        document.querySelector(where).dispatchEvent(new MouseEvent("click", { bubbles: true }));
    click(tiles);
    requestAnimationFrame(() => {
        if (line) click(line);
        const shown = () => document.querySelector(`.flights .flying, ${mine}`)
            ? done(performance.now() - start) : requestAnimationFrame(shown);
        shown();
    });
})"""
TAKING = {  # what to click, where to, and where the tiles are then
    "classic": ("[data-group]", "[data-target]", ".own [data-color]"),
    "pavilion": ("[data-take]", "", ".own .hand .still"),
}


@pytest.mark.parametrize("game,motion", [("classic", True), ("pavilion", False)])
def test_my_move_shows_before_the_answer_and_is_taken_back_if_it_is_refused(
    open_page: Open, game: str, motion: bool
) -> None:
    page = open_page("/", motion=motion)
    mine = page.locator(TAKING[game][-1])
    sent: list[Message] = []
    opened: list[WebSocketRoute] = []

    def connect(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        opened.append(socket)
        server.on_message(socket.send)

        def keep_back(text: str | bytes) -> None:
            message = json.loads(text)
            sent.append(message) if "play" in message else server.send(text)

        socket.on_message(keep_back)

    page.route_web_socket("**/socket", connect)
    begin(page, {"game": game, "seats": ["me", "bot:greedy"]})
    wait_for_turn(page)
    shown = page.evaluate(SHOWN, TAKING[game])
    print(f"a move is seen after {shown:.0f} ms")  # no answer has come
    expect(mine.first).to_be_visible()  # and it stays
    refusal = {"type": "error", "code": "illegal", "text": "no", "id": sent[0]["id"]}
    opened[-1].send(json.dumps(refusal))
    expect(mine).to_have_count(0)
    wait_for_turn(page)
