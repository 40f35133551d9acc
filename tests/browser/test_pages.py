"""Every page in every language and both themes: axe finds nothing, and nothing is cut off."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Request, ViewportSize, expect

from tests.browser.conftest import DESKTOP, PATIENCE, PHONE, ROOT, Open, picture
from tests.browser.hands import wait_for_turn
from tests.web.servers import Node, running

AXE = (ROOT / "frontend" / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
PROJECT = ROOT / "frontend" / "project.inlang" / "settings.json"
LANGUAGES: list[str] = json.loads(PROJECT.read_text(encoding="utf-8"))["locales"]
PAGES = [
    "/",
    "/games",
    "/new",
    "/daily",
    "/insights",
    "/puzzles",
    "/watch",
    "/learn",
    "/learn/glossary",
    "/learn/classic",
    "/learn/pavilion",
    "/learn/classic/rules",
    "/learn/pavilion/rules",
    "/editor",
    "/ladders",
    "/settings",
    "/login",
    "/account",
    "/about",
    "/nowhere",
]
NARROW: ViewportSize = {"width": 320, "height": 640}
KEPT = {"/": "home", "/editor": "editor", "/settings": "settings", "/learn/classic": "tutorial"}


# Colours that are on their way from one to another are none that anybody reads.
STILL = """() => Promise.all(document.getAnimations()
    .filter(one => one.effect.getComputedTiming().endTime < 2000)
    .map(one => one.finished.catch(() => null)))"""


def settle(page: Page) -> None:
    """Wait until the page has what it shows."""
    page.get_by_role("heading", level=1).first.wait_for()
    page.wait_for_load_state("networkidle")


# Axe need not describe what is well, nor find selectors for it: nobody reads them.
RUN_AXE = """only => axe.run({
    ...(only.length ? { runOnly: only } : {}), resultTypes: ["violations"], selectors: false,
}).then(found => found.violations)"""


def check(page: Page, name: str, *kinds: str) -> None:
    """What must hold on every page, by these kinds of axe's rules or by all of them."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    page.evaluate(STILL)
    found: list[dict[str, Any]] = page.evaluate(RUN_AXE, kinds)
    told = [
        f"{name}: {one['id']}: {one['help']}: {node['html'][:200]} {node.get('failureSummary', '')}"
        for one in found
        for node in one["nodes"][:3]
    ]
    assert not told, "\n".join(told)
    assert page.get_by_role("heading", level=1).count() == 1, f"{name}: one h1"
    check_width(page, name)


# the page has been laid out and drawn again
DRAWN = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


def check_width(page: Page, name: str) -> None:
    """Nothing is cut off at the side, once boards have learned how wide they may be."""
    assert page.viewport_size
    page.evaluate(DRAWN)
    wide = page.evaluate("document.documentElement.scrollWidth") - page.viewport_size["width"]
    assert wide <= 0, f"{name}: {wide} px too wide"


def tables(page: Page) -> list[str]:
    """Tables in all states, and the profile of the guest who sits at them."""
    page.request.post("/api/guest")
    page.evaluate("localStorage.setItem('known', 'yes')")

    def table(**more: object) -> str:
        return str(page.request.post("/api/tables", data=more).json()["url"])

    waiting = table(seats=["me", "open"])
    playing = [
        table(game="classic", seats=["me", "bot:greedy", "bot:random", "bot:greedy"]),
        table(game="classic", options={"wall": "grey"}, seats=["me", "bot:greedy"]),
        table(game="pavilion", seats=["me", "bot:greedy"]),
        table(game="pavilion", options={"board": "neutral"}, seats=["me:Ann", "me:Bo", "me:Cy"]),
    ]
    over = table(seats=["me", "bot:greedy"])
    page.request.post(f"/api{over}/ask", data={"resign": True})
    name = page.request.get("/api/me").json()["name"]
    replays = [f"{path}/replay" for path in (over, playing[0], playing[2])]
    return [waiting, *playing, over, *replays, f"/users/{name}"]


COLOURED = ["color-contrast", "link-in-text-block"]  # what axe says of colours


def check_themes(page: Page, path: str, kept: str | None) -> None:
    """Open a page by daylight, and let night fall on it."""
    page.goto(path)
    settle(page)
    for theme, kinds in (("light", []), ("dark", COLOURED)):
        page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        page.evaluate(DRAWN)
        assert page.evaluate("document.documentElement.dataset.theme") == theme
        check(page, f"{path}, {theme}", *kinds)
        if kept:
            picture(page, f"{kept}-{theme}")
    page.emulate_media(color_scheme="light")


