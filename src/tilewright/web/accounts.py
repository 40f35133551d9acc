"""Guests and accounts: starting, signing in, changing what is one's own, and leaving.

Refusals by this module and its neighbours, in addition to those of every request:

| code           | why                                                                           |
|----------------|-------------------------------------------------------------------------------|
| name           | the name breaks a rule; the text says which                                   |
| name_reserved  | the name is kept for the house: bots, seats, staff                            |
| name_taken     | someone has this name, or one that looks the same                             |
| password       | the password is too easy to guess                                             |
| login          | wrong name or password; which of them is not said                             |
| wrong_password | the current password is not this one                                          |
| not_fresh      | prove first that it is you: the last proof is older than ten minutes          |
| account        | this is an account already                                                    |
| guest          | guests cannot do this; make an account first                                  |
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

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Annotated

import structlog
from fastapi import APIRouter, Path, Request
from pydantic import BaseModel, Field
from starlette.responses import Response, StreamingResponse

from tilewright.store.accounts import Accounts, hash_password, is_password, needs_rehash
from tilewright.store.games import Listed
from tilewright.store.insights import Insights
from tilewright.store.puzzles import Puzzles
from tilewright.store.studies import Studies
from tilewright.store.users import NameTaken, User
from tilewright.table import archive
from tilewright.table.clock import now
from tilewright.table.event import Event, Refused, Unreadable
from tilewright.table.fold import DONE, PLAYING, WAITING
from tilewright.table.match import Match
from tilewright.table.table import fold_stored
from tilewright.web import names, passwords, people
from tilewright.web.attempts import address, attempt
from tilewright.web.description import PROBLEMS
from tilewright.web.house import House
from tilewright.web.limits import Limit
from tilewright.web.naming import clean_name
from tilewright.web.passwords import AnyPassword, NewPassword, check_password
from tilewright.web.people import AnyUser, Owner, Proven, TheAccounts, TheHouse, sign_in
from tilewright.web.tables import Strict

ALL = 1_000_000  # games of one user
SOME = 20  # games of an export at a time, so that nobody else has to wait

GUEST_SECONDS = 600.0  # in which an address may make that many guests

log = structlog.get_logger()
EXPORTS = Limit("exports", 6, 600.0)
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
    """What only I may know of my account."""

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
        limit = Limit("guests", house.settings.guests, GUEST_SECONDS)
        await house.limits.take(limit, address(request))
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
    if account.password and needs_rehash(account.password):
        await accounts.set_password(account.id, await hash_password(password))
    user = User(account.id, account.name, account.kind, account.preferences)
    await sign_in(request, response, user)
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
        raise Refused("account", "you have an account already")
    name = clean_name(name)
    other = await accounts.by_name(name)
    if other is not None and other.id != user.id:
        raise Refused("name_taken", "this name is taken")
    return name


@router.post("/account", status_code=201)
async def make_account(
    request: Request, response: Response, user: Owner, accounts: TheAccounts, new: NewAccount
) -> Me:
    """Make an account with a name and a password; my games as a guest stay mine."""
    name, password = await settled(accounts, user, new.name), new.password.get_secret_value()
    check_password(password, name)
    try:
        if not await accounts.settle(user.id, name, password=await hash_password(password)):
            raise Refused("account", "you have an account already")
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
        raise Refused("guest", "make an account first")
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


# Take it along, and leave


class PasskeyRow(BaseModel):
    """A passkey of mine."""

    id: str
    name: str
    created: int


class RemarkOfMine(BaseModel):
    """Something I said, in an export."""

    game: str
    text: str
    time: int


class GameOfMine(BaseModel):
    """A game in an export, with its record as text."""

    game: str
    status: str
    created: int
    record: str


class PuzzleTry(BaseModel):
    """My first try at a puzzle, in an export."""

    puzzle: str
    game: str
    move: str
    solved: bool
    day: str
    time: int


class StudyOfMine(BaseModel):
    """A study in an export."""

    title: str
    changed: int
    branches: dict[str, object]


class SeatInsights(BaseModel):
    """What the review of a game says about me in a few numbers, in an export."""

    game: str
    summary: dict[str, object]


class Export(BaseModel):
    """Everything that is kept about me."""

    account: MyAccount
    preferences: dict[str, object]
    sessions: list[people.SessionRow]
    tokens: list[people.TokenRow]
    passkeys: list[PasskeyRow]
    chat: list[RemarkOfMine]
    puzzles: list[PuzzleTry]
    studies: list[StudyOfMine]
    insights: list[SeatInsights]
    games: list[GameOfMine]


@router.get("/me/export", response_class=StreamingResponse, responses={200: {"model": Export}})
async def export(
    request: Request, user: Owner, house: TheHouse, accounts: TheAccounts
) -> StreamingResponse:
    """Everything kept about me, as JSON; the games follow one by one."""
    await house.limits.take(EXPORTS, user.id)
    tried = await Puzzles(house.database).tried(user.id)
    everything = Export(
        account=await my_account(user, accounts),
        preferences=json.loads(user.preferences),
        sessions=await people.my_sessions(request, user, house),
        tokens=await people.my_tokens(user, house),
        passkeys=[PasskeyRow(**k._asdict()) for k in await accounts.passkeys_of(user.id)],
        chat=[RemarkOfMine(**remark) for remark in await accounts.remarks_of(user.id)],
        puzzles=[PuzzleTry(**one._asdict()) for one in tried.values()],
        studies=[
            StudyOfMine(title=study.title, changed=study.changed, branches=json.loads(study.body))
            async for study in Studies(house.database).whole(user.id)
        ],
        insights=[
            SeatInsights(game=seat.game, summary=json.loads(seat.body))
            for seat in await Insights(house.database).of_user(user.id)
            if seat.body is not None
        ],
        games=[],
    )
    head = everything.model_dump_json(exclude={"games"})
    return StreamingResponse(
        pieces(house, head, user.id),
        media_type="application/json",
        headers={"content-disposition": 'attachment; filename="tilewright-export.json"'},
    )


async def pieces(house: House, head: str, user: str) -> AsyncIterator[bytes]:
    """An export, game by game; tables that are not open are not opened for it."""
    yield head[:-1].encode() + b',"games":['
    comma = b""
    async for row, record in records(house, user):
        game = GameOfMine(game=row.id, status=row.status, created=row.created, record=record)
        yield comma + game.model_dump_json().encode()
        comma = b","
    yield b"]}"


async def records(house: House, user: str) -> AsyncIterator[tuple[Listed, str]]:
    """The games of a user with their records, those that are not over first; one that cannot be
    read has none."""
    store = house.hall.games
    for row in await store.of_user(user, status=(WAITING, PLAYING), limit=ALL):
        yield row, await current_record(house, row.id)
    before = ""
    while page := await store.of_user(user, status=(DONE,), before=before, limit=SOME):
        found = await archive.read(house.database, [row.id for row in page])
        for row, game in zip(page, found, strict=True):
            try:
                yield row, game.text()
            except Unreadable as error:
                house.hall.set_aside(row.id, error)
                yield row, ""
        before = page[-1].id


async def current_record(house: House, id: str) -> str:
    """The record of a game that is not over."""
    table = house.hall.tables.get(id)
    if table is not None:
        return str(table.record())
    stored = await house.hall.games.load(id)
    assert stored is not None
    try:
        return await asyncio.to_thread(lambda: str(fold_stored(stored).record()))
    except Exception as error:
        house.hall.set_aside(id, error)
        return ""


@router.delete("/me", status_code=204)
async def leave(
    request: Request,
    response: Response,
    user: Proven,
    house: TheHouse,
    accounts: TheAccounts,
) -> None:
    """Delete my account and what is mine; finished games stay, without my name."""
    current = await house.hall.games.of_user(user.id, status=(WAITING, PLAYING), limit=ALL)
    for row in current:
        with suppress(Unreadable):
            table = await house.hall.table(row.id)
            for _ in table.match.seats:
                await table.ask(lambda match, time: step_out(match, time, user.id))
    await accounts.erase(user.id)
    await house.hall.forget(user.id)
    await house.connections.hang_up(user.id)
    people.drop_cookie(request, response)
    log.info("account deleted", user=user.id)


def step_out(match: Match, time: int, user: str) -> Event | None:
    """Give up one seat of a user, if they hold one in a game that is not over."""
    held = [seat for seat in match.people if match.seats[seat].user == user]
    if not held or match.status == DONE:
        return None
    if match.status == WAITING:
        return match.stand(user, time)
    return Event(match.at, "out", held[0], "left", time)
