"""Accounts in the database: passwords, passkeys and addresses, and how an account ends."""

from __future__ import annotations

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any, NamedTuple
from unicodedata import normalize

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import bindparam, case, delete, func, insert, select, text, update
from sqlalchemy.exc import IntegrityError

from tilewright.store.database import Database
from tilewright.store.schema import (
    chat,
    events,
    games,
    insights,
    links,
    passkeys,
    places,
    players,
    rating_history,
    ratings,
    review_queue,
    sessions,
    sitter,
    studies,
    tallies,
    tokens,
    tries,
    users,
)
from tilewright.store.users import (
    GONE,
    Left,
    NameTaken,
    fingerprint,
    lock,
    name_columns,
    name_key,
)

NOBODY = ""  # the user of a spent token
SPENT_FOR = 3_600_000  # milliseconds for which a spent token is remembered

# Argon2id with 19 MiB, two passes, one lane. Two threads: no more than 38 MiB at a time.
hasher = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
threads = ThreadPoolExecutor(2, "password")


class Account(NamedTuple):
    """A user, including what only they may see."""

    id: str
    name: str
    kind: str
    password: str | None  # a hash
    mail: str | None
    webhook: str | None
    preferences: str
    created: int
    confirmed: int | None  # when the mail address was confirmed


class Passkey(NamedTuple):
    """A key on a device of a user."""

    id: str
    user: str
    name: str
    public_key: bytes
    uses: int  # as the device counts them; 0 if it does not
    created: int

    def row(self) -> dict[str, object]:
        """As it is kept."""
        row = self._asdict()
        row["count"] = row.pop("uses")
        return row


class PasskeyTaken(Exception):
    """This passkey is already registered."""


async def hash_password(password: str) -> str:
    """What is kept of a password; made in a thread, because it is slow on purpose."""
    return await asyncio.get_running_loop().run_in_executor(threads, _hash, password)


async def is_password(kept: str | None, password: str) -> bool:
    """Whether a password matches the kept hash; without one, saying no takes just as long."""
    return await asyncio.get_running_loop().run_in_executor(threads, _verify, kept, password)


def needs_rehash(kept: str) -> bool:
    """Whether a hash was made with weaker parameters than today's."""
    return hasher.check_needs_rehash(kept)


def _hash(password: str) -> str:
    return hasher.hash(_bytes(password))


def _verify(kept: str | None, password: str) -> bool:
    try:
        hasher.verify(kept or _decoy(), _bytes(password))
    except (VerificationError, InvalidHashError):
        return False
    return kept is not None


def _bytes(password: str) -> bytes:
    """The same bytes from every keyboard; JSON may contain half a character."""
    return normalize("NFKC", password).encode("utf-8", "surrogatepass")


@cache
def _decoy() -> str:
    return hasher.hash("nobody has this password")


