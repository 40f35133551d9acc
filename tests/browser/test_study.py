"""Study on the pages: a game reviewed, a second try, hints, puzzles, insights."""

from __future__ import annotations

from time import sleep
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, Route, expect

import tilewright as tw
from tests.browser.conftest import DESKTOP, PATIENCE, Open, picture
from tests.browser.test_pages import DRAWN, check, check_width, lowest, settle
from tilewright.analysis.collection import shipped

PHONES = [(320, 640), (360, 780)]
WINDOWS = [(1024, 768), (1280, 720), (1366, 768), (1440, 900)]

# To pass here throws eight tiles away.
LAST_TILES = (
    "pavilion players=2 edition=2019 board=coloured joker_order=pgoybr "
    "last_round_discard=after_bonuses round=5 phase=place seat=0 starter=0 marker=1 picks=0 "
    "market=-/-/-/-/-/- supply=ppgooybrrr bag=p7g2o3y5b4r1 tower=p8g17o11y11b14r15 "
    "seat0=9,yr..po/o...../r...../....../yy..../....../......,ppppgooooybb,in "
    "seat1=1,...g.b/....../....../....../....../....../......,yr,passed"
)


def slip(page: Page, game: str) -> str:
    """A game with a bad move, then resigned; returns its address."""
    page.request.post("/api/guest")
    page.evaluate("localStorage.setItem('known', 'yes')")
    table = {"game": game, "seats": ["me", "bot:greedy"]}
    if game == "pavilion":
        table["position"] = LAST_TILES
    url = str(page.request.post("/api/tables", data=table).json()["url"])
    frame = page.request.get(f"/api{url}").json()
    worst = min(frame["legal"], key=lambda one: sum(step["points"] for step in one["steps"]))
    move = {"play": worst["move"], "at": frame["view"]["at"]}
    assert page.request.post(f"/api{url}/ask", data=move).ok
    page.request.post(f"/api{url}/ask", data={"resign": True})
    return url


@pytest.mark.parametrize("game,phone", [("classic", False), ("pavilion", True)])
def test_a_mistake_is_shown_tried_again_and_answered(
    open_page: Open, game: str, phone: bool
) -> None:
    page = open_page("/", phone=phone)
    url = slip(page, game)
    held: list[Route] = []
    page.route(f"**/api{url}/history", lambda route: held.append(route), times=1)
    page.goto(url)
    page.get_by_role("heading", name="won").wait_for()
    link = page.get_by_role("link", name="Review the game")
    while not held:
        page.wait_for_timeout(20)
    expect(link).to_have_count(0)  # it would move when the bars above it come
    held[0].continue_()
    link.click()
    page.wait_for_url("**/review*")
    expect(page.get_by_role("img", name="The expected lead")).to_be_visible()
    expect(page.get_by_role("heading", name="How it was played")).to_be_visible()
    expect(page.locator(".progress")).to_have_count(0)  # no longer a first look
    page.get_by_role("button", name="Next mistake").click()
    expect(page.get_by_text("cost", exact=False).first).to_contain_text("points")
    settle(page)
    check(page, f"review of {game}")
    picture(page, f"review-{game}-{'phone' if phone else 'desktop'}")
    headline = page.get_by_role("heading", level=1).bounding_box()
    assert headline and headline["height"] < 90, "the buttons leave the headline no room"
    before = page.viewport_size
    assert before
    for width, height in PHONES if phone else WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(DRAWN)
        check_width(page, f"review of {game} at {width}")
        way = page.locator(".transport").bounding_box()
        assert way and way["y"] + way["height"] <= height
        shown = ".own, section.market, .main" + ("" if phone else ", .other, .moves")
        assert lowest(page, shown) <= way["y"], f"review of {game} at {width}"
    page.set_viewport_size(before)
    page.get_by_role("button", name="Show answer").click()
    expect(page.get_by_text("Better:")).to_be_visible()
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("heading", name="Find a better move")).to_be_visible()
    check(page, f"second try of {game}")
    page.get_by_role("button", name="Back to the game").click()
    expect(page.get_by_role("heading", name="Find a better move")).to_have_count(0)


@pytest.mark.parametrize("game", ["classic", "pavilion"])
def test_a_hint_comes_in_three_steps(open_page: Open, game: str) -> None:
    page = open_page("/")
    page.request.post("/api/guest")
    page.evaluate("localStorage.setItem('known', 'yes')")
    data = {"game": game, "seats": ["me", "bot:greedy"]}
    page.goto(page.request.post("/api/tables", data=data).json()["url"])
    plate = page.locator("[data-place=source-1]").first
    plate.wait_for()
    before = plate.bounding_box()
    page.get_by_role("button", name="Hint").click()
    hint = page.locator("[data-hint]")
    expect(hint).to_contain_text("Look at")
    expect(hint).not_to_contain_text("Best:")
    assert plate.bounding_box() == before  # the table does not move
    hint.get_by_role("button", name="Show the move").click()
    expect(hint).to_contain_text("Best: takes")
    hint.get_by_role("button", name="Why?").click()
    expect(hint).to_contain_text("Expected lead")
    check(page, f"hint in {game}")
    hint.get_by_role("button", name="Close").click()
    expect(hint).to_have_count(0)


