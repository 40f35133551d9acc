"""Results in the database: places and statistics, and the results of a day."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, Subquery, and_, func, literal, select, tuple_, update
from sqlalchemy.ext.asyncio import AsyncConnection

from tilewright.store import tallies
from tilewright.store.database import Database
from tilewright.store.games import end_of
from tilewright.store.ladders import insert_new, rate_game, shared_places
from tilewright.store.schema import daily, games, players, users
from tilewright.store.tallies import Tally, tally_of

NO_RANK = 0  # in an abandoned game


class SeatResult(NamedTuple):
    """The result of a seat."""

    seat: int
    user: str  # empty for a bot
    rank: int
    score: int
    statistics: dict[str, int] | None = None  # None if the user did not play to the end
    own: bool = True  # whether it counts for the user: not if they lent their device to someone


class Result(NamedTuple):
    """The result of a game; it has a day and a margin if it counts for a daily deal."""

    game: str
    ladder: str
    rated: bool
    seats: list[SeatResult]
    day: str = ""
    margin: int = 0
    shown: bool = True  # to everyone
    reason: str | None = None  # why it is over by the rules; None if it ended before


class FinishedGame(NamedTuple):
    """A game that a user has finished or abandoned."""

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
        """Keep the result of a game, all in one transaction; asking again changes nothing."""
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
            await _note(connection, result)
            if result.reason:
                of_game = games.c.id == result.game
                await connection.execute(update(games).where(of_game).values(reason=result.reason))
            if result.day:
                mine = result.seats[0]
                await connection.execute(
                    update(daily)
                    .where(_is_day(result.day, result.ladder), daily.c.user == mine.user)
                    .where(daily.c.game == result.game)
                    .values(score=mine.score, margin=result.margin)
                )

    async def unsettled(self) -> list[str]:
        """The games that are over but whose result is not kept yet."""
        seats = select(players.c.game).where(players.c.rank.is_(None)).distinct().subquery()
        query = select(games.c.id, games.c.status, games.c.updated).join(
            seats, seats.c.game == games.c.id
        )
        async with self.database.read() as connection:
            rows = await connection.execute(query)
            over = sorted([(row.updated, row.id) for row in rows if row.status == "over"])
            return [id for _, id in over]

    # What users have played

    async def games_of(
        self, user: str, *, shown_to_all: bool, before: str = "", limit: int
    ) -> tuple[int, list[FinishedGame]]:
        """How many games of a user are over, and some of them, the latest first: all of them, or
        those that everyone may see; if a game is named, those that ended before it."""
        chosen = [players.c.user == user, players.c.ended.is_not(None)]
        if shown_to_all:
            chosen.append(players.c.shown)
        order = (players.c.ended.desc(), players.c.game.desc())
        count = select(func.count()).select_from(players).where(*chosen)
        async with self.database.read() as connection:
            total = await connection.execute(count)
            page = select(players.c.game, players.c.ended).where(*chosen).distinct()
            if before:
                end = await end_of(connection, before)
                page = page.where(tuple_(players.c.ended, players.c.game) < end)
            found = page.order_by(*order).limit(limit).subquery()
            rows = await connection.execute(_played(user, found).order_by(*order, players.c.seat))
            return total.scalar_one(), [FinishedGame(*row) for row in rows]

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
        order = (daily.c.score.desc(), daily.c.margin.desc(), daily.c.user.desc())
        page = select(daily).where(chosen).order_by(*order).offset(offset).limit(limit).subquery()
        query = (
            select(users.c.name, users.c.kind, page.c.score, page.c.margin, page.c.game)
            .join(users, users.c.id == page.c.user)
            .order_by(page.c.score.desc(), page.c.margin.desc(), page.c.user.desc())
        )
        count = select(func.count()).select_from(daily)
        async with self.database.read() as connection:
            total = await connection.execute(count.where(chosen))
            rows = (await connection.execute(query)).all()
            better = 0
            if rows:
                first = tuple_(*map(literal, (rows[0].score, rows[0].margin)))
                ahead = tuple_(daily.c.score, daily.c.margin) > first
                better = (await connection.execute(count.where(chosen, ahead))).scalar_one()
        places = shared_places(better + 1, [(row.score, row.margin) for row in rows])
        return total.scalar_one(), [
            DayResult(place, *row) for place, row in zip(places, rows, strict=True)
        ]


async def _note(connection: AsyncConnection, result: Result) -> None:
    """Note the results of the seats, even if a crash kept their users from being noted; what is new
    is added to the tallies."""
    new: dict[str, Tally] = {}
    ended = select(games.c.updated).where(games.c.id == result.game).scalar_subquery()
    for seat in result.seats:
        place: dict[str, object] = {"game": result.game, "seat": seat.seat, "user": seat.user}
        await connection.execute(insert_new(connection, players, [place]))
        numbers = None if seat.statistics is None else json.dumps(seat.statistics)
        noted = await connection.execute(
            update(players)
            .where(players.c.game == result.game, players.c.seat == seat.seat)
            .where(players.c.rank.is_(None))
            .values(
                rank=seat.rank,
                score=seat.score,
                statistics=numbers,
                ended=ended,
                shown=result.shown,
            )
        )
        if noted.rowcount and seat.user and seat.own and seat.rank > NO_RANK:
            new[seat.user] = tally_of(int(result.ladder[-1]), seat.rank, seat.statistics)
    await tallies.add(connection, result.ladder, new, rated=result.rated)


def _is_day(day: str, ladder: str) -> ColumnElement[bool]:
    return and_(daily.c.day == day, daily.c.ladder == ladder)


def _played(user: str, page: Subquery) -> Select[Any]:
    """What a user has played in some games."""
    return (
        select(
            players.c.game,
            games.c.setup,
            players.c.seat,
            players.c.rank,
            players.c.score,
            players.c.statistics,
            players.c.ended,
        )
        .select_from(page)
        .join(players, and_(players.c.game == page.c.game, players.c.user == user))
        .join(games, games.c.id == page.c.game)
    )
