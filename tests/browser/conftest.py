"""A real browser on a real server with the built pages."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect, sync_playwright

from tests.web.servers import Node, install, running
from tilewright.web.site import BUILT

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "build" / "screenshots"  # for people to look at
PATIENCE = 120_000  # milliseconds until the page must have done something, on a busy machine too
DESKTOP: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}

# Parts of Chromium that cost time in every new window, and what Playwright turns off itself.
NOT_NEEDED = "PreloadTopChromeWebUI,InitialWebUI,PaintHolding,HttpsUpgrades,Translate"

expect.set_options(timeout=PATIENCE)

Open = Callable[..., Page]


# Chromium without windows works half as much for the same pages.
SHELL = "chromium-headless-shell"
BROWSERS = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def find_chromium() -> str:
    """Chromium or Chrome, installed if that is possible."""
    for package in (SHELL, "chromium", None):
        for name in BROWSERS:
            if found := shutil.which(name):
                return found
        if package is not None:
            install(package)
    raise RuntimeError(f"Chromium is needed for the tests: apt-get install {SHELL}")


@pytest.fixture(scope="session")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    """A server with the site, for as long as the tests of this process run."""
    assert (BUILT / "index.html").exists(), "the pages are not built: make site"
    path = tmp_path_factory.mktemp("server") / "tilewright.db"
    with running(Node(f"sqlite:///{path}")) as server:
        yield server


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The browser of this process."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=find_chromium(),
            args=["--no-sandbox", "--disable-dev-shm-usage", f"--disable-features={NOT_NEEDED}"],
        )
        loop = asyncio._get_running_loop()
        asyncio._set_running_loop(None)
        yield chromium
        asyncio._set_running_loop(loop)
        chromium.close()


@pytest.fixture(autouse=True)
def running_loop(browser: Browser) -> Iterator[None]:
    """Playwright's event loop counts as running while a test of the pages runs, and only then: it
    would keep later tests of this process from running loops of their own."""
    asyncio._set_running_loop(browser._impl_obj._loop)
    yield
    asyncio._set_running_loop(None)


@pytest.fixture
def open_page(browser: Browser, node: Node) -> Iterator[Open]:
    """Pages of people who know nothing of each other; an error in any of them fails the test."""
    contexts: list[BrowserContext] = []
    problems: list[str] = []

    def open(
        path: str = "/",
        *,
        phone: bool = False,
        theme: str = "light",
        language: str = "en",
        motion: bool = False,
        server: Node = node,
    ) -> Page:
        context = browser.new_context(
            base_url=server.url,
            viewport=PHONE if phone else DESKTOP,
            has_touch=phone,
            is_mobile=phone,
            locale=language,
            color_scheme=theme,  # type: ignore[arg-type]
            reduced_motion="no-preference" if motion else "reduce",
        )
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on(
            "console", lambda said: problems.append(said.text) if is_problem(said.text) else None
        )
        page.goto(path)
        return page

    yield open
    for context in contexts:
        context.close()
    assert not problems


def is_problem(text: str) -> bool:
    """Whether a console message is one that must not happen."""
    return "Content Security Policy" in text or "TrustedHTML" in text


def picture(page: Page, name: str) -> None:
    """Keep a screenshot as build output."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=PICTURES / f"{name}.png")