class Accounts:
    """The accounts of a database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def by_id(self, id: str) -> Account | None:
        """An account, or a guest, by id."""
        return await self._one(id=id)

    async def by_name(self, name: str) -> Account | None:
        """An account, or a guest, by name, however it is spelled."""
        return await self._one(name_key=name_key(name))

    async def _one(self, **where: str) -> Account | None:
        async with self.database.read() as connection:
            row = (await connection.execute(select(*_ACCOUNT).filter_by(**where))).first()
            return None if row is None else Account(*row)

    async def settle(
        self, id: str, name: str, *, password: str | None = None, passkey: Passkey | None = None
    ) -> bool:
        """Turn a guest into a person, with a first way to sign in; False if already done."""
        values = {**name_columns(name), "password": password}
        try:
            async with self.database.write() as connection:
                result = await connection.execute(
                    update(users)
                    .where(users.c.id == id, users.c.kind == "guest")
                    .values(**values, kind="person")
                )
                if result.rowcount and passkey is not None:
                    await connection.execute(insert(passkeys).values(passkey.row()))
                return result.rowcount > 0
        except IntegrityError:
            if passkey is not None and await self.passkey(passkey.id):
                raise PasskeyTaken from None
            raise NameTaken(name) from None

    async def make_bot(self, id: str) -> bool:
        """Turn a person into a bot; False if they are not one, or have ever played a rated game."""
        rated = select(rating_history.c.game).where(rating_history.c.user == id).limit(1)
        mine = (
            select(games.c.setup)
            .join(players, players.c.game == games.c.id)
            .where(players.c.user == id, players.c.ended.is_(None))
        )
        async with self.database.read() as connection:
            if (await connection.execute(rated)).first():
                return False
            if any(json.loads(setup)["rated"] for (setup,) in await connection.execute(mine)):
                return False
        async with self.database.write() as connection:
            person = (users.c.id == id, users.c.kind == "person")
            result = await connection.execute(update(users).where(*person).values(kind="bot"))
            return result.rowcount > 0

    async def swap_password(self, id: str, before: str | None, after: str) -> bool:
        """Keep another hash if the one before is still current: not if the password was changed
        meanwhile."""
        async with self.database.write() as connection:
            await lock(connection, id)
            same = (users.c.id == id, users.c.password.is_not_distinct_from(before))
            result = await connection.execute(update(users).where(*same).values(password=after))
            return result.rowcount > 0

    async def set_notifications(self, id: str, mail: str | None, webhook: str | None) -> None:
        """Keep where a user is notified."""
        same = case((users.c.mail == mail, users.c.confirmed), else_=None)
        values = {"mail": mail, "webhook": webhook, "confirmed": same}
        async with self.database.write() as connection:
            await lock(connection, id)
            await connection.execute(update(users).where(users.c.id == id).values(values))

    async def swap_preferences(self, id: str, old: str, new: str) -> bool:
        """Keep new preferences if the old ones are still current."""
        async with self.database.write() as connection:
            await lock(connection, id)
            same = (users.c.id == id, users.c.preferences == old)
            result = await connection.execute(update(users).where(*same).values(preferences=new))
            return result.rowcount > 0

    # Passkeys

    async def passkey(self, id: str) -> Passkey | None:
        """A passkey by its id."""
        async with self.database.read() as connection:
            row = (await connection.execute(select(passkeys).where(passkeys.c.id == id))).first()
            return None if row is None else Passkey(*row)

    async def passkeys_of(self, user: str) -> list[Passkey]:
        """The passkeys of a user, the oldest first."""
        query = select(passkeys).where(passkeys.c.user == user).order_by(passkeys.c.created)
        async with self.database.read() as connection:
            return [Passkey(*row) for row in await connection.execute(query)]

    async def add_passkey(self, passkey: Passkey, *, most: int) -> bool:
        """Keep a passkey; False if the user has as many as allowed."""
        mine = select(func.count()).select_from(passkeys).where(passkeys.c.user == passkey.user)
        try:
            async with self.database.write() as connection:
                await lock(connection, passkey.user)
                if (await connection.execute(mine)).scalar_one() >= most:
                    return False
                await connection.execute(insert(passkeys).values(passkey.row()))
        except IntegrityError:
            raise PasskeyTaken from None
        return True

    async def count_passkey(self, passkey: Passkey, uses: int) -> bool:
        """Note how often a passkey was used; False if it was used elsewhere in the meantime."""
        same = (passkeys.c.id == passkey.id, passkeys.c.count == passkey.uses)
        async with self.database.write() as connection:
            result = await connection.execute(update(passkeys).where(*same).values(count=uses))
            return result.rowcount > 0

    async def drop_passkey(self, user: str, id: str) -> bool:
        """Forget a passkey of a user, unless it is the last way to sign in; tell whether it is
        gone."""
        mine = select(passkeys.c.id).where(passkeys.c.user == user)
        secret = select(users.c.password).where(users.c.id == user)
        async with self.database.write() as connection:
            await lock(connection, user)
            others = set((await connection.execute(mine)).scalars()) - {id}
            if not others and (await connection.execute(secret)).scalar_one() is None:
                return False
            gone = delete(passkeys).where(passkeys.c.user == user, passkeys.c.id == id)
            return (await connection.execute(gone)).rowcount > 0

    async def spend(self, token: str, now: int) -> bool:
        """Use up a signed token, on whatever node; False if it was used before.

        A spent token is kept as an API token of nobody, which opens nothing.
        """
        row = {"id": fingerprint(token), "user": NOBODY, "name": "spent", "scopes": ""}
        try:
            async with self.database.write() as connection:
                old = (tokens.c.user == NOBODY, tokens.c.created < now - SPENT_FOR)
                await connection.execute(delete(tokens).where(*old))
                await connection.execute(insert(tokens).values(**row, created=now, used=now))
        except IntegrityError:
            return False
        return True

    # The end

    async def remarks_of(self, user: str) -> list[dict[str, Any]]:
        """What a user has said: game, text and time."""
        columns = (chat.c.game, chat.c.text, chat.c.time)
        query = select(*columns).where(chat.c.user == user).order_by(chat.c.number)
        async with self.database.read() as connection:
            return [row._asdict() for row in await connection.execute(query)]

    async def erase(self, id: str) -> None:
        """Empty a user's row and forget everything about them; the logs keep only the bare id."""
        sat = select(events.c.game, events.c.at, events.c.text).where(
            text("kind = 'sit'"), sitter == id
        )
        hosted = (
            select(games.c.id, games.c.setup)
            .where(games.c.host == id, games.c.setup.contains('"me:', autoescape=True))
            .order_by(games.c.id)
        )
        of_event = (events.c.game == bindparam("of"), events.c.at == bindparam("nr"))
        async with self.database.write() as connection:
            try:
                # whatever they are writing right now is forgotten too
                await lock(connection, id, ending=True)
            except Left:  # they leave twice, and nothing has been written since
                return
            seats = [_without_name(*row) for row in await connection.execute(sat)]
            setups = [_without_people(*row) for row in await connection.execute(hosted)]
            owned = (sessions, tokens, passkeys, links, places, chat, tallies, tries, studies)
            for table in (*owned, review_queue, insights):
                await connection.execute(delete(table).where(table.c.user == id))
            led = update(studies).where(studies.c.leader == id)
            await connection.execute(led.values(leader=studies.c.user))
            await connection.execute(update(ratings).where(ratings.c.user == id).values(kind=GONE))
            if seats:
                await connection.execute(update(events).where(*of_event), seats)
            if setups:
                await connection.execute(update(games).where(games.c.id == bindparam("of")), setups)
            # No name that can be chosen begins with !, so this key is never anyone else's.
            empty = {
                "name": GONE,
                "name_key": f"!{id}",
                "skeleton": None,
                "kind": GONE,
                "created": 0,
            }
            await connection.execute(
                update(users)
                .where(users.c.id == id)
                .values(
                    **empty,
                    password=None,
                    mail=None,
                    confirmed=None,
                    webhook=None,
                    preferences="{}",
                )
            )


def _without_name(game: str, at: int, text: str) -> dict[str, object]:
    """What a `sit` event says once its user has left."""
    user, nonce, _ = text.split(" ", 2)
    return {"of": game, "nr": at, "text": f"{user} {nonce} {GONE}"}


def _without_people(game: str, text: str) -> dict[str, object]:
    """The setup of a game whose host has left."""
    setup = json.loads(text)
    setup["seats"] = [_forget_plan(plan) for plan in setup["seats"]]
    return {"of": game, "setup": json.dumps(setup, ensure_ascii=False)}


def _forget_plan(plan: str) -> str:
    """The plan of a seat, without any person's name."""
    return f"me:{GONE}" if plan.startswith("me:") else plan


_ACCOUNT = (
    users.c.id,
    users.c.name,
    users.c.kind,
    users.c.password,
    users.c.mail,
    users.c.webhook,
    users.c.preferences,
    users.c.created,
    users.c.confirmed,
)
