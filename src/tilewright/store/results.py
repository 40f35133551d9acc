"""Results in the database: who came where, with which statistics, and the results of a day."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, and_, exists, func, or_, select, true, update
from sqlalchemy.ext.asyncio import AsyncConnection

from tilewright.store.database import Database
from tilewright.store.ladders import insert_new, rate_game
from tilewright.store.schema import daily, games, players, rating_history, users

NO_RANK = 0  # in a game that was broken off


class SeatResult(NamedTuple):
    """The result of a seat that a user holds."""

    seat: int
    user: str
    rank: int
    score: int
    statistics: dict[str, int] | None = None  # None if the user has not played to the end


class Result(NamedTuple):
    """The result of a game; it has a day and a margin if it counts for a daily deal."""

    game: str
    ladder: str
    rated: bool
    seats: list[SeatResult]
    day: str = ""
    margin: int = 0


class Played(NamedTuple):
    """A game that a user has played to its end, or until it was broken off."""

    game: str
    setup: str
    seat: int
    rank: int
    score: int
    statistics: str | None
    over: int


class Placed(NamedTuple):
    """A seat of a finished game."""

    game: str
    seat: int
    name: str | None
    rank: int | None
    score: int | None


class DayResult(NamedTuple):
    """A result of a daily deal; equals share a place."""

    place: int
    name: str
    kind: str
    score: int
    margin: int
    game: str


class Begun(NamedTuple):
    """A user's table of a day."""

    game: str
    score: int | None
    margin: int | None


class Results:
    """The results of a database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def settle(self, result: Result, now: int) -> None:
        """Keep the result of a game: all of it in one transaction, however often it is asked."""
        async with self.database.write() as connection:
            if result.rated:
                await rate_game(
                    connection,
                    result.game,
                    result.ladder,
                    people=[seat.user for seat in result.seats],
                    ranks=[seat.rank for seat in result.seats],
                    now=now,
                )
            for seat in result.seats:
                await _note(connection, result.game, seat)
            if result.day:
                mine = result.seats[0]
                await connection.execute(
                    update(daily)
                    .where(_is_day(result.day, result.ladder), daily.c.user == mine.user)
                    .where(daily.c.game == result.game)
                    .values(score=mine.score, margin=result.margin)
                )

    async def unsettled(self) -> list[str]:
        """The games that are over and whose result is not kept yet."""
        query = (
            select(games.c.id)
            .join(players, players.c.game == games.c.id)
            .where(games.c.status == "over", players.c.rank.is_(None))
            .group_by(games.c.id, games.c.updated)
            .order_by(games.c.updated)
        )
        async with self.database.read() as connection:
            return [id for (id,) in await connection.execute(query)]

    # What users have played

    async def games_of(
        self, user: str, *, shown_to_all: bool, offset: int, limit: int
    ) -> tuple[int, list[Played]]:
        """How many games of a user are over, and some of them, the latest first: all of them, or
        those that everybody may see."""
        chosen = and_(
            players.c.user == user,
            players.c.rank.is_not(None),
            _is_open() if shown_to_all else true(),
        )
        joined = players.join(games, games.c.id == players.c.game)
        query = _played().where(chosen).offset(offset).limit(limit)
        async with self.database.read() as connection:
            total = await connection.execute(select(func.count()).select_from(joined).where(chosen))
            rows = await connection.execute(query)
            return total.scalar_one(), [Played(*row) for row in rows]

    async def latest(self, user: str, *, limit: int) -> list[Played]:
        """The latest ranked games of a user."""
        query = _played().where(players.c.user == user, players.c.rank > NO_RANK).limit(limit)
        async with self.database.read() as connection:
            return [Played(*row) for row in await connection.execute(query)]

    async def seats_of(self, ids: Sequence[str]) -> list[Placed]:
        """The seats that users hold in some games."""
        query = (
            select(players.c.game, players.c.seat, users.c.name, players.c.rank, players.c.score)
            .outerjoin(users, users.c.id == players.c.user)
            .where(players.c.game.in_(ids))
            .order_by(players.c.game, players.c.seat)
        )
        async with self.database.read() as connection:
            return [Placed(*row) for row in await connection.execute(query)]

    # The daily deal

    async def begin_day(self, day: str, ladder: str, user: str, game: str) -> tuple[str, bool]:
        """Note a table of a day unless the user has one; the one that holds, and if it is new."""
        row: dict[str, object] = {"day": day, "ladder": ladder, "user": user, "game": game}
        async with self.database.write() as connection:
            new = await connection.execute(
                insert_new(connection, daily, [row]).returning(daily.c.game)
            )
            is_new = bool(new.all())
            held = await connection.execute(
                select(daily.c.game).where(_is_day(day, ladder), daily.c.user == user)
            )
            return str(held.scalar_one()), is_new

    async def begun(self, day: str, ladder: str, user: str) -> Begun | None:
        """A user's table of a day."""
        query = select(daily.c.game, daily.c.score, daily.c.margin).where(
            _is_day(day, ladder), daily.c.user == user
        )
        async with self.database.read() as connection:
            row = (await connection.execute(query)).first()
            return None if row is None else Begun(*row)

    async def day(
        self, day: str, ladder: str, *, offset: int, limit: int
    ) -> tuple[int, list[DayResult]]:
        """How many results a day has, and some of them: by score, then by margin."""
        chosen = and_(_is_day(day, ladder), daily.c.score.is_not(None))
        order = (daily.c.score.desc(), daily.c.margin.desc())
        joined = daily.join(users, users.c.id == daily.c.user)
        query = (
            select(
                func.rank().over(order_by=order),
                *(users.c.name, users.c.kind, daily.c.score, daily.c.margin, daily.c.game),
            )
            .select_from(joined)
            .where(chosen)
            .order_by(*order, users.c.name_key)
            .offset(offset)
            .limit(limit)
        )
        async with self.database.read() as connection:
            total = await connection.execute(select(func.count()).select_from(joined).where(chosen))
            rows = await connection.execute(query)
            return total.scalar_one(), [DayResult(*row) for row in rows]


async def _note(connection: AsyncConnection, game: str, seat: SeatResult) -> None:
    """Note the result of a seat, also if who sat there was not noted before a crash."""
    place: dict[str, object] = {"game": game, "seat": seat.seat, "user": seat.user}
    await connection.execute(insert_new(connection, players, [place]))
    statistics = None if seat.statistics is None else json.dumps(seat.statistics)
    await connection.execute(
        update(players)
        .where(players.c.game == game, players.c.seat == seat.seat)
        .values(rank=seat.rank, score=seat.score, statistics=statistics)
    )


def _is_open() -> ColumnElement[bool]:
    """Whether everybody may see a game: it was public or has been rated."""
    return or_(games.c.public, exists().where(rating_history.c.game == games.c.id))


def _is_day(day: str, ladder: str) -> ColumnElement[bool]:
    return and_(daily.c.day == day, daily.c.ladder == ladder)


def _played() -> Select[Any]:
    return (
        select(
            players.c.game,
            games.c.setup,
            players.c.seat,
            players.c.rank,
            players.c.score,
            players.c.statistics,
            games.c.updated,
        )
        .join(games, games.c.id == players.c.game)
        .order_by(games.c.updated.desc(), games.c.id, players.c.seat)
    )
