"""Whole games on the page."""

from __future__ import annotations

import pytest

from tests.browser.conftest import Open, picture
from tests.browser.hands import Hand, click, play_classic, press, tap


def test_a_newcomer_plays_a_game_to_the_end(open_page: Open) -> None:
    page = open_page("/")
    page.get_by_role("button", name="Play classic").click()
    page.wait_for_url("**/games/*")
    assert play_classic(page, click)
    assert page.get_by_role("heading", level=1).count() == 1
    picture(page, "over-classic")


@pytest.mark.parametrize("hand,phone", [(press, False), (tap, True)], ids=["keyboard", "touch"])
def test_classic_without_a_mouse(open_page: Open, hand: Hand, phone: bool) -> None:
    page = open_page("/", phone=phone)
    hand(page, page.get_by_role("button", name="Play classic"))
    page.wait_for_url("**/games/*")
    assert play_classic(page, hand, seed=2)
