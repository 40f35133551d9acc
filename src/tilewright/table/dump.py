"""Open data: the finished games that were public or rated, one JSON object a line.

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
from dataclasses import replace
from typing import TextIO

from sqlalchemy import select, tuple_

from tilewright.store.database import Database
from tilewright.store.games import Games
from tilewright.store.schema import games, users
from tilewright.table.daily import day_of
from tilewright.table.event import Event
from tilewright.table.match import DONE, Match, Seat, fold
from tilewright.table.setup import HOT_SEAT, from_json

AT_ONCE = 200
GUEST = "guest"
KNOWN = ("person", "bot")  # the kinds of users whose names are public


async def dump(database: Database, out: TextIO) -> int:
    """Write the open data, the oldest game first; returns how many games there were."""
    store, count = Games(database), 0
    async for id, public, updated in _finished(database):
        stored = await store.load(id)
        assert stored is not None
        setup = from_json(stored.setup)
        if setup.daily or not (public or setup.rated):
            continue
        events = [Event(r.at, r.kind, r.seat, r.text, r.time, r.id or "") for r in stored.rows]
        match = fold(setup, stored.secret, events)
        if match.status == DONE and match.log and match.ending != "aborted":
            names = await _names(database, match)
            line = {
                "record": str(replace(match.record(), seats=names)),
                "ranks": match.ranks,
                "ending": match.ending,
                "date": day_of(updated),
                "rated": setup.rated,
            }
            out.write(json.dumps(line, ensure_ascii=False) + "\n")
            count += 1
    return count


async def _finished(database: Database) -> AsyncIterator[tuple[str, bool, int]]:
    """All games that are over: id, whether public, and when they ended."""
    after = (-1, "")
    while True:
        query = (
            select(games.c.id, games.c.public, games.c.updated)
            .where(games.c.status == DONE, tuple_(games.c.updated, games.c.id) > after)
            .order_by(games.c.updated, games.c.id)
            .limit(AT_ONCE)
        )
        async with database.read() as connection:
            rows = (await connection.execute(query)).all()
        if not rows:
            return
        for id, public, updated in rows:
            yield id, public, updated
            after = (updated, id)


async def _names(database: Database, match: Match) -> tuple[str, ...]:
    """The names that may be published, seat by seat."""
    holders = {seat.user for seat in match.seats if seat.user}
    query = select(users.c.id, users.c.name).where(users.c.id.in_(holders), users.c.kind.in_(KNOWN))
    async with database.read() as connection:
        known = {row.id: row.name for row in await connection.execute(query)}
    return tuple([_public_name(seat, known) for seat in match.seats])


def _public_name(seat: Seat, known: dict[str, str]) -> str:
    if not seat.user:
        return seat.name  # a bot
    return GUEST if seat.plan.startswith(HOT_SEAT) else known.get(seat.user, GUEST)
