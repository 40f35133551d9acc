"""People, bots and guests in the database, and how they are recognised."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection
from typing import NamedTuple
from unicodedata import normalize

from sqlalchemy import (
    ColumnElement,
    and_,
    delete,
    func,
    insert,
    not_,
    select,
    union_all,
    update,
)
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from tilewright.store.database import Database
from tilewright.store.schema import sessions, tokens, users
from tilewright.store.skeleton import skeleton

HOUR = 3_600_000
DAY = 24 * HOUR
SESSION_DAYS = 90  # without a visit end a session
LONGEST_DAYS = 400  # end it in any case
AT_ONCE = 1000  # ids in one query
GONE = "gone"  # the name and the kind of those who have left
TOKEN_PREFIX = "tw_"  # so that a leaked token is recognised where it should not be

# Small Cyrillic and Greek letters that look like Latin ones, small or capital.
LOOK_ALIKES = str.maketrans(
    "авсеһніјкморѕтуѵхԁԛԝαβεζηικμνορτυχ", "abcehhijkmopstyvxdqwabezhikmnoptyx"
)


class User(NamedTuple):
    """Someone who plays."""

    id: str
    name: str
    kind: str  # guest, person, bot
    preferences: str = "{}"
    scopes: frozenset[str] | None = None  # of the token used; None: everything


class Session(NamedTuple):
    """A browser in which a user is signed in."""

    id: str
    agent: str
    created: int
    seen: int


class Token(NamedTuple):
    """A key with which programs act for a user."""

    id: str
    name: str
    scopes: str
    created: int
    used: int | None


class NameTaken(Exception):
    """Another user has this name."""


class Left(Exception):
    """A user who has left."""


async def lock(connection: AsyncConnection, user: str, *, ending: bool = False) -> None:
    """Make a user's writes happen one after another, and none after the account has ended. Only
    its end makes those wait who want the user to be there, such as the writer."""
    here = select(users.c.id).where(users.c.id == user, users.c.kind != GONE)
    held = here.with_for_update(key_share=not ending)
    if (await connection.execute(held)).first() is None:
        raise Left(user)


def fingerprint(secret: str) -> str:
    """What is kept of a cookie or token: enough to recognise it, not to use it."""
    return hashlib.sha256(secret.encode()).hexdigest()


def name_key(name: str) -> str:
    """The form in which names are compared: without case, and with look-alikes as Latin letters."""
    folded = normalize("NFKC", normalize("NFKC", name).casefold())
    return folded.translate(LOOK_ALIKES)


def name_columns(name: str) -> dict[str, str]:
    """A name as it is kept: nobody else may have one with the same key or the same look."""
    return {"name": name, "name_key": name_key(name), "skeleton": skeleton(name)}


class Users:
    """The users of a database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def create(self, name: str, kind: str, now: int, *, password: str | None = None) -> User:
        """Make a user."""
        user = User(secrets.token_urlsafe(12), name, kind)
        row = {"id": user.id, "kind": kind, **name_columns(name)}
        try:
            async with self.database.write() as connection:
                await connection.execute(
                    insert(users).values(**row, password=password, created=now, preferences="{}")
                )
        except IntegrityError:
            raise NameTaken(name) from None
        return user

    async def by_id(self, id: str) -> User | None:
        """A user by id."""
        return await self._one(users.c.id == id)

    async def names(self, ids: Collection[str]) -> dict[str, str]:
        """The names of users."""
        if not ids:
            return {}
        query = select(users.c.id, users.c.name).where(users.c.id.in_(ids))
        async with self.database.read() as connection:
            return {row.id: row.name for row in await connection.execute(query)}

    async def by_name(self, name: str) -> User | None:
        """A user by name, however it is spelled."""
        return await self._one(users.c.name_key == name_key(name))

    async def _one(self, condition: ColumnElement[bool]) -> User | None:
        async with self.database.read() as connection:
            row = (await connection.execute(select(*_USER).where(condition))).first()
            return None if row is None else User(*row)

    async def set_preferences(self, id: str, preferences: str) -> None:
        """Keep a user's preferences."""
        async with self.database.write() as connection:
            await lock(connection, id)
            await connection.execute(
                update(users).where(users.c.id == id).values(preferences=preferences)
            )

    # Sessions

    async def open_session(
        self, user: str, agent: str, now: int, *, password: str | None = None
    ) -> str:
        """Begin a session; returns the secret for the cookie. Refused if the user has left, or no
        longer has the password, by its hash, with which they have signed in."""
        secret = secrets.token_urlsafe(32)
        row = {"id": fingerprint(secret), "user": user, "agent": agent[:200]}
        async with self.database.write() as connection:
            await lock(connection, user)
            if password is not None:
                kept = select(users.c.password).where(users.c.id == user)
                if (await connection.execute(kept)).scalar_one() != password:
                    raise Left(user)
            await connection.execute(
                delete(sessions).where(sessions.c.user == user, not_(and_(*_lasts(now))))
            )
            await connection.execute(insert(sessions).values(**row, created=now, seen=now))
        return secret

    async def by_session(self, secret: str, now: int) -> User | None:
        """The user of a session that is not too old; notes the visit, at most once an hour."""
        id = fingerprint(secret)
        query = (
            select(*_USER, sessions.c.seen)
            .join(sessions, sessions.c.user == users.c.id)
            .where(sessions.c.id == id, *_lasts(now))
        )
        async with self.database.read() as connection:
            row = (await connection.execute(query)).first()
        if row is None:
            return None
        if row.seen < now - HOUR:
            async with self.database.write() as connection:
                await connection.execute(
                    update(sessions).where(sessions.c.id == id).values(seen=now)
                )
        return User(*row[:4])

    async def sessions_of(self, user: str, now: int) -> list[Session]:
        """The sessions of a user, latest visit first."""
        query = (
            select(sessions.c.id, sessions.c.agent, sessions.c.created, sessions.c.seen)
            .where(sessions.c.user == user, *_lasts(now))
            .order_by(sessions.c.seen.desc(), sessions.c.created.desc())
        )
        async with self.database.read() as connection:
            return [Session(*row) for row in await connection.execute(query)]

    async def session_began(self, id: str) -> int:
        """When someone signed in for a session; 0 if there is none."""
        async with self.database.read() as connection:
            found = await connection.execute(select(sessions.c.created).where(sessions.c.id == id))
            return int(found.scalar_one_or_none() or 0)

    async def close_session(self, secret: str) -> None:
        """End a session."""
        async with self.database.write() as connection:
            await connection.execute(delete(sessions).where(sessions.c.id == fingerprint(secret)))

    async def end_session(self, user: str, id: str) -> bool:
        """End a session of a user; False if there is none with this id."""
        async with self.database.write() as connection:
            result = await connection.execute(
                delete(sessions).where(sessions.c.user == user, sessions.c.id == id)
            )
            return result.rowcount > 0

    async def end_other_sessions(self, user: str, id: str) -> None:
        """End all sessions of a user but one."""
        async with self.database.write() as connection:
            await connection.execute(
                delete(sessions).where(sessions.c.user == user, sessions.c.id != id)
            )

    async def still_hold(self, ids: Collection[str], now: int) -> set[str]:
        """Which of some sessions and tokens, by id, have not ended."""
        every, hold = sorted(ids), set()
        async with self.database.read() as connection:
            for start in range(0, len(every), AT_ONCE):
                some = every[start : start + AT_ONCE]
                query = union_all(
                    select(sessions.c.id).where(sessions.c.id.in_(some), *_lasts(now)),
                    select(tokens.c.id).where(tokens.c.id.in_(some)),
                )
                hold |= {id for (id,) in await connection.execute(query)}
        return hold

    # Tokens

    async def create_token(
        self, user: str, name: str, scopes: Collection[str], now: int, *, most: int
    ) -> str | None:
        """Make an API token and return it: only a fingerprint is kept. None if the user has as many
        as allowed."""
        token = TOKEN_PREFIX + secrets.token_urlsafe(32)
        row = {"id": fingerprint(token), "user": user, "name": name, "created": now}
        mine = select(func.count()).select_from(tokens).where(tokens.c.user == user)
        async with self.database.write() as connection:
            await lock(connection, user)
            if (await connection.execute(mine)).scalar_one() >= most:
                return None
            await connection.execute(insert(tokens).values(**row, scopes=" ".join(sorted(scopes))))
        return token

    async def by_token(self, token: str, now: int) -> User | None:
        """The user of an API token, with what it allows; notes the use, at most once an hour."""
        id = fingerprint(token)
        query = (
            select(*_USER, tokens.c.scopes, tokens.c.used)
            .join(tokens, tokens.c.user == users.c.id)
            .where(tokens.c.id == id)
        )
        async with self.database.read() as connection:
            row = (await connection.execute(query)).first()
        if row is None:
            return None
        if row.used is None or row.used < now - HOUR:
            async with self.database.write() as connection:
                await connection.execute(update(tokens).where(tokens.c.id == id).values(used=now))
        return User(*row[:4], frozenset(row.scopes.split()))

    async def tokens_of(self, user: str) -> list[Token]:
        """The API tokens of a user, oldest first."""
        columns = (tokens.c.id, tokens.c.name, tokens.c.scopes, tokens.c.created, tokens.c.used)
        async with self.database.read() as connection:
            query = select(*columns).where(tokens.c.user == user).order_by(tokens.c.created)
            return [Token(*row) for row in await connection.execute(query)]

    async def end_token(self, user: str, id: str) -> bool:
        """End an API token of a user; False if there is none with this id."""
        async with self.database.write() as connection:
            result = await connection.execute(
                delete(tokens).where(tokens.c.user == user, tokens.c.id == id)
            )
            return result.rowcount > 0


_USER = (users.c.id, users.c.name, users.c.kind, users.c.preferences)


def _lasts(now: int) -> tuple[ColumnElement[bool], ...]:
    """The condition that a session is not over."""
    return (
        sessions.c.seen > now - SESSION_DAYS * DAY,
        sessions.c.created > now - LONGEST_DAYS * DAY,
    )
