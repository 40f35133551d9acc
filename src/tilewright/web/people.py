"""Who is asking: a session's cookie, an API token, or nobody yet; and the lists of both."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from typing import Annotated, Literal

import structlog
from fastapi import APIRouter, Depends, Path, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.requests import HTTPConnection
from starlette.responses import Response

from tilewright.store.accounts import Accounts
from tilewright.store.users import (
    LONGEST_DAYS,
    NameTaken,
    Token,
    User,
    Users,
    fingerprint,
)
from tilewright.table.clock import now
from tilewright.table.event import Refused
from tilewright.web import attempts, letters
from tilewright.web.guard import SECONDS
from tilewright.web.house import House
from tilewright.web.quotas import Quota

FRESH = 600_000  # milliseconds for which a sign-in counts as proof of who one is
MANY_TOKENS = 20
BIRDS = (
    "Avocet Bittern Bunting Chough Crane Curlew Dipper Dove Dunlin Egret Finch Godwit Grebe Gull "
    "Heron Hoopoe Ibis Jackdaw Kestrel Kite Knot Lapwing Linnet Magpie Martin Nightjar Oriole "
    "Osprey Ouzel Petrel Pipit Plover Puffin Rail Raven Robin Ruff Siskin Skylark Snipe Sparrow "
    "Starling Stork Swallow Swift Teal Tern Thrush Wagtail Warbler Wren"
).split()

log = structlog.get_logger()
router = APIRouter(prefix="/me")  # part of the router of `accounts`


def house(connection: HTTPConnection) -> House:
    """The house that a request has come to."""
    found: House = connection.app.state.house
    return found


def accounts(connection: HTTPConnection) -> Accounts:
    """The accounts of the house."""
    return Accounts(house(connection).database)


# Who it is


def cookie_name(connection: HTTPConnection) -> str:
    """The session's cookie; behind TLS its name binds it to this host."""
    return "__Host-session" if house(connection).settings.https else "session"


def session_id(connection: HTTPConnection) -> str:
    """The id of the session that a request belongs to; empty without one."""
    cookie = connection.cookies.get(cookie_name(connection))
    return fingerprint(cookie) if cookie else ""


def credential(connection: HTTPConnection) -> str:
    """The id of the session or token that a request comes with; empty without one."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return fingerprint(token.strip()) if scheme else session_id(connection)


async def find_user(connection: HTTPConnection) -> User | None:
    """The user of a request, if it has one."""
    users: Users = house(connection).users
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    if scheme:
        user = await users.by_token(token.strip(), now()) if scheme.lower() == "bearer" else None
        if user is None:
            raise Refused("who", "this token is not known")
    else:
        cookie = connection.cookies.get(cookie_name(connection))
        user = await users.by_session(cookie, now()) if cookie else None
    if user is not None:
        here = house(connection)
        quota = Quota("requests of a user", here.settings.requests, SECONDS)
        await here.quotas.take(quota, user.id)
    return user


async def require_user(request: Request) -> User:
    """The user of a request that needs one."""
    user = await find_user(request)
    if user is None:
        raise Refused("who", "sign in first, or start as a guest with POST /api/guest")
    return user


def require(*scopes: str) -> Callable[[Request], Awaitable[User]]:
    """A user who may do something; with a token, it needs one of these scopes."""

    async def checked(request: Request) -> User:
        user = await require_user(request)
        if user.scopes is not None and user.scopes.isdisjoint(scopes):
            raise Refused("forbidden", f"this token lacks the scope {' or '.join(scopes)}")
        return user

    return checked


async def require_owner(request: Request) -> User:
    """A user who may change their account: no token may."""
    user = await require_user(request)
    if user.scopes is not None:
        raise Refused("forbidden", "an account is changed by its owner, not with a token")
    return user


Owner = Annotated[User, Depends(require_owner)]


async def require_proof(request: Request, user: Owner) -> User:
    """A user who has recently proved who they are; a guest has nothing to prove it with."""
    if user.kind != "guest":
        if await house(request).users.session_began(session_id(request)) <= now() - FRESH:
            raise Refused("not_fresh", "prove first that it is you: POST /api/me/proof")
    return user


AnyUser = Annotated[User, Depends(require_user)]  # may see what is theirs
PlayingUser = Annotated[User, Depends(require("play"))]  # may act in games
Maker = Annotated[User, Depends(require("play", "tables"))]  # may make tables
Proven = Annotated[User, Depends(require_proof)]  # may change how they sign in
TheHouse = Annotated[House, Depends(house)]
TheAccounts = Annotated[Accounts, Depends(accounts)]


async def create_guest(users: Users) -> User:
    """A guest with a new name."""
    for digits in (2, 3, 4, 6, 9):
        name = f"{random.choice(BIRDS)} {random.randrange(10 ** (digits - 1), 10**digits)}"
        try:
            return await users.create(name, "guest", now())
        except NameTaken:
            continue
    raise Refused("busy", "no name was free; try again")


async def sign_in(
    request: Request, response: Response, user: User, *, password: str | None = None
) -> None:
    """Begin a session in place of the one there was, and hand out its cookie; not if the password,
    by its hash, was changed meanwhile."""
    users, agent = house(request).users, request.headers.get("user-agent", "")
    secret = await users.open_session(user.id, agent, now(), password=password)
    if old := request.cookies.get(cookie_name(request)):
        before = await users.by_session(old, now())
        await users.close_session(old)
        if before is not None:
            await house(request).connections.hang_up(before.id)
    response.set_cookie(
        cookie_name(request),
        secret,
        max_age=LONGEST_DAYS * 86_400,
        path="/",
        secure=house(request).settings.https,
        httponly=True,
        samesite="lax",
    )
    if user.kind != "guest":
        await attempts.remember(request, response, house(request), user.id)
    log.info("signed in", user=user.id, kind=user.kind)
    house(request).greet(user)


def drop_cookie(request: Request, response: Response) -> None:
    """Take the session's cookie back."""
    secure = house(request).settings.https
    name = cookie_name(request)
    response.delete_cookie(name, path="/", secure=secure, httponly=True, samesite="lax")


