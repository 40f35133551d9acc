"""Open data: the finished games that were public or rated, one JSON object per line.

| field | what it is |
|---|---|
| `record` | the record as text, with the secret that proves the deals |
| `ranks` | the rank of every seat |
| `ending` | `finished`, or why it ended before: `resigned`, `left`, `time`, `agreed` |
| `date` | the day it ended, in UTC |
| `rated` | whether it counted for ratings |

No ids of users or games are written. Guests, and people on another's device, are called `guest`.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import NamedTuple, TextIO

from sqlalchemy import select, tuple_

from tilewright.store.database import Database
from tilewright.store.schema import games, users
from tilewright.table import archive
from tilewright.table.archive import Archived, SeatHolder
from tilewright.table.daily import day_of
from tilewright.table.event import Unreadable
from tilewright.table.fold import DONE
from tilewright.table.setup import BOT, HOT_SEAT

AT_ONCE = 200
GUEST = "guest"
KNOWN = ("person", "bot")  # the kinds of users whose names are public


class Dumped(NamedTuple):
    """How many games were written, and how many could not be read."""

    games: int
    unreadable: int


async def dump(database: Database, out: TextIO) -> Dumped:
    """Write the open data, the oldest game first; only a few games are in memory at a time."""
    count = unreadable = 0
    async for ids in _finished(database):
        found = await archive.read(database, ids)
        names = await _names(database, {seat.user for game in found for seat in game.seats})
        for game in found:
            try:
                line = _line(game, names)
            except Unreadable:
                unreadable += 1
                continue
            if line:
                out.write(line)
                count += 1
    return Dumped(count, unreadable)


def _line(game: Archived, known: dict[str, str]) -> str:
    """A game as open data; nothing if it ended before its first move."""
    text = game.text([_public_name(seat, known) for seat in game.seats])
    if game.ending == "aborted" or not game.words:
        return ""
    data = {
        "record": text,
        "ranks": game.outcome[0],
        "ending": game.ending,
        "date": day_of(game.ended),
        "rated": game.setup["rated"],
    }
    return json.dumps(data, ensure_ascii=False) + "\n"


async def _finished(database: Database) -> AsyncIterator[list[str]]:
    """The games that are over and everyone may see, some at a time."""
    after = (-1, "")
    while True:
        query = (
            select(games.c.id, games.c.updated, games.c.public, games.c.setup)
            .where(games.c.status == DONE, tuple_(games.c.updated, games.c.id) > after)
            .order_by(games.c.updated, games.c.id)
            .limit(AT_ONCE)
        )
        async with database.read() as connection:
            rows = (await connection.execute(query)).all()
        if not rows:
            return
        setups = [(row.id, row.public, json.loads(row.setup)) for row in rows]
        yield [
            id for id, public, setup in setups if not setup["daily"] and (public or setup["rated"])
        ]
        after = (rows[-1].updated, rows[-1].id)


async def _names(database: Database, ids: set[str]) -> dict[str, str]:
    """The names that may be published, by user."""
    query = select(users.c.id, users.c.name).where(users.c.id.in_(ids), users.c.kind.in_(KNOWN))
    async with database.read() as connection:
        return {row.id: row.name for row in await connection.execute(query)}


def _public_name(seat: SeatHolder, known: dict[str, str]) -> str:
    if seat.plan.startswith(BOT):
        return seat.name
    return GUEST if seat.plan.startswith(HOT_SEAT) else known.get(seat.user, GUEST)
