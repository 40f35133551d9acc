"""Confirmed mail addresses, and the links sent to them: each works once and not for long."""

from __future__ import annotations

import secrets
from typing import NamedTuple

from sqlalchemy import ColumnElement, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from tilewright.store.database import Database
from tilewright.store.schema import links, sessions, users
from tilewright.store.users import DAY, Left, fingerprint, lock

MINUTE = 60_000
LIFE = {"confirm": DAY, "reset": 30 * MINUTE}  # milliseconds for which a link is valid, by its use


class Owner(NamedTuple):
    """What a mail to the owner of an account needs to know about it."""

    id: str
    name: str
    mail: str
    preferences: str


class Recovery:
    """The links and confirmed addresses of a database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def owner(self, id: str) -> Owner | None:
        """The account with an id, if its mail address is confirmed."""
        found = await self._owners(users.c.id == id)
        return found[0] if found else None

    async def owners(self, who: str, name_key: str) -> list[Owner]:
        """The accounts with a name or a mail address that can be opened by mail: the address is
        confirmed, and there is a password. One with passkeys alone would become less safe."""
        has = users.c.password.is_not(None)
        named = await self._owners(has, users.c.name_key == name_key)
        return named or await self._owners(has, func.lower(users.c.mail) == who.strip().lower())

    async def _owners(self, *conditions: ColumnElement[bool]) -> list[Owner]:
        query = select(users.c.id, users.c.name, users.c.mail, users.c.preferences).where(
            *conditions, users.c.confirmed.is_not(None), users.c.kind.in_(("person", "bot"))
        )
        async with self.database.read() as connection:
            return [Owner(*row) for row in await connection.execute(query)]

    async def make_link(self, user: str, use: str, mail: str, now: int) -> str:
        """Make a link for a use and a user's address; returns its secret."""
        secret = secrets.token_urlsafe(32)
        row = {"id": fingerprint(secret), "user": user, "use": use, "mail": mail, "created": now}
        async with self.database.write() as connection:
            await lock(connection, user)
            await connection.execute(delete(links).where(links.c.created < now - DAY))
            await connection.execute(insert(links).values(row))
        return secret

    async def holder(self, secret: str, now: int) -> Owner | None:
        """Whose password a link may set, if it is still valid."""
        query = (
            select(users.c.id, users.c.name, users.c.mail, users.c.preferences)
            .join(links, links.c.user == users.c.id)
            .where(*_holds(secret, "reset", now), links.c.mail == users.c.mail)
        )
        async with self.database.read() as connection:
            row = (await connection.execute(query)).first()
            return None if row is None else Owner(*row)

    async def confirm(self, secret: str, now: int) -> str | None:
        """Use up a link that confirms an address; returns the address, or None if invalid."""
        spend = delete(links).where(*_holds(secret, "confirm", now)).returning(links.c.user)
        async with self.database.write() as connection:
            if not await _lock_owner(connection, secret, "confirm", now):
                return None
            row = (await connection.execute(spend.returning(links.c.mail))).first()
            if row is None:
                return None
            same = (users.c.id == row.user, users.c.mail == row.mail)
            result = await connection.execute(update(users).where(*same).values(confirmed=now))
            return str(row.mail) if result.rowcount else None

    async def reset(self, secret: str, password: str, now: int) -> str | None:
        """Use up a link that sets a password, end all sessions, and void the user's other links;
        returns their id, or None if the link is not valid."""
        spend = delete(links).where(*_holds(secret, "reset", now)).returning(links.c.user)
        async with self.database.write() as connection:
            if not await _lock_owner(connection, secret, "reset", now):
                return None
            user = (await connection.execute(spend)).scalar_one_or_none()
            if user is None:
                return None
            await connection.execute(
                update(users).where(users.c.id == user).values(password=password)
            )
            await connection.execute(delete(sessions).where(sessions.c.user == user))
            await connection.execute(delete(links).where(links.c.user == user))
            return str(user)


async def _lock_owner(connection: AsyncConnection, secret: str, use: str, now: int) -> bool:
    """Lock the user of a link, before the link: whoever leaves does it in this order, too. False if
    there is none."""
    found = await connection.execute(select(links.c.user).where(*_holds(secret, use, now)))
    user = found.scalar_one_or_none()
    if user is None:
        return False
    try:
        await lock(connection, user)
    except Left:
        return False
    return True


def _holds(secret: str, use: str, now: int) -> tuple[ColumnElement[bool], ...]:
    return (
        links.c.id == fingerprint(secret),
        links.c.use == use,
        links.c.created > now - LIFE[use],
    )
