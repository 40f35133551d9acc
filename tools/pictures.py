"""Make the site's pictures: icons, the social preview and the README's screenshots.

make pictures        needs Chromium; a server with a fresh database is started for it
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from random import Random

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.conftest import find_chromium
from tests.web.servers import Node, running
from tilewright.bots import BOTS
from tilewright.bots.choice import Limit
from tilewright.game import CHANCE
from tilewright.games import game

ROOT = Path(__file__).parents[1]
PUBLIC = ROOT / "frontend" / "public"
DOCS = ROOT / "docs" / "pictures"
LOGO = (PUBLIC / "icon.svg").read_text(encoding="utf-8")


def midgame(name: str, round: int, moves: int) -> str:
    """A position in the middle of a game between two bots, seat 0 to move."""
    rng = Random(7)
    state = game(name).new_game(2)
    while True:
        if state.turn == CHANCE:
            state = state.play(state.sample(rng))
        elif state.round >= round and moves <= 0 and state.turn == 0:
            return str(state)
        else:
            moves -= state.round >= round
            state = state.play(BOTS["greedy"](state, Limit(), rng).move)


def icon(browser: Browser, name: str, size: int, margin: int = 0) -> None:
    """The logo as a bitmap."""
    page = browser.new_page(viewport={"width": size, "height": size})
    ground = "#1F4B9C" if margin else "transparent"
    style = (
        f"body{{margin:0;background:{ground}}} svg{{width:{size - 2 * margin}px;margin:{margin}px}}"
    )
    page.set_content(f"<style>{style}</style>{LOGO}")
    page.screenshot(path=PUBLIC / name, omit_background=not margin)
    page.close()


def sit_down(page: Page, table: dict[str, object]) -> None:
    """Sit down at a new table."""
    page.request.post("/api/guest")
    answer = page.request.post("/api/tables", data=table)
    page.goto(answer.json()["url"])
    page.wait_for_selector("h1")
    page.wait_for_timeout(500)


def main() -> None:
    """Make all of them."""
    DOCS.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=find_chromium(), args=["--no-sandbox", "--disable-dev-shm-usage"]
        )
        icon(browser, "icon-192.png", 192)
        icon(browser, "icon-512.png", 512)
        icon(browser, "icon-maskable.png", 512, margin=64)
        with running(Node(f"sqlite:///{folder}/tw.db")) as node:
            context = browser.new_context(
                base_url=node.url,
                viewport={"width": 1440, "height": 900},
                reduced_motion="reduce",
            )
            page = context.new_page()
            page.goto("/")
            page.wait_for_timeout(500)
            page.screenshot(path=DOCS / "home.png")
            sit_down(page, {"position": midgame("pavilion", 3, 14), "seats": ["me", "bot:tiler"]})
            page.screenshot(path=DOCS / "pavilion.png")
            sit_down(page, {"position": midgame("classic", 4, 0), "seats": ["me", "bot:tiler"]})
            page.locator("[data-group]").first.click()  # the lines where it may go light up
            page.wait_for_timeout(300)
            page.screenshot(path=DOCS / "classic.png")
            page.set_viewport_size({"width": 1200, "height": 630})
            page.goto("/")
            page.wait_for_timeout(500)
            page.screenshot(path=PUBLIC / "social.png")
        browser.close()


if __name__ == "__main__":
    main()
