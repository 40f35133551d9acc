"""Hands that play on a page: with the mouse, with the keyboard alone, with a finger."""

from __future__ import annotations

from random import Random
from typing import Protocol

from playwright.sync_api import Locator, Page

PICK = "[data-place=supply] button"
PASS = ".pass:visible"
TURN = f"[data-group], [data-target], [data-take], [data-space], {PICK}, {PASS}, [data-over]"
LIGHT = "css:light="  # nothing on the pages has a shadow tree: each question would look for them
COUNT = "asked => asked.map(selector => document.querySelectorAll(selector).length)"
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


def things(page: Page, selector: str) -> Locator:
    """What a plain selector means."""
    return page.locator(LIGHT + selector)


def count(page: Page, *selectors: str) -> list[int]:
    """How many things there are of each kind, all asked for at once."""
    return list(page.evaluate(COUNT, selectors))


def wait_for_turn(page: Page) -> bool:
    """Wait until something can be chosen; False when the game is over."""
    things(page, TURN).first.wait_for()
    return count(page, "[data-over]") == [0]


def play_classic(page: Page, hand: Hand, seed: int = 1, most: int = MOST) -> bool:
    """Play until the game is over; False if it is not after so many decisions."""
    rng = Random(seed)
    groups, targets = things(page, "[data-group]"), things(page, "[data-target]")
    for _ in range(most):
        things(page, TURN).first.wait_for()
        over, free = count(page, "[data-over]", "[data-group]")
        if over:
            return True
        if free:
            hand(page, groups.nth(rng.randrange(free)))
        targets.first.wait_for()
        hand(page, targets.nth(rng.randrange(targets.count())))
    return False


def play_pavilion(page: Page, hand: Hand, seed: int = 1, most: int = MOST) -> bool:
    """Play until the game is over; False if it is not after so many decisions."""
    rng = Random(seed)

    def any_of(selector: str, many: int) -> Locator:
        return things(page, selector).nth(rng.randrange(many))

    for _ in range(most):
        things(page, TURN).first.wait_for()
        over, takes, picks, spaces = count(page, "[data-over]", "[data-take]", PICK, "[data-space]")
        if over:
            return True
        if takes:
            hand(page, any_of("[data-take]", takes))  # taken with one click
        elif picks:
            hand(page, any_of(PICK, picks))
        elif spaces:
            hand(page, any_of("[data-space]", spaces))
            hand(page, things(page, "#place-button"))
        else:
            hand(page, things(page, PASS).first)
            if count(page, "#keep-button") != [0]:
                hand(page, things(page, "#keep-button"))
    return False
