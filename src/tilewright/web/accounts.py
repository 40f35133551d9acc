"""Guests and accounts: starting, signing in, changing what is one's own, and leaving.

Refusals by this module and its neighbours, in addition to those of every request:

| code           | why                                                                           |
|----------------|-------------------------------------------------------------------------------|
| name           | the name breaks a rule; the text says which                                   |
| name_reserved  | the name is reserved for the site: bots, seats, staff                         |
| name_taken     | someone has this name, or one that looks the same                             |
| password       | the password is too easy to guess                                             |
| login          | wrong name or password; which of them is not said                             |
| wrong_password | the current password is not this one                                          |
| not_fresh      | prove first that it is you: the last proof is older than ten minutes          |
| account        | this is already an account                                                    |
| guest          | guests cannot do this; create an account first                                |
| not_new        | only an account that has played no rated games becomes a bot                  |
| mail           | this is not a mail address                                                    |
| webhook        | this is not a public http or https address                                    |
| preferences    | the preferences are too large or too deep                                     |
| passkey        | the device's answer is not valid                                              |
| passkey_taken  | this passkey is already registered                                            |
| challenge      | the question to the device is too old, was used, or was someone else's       |
| last_key       | without this passkey there would be no way to sign in                         |
| link           | the link is too old or was used                                               |
| no_mail        | this server sends no mail                                                     |
| too_many       | too many failed attempts, tokens, passkeys or exports                         |
"""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Annotated

import structlog
from fastapi import APIRouter, Path, Request
from pydantic import BaseModel, Field
from starlette.responses import Response

from tilewright.store.accounts import Accounts, hash_password, is_password, needs_rehash
from tilewright.store.users import Left, NameTaken, User
from tilewright.table.clock import now
from tilewright.table.event import Event, Refused, Unreadable
from tilewright.table.fold import DONE, PLAYING, WAITING
from tilewright.table.match import Match
from tilewright.web import names, passwords, people
from tilewright.web.attempts import address, attempt
from tilewright.web.description import PROBLEMS
from tilewright.web.house import House
from tilewright.web.naming import clean_name
from tilewright.web.passwords import AnyPassword, NewPassword, check_password
from tilewright.web.people import AnyUser, Owner, Proven, TheAccounts, TheHouse, sign_in
from tilewright.web.quotas import Quota
from tilewright.web.tables import Strict

ALL = 1_000_000  # games of one user

GUEST_SECONDS = 600.0  # in which an address may make that many guests

log = structlog.get_logger()
router = APIRouter(prefix="/api", responses=PROBLEMS)
router.include_router(people.router)
router.include_router(names.router)
router.include_router(passwords.router)

AnyName = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[^\x00-\x1f\x7f]*$")]


class Me(BaseModel):
    """Who I am."""

    id: str
    name: str
    kind: str = Field(description="guest, person or bot")
    preferences: dict[str, object]


class Profile(BaseModel):
    """What everyone may know about a user."""

    id: str
    name: str
    kind: str = Field(description="guest, person or bot")
    created: int


class MyAccount(Profile):
    """What only I may know about my account."""

    has_password: bool
    mail: str | None
    mail_confirmed: bool
    webhook: str | None


class NewAccount(Strict):
    """An account for a guest."""

    name: AnyName
    password: NewPassword


class Login(Strict):
    """A name and its password."""

    name: AnyName
    password: AnyPassword


def me(user: User) -> Me:
    """Users as they see themselves."""
    return Me(id=user.id, name=user.name, kind=user.kind, preferences=json.loads(user.preferences))


# Come in


@router.post("/guest", status_code=201)
async def guest(request: Request, response: Response, house: TheHouse) -> Me:
    """Start as a guest, or continue as the user I am."""
    user = await people.find_user(request)
    if user is None:
        quota = Quota("guests", house.settings.guests, GUEST_SECONDS)
        await house.quotas.take(quota, address(request))
        user = await people.create_guest(house.users)
        await sign_in(request, response, user)
    return me(user)


@router.get("/me")
async def who_am_i(user: AnyUser) -> Me:
    """Who I am."""
    return me(user)


