"""Puzzles that were tried: only a user's first try counts, and it rates both user and puzzle.

A try is a game between a solver and a puzzle, rated like the games of the ladders.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from tilewright.store.database import Database
from tilewright.store.ladders import Rating, insert_new, rate
from tilewright.store.schema import puzzles, tries
from tilewright.store.users import lock


class Try(NamedTuple):
    """A first try at a puzzle."""

    puzzle: str
    game: str
    move: str
    solved: bool
    day: str  # on which it was the puzzle of the day; empty if it was not
    time: int


class Solver(NamedTuple):
    """How a user does with the puzzles of a game."""

    rating: Rating = Rating()  # its games are the puzzles tried
    solved: int = 0
    streak: int = 0  # solved in a row, up to now
    days: int = 0  # in a row on which the puzzle of the day was solved; skips those met before


class Puzzles:
    """The tries of a database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def ratings(self, **where: str) -> dict[str, Rating]:
        """The ratings of puzzles that someone has tried: all of a `game`, or one by `id`."""
        columns = (puzzles.c.id, puzzles.c.mu, puzzles.c.sigma, puzzles.c.tries)
        query = select(*columns).filter_by(**where)
        async with self.database.read() as connection:
            return {row[0]: Rating(*row[1:]) for row in await connection.execute(query)}

    async def tried(self, user: str, **where: str) -> dict[str, Try]:
        """What a user has tried, by puzzle, oldest first: in a `game`, or one `puzzle`."""
        query = select(*[tries.c[name] for name in Try._fields]).filter_by(user=user, **where)
        async with self.database.read() as connection:
            found = await connection.execute(query.order_by(tries.c.game, tries.c.number))
            return {row.puzzle: Try(*row) for row in found}

    async def solver(
        self, user: str, game: str, today: str, of_day: Callable[[str], str] = lambda day: ""
    ) -> Solver:
        """How a user does with the puzzles of a game; `of_day` gives the puzzle of a day."""
        mine = (tries.c.user == user, tries.c.game == game)
        failed = select(func.max(tries.c.number)).where(*mine, ~tries.c.solved)
        solved = select(func.count()).where(*mine, tries.c.solved)
        times = select(tries.c.puzzle, tries.c.time, tries.c.day, tries.c.solved).where(*mine)
        async with self.database.read() as connection:
            rating = await _rating(connection, user, game)
            last = (await connection.execute(failed)).scalar() or 0
            count = (await connection.execute(solved)).scalar_one()
            rows = (await connection.execute(times)).all()
        days = {row.day for row in rows if row.day and row.solved}
        met: dict[str, float] = {row.puzzle: row.time for row in rows}

        def was_met(day: str) -> bool:
            begin = datetime.fromisoformat(day).replace(tzinfo=UTC).timestamp() * 1000
            return met.get(of_day(day), begin) < begin

        return Solver(rating, count, rating.games - last, in_a_row(days, today, was_met))

    async def attempt(self, user: str, new: Try, begun: Rating) -> tuple[Rating, Rating] | None:
        """Count a try; returns the user's rating before and after it, or None if it was not the
        first. A puzzle that nobody has tried before has its initial rating."""
        row: dict[str, object] = {"id": new.puzzle, "game": new.game, "mu": begun.mu}
        row |= {"sigma": begun.sigma, "tries": 0}
        mine = (tries.c.user == user, tries.c.puzzle == new.puzzle)
        of_puzzle = puzzles.c.id == new.puzzle
        columns = (puzzles.c.mu, puzzles.c.sigma, puzzles.c.tries)
        async with self.database.write() as connection:
            # The tries of one user, and those at one puzzle, happen one after another.
            await lock(connection, user)
            if (await connection.execute(select(tries.c.puzzle).where(*mine))).first():
                return None
            await connection.execute(insert_new(connection, puzzles, [row]))
            known = await connection.execute(select(*columns).where(of_puzzle).with_for_update())
            solver, puzzle = await _rating(connection, user, new.game), Rating(*known.one())
            ranks = (1, 2) if new.solved else (2, 1)
            after, theirs = rate([solver, puzzle], ranks)
            await connection.execute(
                update(puzzles)
                .where(of_puzzle)
                .values(mu=theirs.mu, sigma=theirs.sigma, tries=theirs.games)
            )
            kept: dict[str, Any] = new._asdict() | {"user": user, "number": after.games}
            kept |= {"mu": after.mu, "sigma": after.sigma}
            await connection.execute(insert(tries).values(kept))
        return solver, after


async def _rating(connection: AsyncConnection, user: str, game: str) -> Rating:
    """The rating of a solver, as of the last try."""
    query = (
        select(tries.c.mu, tries.c.sigma, tries.c.number)
        .where(tries.c.user == user, tries.c.game == game)
        .order_by(tries.c.number.desc())
        .limit(1)
    )
    row = (await connection.execute(query)).first()
    return Rating(*row) if row else Rating()


def in_a_row(days: set[str], today: str, is_free: Callable[[str], bool] = lambda day: False) -> int:
    """How many days in a row there are up to today, or up to yesterday if today's is still to come.
    A free day neither counts nor ends the streak."""
    day, count = date.fromisoformat(today), 0
    while (text := day.isoformat()) in days or text == today or is_free(text):
        count += text in days
        day -= timedelta(1)
    return count
