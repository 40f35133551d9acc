"""Time: of day, and of the house.

Players' clocks run by the house clock. Within a node it follows monotonic time, so that nobody
gains or loses by a wrong time of day. Nodes agree on it by beats in the database, where the latest
counts. While no beat gets through, it stands still, because nobody can move then: the database is
away, or no server is running. So it gradually falls behind the time of day; the times that people
are shown are translated.
"""

from __future__ import annotations

import asyncio
import logging
import os
import random
import time
from collections.abc import Callable
from pathlib import Path

from tilewright.store.beats import Beats
from tilewright.store.database import Database

BEAT = 5.0  # seconds between beats
REACH = 10.0  # seconds for which the clock keeps running without a beat
JUMP = 1000  # milliseconds by which the time of day may drift from monotonic time
TEST = "TILEWRIGHT_TEST_CLOCK"  # for tests: a file with milliseconds to add to the time of day

log = logging.getLogger("tilewright.clock")


def now() -> int:
    """The time of day, in milliseconds since 1970."""
    shift = os.environ.get(TEST)
    return time.time_ns() // 1_000_000 + (int(Path(shift).read_text() or 0) if shift else 0)


class HouseClock:
    """The clock by which players are charged, in milliseconds since 1970, minus its stops."""

    def __init__(
        self,
        database: Database,
        *,
        monotonic: Callable[[], float] = time.monotonic,
        time_of_day: Callable[[], int] = now,
    ) -> None:
        self.beats = Beats(database)
        self.jumps = 0  # of the time of day
        self.on_shift: list[Callable[[], None]] = []  # called when deadlines move
        self._monotonic, self._time_of_day = monotonic, time_of_day
        self._beat = monotonic()  # when the last beat was sent
        self._at = time_of_day()  # what the clock showed then
        self._reach = 0.0  # for how many seconds it may keep running
        self._offset = self._difference()
        self._shown = 0  # the time of day minus that of the house clock, as people know it

    def now(self) -> int:
        """What the clock shows."""
        return self._at + int(1000 * min(self._monotonic() - self._beat, self._reach))

    def of_day(self, time: int) -> int:
        """A time of the house clock as a time of day, if the clock keeps running."""
        return time + self._time_of_day() - self.now()

    def hear(self, time: int) -> None:
        """Catch up with another node, whose clock was slightly ahead."""
        ahead = time - self.now()
        if 0 < ahead <= 1000 * REACH:
            self._at += ahead

    async def start(self) -> None:
        """Continue where the last server stopped."""
        kept = await self.beats.last()
        self._at = self._time_of_day() if kept is None else kept
        await self.beat()

    async def beat(self) -> None:
        """Let the clock run for a while longer, if the database can be written to."""
        self._look_for_jumps()
        begin, shown = self._monotonic(), self.now()
        try:
            furthest = await self.beats.keep(shown)
        except Exception:
            self._beat, self._at, self._reach = begin, shown, 0.0
            raise
        self._beat, self._at, self._reach = begin, max(furthest, shown), REACH
        shift = self.of_day(0)
        if abs(shift - self._shown) >= JUMP:
            self._shown = shift
            for listener in self.on_shift:
                listener()

    async def run(self) -> None:
        """Beat forever, out of step with other nodes, so that they come to agree."""
        while True:
            await self.beat()
            await asyncio.sleep(BEAT * random.uniform(0.7, 1.0))

    def _difference(self) -> int:
        return self._time_of_day() - int(1000 * self._monotonic())

    def _look_for_jumps(self) -> None:
        offset = self._difference()
        jump, self._offset = offset - self._offset, offset
        if abs(jump) >= JUMP:
            self.jumps += 1
            log.warning("time of day jumped", extra={"seconds": jump / 1000})
