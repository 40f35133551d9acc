"""Trouble with the network is shown calmly, and nothing is lost."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.browser.hands import click, play_classic, wait_for_turn
from tests.web.servers import Node, running

LEFT = re.compile(r"(?<![\d:])8:\d\d")  # eight minutes and some seconds, no hours


@pytest.fixture(scope="module")
def mortal(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    """A server that may be killed and whose clock may be set."""
    folder = tmp_path_factory.mktemp("mortal")
    clock = folder / "clock"
    clock.write_text("0")
    settings = {"TILEWRIGHT_TEST_CLOCK": str(clock)}
    with running(Node(f"sqlite:///{folder}/tw.db", settings=settings)) as node:
        yield node


@pytest.fixture
def server(mortal: Node) -> Node:
    """The same, alive and on time."""
    if mortal.process is None:
        mortal.start()
    Path(mortal.settings["TILEWRIGHT_TEST_CLOCK"]).write_text("0")
    return mortal


def file_of(node: Node) -> str:
    """Where a node keeps its games."""
    return node.database.removeprefix("sqlite:///")


def test_a_killed_server_is_survived_and_the_move_is_sent_again(
    open_page: Open, server: Node
) -> None:
    page = open_page("/", server=server)
    page.get_by_role("button", name="Play classic").click()
    page.wait_for_url("**/games/*")
    play_classic(page, click, most=2)
    assert wait_for_turn(page)
    place = page.locator(".own").bounding_box()
    server.kill()
    page.get_by_text("Connection lost").wait_for()
    assert page.locator(".own").bounding_box() == place, "the notice moves the board"
    page.locator("[data-group]").first.click()
    page.locator("[data-target]").first.click()
    page.get_by_text("Your move will be sent").wait_for()
    expect(page.get_by_role("heading", level=1)).to_have_text("Your move waits for the connection")
    expect(page.locator(".own")).to_contain_text("Not sent yet")
    expect(page.get_by_text("Your turn")).to_have_count(0)
    before = page.locator("[data-line=move], [data-line=round]").count()
    server.start()
    expect(page.get_by_text("Connection lost")).to_have_count(0)
    page.wait_for_function(
        "n => document.querySelectorAll('[data-line=move], [data-line=round]').length > n",
        arg=before,
    )
    assert play_classic(page, click, most=3) is False  # and so on


def test_without_a_server_there_is_a_page(open_page: Open, server: Node) -> None:
    page = open_page("/", server=server)
    page.evaluate("navigator.serviceWorker.ready")
    page.reload()
    server.kill()
    page.goto("/learn")
    expect(page.get_by_text("There is no connection")).to_be_visible()
    server.start()
    page.goto("/learn")
    expect(page.get_by_role("navigation").first).to_be_visible()


def test_a_move_that_could_not_be_kept_is_sent_again(open_page: Open, server: Node) -> None:
    """The database is locked by another program for longer than the server waits."""
    page = open_page("/", server=server)
    page.get_by_role("button", name="Play classic").click()
    page.wait_for_url("**/games/*")
    assert wait_for_turn(page)
    moves = page.locator("[data-line=move], [data-line=round]")
    before = moves.count()
    other = sqlite3.connect(file_of(server), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    page.locator("[data-group]").first.click()
    page.locator("[data-target]").first.click()
    alert = page.get_by_role("alert").get_by_text("Nothing is lost")
    alert.wait_for()
    assert moves.count() == before
    other.close()
    page.wait_for_function(
        "n => document.querySelectorAll('[data-line=move], [data-line=round]').length > n",
        arg=before,
    )


def test_a_clock_of_the_server_that_is_set_changes_no_clock_on_the_page(
    open_page: Open, server: Node
) -> None:
    wrong = Path(server.settings["TILEWRIGHT_TEST_CLOCK"])
    page = open_page("/", server=server)
    page.request.post("/api/guest")
    table = {"seats": ["me", "me:Bob"], "clock": {"kind": "live", "seconds": 540}}
    made = page.request.post("/api/tables", data=table).json()
    with page.expect_websocket() as opening:
        page.goto(made["url"])
    running_clock = page.get_by_role("timer").first
    expect(running_clock).to_contain_text(LEFT)
    for hour in (3_600_000, -3_600_000):
        with opening.value.expect_event("framereceived"):  # deadlines in the new time of day
            wrong.write_text(str(hour))
        expect(running_clock).to_contain_text(LEFT)
        page.wait_for_timeout(1000)  # until the page has shown what it was told
        expect(running_clock).to_contain_text(LEFT)


def test_a_game_that_cannot_be_read_is_shown_as_such(open_page: Open, server: Node) -> None:
    page = open_page("/", server=server)
    page.get_by_role("button", name="Play classic").click()
    page.wait_for_url("**/games/*")
    assert wait_for_turn(page)
    server.stop()
    with sqlite3.connect(file_of(server)) as connection:
        connection.execute("DELETE FROM events WHERE at = 0")
    connection.close()
    server.start()
    expect(page.get_by_role("heading", name="This game cannot be read")).to_be_visible()
    expect(page.locator("h1 + p")).to_contain_text("has been set aside and logged")


@pytest.mark.parametrize("path", ["/games/nothing", "/users/Nobody%20Here", "/nowhere"])
def test_what_is_not_there_is_said_kindly(open_page: Open, path: str) -> None:
    page = open_page(path)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert page.get_by_role("link").count() > 0


def test_the_site_opens_without_a_connection_and_says_why_it_cannot_play(open_page: Open) -> None:
    page = open_page("/")
    page.get_by_role("button", name="Play classic").click()
    page.wait_for_url("**/games/*")
    page.goto("/")
    name = page.request.get("/api/me").json()["name"]
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    for _ in range(2):  # the first load that the worker sees is kept
        page.reload()
        page.get_by_role("link", name="Continue").first.wait_for()
        page.wait_for_load_state("networkidle")
    page.context.set_offline(True)
    page.reload()
    page.get_by_role("link", name="Continue").first.wait_for()
    expect(page.get_by_text("cannot be reached").first).to_be_visible()
    closed = page.get_by_role("button", name="No connection")
    expect(closed).to_have_count(2)
    for button in closed.all():
        expect(button).to_be_disabled()
    expect(page.get_by_role("button", name="Play classic")).to_have_count(0)
    expect(page.get_by_text(name)).to_have_count(0)  # the others at my tables, not I
    page.context.set_offline(False)
    expect(page.get_by_role("button", name="Play classic")).to_be_enabled()
