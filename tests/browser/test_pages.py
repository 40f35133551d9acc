"""Every page in every language and both themes: axe finds nothing, and nothing is cut off."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import ROOT, Open, picture
from tests.browser.hands import wait_for_turn

AXE = (ROOT / "frontend" / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
LANGUAGES = ["en", "sv", "fi", "hu", "ru"]
PAGES = [
    "/",
    "/new",
    "/daily",
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
KEPT = {"/": "home", "/editor": "editor", "/settings": "settings", "/learn/classic": "tutorial"}


def settle(page: Page) -> None:
    """Wait until the page has what it shows."""
    page.get_by_role("heading", level=1).first.wait_for()
    page.wait_for_load_state("networkidle")


def check(page: Page, name: str) -> None:
    """What must hold on every page."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    found: list[dict[str, Any]] = page.evaluate("axe.run().then(found => found.violations)")
    told = [
        f"{name}: {one['id']}: {one['help']}: {node['html'][:200]} {node.get('failureSummary', '')}"
        for one in found
        for node in one["nodes"][:3]
    ]
    assert not told, "\n".join(told)
    assert page.get_by_role("heading", level=1).count() == 1, f"{name}: one h1"
    assert page.viewport_size
    wide = page.evaluate("document.documentElement.scrollWidth") - page.viewport_size["width"]
    assert wide <= 0, f"{name}: {wide} px too wide"


def tables(page: Page) -> list[str]:
    """Tables in all conditions, as somebody who has a name."""
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
    return [waiting, *playing, over, f"{over}/replay", f"{playing[2]}/replay", f"/users/{name}"]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_open_to_everybody(open_page: Open, language: str, theme: str) -> None:
    page = open_page("/", language=language, theme=theme)
    assert page.evaluate("document.documentElement.lang") == language
    assert page.evaluate("document.documentElement.dataset.theme") == theme
    for path in PAGES:
        page.goto(path)
        settle(page)
        check(page, f"{path} in {language}, {theme}")
        if path in KEPT and language == "en":
            picture(page, f"{KEPT[path]}-{theme}")
    for number, path in enumerate(tables(page)):
        page.goto(path)
        settle(page)
        check(page, f"table {number} {path} in {language}, {theme}")
        if language == "en":
            picture(page, f"table-{number}-{theme}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_fits_a_phone(open_page: Open, language: str) -> None:
    page = open_page("/", language=language, phone=True)
    page.set_viewport_size({"width": 360, "height": 740})
    for path in [*PAGES, *tables(page)]:
        page.goto(path)
        settle(page)
        check(page, f"{path} on a phone in {language}")
        if language == "en" and path in KEPT:
            picture(page, f"{KEPT[path]}-phone")


@pytest.mark.parametrize("width", [768, 1024, 1280, 2560])
def test_tables_fit_every_screen(open_page: Open, width: int) -> None:
    page = open_page("/")
    page.set_viewport_size({"width": width, "height": 900})
    for number, path in enumerate(tables(page)):
        page.goto(path)
        settle(page)
        check(page, f"{path} at {width}")
        picture(page, f"table-{number}-{width}")


def test_a_choice_in_progress_is_open_to_everybody(open_page: Open) -> None:
    for phone in (False, True):
        page = open_page("/", phone=phone)
        page.get_by_role("button", name="Play classic").click()
        assert wait_for_turn(page)
        page.locator("[data-group]").first.click()
        page.locator("[data-target]").first.wait_for()
        check(page, "a colour held")
        picture(page, f"classic-held-{'phone' if phone else 'desktop'}")
