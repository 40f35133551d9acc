"""Passwords: what may be one, how it is changed, and fresh proof by it."""

from __future__ import annotations

import re
from functools import cache
from typing import Annotated

import structlog
from fastapi import APIRouter, Request
from pydantic import Field, SecretStr
from starlette.responses import Response

from tilewright.store.accounts import hash_password, is_password
from tilewright.store.users import Left, User, name_key
from tilewright.table.event import Refused
from tilewright.web import letters, people
from tilewright.web.attempts import attempt
from tilewright.web.people import Owner, TheAccounts, TheHouse
from tilewright.web.tables import Strict

OURS = frozenset("tilewright azul pavilion summerpavilion azulsummerpavilion".split())

log = structlog.get_logger()
router = APIRouter()  # part of the router of `accounts`

AnyPassword = Annotated[SecretStr, Field(max_length=200)]
NewPassword = Annotated[SecretStr, Field(min_length=8, max_length=200)]


class PasswordChange(Strict):
    """A new password; the current one is needed if there is one."""

    current: AnyPassword | None = None
    new: NewPassword


class PasswordProof(Strict):
    """My password."""

    password: AnyPassword


@cache
def common() -> frozenset[str]:
    """The 30 000 passwords found most often in leaks."""
    from zxcvbn.frequency_lists import FREQUENCY_LISTS  # large: read when it is needed

    return frozenset(FREQUENCY_LISTS["passwords"])


def check_password(password: str, name: str) -> None:
    """Refuse a password that anyone would guess."""
    word = name_key(password)
    bare = re.sub(r"[\W\d_]", "", word)
    if bare in OURS or word == name_key(name) or len(set(word)) < 3 or word in common():
        raise Refused("password", "this password is too easy to guess")


@router.put("/account/password", status_code=204)
async def change_password(
    request: Request, user: Owner, house: TheHouse, accounts: TheAccounts, body: PasswordChange
) -> None:
    """Change or set my password; all other sessions end."""
    if user.kind == "guest":
        raise Refused("guest", "create an account first")
    password = body.new.get_secret_value()
    check_password(password, user.name)
    account = await accounts.by_id(user.id)
    assert account is not None
    if account.password is None:
        await people.require_proof(request, user)
    elif body.current is None:
        raise Refused("wrong_password", "give your current password too")
    else:
        await check(request, user, account.password, body.current)
    if not await accounts.swap_password(user.id, account.password, await hash_password(password)):
        raise Refused("wrong_password", "your password has just been changed")
    await house.users.end_other_sessions(user.id, people.session_id(request))
    await house.connections.hang_up(user.id)
    log.info("password changed", user=user.id)
    letters.notify(house, user.id, "password")


@router.post("/me/proof", status_code=204)
async def prove(
    request: Request, response: Response, user: Owner, accounts: TheAccounts, body: PasswordProof
) -> None:
    """Prove with my password that it is me; a new session begins, and the proof counts for ten
    minutes."""
    account = await accounts.by_id(user.id)
    assert account is not None
    await check(request, user, account.password, body.password)
    try:
        await people.sign_in(request, response, user, password=account.password)
    except Left:  # or another password was set while this one was being checked
        raise Refused("wrong_password", "this is not your password") from None


async def check(request: Request, user: User, kept: str | None, given: SecretStr) -> None:
    """Make sure that a password is the user's."""
    async with attempt(request, people.house(request), user.name, user.id):
        if not await is_password(kept, given.get_secret_value()):
            raise Refused("wrong_password", "this is not your password")
