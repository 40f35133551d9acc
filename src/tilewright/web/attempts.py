"""Attempts to prove who one is: whoever guesses is stopped, never the owner of an account.

Failures are counted by address, and by account and address. Who comes from a browser or an address
from which the account was signed in to before has a count of his own, so that nobody else can use
it up. An account that many strangers guess at grants each further address a single try.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import structlog
from fastapi import Request
from starlette.responses import Response

from tilewright.store.places import Places
from tilewright.store.users import LONGEST_DAYS, name_key
from tilewright.table.clock import now
from tilewright.table.event import Refused
from tilewright.web.guard import Window
from tilewright.web.house import House
from tilewright.web.limits import network

log = structlog.get_logger()

MINUTES = 600.0


class Failures(Window):
    """Counts the attempts that fail: one that succeeds is taken back."""

    def forgive(self, key: str) -> None:
        """Take the last attempt back."""
        if self._seen.get(key):
            self._seen[key].pop()


by_address = Failures(40, MINUTES)
by_place = Failures(10, MINUTES)  # an account, and a browser or an address
by_strangers = Failures(100, 6 * MINUTES)  # an account, wherever it is not known
by_siege = Failures(1, MINUTES)  # an account that strangers guess at, and an address


def address(request: Request) -> str:
    """Where a request comes from; of an IPv6 address the network, for a person has many."""
    return network(request.client.host if request.client else "")


@asynccontextmanager
async def attempt(
    request: Request, house: House, name: str = "", user: str = ""
) -> AsyncIterator[None]:
    """Try to prove who one is, under a name, whether or not it is a user's; an error is a failure.

    A passkey names nobody and cannot be guessed: only the address counts, apart from passwords.
    """
    taken: list[tuple[Failures, str]] = []

    def take(window: Failures, *words: str) -> bool:
        if is_taken := window.allows(" ".join(words)):
            taken.append((window, " ".join(words)))
        return is_taken

    host, key = address(request), name_key(name)
    if not name:
        is_allowed = take(by_address, "passkey", host)
    else:
        device = request.cookies.get(cookie_name(house)) or new_device()
        browser, place = _places(house, user, device, host)
        known = await Places(house.database).known(user, (browser, place), now())
        if browser in known:
            is_allowed = take(by_place, key, browser)
        elif place in known:
            is_allowed = take(by_place, key, host)
        else:
            is_allowed = take(by_address, host) and take(by_place, key, host)
            if is_allowed and not take(by_strangers, key):
                is_allowed = take(by_siege, key, host)
    if not is_allowed:
        log.warning("sign-in held back", user=user, address=host)
        raise Refused("too_many", "too many attempts; try again in ten minutes")
    try:
        yield
    except Refused as error:
        log.warning("sign-in failed", user=user, address=host, code=error.code)
        raise
    for window, words in taken:
        window.forgive(words)


# Browsers and addresses that are known


def cookie_name(house: House) -> str:
    """The cookie by which a browser is known again; behind TLS its name binds it to this host."""
    return "__Host-device" if house.settings.https else "device"


async def remember(request: Request, response: Response, house: House, user: str) -> None:
    """After a sign-in: know this browser and this address again."""
    name = cookie_name(house)
    device = request.cookies.get(name) or new_device()
    places = _places(house, user, device, address(request))
    await Places(house.database).remember(user, places, now())
    response.set_cookie(
        name,
        device,
        max_age=LONGEST_DAYS * 86_400,
        path="/",
        secure=house.settings.https,
        httponly=True,
        samesite="strict",
    )


def new_device() -> str:
    """What a browser that is not known gets to be known by."""
    return secrets.token_urlsafe(32)


def _places(house: House, user: str, device: str, host: str) -> tuple[str, str]:
    """A browser and an address as they are kept of a user."""
    key = f"tilewright places 1 {house.secret}".encode()
    words = (f"browser {user} {device}", f"address {user} {host}")
    browser, place = [hmac.new(key, w.encode(), hashlib.sha256).hexdigest() for w in words]
    return browser, place
