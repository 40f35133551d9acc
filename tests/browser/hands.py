"""Hands that play on a page: with the mouse, with the keyboard alone, with a finger."""

from __future__ import annotations

from random import Random
from typing import Protocol

from playwright.sync_api import Locator, Page

PICK = "[data-place=supply] button"
PASS = ".pass:visible"
TURN = f"[data-group], [data-target], [data-take], [data-space], {PICK}, {PASS}, [data-over]"
MOST = 400  # decisions in a game


class Hand(Protocol):
    """How something on the page is chosen."""

    def __call__(self, page: Page, thing: Locator) -> None: ...


def click(page: Page, thing: Locator) -> None:
    """With the mouse."""
    thing.click()


def tap(page: Page, thing: Locator) -> None:
    """With a finger."""
    thing.tap()


def press(page: Page, thing: Locator) -> None:
    """With the keyboard: a thing that has the focus is chosen with Enter."""
    thing.focus()
    page.keyboard.press("Enter")


def wait_for_turn(page: Page) -> bool:
    """Wait until something can be chosen; False when the game is over."""
    page.locator(TURN).first.wait_for()
    return page.locator("[data-over]").count() == 0


def play_classic(page: Page, hand: Hand, seed: int = 1, most: int = MOST) -> bool:
    """Play until the game is over; False if it is not after so many decisions."""
    rng = Random(seed)
    for _ in range(most):
        if not wait_for_turn(page):
            return True
        groups = page.locator("[data-group]")
        if count := groups.count():
            hand(page, groups.nth(rng.randrange(count)))
        targets = page.locator("[data-target]")
        targets.first.wait_for()
        hand(page, targets.nth(rng.randrange(targets.count())))
    return False


def play_pavilion(page: Page, hand: Hand, seed: int = 1, most: int = MOST) -> bool:
    """Play until the game is over; False if it is not after so many decisions."""
    rng = Random(seed)

    def any_of(selector: str) -> Locator | None:
        found = page.locator(selector)
        count = found.count()
        return found.nth(rng.randrange(count)) if count else None

    for _ in range(most):
        if not wait_for_turn(page):
            return True
        if tiles := any_of("[data-take]"):
            hand(page, tiles)  # taken with one click
        elif bonus := any_of(PICK):
            hand(page, bonus)
        elif space := any_of("[data-space]"):
            hand(page, space)
            hand(page, page.locator("#place-button"))
        else:
            hand(page, page.locator(PASS).first)
            if page.locator("#keep-button").count():
                hand(page, page.locator("#keep-button"))
    return False
