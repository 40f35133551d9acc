"""Attempts to sign in: someone guessing is stopped, the owner of the account never is.

Failures are counted by address, and by account and address. A browser or an address that has signed
in to the account before has a count of its own, which nobody else can use up. Once many strangers
have guessed at an account, each further address gets a single try.
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
from tilewright.web.house import House
from tilewright.web.quotas import Quota, network

log = structlog.get_logger()

MINUTES = 600.0

BY_PLACE = Quota("failed sign-ins here", 10, MINUTES)  # an account, and a browser or an address
BY_STRANGERS = Quota("strangers", 100, 6 * MINUTES)  # an account, wherever it is not known
BY_SIEGE = Quota("failed sign-ins now", 1, MINUTES)  # after that: an account and an address


def address(request: Request) -> str:
    """Where a request comes from; for IPv6 the network, since a person has many addresses."""
    return network(request.client.host if request.client else "")


@asynccontextmanager
async def attempt(
    request: Request, house: House, name: str = "", user: str = ""
) -> AsyncIterator[None]:
    """Let someone prove who they are; `name` need not be that of a user. An error is a failure.

    A passkey names nobody and cannot be guessed: only the address counts, separately from
    passwords.
    """
    host, key = address(request), name_key(name)
    by_address = Quota("failed sign-ins", house.settings.failures, MINUTES)
    taken: list[tuple[Quota, str, str]] = []

    async def take(quota: Quota, *words: str) -> None:
        taken.append((quota, " ".join(words), await house.quotas.take(quota, " ".join(words))))

    async def count() -> None:
        if not name:
            return await take(by_address, "passkey", host)
        device = request.cookies.get(cookie_name(house)) or new_device()
        browser, place = _places(house, user, device, host)
        known = await Places(house.database).known(user, (browser, place), now())
        if browser in known:
            return await take(BY_PLACE, key, browser)
        if place in known:
            return await take(BY_PLACE, key, host)
        await take(by_address, host)
        await take(BY_PLACE, key, host)
        try:
            await take(BY_STRANGERS, key)
        except Refused:
            await take(BY_SIEGE, key, host)

    try:
        await count()
        yield
    except Refused as error:
        event = "sign-in held back" if error.code == "too_many" else "sign-in failed"
        log.warning(event, user=user, address=host, code=error.code)
        raise
    for quota, words, use in taken:
        await house.quotas.drop(quota, words, use)


# Browsers and addresses that are known


def cookie_name(house: House) -> str:
    """The cookie that identifies a known browser; behind TLS its name binds it to this host."""
    return "__Host-device" if house.settings.https else "device"


async def remember(request: Request, response: Response, house: House, user: str) -> None:
    """After a sign-in: remember this browser and this address."""
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
    """An identifier for a browser that is not known yet."""
    return secrets.token_urlsafe(32)


def _places(house: House, user: str, device: str, host: str) -> tuple[str, str]:
    """A browser and an address as they are kept for a user."""
    key = f"tilewright places 1 {house.secret}".encode()
    words = (f"browser {user} {device}", f"address {user} {host}")
    browser, place = [hmac.new(key, w.encode(), hashlib.sha256).hexdigest() for w in words]
    return browser, place