# Lists


class SessionRow(BaseModel):
    """A browser in which I am signed in."""

    id: str
    agent: str
    created: int
    seen: int
    current: bool


class TokenRow(BaseModel):
    """An API token, without its secret."""

    id: str
    name: str
    scopes: list[str]
    created: int
    used: int | None


class NewToken(BaseModel):
    """An API token to be made."""

    model_config = ConfigDict(extra="forbid")
    name: Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[^\x00-\x1f\x7f]*$")]
    scopes: Annotated[set[Literal["read", "play", "chat", "tables"]], Field(min_length=1)]


class MadeToken(TokenRow):
    """A new API token; the only time that it is shown."""

    token: str


Fingerprint = Annotated[str, Path(pattern="^[0-9a-f]{64}$")]


@router.get("/sessions")
async def my_sessions(request: Request, user: Owner, house: TheHouse) -> list[SessionRow]:
    """The browsers in which I am signed in."""
    mine, current = await house.users.sessions_of(user.id, now()), session_id(request)
    return [SessionRow(**row._asdict(), current=row.id == current) for row in mine]


@router.delete("/sessions/{id}", status_code=204)
async def end_session(id: Fingerprint, user: Proven, house: TheHouse) -> None:
    """Sign out in one browser."""
    if not await house.users.end_session(user.id, id):
        raise Refused("not_found", "you have no such session")
    log.info("session ended", user=user.id)
    await house.connections.hang_up(user.id)


@router.delete("/sessions", status_code=204)
async def end_other_sessions(request: Request, user: Proven, house: TheHouse) -> None:
    """Sign out everywhere but here."""
    await house.users.end_other_sessions(user.id, session_id(request))
    log.info("other sessions ended", user=user.id)
    await house.connections.hang_up(user.id)


@router.get("/tokens")
async def my_tokens(user: Owner, house: TheHouse) -> list[TokenRow]:
    """My API tokens."""
    mine = [row._asdict() for row in await house.users.tokens_of(user.id)]
    return [TokenRow(**{**row, "scopes": row["scopes"].split()}) for row in mine]


@router.post("/tokens", status_code=201)
async def make_token(new: NewToken, user: Proven, house: TheHouse) -> MadeToken:
    """Create an API token; it is shown only this once."""
    if user.kind == "guest":
        raise Refused("guest", "create an account first")
    time, scopes = now(), sorted(new.scopes)
    token = await house.users.create_token(user.id, new.name, scopes, time, most=MANY_TOKENS)
    if token is None:
        raise Refused("too_many", f"at most {MANY_TOKENS} tokens; delete one first")
    log.info("token made", user=user.id, scopes=scopes)
    letters.notify(house, user.id, "token")
    row = Token(fingerprint(token), new.name, " ".join(scopes), time, None)
    return MadeToken(**{**row._asdict(), "scopes": scopes, "token": token})


@router.delete("/tokens/{id}", status_code=204)
async def end_token(id: Fingerprint, user: Owner, house: TheHouse) -> None:
    """Delete an API token."""
    if not await house.users.end_token(user.id, id):
        raise Refused("not_found", "you have no such token")
    log.info("token ended", user=user.id)
    await house.connections.hang_up(user.id)
