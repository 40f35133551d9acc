"""Games in the database: their setups, logs and summaries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Select,
    exists,
    func,
    insert,
    literal,
    select,
    tuple_,
    union,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from tilewright.store.database import Database
from tilewright.store.event import Event
from tilewright.store.ladders import insert_new
from tilewright.store.schema import chat, daily, events, games, players, users
from tilewright.store.users import lock
from tilewright.store.writer import Entry, commit

LOBBY_SIZE = 50
FEW = 6  # finished games shown beside those of the lobby
AT_ONCE = 500  # ids in one query


class Stored(NamedTuple):
    """A game as it is kept: its setup as JSON, its secret, and its log."""

    id: str
    setup: str
    secret: bytes
    host: str
    rematch: str
    events: list[Event]


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


class Following(NamedTuple):
    """The rematch of a game: whether it has begun, and who has sat down."""

    game: str
    begun: bool
    users: tuple[str, ...]


class Remark(NamedTuple):
    """A line of chat."""

    number: int
    user: str
    text: str
    time: int


class Day(NamedTuple):
    """A day's deal."""

    day: str
    ladder: str


class TooManyGames(Exception):
    """A user has as many games as allowed."""


class Games:
    """The games of a database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def create(
        self,
        id: str,
        setup: str,
        secret: bytes,
        *,
        begun: Sequence[Entry] = (),
        host: str,
        public: bool,
        now: int,
        most: int | None = None,
        shows: int | None = None,
        after: str = "",
        instead: str = "",
        day: Day | None = None,
    ) -> str:
        """Make a game with its first events, all or nothing, unless its host has too many that are
        not over, or too many in progress in which nobody has a seat. After another game it is the
        rematch, unless there is one other than `instead`; of a day's deal a host has one: returns
        the id of the game that holds."""
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
            if most is not None or day is not None:
                await lock(connection, host)  # so that a host makes one game at a time
            if after:
                first = (games.c.id == after, games.c.rematch == instead)
                linked = await connection.execute(update(games).where(*first).values(rematch=id))
                if not linked.rowcount:
                    other = select(games.c.rematch).where(games.c.id == after)
                    return str((await connection.execute(other)).scalar_one())
            if day is not None and (held := await _hold(connection, day, host, id)) != id:
                return held
            for limit, count in ((most, _count_current(host)), (shows, _count_shows(host))):
                if limit is not None and (await connection.execute(count)).scalar_one() >= limit:
                    raise TooManyGames
            await connection.execute(insert(games).values(row))
            for entry in begun:
                await commit(connection, [entry])
        return id

    async def count_current(self, user: str, *, besides: str) -> int:
        """How many games of a user are not over, besides a given one."""
        others = _count_current(user).where(games.c.id != besides)
        async with self.database.read() as connection:
            return (await connection.execute(others)).scalar_one()

    async def load(self, id: str) -> Stored | None:
        """A game with its whole log."""
        async with self.database.read() as connection:
            columns = (games.c.setup, games.c.secret, games.c.host, games.c.rematch)
            found = (await connection.execute(select(*columns).where(games.c.id == id))).first()
            if found is None:
                return None
            return Stored(id, *found, await _events(connection, id))

    async def following(self, id: str) -> Following | None:
        """The rematch of a game, unless there is none or it was closed before it began."""
        rematch = games.alias()
        begun = exists().where(events.c.game == rematch.c.id, events.c.kind == "start")
        query = (
            select(rematch.c.id, rematch.c.status, begun.label("begun"))
            .join(games, games.c.rematch == rematch.c.id)
            .where(games.c.id == id)
        )
        async with self.database.read() as connection:
            found = (await connection.execute(query)).first()
            if found is None or (found.status == "over" and not found.begun):
                return None
            seated = select(players.c.user).where(players.c.game == found.id)
            users = {user for (user,) in await connection.execute(seated)}
            return Following(found.id, bool(found.begun), tuple(sorted(users)))

    async def events_from(self, id: str, at: int) -> list[Event]:
        """The events of a game from a version on."""
        async with self.database.read() as connection:
            return await _events(connection, id, at)

    async def versions(self, ids: Sequence[str]) -> dict[str, int]:
        """How far games have got."""
        found: dict[str, int] = {}
        for first in range(0, len(ids), AT_ONCE):
            some = games.c.id.in_(ids[first : first + AT_ONCE])
            async with self.database.read() as connection:
                for id, at in await connection.execute(select(games.c.id, games.c.at).where(some)):
                    found[id] = at
        return found

    async def lobby(self, *, over: bool = False) -> list[Listed]:
        """The public tables that are waiting for players or in progress, or a few that are over,
        newest first."""
        found: list[Listed] = []
        most, states = (FEW, ["over"]) if over else (LOBBY_SIZE, ["waiting", "playing"])
        async with self.database.read() as connection:
            for status in states:
                query = (
                    select(*_LISTED)
                    .where(games.c.public, games.c.status == status)
                    .order_by(games.c.updated.desc())
                    .limit(most - len(found))
                )
                found += [Listed(*row) for row in await connection.execute(query)]
        return found

    async def of_user(
        self, user: str, *, status: Sequence[str], before: str = "", limit: int = 200
    ) -> list[Listed]:
        """The games of a user that are over, or those that are not, latest first. If a finished one
        is named, those that ended before it."""
        is_over = "over" in status
        assert not is_over or len(status) == 1, status
        seated = select(players.c.game, players.c.ended).distinct().where(players.c.user == user)
        hosted = select(games.c.id, games.c.updated).where(
            games.c.host == user, games.c.status.in_(status)
        )
        async with self.database.read() as connection:
            if before:
                end = await end_of(connection, before)
                seated = seated.where(tuple_(players.c.ended, players.c.game) < end)
                hosted = hosted.where(tuple_(games.c.updated, games.c.id) < end)
            if is_over:
                seated = seated.where(players.c.ended.is_not(None))
                seated = seated.order_by(players.c.ended.desc(), players.c.game.desc()).limit(limit)
                hosted = hosted.order_by(games.c.updated.desc(), games.c.id.desc()).limit(limit)
            else:
                seated = seated.where(players.c.ended.is_(None))
            found = {row[0] for part in (seated, hosted) for row in await connection.execute(part)}
            rows = await connection.execute(select(*_LISTED).where(games.c.id.in_(found)))
            listed = [Listed(*row) for row in rows]
        listed.sort(key=lambda one: (one.updated, one.id), reverse=True)
        return [one for one in listed if one.status in status][:limit]

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

    async def due(self, by: int) -> list[str]:
        """The games whose deadline passes by a given time of the house clock."""
        query = select(games.c.id).where(games.c.status == "playing", games.c.deadline < by)
        async with self.database.read() as connection:
            return [id for (id,) in await connection.execute(query)]

    async def left_to_bots(self, *, since: int | None = None, now: int = 0) -> list[str]:
        """The games in which a bot is to move; or only those that have waited since a given time,
        or since a time yet to come because the time of day was changed."""
        bots = select(games.c.id).where(games.c.status == "playing", games.c.turn == "")
        if since is not None:  # each by the index
            late, early = games.c.updated < since, games.c.updated > now
            bots = select(union(bots.where(late), bots.where(early)).subquery().c.id)
        async with self.database.read() as connection:
            return [id for (id,) in await connection.execute(bots)]

    async def say(self, id: str, user: str, text: str, now: int) -> Remark:
        """Keep a line of chat."""
        async with self.database.write() as connection:
            await lock(connection, user)
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


async def _events(connection: AsyncConnection, id: str, at: int = 0) -> list[Event]:
    log = select(*_EVENT).where(events.c.game == id, events.c.at >= at).order_by(events.c.at)
    return [Event(*row) for row in await connection.execute(log)]


async def end_of(connection: AsyncConnection, game: str) -> ColumnElement[Any]:
    """Where a game stands among those that are over; an unknown one comes first."""
    query = select(games.c.updated).where(games.c.id == game)
    updated = (await connection.execute(query)).scalar_one_or_none()
    return tuple_(literal(updated or 0), literal(game))


async def _hold(connection: AsyncConnection, day: Day, user: str, game: str) -> str:
    """Note a user's game for a day; return the one that counts, which may be an earlier one."""
    row: dict[str, object] = {**day._asdict(), "user": user, "game": game}
    new = insert_new(connection, daily, [row]).returning(daily.c.game)
    if (await connection.execute(new)).first():
        return game
    mine = (daily.c.day == day.day, daily.c.ladder == day.ladder, daily.c.user == user)
    made = select(games.c.id).join(daily, daily.c.game == games.c.id).where(*mine, games.c.at > 0)
    held = (await connection.execute(made)).scalar_one_or_none()
    if held is not None:
        return str(held)
    # Earlier releases noted a game before they made it, and may have been stopped in between.
    await connection.execute(update(daily).where(*mine).values(game=game))
    return game


def _count_current(user: str) -> Select[int]:
    """How many games of a user are not over."""
    sits = select(players.c.game).where(players.c.user == user, players.c.ended.is_(None))
    is_current = games.c.status.in_(("waiting", "playing"))
    hosts = select(games.c.id).where(games.c.host == user, is_current)
    return select(func.count()).where(games.c.id.in_(union(sits, hosts)), is_current)


def _count_shows(user: str) -> Select[int]:
    """How many games between bots a user is having played."""
    empty = ~exists().where(players.c.game == games.c.id)
    return select(func.count()).where(games.c.host == user, games.c.status == "playing", empty)


_EVENT = [events.c[name] for name in Event._fields]
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