@router.post("/login")
async def login(
    request: Request, response: Response, house: TheHouse, accounts: TheAccounts, body: Login
) -> Me:
    """Sign in with a password."""
    password = body.password.get_secret_value()
    account = await accounts.by_name(body.name)
    async with attempt(request, house, body.name, account.id if account else ""):
        if not await is_password(account and account.password, password) or account is None:
            raise Refused("login", "wrong name or password")
    user = User(account.id, account.name, account.kind, account.preferences)
    try:
        await sign_in(request, response, user, password=account.password)
    except Left:  # or another password was set while this one was being checked
        raise Refused("login", "wrong name or password") from None
    if account.password and needs_rehash(account.password):
        better = await hash_password(password)
        await accounts.swap_password(account.id, account.password, better)
    return me(user)


@router.post("/logout", status_code=204)
async def logout(request: Request, response: Response, house: TheHouse) -> None:
    """End this session."""
    if cookie := request.cookies.get(people.cookie_name(request)):
        user = await house.users.by_session(cookie, now())
        await house.users.close_session(cookie)
        people.drop_cookie(request, response)
        if user is not None:
            await house.connections.hang_up(user.id)


# The account


async def settled(accounts: Accounts, user: User, name: str) -> str:
    """The name that a guest's account may have."""
    if user.kind != "guest":
        raise Refused("account", "you already have an account")
    name = clean_name(name)
    other = await accounts.by_name(name)
    if other is not None and other.id != user.id:
        raise Refused("name_taken", "this name is taken")
    return name


@router.post("/account", status_code=201)
async def make_account(
    request: Request, response: Response, user: Owner, accounts: TheAccounts, new: NewAccount
) -> Me:
    """Create an account with a name and a password; my games as a guest stay mine."""
    name, password = await settled(accounts, user, new.name), new.password.get_secret_value()
    check_password(password, name)
    try:
        if not await accounts.settle(user.id, name, password=await hash_password(password)):
            raise Refused("account", "you already have an account")
    except NameTaken:
        raise Refused("name_taken", "this name is taken") from None
    user = user._replace(name=name, kind="person")
    await sign_in(request, response, user)
    return me(user)


@router.get("/account")
async def my_account(user: Owner, accounts: TheAccounts) -> MyAccount:
    """My account, with what nobody else may see."""
    found = await accounts.by_id(user.id)
    assert found is not None
    values = found._asdict() | {
        "has_password": found.password is not None,
        "mail_confirmed": found.confirmed is not None,
    }
    return MyAccount(**{field: values[field] for field in MyAccount.model_fields})


@router.post("/account/bot")
async def become_bot(user: Owner, house: TheHouse, accounts: TheAccounts) -> Me:
    """Make this the account of a bot, for good; everyone will see that it is one."""
    if user.kind == "guest":
        raise Refused("guest", "create an account first")
    if user.kind != "bot" and not await accounts.make_bot(user.id):
        raise Refused("not_new", "only an account without rated games can become a bot")
    user = user._replace(kind="bot")
    house.greet(user)
    return me(user)


@router.get("/users/{name}")
async def profile(name: Annotated[AnyName, Path()], accounts: TheAccounts) -> Profile:
    """What everyone may know about a user."""
    found = await accounts.by_name(name)
    if found is None:
        raise Refused("not_found", "there is nobody by this name")
    return Profile(id=found.id, name=found.name, kind=found.kind, created=found.created)


class PasskeyRow(BaseModel):
    """A passkey of mine."""

    id: str
    name: str
    created: int


# Leave


@router.delete("/me", status_code=204)
async def leave(
    request: Request,
    response: Response,
    user: Proven,
    house: TheHouse,
    accounts: TheAccounts,
) -> None:
    """Delete my account and what is mine; finished games stay, without my name."""
    await step_out_everywhere(house, user.id)
    await accounts.erase(user.id)
    await house.hall.forget(user.id)
    await house.connections.hang_up(user.id)
    people.drop_cookie(request, response)
    log.info("account deleted", user=user.id)
    await step_out_everywhere(house, user.id)  # of tables at which they sat down meanwhile


async def step_out_everywhere(house: House, user: str) -> None:
    """Give up all seats of a user in games that are not over."""
    for row in await house.hall.games.of_user(user, status=(WAITING, PLAYING), limit=ALL):
        with suppress(Unreadable):
            table = await house.hall.fresh(row.id)
            for _ in table.match.seats:
                await table.ask(lambda match, time: step_out(match, time, user))


def step_out(match: Match, time: int, user: str) -> Event | None:
    """Give up one seat of a user, if they hold one in a game that is not over."""
    held = [seat for seat in match.people if match.seats[seat].user == user]
    if not held or match.status == DONE:
        return None
    if match.status == WAITING:
        return match.stand(user, time)
    return Event(match.at, "out", held[0], "left", time)