@pytest.mark.parametrize("half", [0, 1])
def test_every_page_is_open_to_everybody(open_page: Open, half: int) -> None:
    page = open_page("/")
    for path in PAGES[half::2]:
        check_themes(page, path, KEPT.get(path))


class Traffic:
    """What a page has asked for and not got yet."""

    LASTING = ("eventsource", "websocket")

    def __init__(self, page: Page) -> None:
        self.page, self.waiting = page, set[Request]()
        page.on("request", self.begin)
        page.on("requestfinished", self.end)
        page.on("requestfailed", self.end)

    def begin(self, request: Request) -> None:
        if request.resource_type not in self.LASTING:
            self.waiting.add(request)

    def end(self, request: Request) -> None:
        self.waiting.discard(request)

    def settle(self) -> None:
        """Wait until it has come and is drawn."""
        self.page.evaluate(DRAWN)
        for _ in range(PATIENCE // 20):
            if not self.waiting:
                break
            self.page.wait_for_timeout(20)
        self.page.evaluate(DRAWN)


# Words differ by language, colours do not. Every page is opened once, narrow, and then speaks one
# language after the other; a table, where none can be chosen, is opened in each of them.
@pytest.mark.parametrize("part", range(3))
def test_every_page_fits_in_every_language(open_page: Open, part: int) -> None:
    page = open_page("/", phone=True)
    traffic = Traffic(page)
    made = tables(page)
    alike = {path for number, path in enumerate(made) if number not in (0, 2, 3, 5, 8, 9)}
    for path in [*PAGES, *made][part::3]:
        page.set_viewport_size(NARROW)
        page.goto(path)
        settle(page)
        check(page, f"{path} on a phone")
        if path in KEPT:
            picture(page, f"{KEPT[path]}-phone")
        for language in reversed(LANGUAGES):  # the first of them comes last and stays
            if path in alike and language != "en":
                continue
            page.set_viewport_size(DESKTOP)
            speak(page, path, language)
            traffic.settle()
            assert page.evaluate("document.documentElement.lang") == language
            check_width(page, f"{path} in {language}")
            if path == "/puzzles":
                page.set_viewport_size({"width": 1024, "height": 768})
                top = page.locator("header.top").bounding_box()
                assert top and top["height"] < 60, f"the bar breaks in {language}"
            page.set_viewport_size(NARROW)
            check_width(page, f"{path} on a phone in {language}")


def speak(page: Page, path: str, language: str) -> None:
    """Have a page in another language."""
    choice = page.locator(".language select")
    if choice.count():
        choice.select_option(language)
    else:
        page.evaluate("language => localStorage.setItem('language', language)", language)
        page.goto(path)
    page.get_by_role("heading", level=1).first.wait_for()


def lowest(page: Page, selector: str) -> float:
    """Where the lowest of some things ends on the screen."""
    found = page.locator(selector).evaluate_all(
        "all => all.filter(e => e.checkVisibility()).map(e => e.getBoundingClientRect().bottom)"
    )
    return float(max(found, default=0))


SIZES = [(768, 1024), (1024, 768), (1280, 720), (1440, 900), (1536, 864), (2560, 1440)]


@pytest.mark.parametrize("half", [0, 1])
def test_tables_are_open_to_everybody_and_fit_every_screen(open_page: Open, half: int) -> None:
    page = open_page("/")
    for number, path in [*enumerate(tables(page))][half::2]:
        check_themes(page, path, f"table-{number}")
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate(DRAWN)
            check_table(page, path, width, height)
            if width == 768:
                check(page, f"{path} at {width}")
                picture(page, f"table-{number}-{width}")
        page.set_viewport_size(DESKTOP)


# texts that do not fit, or that are broken inside a word
CUT = """all => all.filter(e => {
    const words = document.createRange();
    words.selectNodeContents(e);
    const lines = new Set([...words.getClientRects()].map(line => line.top)).size;
    const seen = e.checkVisibility() && getComputedStyle(e).clipPath === "none";
    return seen && (e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflowX === "hidden"
        || lines > e.textContent.trim().split(" ").length);
}).map(e => e.textContent)"""


def check_table(page: Page, path: str, width: int, height: int) -> None:
    """Boards and market are on the screen, and on a wide one nothing has to be scrolled for."""
    name = f"{path} at {width}"
    check_width(page, name)
    cut = page.locator(".head .name, .head .state span").evaluate_all(CUT)
    assert not cut, f"{name}: {cut}"
    assert lowest(page, ".own, section.market") <= height, name
    if width >= 1000 and page.locator("[data-group], [data-take]").count():
        tall = page.evaluate("document.documentElement.scrollHeight")
        assert tall <= height, f"{name}: {tall} px tall"
        boards = page.locator(".own .board").evaluate_all("all => all.map(e => e.clientWidth)")
        assert min(boards, default=240) >= 240, f"{name}: the own board is too small to read"
    if width >= 1280 and path.endswith("/replay"):
        way = page.locator(".transport").bounding_box()
        assert way and way["y"] + way["height"] <= height
        assert lowest(page, ".own, .other, section.market, .main, .moves") <= way["y"], name
        moves = page.locator(".moves .list").bounding_box()
        assert moves and moves["height"] > 60, f"{name}: no room for the moves"


@pytest.mark.parametrize("game", ["classic", "pavilion"])
def test_lessons_fit_every_screen(open_page: Open, game: str) -> None:
    page = open_page(f"/learn/{game}?lesson=7", phone=True, language="ru")  # of many words
    wait_for_turn(page)
    for width, height in ((768, 1024), (1024, 768), (1280, 720), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(DRAWN)
        seen = ".own, section.market, .main, .supply, footer, nav[aria-label]"
        seen += ", .other, .wheel" if width >= 1000 else ""
        assert lowest(page, seen) <= height, f"{game} at {width}"
    for width, height in ((320, 640), (360, 780), (430, 932)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"/learn/{game}?lesson=1")
        wait_for_turn(page)
        assert lowest(page, "section.bar, section.market, .main") < height
        page.locator("[data-group], [data-take]").first.tap()
        if width > 320 or game == "classic":
            assert lowest(page, ".own") <= height, game
        if game == "classic":
            assert 0 < lowest(page, "[data-target]") <= height, "a line cannot be tapped"
            card = page.locator(".own").bounding_box()
            assert card
            chips = page.locator(".chip").evaluate_all(
                "all => all.map(e => e.getBoundingClientRect().left)"
            )
            assert min(chips) >= card["x"], "a chip leaves its card"


# To place or to pass, with tiles of all colours in hand.
PLACING = (
    "pavilion players=2 edition=2019 board=coloured joker_order=pgoybr "
    "last_round_discard=after_bonuses round=5 phase=place seat=0 starter=0 marker=1 picks=0 "
    "market=-/-/-/-/-/- supply=ppgooybrrr bag=p7g2o3y5b4r1 tower=p8g17o11y11b14r14 "
    "seat0=9,yr..po/o...../r...../....../yy..../....../......,ppppgooooybbr,in "
    "seat1=1,...g.b/....../....../....../....../....../......,yr,passed"
)


def test_a_hand_is_seen_below_its_board_on_a_phone(open_page: Open) -> None:
    page = open_page("/", phone=True)
    page.request.post("/api/guest")
    page.evaluate("localStorage.setItem('known', 'yes')")
    seats = ["me", "bot:greedy"]
    made = page.request.post("/api/tables", data={"position": PLACING, "seats": seats})
    page.goto(made.json()["url"])
    passing = page.locator(".own .pass")
    for size in (NARROW, ViewportSize(width=360, height=780)):
        page.set_viewport_size(size)
        expect(passing).to_be_visible()
        check_width(page, f"a hand at {size}")
    assert lowest(page, ".own .hand, .own .pass") <= 780
    page.locator("[data-space]").first.tap()
    for width, height in ((360, 780), (768, 1024), (1024, 768), (1280, 720)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(DRAWN)
        assert 0 < lowest(page, "#place-button") <= height, (
            f"what is chosen cannot be laid at {width}"
        )
        assert width < 1000 or lowest(page, ".wheel") <= height, f"the bag is cut at {width}"


# The last round, with tiles of all colours in all hands.
FULL = (
    "pavilion players=4 edition=2019 board=coloured joker_order=pgoybr "
    "last_round_discard=after_bonuses round=6 phase=take seat=0 starter=2 marker=0 picks=0 "
    "market=brrr/-/-/-/-/-/-/-/-/- supply=ppgooybbbr bag=p8g10o10y8b10r9 tower=- "
    "seat0=1,gop.y./....../....../....../....../....../...p..,pggggoyybr,in "
    "seat1=1,oy..../....../....../....../....../....../......,ppgoyybbbbrr,in "
    "seat2=1,....../....../....../....../y...../....../......,pgooyyyybrrrr,in "
    "seat3=3,gpb.../oo..../....../.....b/....../g.g.../p.....,ppppgooyyrr,in"
)


def test_a_full_table_fits_a_phone(open_page: Open) -> None:
    page = open_page("/", phone=True)
    page.request.post("/api/guest")
    page.evaluate("localStorage.setItem('known', 'yes')")
    for table in ({"game": "classic"}, {"position": FULL}):
        seats = ["me", "bot:greedy", "bot:greedy", "bot:greedy"]
        made = page.request.post("/api/tables", data={**table, "seats": seats})
        page.goto(made.json()["url"])
        wait_for_turn(page)
        for size in (NARROW, PHONE):
            page.set_viewport_size(size)
            page.evaluate(DRAWN)
            assert lowest(page, ".own") <= size["height"], f"{table} at {size}"
        page.set_viewport_size({"width": 1024, "height": 768})
        page.evaluate(DRAWN)
        cut = page.locator(".head .name").evaluate_all(CUT)
        assert not cut, f"{table}: {cut}"


@pytest.fixture
def quiet(tmp_path: Path) -> Iterator[Node]:
    """A server on which nobody waits for players: home would list them."""
    with running(Node(f"sqlite:///{tmp_path}/tw.db")) as node:
        yield node


def test_home_fits_the_window_and_leads_back_to_my_games(open_page: Open, quiet: Node) -> None:
    page = open_page("/", server=quiet)
    settle(page)
    assert page.evaluate("document.documentElement.scrollHeight") <= 900
    page.get_by_role("button", name="Play classic").click()  # the first click
    assert wait_for_turn(page)
    table = page.url
    page.evaluate(
        "() => { window.AudioContext = class { constructor() { window.sounded = true; } }; }"
    )
    page.locator("[data-group]").first.click()
    assert not page.evaluate("window.sounded"), "who wants no motion wants no sound"
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Help").click()
    page.locator("[data-help]").get_by_text("Choose a colour").wait_for()
    check(page, "help")
    page.get_by_role("button", name="Rules").first.click()
    page.get_by_role("heading", name="Rules of classic").wait_for()
    page.keyboard.press("Escape")
    page.goto("/")
    page.get_by_role("heading", name="Your games").wait_for()
    settle(page)
    assert page.evaluate("document.documentElement.scrollHeight") <= 900
    page.get_by_role("link", name="Your games").click()
    page.get_by_role("link", name="Continue").first.click()
    page.wait_for_url(table)


def test_words_are_explained_where_they_stand(open_page: Open) -> None:
    page = open_page("/")
    for game, word, text in (
        ("classic", "Lid", "used tiles"),
        ("classic", "the numbers beside the lines", "one of three spaces"),
        ("pavilion", "Tile race", "how many tiles each player has taken"),
    ):
        page.goto("/")
        page.get_by_role("button", name=f"Play {game}").click()
        wait_for_turn(page)
        if game == "classic":
            page.locator("[data-group]").first.click()
        hint = page.get_by_role("button", name=f"What is this: {word}?")
        hint.focus()
        page.keyboard.press("Enter")
        told = page.get_by_role("note").filter(has_text=text)
        expect(told).to_be_visible()
        check(page, f"what {word} is")
        page.keyboard.press("Escape")
        expect(told).to_be_hidden()
        if game == "classic":
            expect(page.locator("[data-target]").first).to_be_visible()  # tiles are still held


def test_a_choice_in_progress_is_open_to_everybody(open_page: Open) -> None:
    for phone in (False, True):
        page = open_page("/", phone=phone)
        page.get_by_role("button", name="Play classic").click()
        assert wait_for_turn(page)
        page.locator("[data-group]").first.click()
        page.locator("[data-target]").first.wait_for()
        check(page, "a colour held")
        picture(page, f"classic-held-{'phone' if phone else 'desktop'}")
