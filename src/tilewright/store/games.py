"""Games in the database: their setups, logs and summaries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import insert, or_, select, union, update

from tilewright.store.database import Database
from tilewright.store.schema import chat, events, games, players, users
from tilewright.store.writer import Row

LOBBY_SIZE = 50


class Stored(NamedTuple):
    """A game as it is kept: its setup as JSON, its secret, and its log."""

    id: str
    setup: str
    secret: bytes
    host: str
    rematch: str
    rows: list[Row]


class Listed(NamedTuple):
    """A game in a list."""

    id: str
    setup: str
    status: str
    at: int
    turn: str
    host: str
    created: int
    updated: int


class Remark(NamedTuple):
    """A line of chat."""

    number: int
    user: str
    text: str
    time: int


class Games:
    """The games of a database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def create(
        self, id: str, setup: str, secret: bytes, *, host: str, public: bool, now: int
    ) -> None:
        """Make a game without events."""
        row = {
            "id": id,
            "setup": setup,
            "secret": secret,
            "host": host,
            "public": public,
            "created": now,
            "status": "waiting",
            "at": 0,
            "turn": "",
            "updated": now,
            "rematch": "",
        }
        async with self.database.write() as connection:
            await connection.execute(insert(games).values(row))

    async def load(self, id: str) -> Stored | None:
        """A game with its whole log."""
        async with self.database.read() as connection:
            columns = (games.c.setup, games.c.secret, games.c.host, games.c.rematch)
            found = (await connection.execute(select(*columns).where(games.c.id == id))).first()
            if found is None:
                return None
            rows = await connection.execute(
                select(events).where(events.c.game == id).order_by(events.c.at)
            )
            return Stored(
                id, found.setup, found.secret, found.host, found.rematch, [Row(*r) for r in rows]
            )

    async def rows_from(self, id: str, at: int) -> list[Row]:
        """The events of a game from a version on."""
        async with self.database.read() as connection:
            rows = await connection.execute(
                select(events).where(events.c.game == id, events.c.at >= at).order_by(events.c.at)
            )
            return [Row(*row) for row in rows]

    async def set_rematch(self, id: str, other: str) -> str:
        """Note the game that follows, unless there is one; returns the one that holds."""
        async with self.database.write() as connection:
            await connection.execute(
                update(games).where(games.c.id == id, games.c.rematch == "").values(rematch=other)
            )
            row = await connection.execute(select(games.c.rematch).where(games.c.id == id))
            return str(row.scalar_one())

    async def lobby(self) -> list[Listed]:
        """The public tables that wait for players or are being played, the newest first."""
        query = (
            select(*_LISTED)
            .where(games.c.public, games.c.status.in_(("waiting", "playing")))
            .order_by(games.c.status.desc(), games.c.updated.desc())
            .limit(LOBBY_SIZE)
        )
        async with self.database.read() as connection:
            return [Listed(*row) for row in await connection.execute(query)]

    async def of_user(self, user: str, *, status: Sequence[str], limit: int = 200) -> list[Listed]:
        """The games of a user, the latest first."""
        query = (
            select(*_LISTED)
            .where(
                games.c.status.in_(status),
                or_(
                    games.c.id.in_(select(players.c.game).where(players.c.user == user)),
                    games.c.host == user,
                ),
            )
            .order_by(games.c.updated.desc())
            .limit(limit)
        )
        async with self.database.read() as connection:
            return [Listed(*row) for row in await connection.execute(query)]

    async def seated(self, ids: Sequence[str]) -> dict[str, dict[int, str]]:
        """The names of the users who have a seat, by game and seat."""
        query = (
            select(players.c.game, players.c.seat, users.c.name)
            .outerjoin(users, users.c.id == players.c.user)
            .where(players.c.game.in_(ids))
        )
        found: dict[str, dict[int, str]] = {}
        async with self.database.read() as connection:
            for game, seat, name in await connection.execute(query):
                found.setdefault(game, {})[seat] = name or ""
        return found

    async def running(self, *, overdue: int | None = None) -> list[str]:
        """The games that something may have to be done for, a bot's move or a clock; or only those
        for which it should have been done before a time."""
        playing = select(games.c.id).where(games.c.status == "playing")
        bots = playing.where(games.c.turn == "")
        clocks = playing.where(games.c.deadline.is_not(None))
        if overdue is not None:
            bots = bots.where(games.c.updated < overdue)
            clocks = clocks.where(games.c.deadline < overdue)
        query = union(bots, clocks)  # each by its own index
        async with self.database.read() as connection:
            return [id for (id,) in await connection.execute(query)]

    async def say(self, id: str, user: str, text: str, now: int) -> Remark:
        """Keep a line of chat."""
        async with self.database.write() as connection:
            result = await connection.execute(
                insert(chat).values(game=id, user=user, text=text, time=now)
            )
            key = result.inserted_primary_key
            return Remark(int(key[0]) if key else 0, user, text, now)

    async def remarks(self, id: str, *, after: int = 0) -> list[Remark]:
        """The chat of a game."""
        query = (
            select(chat.c.number, chat.c.user, chat.c.text, chat.c.time)
            .where(chat.c.game == id, chat.c.number > after)
            .order_by(chat.c.number.desc())
            .limit(100)
        )
        async with self.database.read() as connection:
            return [Remark(*row) for row in await connection.execute(query)][::-1]


_LISTED = (
    games.c.id,
    games.c.setup,
    games.c.status,
    games.c.at,
    games.c.turn,
    games.c.host,
    games.c.created,
    games.c.updated,
)