def test_no_hint_is_offered_against_people(open_page: Open) -> None:
    page = open_page("/")
    page.request.post("/api/guest")
    page.evaluate("localStorage.setItem('known', 'yes')")
    data = {"seats": ["me:Ann", "me:Bo"]}
    page.goto(page.request.post("/api/tables", data=data).json()["url"])
    expect(page.get_by_role("button", name="Undo")).to_be_visible()
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)


def test_a_position_is_analysed_and_walked(open_page: Open) -> None:
    page = open_page("/")
    page.request.post("/api/guest")
    page.evaluate("localStorage.setItem('known', 'yes')")
    dealt = page.request.post("/api/positions", data={"game": "classic", "moves": ["?"]}).json()
    page.goto(f"/editor?position={quote(dealt['position'])}")
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(); }")
    page.get_by_role("button", name="Copy the text").click()
    expect(page.get_by_label("The text is copied")).to_have_value(dealt["position"])
    page.get_by_role("link", name="Analyse").click()
    page.wait_for_url("**/analysis?*")
    best = page.locator(".lines li button")
    expect(best.first).to_contain_text("takes")
    settle(page)
    check(page, "analysis")
    expect(page.get_by_role("heading", level=1)).to_have_text("Seat 1 to move")
    page.get_by_role("button", name="Roll out").click()
    expect(page.get_by_text("Compared with the first")).to_have_count(2, timeout=60_000)
    check(page, "a rollout")
    assert lowest(page, "[data-rollout]") < 900, "nobody sees it"
    best.first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Seat 2 to move")
    page.get_by_role("button", name="Back").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Seat 1 to move")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("heading", level=1)).to_have_text("Seat 2 to move")


@pytest.mark.parametrize("game,phone", [("classic", True), ("pavilion", False)])
def test_a_puzzle_is_tried_answered_and_followed_by_the_next(
    open_page: Open, game: str, phone: bool
) -> None:
    page = open_page("/puzzles", phone=phone)
    page.get_by_role("button", name="Solve puzzles").nth(int(game == "pavilion")).click()
    page.wait_for_url("**/puzzles/*")
    title = page.get_by_role("heading", level=1)
    expect(title).to_have_text("Your turn")
    expect(page.get_by_role("button", name="Next puzzle")).to_have_count(0)
    settle(page)
    check(page, f"puzzle of {game}")
    id = page.url.rsplit("/", 1)[-1]
    puzzle = shipped(game)[id]
    legal = [str(move) for move in tw.parse(puzzle.position).legal_moves()]
    wrong = next(move for move in legal if move not in puzzle.solution)
    page.request.post("/api/guest")
    assert not page.request.post(f"/api/puzzles/{id}", data={"move": wrong}).json()["solved"]
    page.reload()
    expect(page.get_by_text("Only your first try counted.")).to_be_visible()
    page.get_by_role("button", name="Show answer").click()
    expect(title).to_have_text("Best move")
    expect(page.get_by_role("heading", name="What it is about")).to_be_visible()
    check(page, f"answer to a puzzle of {game}")
    picture(page, f"puzzle-{game}-{'phone' if phone else 'desktop'}")
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("button", name="One move back")).to_be_disabled()
    page.get_by_role("button", name="Next puzzle").click()
    page.wait_for_url(lambda url: id not in url)
    expect(title).to_have_text("Your turn")


def test_a_try_on_the_board_is_judged(open_page: Open) -> None:
    page = open_page(f"/puzzles/{next(iter(shipped('classic')))}")
    page.locator("[data-group]").first.click()
    page.locator("[data-target]").last.click()
    expect(page.locator("p", has_text="Your rating: 1500")).to_be_visible()  # it is announced, too
    told = page.get_by_role("heading", level=1).inner_text()
    assert told in ("Solved", "Not the best move")
    expect(page.locator("#announcer")).to_contain_text("Your rating")
    page.get_by_role("link", name="Puzzles").click()
    expect(page.get_by_text("of 1", exact=False).first).to_be_visible()


def finish(page: Page, game: str) -> None:
    """Play a game to its end, whatever comes first."""
    table = {"game": game, "seats": ["me", "bot:random"]}
    url = str(page.request.post("/api/tables", data=table).json()["url"])
    while (frame := page.request.get(f"/api{url}").json())["view"]["status"] != "over":
        if frame.get("legal"):
            move = {"play": frame["legal"][0]["move"], "at": frame["view"]["at"]}
            page.request.post(f"/api{url}/ask", data=move)


