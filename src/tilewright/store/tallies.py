"""Tallies: the sums of a user's results, kept as games end."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from sqlalchemy import Row, and_, select, true, update
from sqlalchemy.ext.asyncio import AsyncConnection

from tilewright.store.database import Database
from tilewright.store.ladders import insert_new
from tilewright.store.schema import tallies


class Spread(NamedTuple):
    """A number over many games."""

    sum: int
    lowest: int
    highest: int

    def __or__(self, other: Spread) -> Spread:
        """Both together."""
        return Spread(
            self.sum + other.sum,
            min(self.lowest, other.lowest),
            max(self.highest, other.highest),
        )


class Tally(NamedTuple):
    """Games of a kind: how often each place was taken, and the numbers of those played out."""

    places: tuple[int, ...]
    played_out: int
    numbers: Mapping[str, Spread]

    def __or__(self, other: Tally) -> Tally:
        """Both together."""
        numbers = dict(self.numbers)
        for name, span in other.numbers.items():
            numbers[name] = numbers[name] | span if name in numbers else span
        places = [a + b for a, b in zip(self.places, other.places, strict=True)]
        return Tally(tuple(places), self.played_out + other.played_out, numbers)


def tally_of(players: int, rank: int, statistics: Mapping[str, int] | None) -> Tally:
    """The tally of one game."""
    places = tuple([int(place == rank) for place in range(1, players + 1)])
    numbers = {name: Spread(value, value, value) for name, value in (statistics or {}).items()}
    return Tally(places, int(statistics is not None), numbers)


async def add(
    connection: AsyncConnection, ladder: str, new: Mapping[str, Tally], *, rated: bool
) -> None:
    """Add results to the tallies of users; PostgreSQL locks them in order of id."""
    rows: list[dict[str, object]] = [
        {"user": user, "ladder": ladder, "rated": rated, "played_out": 0, "numbers": "{}"}
        | {"places": json.dumps([0] * len(new[user].places))}
        for user in sorted(new)
    ]
    if not rows:
        return
    await connection.execute(insert_new(connection, tallies, rows))
    of_users = and_(
        tallies.c.ladder == ladder, tallies.c.rated == rated, tallies.c.user.in_(sorted(new))
    )
    known = await connection.execute(
        select(tallies).where(of_users).order_by(tallies.c.user).with_for_update()
    )
    for row in known.all():
        both = _read(row) | new[row.user]
        await connection.execute(
            update(tallies)
            .where(tallies.c.user == row.user, tallies.c.ladder == ladder, tallies.c.rated == rated)
            .values(
                places=json.dumps(both.places),
                played_out=both.played_out,
                numbers=json.dumps(both.numbers),
            )
        )


def _read(row: Row[Any]) -> Tally:
    """A tally as it is kept."""
    spans = {name: Spread(*span) for name, span in json.loads(row.numbers).items()}
    return Tally(tuple(json.loads(row.places)), row.played_out, spans)


class Tallies:
    """The tallies of a database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def of_user(self, user: str, *, only_rated: bool) -> dict[str, Tally]:
        """A user's games in numbers, by ladder."""
        query = select(tallies).where(
            tallies.c.user == user, tallies.c.rated if only_rated else true()
        )
        found: dict[str, Tally] = {}
        async with self.database.read() as connection:
            for row in await connection.execute(query):
                tally = _read(row)
                known = found.get(row.ladder)
                found[row.ladder] = tally if known is None else known | tally
        return found
