"""An account in the browser: a confirmed address, a forgotten password, proof before changes."""

from __future__ import annotations

import asyncio
import re
import secrets
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from itertools import product
from pathlib import Path

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.conftest import PATIENCE, Open, picture
from tests.browser.test_pages import LANGUAGES, check, check_width, settle
from tests.web.servers import Node, running
from tests.web.sinks import Post

PASSWORD = "correct horse battery"
WIDTHS: dict[str, ViewportSize] = {
    "phone": {"width": 360, "height": 780},
    "desktop": {"width": 1280, "height": 800},
}


class Mailbox:
    """A mail server in a thread of its own."""

    def __init__(self) -> None:
        self.post = Post()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        asyncio.run_coroutine_threadsafe(self.post.__aenter__(), self._loop).result(10)

    def close(self) -> None:
        asyncio.run_coroutine_threadsafe(self.post.__aexit__(), self._loop).result(10)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()

    def link(self, page: Page, kind: str) -> str:
        """The link of this kind, once it has been mailed."""
        end = time.monotonic() + PATIENCE / 1000
        while True:
            for letter in self.post.letters:
                if found := re.search(rf"/{kind}#[\w-]+", letter.text):
                    self.post.letters.clear()
                    return found[0]
            assert time.monotonic() < end, f"no mail with a link to {kind}"
            page.wait_for_timeout(50)


@pytest.fixture(scope="module")
def mailbox() -> Iterator[Mailbox]:
    box = Mailbox()
    yield box
    box.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, mailbox: Mailbox) -> Iterator[Node]:
    """A server that sends mail."""
    path = tmp_path_factory.mktemp("mail") / "tilewright.db"
    smtp = {"TILEWRIGHT_SMTP": mailbox.post.address}
    with running(Node(f"sqlite:///{path}", settings=smtp)) as node:
        yield node


def look(page: Page, name: str) -> None:
    """What must hold for a page, on a phone and on a desktop."""
    for width, size in WIDTHS.items():
        page.set_viewport_size(size)
        if width == "phone":
            check(page, f"{name} {width}")
        else:
            check_width(page, f"{name} {width}")
        picture(page, f"account-{name}-{width}")


def settle_down(page: Page) -> str:
    """Make an account."""
    name = f"Ann {secrets.token_hex(4)}"
    form = page.locator("section", has=page.get_by_role("heading", name="Create an account"))
    form.get_by_label("Name").fill(name)
    form.get_by_label("New password", exact=True).fill(PASSWORD)
    form.get_by_role("button", name="Create an account").click()
    page.get_by_role("heading", level=1, name=name).wait_for()
    return name


def make_stale(server: Node) -> None:
    """Let every proof be eleven minutes old."""
    path = Path(server.database.removeprefix("sqlite:///"))
    with closing(sqlite3.connect(path, timeout=10)) as database:
        database.execute("UPDATE sessions SET created = created - 660000")
        database.commit()


def test_a_forgotten_password(open_page: Open, server: Node, mailbox: Mailbox) -> None:
    page = open_page("/login?next=/account", server=server)
    settle(page)
    look(page, "login")
    name = settle_down(page)
    news = page.locator("section", has=page.get_by_role("heading", name="When it is your turn"))
    news.get_by_label("Email address").fill("ann@example.org")
    news.get_by_role("button", name="Save").click()
    news.get_by_text("on its way to ann@example.org").wait_for()
    look(page, "mail-sent")
    link = mailbox.link(page, "confirm")

    phone = open_page(link, server=server)  # where the mail is read
    settle(phone)
    assert "#" not in phone.url
    look(phone, "confirm")
    phone.get_by_role("button", name="Confirm the address").click()
    phone.get_by_role("status").get_by_text("ann@example.org is confirmed").wait_for()
    look(phone, "confirmed")
    page.reload()
    news.get_by_text("This address is confirmed.").wait_for()
    look(page, "mail-confirmed")

    phone.goto("/login")
    phone.get_by_role("link", name="Forgot your password?").click()
    phone.get_by_role("heading", level=1, name="A new password").wait_for()
    look(phone, "forgotten")
    phone.get_by_role("button", name="Send the link").click()
    expect(phone.get_by_label("Name or email address")).to_be_focused()  # it is empty
    phone.get_by_label("Name or email address").fill(name)
    phone.get_by_role("button", name="Send the link").click()
    phone.get_by_role("status").get_by_text("a link is on its way").wait_for()
    look(phone, "reset-sent")
    link = mailbox.link(phone, "reset")
    phone.goto(link)
    settle(phone)
    look(phone, "reset")
    phone.get_by_label("New password", exact=True).fill("password123")
    phone.get_by_role("button", name="Set a password").click()
    phone.get_by_text("too easy to guess").wait_for()
    phone.get_by_label("New password", exact=True).fill("another good horse")
    phone.get_by_role("button", name="Set a password").click()
    phone.get_by_role("heading", level=1, name=name).wait_for()

    phone.goto("/about")
    phone.goto(link)  # a second time
    phone.get_by_label("New password", exact=True).fill("yet another good horse")
    phone.get_by_role("button", name="Set a password").click()
    phone.get_by_text("has expired or has been used").wait_for()
    look(phone, "reset-used")
    page.reload()
    page.get_by_role("heading", name="You are not signed in").wait_for()
    mailbox.post.letters.clear()  # the notice


def test_changes_ask_kindly_whether_it_is_me(open_page: Open, server: Node) -> None:
    page = open_page("/login?next=/account", server=server)
    settle_down(page)
    make_stale(server)
    tokens = page.locator("section", has=page.get_by_role("heading", name="Tokens for programs"))
    tokens.get_by_label("Name of the token").fill("my bot")
    tokens.get_by_role("button", name="Create a token").click()
    dialog = page.get_by_role("dialog", name="Is that you?")
    dialog.wait_for()
    expect(dialog.get_by_label("Password", exact=True)).to_be_focused()
    look(page, "proof")
    page.keyboard.press("Escape")
    tokens.get_by_text("Please confirm first that it is you.").wait_for()
    tokens.get_by_role("button", name="Create a token").click()
    dialog.get_by_label("Password", exact=True).fill("wrong horse battery")
    dialog.get_by_role("button", name="It’s me").click()
    dialog.get_by_text("This is not your password.").wait_for()
    dialog.get_by_label("Password", exact=True).fill(PASSWORD)
    page.keyboard.press("Enter")
    tokens.get_by_text("Copy it now").wait_for()
    expect(dialog).to_be_hidden()

    make_stale(server)
    page.get_by_role("button", name="Delete my account").click()
    page.get_by_role("button", name="Delete for good").click()
    dialog.get_by_label("Password", exact=True).fill(PASSWORD)
    dialog.get_by_role("button", name="It’s me").click()
    page.wait_for_url(server.url + "/")


def test_the_pages_of_links(open_page: Open, server: Node) -> None:
    page = open_page(server=server)
    links = ("/reset", "/reset#secret", "/confirm", "/confirm#secret")
    english, *others = LANGUAGES
    visits = [*product([english], links), *product(others, links[1:3])]
    for language, path in visits:
        page.evaluate("language => localStorage.setItem('language', language)", language)
        page.goto("about:blank")  # or a change behind # loads nothing
        page.goto(path)
        settle(page)
        assert page.evaluate("document.documentElement.lang") == language
        name = f"{path[1:].replace('#', '-')}-{language}"
        if language == "en":
            look(page, name)
        else:
            page.set_viewport_size(WIDTHS["phone"])
            check_width(page, name)
