"""People at one table: two browsers, one device, watchers; chat, undo, rematch."""

from __future__ import annotations

import re
import time

from playwright.sync_api import Page, expect

from tests.browser.conftest import Open, picture
from tests.browser.hands import MOST, click, play_classic, wait_for_turn


def choose_first(page: Page) -> None:
    """Make the first decision that is offered."""
    if page.locator("[data-group]").count():
        page.locator("[data-group]").first.click()
    page.locator("[data-target]").first.click()
    expect(page.locator("[data-target]")).to_have_count(0)


def is_my_turn(page: Page) -> bool:
    return page.locator("[data-group], [data-target]").count() > 0


def sit_together(open_page: Open) -> tuple[Page, Page]:
    """One player invites by link, the other joins."""
    host = open_page("/")
    host.get_by_role("link", name="Invite by link").click()
    host.get_by_role("heading", level=1, name="New table").wait_for()
    host.get_by_role("button", name="Create the table").click()
    host.wait_for_url("**/games/*")
    host.get_by_text("Waiting for players").wait_for()
    guest = open_page(host.get_by_label("Link").input_value())
    guest.get_by_role("button", name="Sit down").click()
    host.locator("[data-group]").first.wait_for()
    guest.get_by_role("heading", level=1).wait_for()
    return host, guest


def test_two_browsers_play_a_game_against_each_other(open_page: Open) -> None:
    host = open_page("/")
    host.request.post("/api/guest")
    short = {"seats": ["me", "open"], "options": {"round_limit": 2}}
    guest = open_page(host.request.post("/api/tables", data=short).json()["url"])
    host.goto(guest.url)
    guest.get_by_role("button", name="Sit down").click()
    decisions = 0
    end = time.monotonic() + 300
    while not (host.locator("[data-over]").count() and guest.locator("[data-over]").count()):
        assert decisions < MOST and time.monotonic() < end, "the game does not end"
        for page in (host, guest):
            if is_my_turn(page):
                choose_first(page)
                decisions += 1
        host.wait_for_timeout(20)
    sheets = [page.locator("tfoot").inner_text() for page in (host, guest)]
    assert sheets[0] == sheets[1]
    assert (
        "won" in host.locator("#announcer").inner_text()
        or "share" in host.locator("#announcer").inner_text()
    )
    first = host.url
    host.locator("[data-rematch]").click()
    expect(host.locator("[data-offer]")).to_contain_text("Waiting for")
    expect(guest.locator("[data-offer]")).to_contain_text("would like a rematch")
    guest.locator("[data-rematch]").click()
    for page in (host, guest):
        page.wait_for_url(lambda url: url != first)
    guest.locator("[data-group]").first.wait_for()  # the seats have moved on by one
    assert host.url == guest.url and not is_my_turn(host)


def test_giving_up_is_asked_about_and_told_as_it_was(open_page: Open) -> None:
    host, guest = sit_together(open_page)
    host.get_by_role("button", name="Table menu").click()
    host.get_by_role("button", name="Give up").click()
    expect(host.locator("#table-menu")).to_be_hidden()
    host.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    host.get_by_role("button", name="Table menu").click()
    host.get_by_role("button", name="Give up").click()
    guest.emulate_media(reduced_motion="no-preference")
    host.get_by_role("dialog").get_by_role("button", name="Give up").click()
    for page, words in ((host, "You gave up."), (guest, "gave up.")):
        page.locator("[data-over]").wait_for()
        expect(page.locator("#announcer")).to_contain_text(words)
        expect(page.locator("[data-over]")).to_contain_text(words)
    expect(guest.get_by_role("heading", level=1)).to_have_text("You won")
    expect(guest.locator("[data-place-of]").first).to_contain_text("1st You")
    expect(guest.locator(".frieze")).to_be_visible()  # for the winner, unless it is switched off
    expect(host.locator(".frieze")).to_have_count(0)
    guest.get_by_role("button", name="Sound").click()
    expect(guest.locator(".frieze")).to_have_count(0)
    guest.locator("[data-rematch]").click()  # somebody who gave up is asked too
    expect(guest.locator("[data-offer]")).to_have_text(re.compile(r"Waiting for \w+"))


def test_talk_undo_and_agreement(open_page: Open) -> None:
    host, guest = sit_together(open_page)
    host.get_by_text("Say something").click()
    host.get_by_role("button", name="Good luck!").click()
    guest.get_by_role("log").get_by_text("Good luck!").wait_for()
    choose_first(host)
    guest.locator("[data-group]").first.wait_for()
    host.get_by_role("button", name="Undo").click()
    host.locator("[data-group]").first.wait_for()
    choose_first(host)
    guest.locator("[data-group]").first.wait_for()
    choose_first(guest)
    host.get_by_role("button", name="Undo").click()  # now somebody has moved since
    guest.get_by_text("would like to take back a move").wait_for()
    guest.get_by_role("button", name="Yes").click()
    host.locator("[data-group]").first.wait_for()
    expect(host.locator("[data-line=move], [data-line=round]")).to_have_count(1)  # the deal
    host.get_by_role("button", name="Table menu").click()
    host.get_by_role("button", name="Offer to end").click()
    guest.get_by_role("button", name="Yes").click()
    host.get_by_role("heading", name="without a result").wait_for()


def test_a_watcher_sees_the_game_and_cannot_touch_it(open_page: Open) -> None:
    host, guest = sit_together(open_page)
    watcher = open_page("/games/" + host.url.rsplit("/", 1)[1])
    watcher.get_by_role("heading", level=1).wait_for()
    choose_first(host)
    expect(watcher.locator("[data-line=move], [data-line=round]")).to_have_count(2)
    assert not is_my_turn(watcher)
    assert watcher.get_by_role("button", name="Undo").count() == 0
    guest.close()


def test_two_people_on_one_device(open_page: Open) -> None:
    page = open_page("/new?with=device")
    page.get_by_role("button", name="Start").click()
    page.wait_for_url("**/games/*")
    assert play_classic(page, click, seed=3, most=8) is False
    picture(page, "hot-seat")


def test_a_table_from_the_lobby(open_page: Open) -> None:
    host = open_page("/new?with=strangers")
    host.get_by_role("button", name="Create the table").click()
    host.wait_for_url("**/games/*")
    guest = open_page("/")
    guest.get_by_role("button", name="Join").first.click()
    guest.wait_for_url("**/games/*")
    assert wait_for_turn(host) or wait_for_turn(guest)