def test_insights_come_from_games_that_are_reviewed_at_a_click(open_page: Open) -> None:
    page = open_page("/insights", phone=True, theme="dark")
    expect(page.get_by_text("Play one, against people or bots")).to_be_visible()
    page.request.post("/api/guest")
    page.evaluate("localStorage.setItem('known', 'yes')")
    finish(page, "classic")
    page.goto("/games")
    page.get_by_role("link", name="Insights").click()
    page.wait_for_url("**/insights")
    expect(page.get_by_text("have not been reviewed yet")).to_be_visible()
    check(page, "insights without reviews")
    page.get_by_role("button", name="Review my last game").click()
    expect(page.get_by_text("Reviewing your games: 0 of 1 done.")).to_be_visible()
    check(page, "insights while games are reviewed")
    expect(page.get_by_text("Reviewed: 1 of 1 games")).to_be_visible(timeout=4 * PATIENCE)
    for title in ("Where points go", "Your level", "Progress", "By round", "Luck and skill"):
        expect(page.get_by_role("heading", name=title)).to_be_visible()
    page.get_by_text("As a table").first.click()
    expect(page.get_by_role("table")).to_be_visible()
    for width in (320, 768, 1440, 1920):
        page.set_viewport_size({"width": width, "height": 900})
        page.evaluate(DRAWN)
        check(page, f"insights at {width}")
        picture(page, f"insights-{width}")
    page.get_by_role("combobox", name="Period").select_option("30")
    page.wait_for_url("**/insights?*days=30*")
    page.locator("section", has_text="Your costliest moves").get_by_role("link").first.click()
    page.wait_for_url("**/review?ply=*")
    page.get_by_role("link", name="Insights from all your games").click()
    page.wait_for_url("**/insights?game=classic")


def test_a_page_that_is_left_does_not_write_in_the_next_ones_address(open_page: Open) -> None:
    """A replay records the ply a moment after it is shown; by then the address may be another's."""
    page = open_page("/")
    url = slip(page, "classic")
    page.goto(f"{url}/replay?ply=1")
    expect(page.get_by_role("slider")).to_have_value("1")
    page.route("**/assets/Game-*.js", late)
    page.keyboard.press("Home")
    page.locator(f'a[href="{url}"]').click()
    expect(page.get_by_text("You gave up").first).to_be_visible()
    assert page.url.endswith(url)


def late(route: Route) -> None:
    """Answer a request a second later."""
    sleep(1)
    route.continue_()


def test_a_study_is_kept_led_and_followed(open_page: Open) -> None:
    ann, bob = open_page("/"), open_page("/", phone=True)
    dealt = ann.request.post("/api/positions", data={"game": "classic", "moves": ["?"]}).json()
    ann.goto(f"/analysis?position={quote(dealt['position'])}")
    ann.locator(".lines li button").first.click()
    expect(ann.get_by_role("heading", level=1)).to_have_text("Seat 2 to move")
    ann.get_by_role("button", name="Keep as a study").click()
    ann.wait_for_url("**/studies/*")
    tree = ann.locator(".tree button")
    expect(tree).to_have_count(2)
    known = tree.nth(1).inner_text().strip()

    bob.goto(ann.url)
    expect(bob.get_by_role("heading", level=1)).to_have_text("Seat 2 to move")
    check(bob, "a study on a phone")
    ann.get_by_role("textbox", name="Name of this branch").fill("The greedy way")
    ann.get_by_role("textbox", name="Comment").fill("It leaves too much.")
    ann.get_by_role("button", name="Save").click()
    expect(bob.get_by_text("It leaves too much.")).to_be_visible()
    expect(bob.locator(".tree")).to_contain_text("The greedy way")
    ann.get_by_role("button", name="Back").click()
    expect(bob.get_by_role("heading", level=1)).to_have_text("Seat 1 to move")
    lines = ann.locator(".lines > ol button")
    lines.filter(has_not_text=known).first.click()  # the best moves may have changed places
    expect(tree).to_have_count(3)
    expect(bob.locator(".tree button")).to_have_count(3)
    check(ann, "a study that I lead")
    picture(ann, "study")
    picture(bob, "study-phone")
    ann.set_viewport_size({"width": 1440, "height": 480})  # too low for the panel, which scrolls
    shown, whole = ann.locator(".tree").evaluate("e => [e.clientHeight, e.scrollHeight]")
    assert shown >= min(whole, 0.4 * 480) - 1
    ann.set_viewport_size(DESKTOP)

    bob.locator(".tree button").first.click()
    expect(bob.get_by_role("heading", level=1)).to_have_text("Seat 1 to move")
    ann.keyboard.press("ArrowLeft")
    expect(ann.get_by_role("heading", level=1)).to_have_text("Seat 1 to move")
    ann.locator(".tree button").last.click()
    expect(ann.get_by_role("heading", level=1)).to_have_text("Seat 2 to move")
    expect(bob.get_by_role("heading", level=1)).to_have_text("Seat 1 to move")  # goes their own way
    bob.get_by_role("button", name="Follow").click()
    expect(bob.get_by_role("heading", level=1)).to_have_text("Seat 2 to move")
    ann.goto("/games")
    expect(ann.get_by_role("link", name="Untitled study")).to_be_visible()
