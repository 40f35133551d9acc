"""What happens when a game is over: results, statistics, ratings and the day's table are kept."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import partial

import structlog

from tilewright import statistics
from tilewright.game import OVER
from tilewright.store.database import Unavailable
from tilewright.store.ladders import ladder_of
from tilewright.store.results import NO_RANK, Result, Results, SeatResult
from tilewright.table.clock import now
from tilewright.table.daily import closes
from tilewright.table.event import Unreadable
from tilewright.table.fold import DONE
from tilewright.table.hall import Hall
from tilewright.table.match import Match
from tilewright.table.setup import HOT_SEAT
from tilewright.table.table import Table

BROKEN_OFF = ("aborted", "agreed")  # endings without a result
REPAIR = 3600.0  # seconds between checks for results that were not kept

log = structlog.get_logger()


def result_of(id: str, match: Match) -> Result:
    """The result of a match that is over."""
    assert match.status == DONE
    setup, scores, counts = match.setup, match.state.scores, match.ending not in BROKEN_OFF
    numbers = statistics.of_all(match.record()) if match.state.turn == OVER else []
    seats = []
    for n, seat in enumerate(match.seats):
        if not seat.user and not seat.bot:
            continue  # nobody took the seat
        rank = match.ranks[n] if counts else NO_RANK
        own = bool(seat.user) and not seat.plan.startswith(HOT_SEAT) and not setup.start
        told = numbers[n] if numbers and own and not seat.out else None
        seats.append(SeatResult(n, seat.user, rank, scores[n], told, own))
    people = {seat.user for seat in seats} - {""}
    rated = setup.rated and counts and len(people) == len(match.seats)
    ladder = ladder_of(setup.game, len(match.seats))
    shown, reason = setup.public or rated, match.state.end
    result = Result(id, ladder, rated=rated, seats=seats, shown=shown, reason=reason)
    if setup.daily and match.ending == "finished" and match.since < closes(setup.daily):
        return result._replace(day=setup.daily, margin=scores[0] - max(scores[1:]))
    return result


class ResultKeeper:
    """Keeps the results of the games of a hall."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.results = Results(hall.database)

    def finished(self, table: Table) -> None:
        """A game is over: keep its result in the background."""
        settle = partial(self.settle, table.id, table.match)
        self.hall.tasks.finish("result", settle, game=table.id)

    async def settle(self, id: str, match: Match) -> None:
        """Keep the result of a game. It is tried again at once only if the database is in trouble;
        whatever else fails is left to the next repair."""
        try:
            await self.results.settle(result_of(id, match), now())
        except Unavailable:
            raise
        except Exception as error:
            log.error("result not kept", game=id, exc_info=error)

    async def repair(self) -> None:
        """Keep the results that were lost in a crash."""
        for id in await self.results.unsettled():
            with suppress(Unreadable):
                await self.settle(id, (await self.hall.table(id)).match)

    async def watch(self) -> None:
        """Repair at the start, and every hour what another node has left behind."""
        while True:
            await self.repair()
            await asyncio.sleep(REPAIR)
