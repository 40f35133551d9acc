"""Turns at a process that does one thing at a time: the smallest task is next, and few may wait."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from heapq import heapify, heappop, heappush
from itertools import count
from typing import NamedTuple, TypeVar

from tilewright.table.event import Refused

AGAIN = 5.0  # seconds after which to ask again

T = TypeVar("T")


class Ticket(NamedTuple):
    """A place in the queue."""

    size: int
    number: int  # among equals the first comes first
    granted: asyncio.Future[None]


class Turns:
    """A queue in which small tasks never wait behind large ones."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._queue: list[Ticket] = []
        self._numbers = count()
        self._busy = False

    @property
    def waiting(self) -> int:
        """How many are in the queue or have their turn."""
        return len(self._queue) + self._busy

    async def run(self, size: int, work: Callable[[], Awaitable[T]]) -> T:
        """Work when its turn comes. A caller who goes away leaves the queue, but stops no work."""
        await self._wait(size)
        task = asyncio.ensure_future(work())
        task.add_done_callback(lambda done: self._pass_on())
        task.add_done_callback(lambda done: done.cancelled() or done.exception())
        return await asyncio.shield(task)

    async def _wait(self, size: int) -> None:
        if not self._busy:
            self._busy = True
            return
        turn = Ticket(size, next(self._numbers), asyncio.get_running_loop().create_future())
        heappush(self._queue, turn)
        if len(self._queue) > self.most:
            last = max(self._queue)
            self._leave(last)
            if not last.granted.done():  # who waited there may just have gone away
                last.granted.set_exception(
                    Refused("busy", "too many wait for the search; ask again soon", retry=AGAIN)
                )
        try:
            await turn.granted
        except asyncio.CancelledError:
            if turn in self._queue:
                self._leave(turn)
            elif not turn.granted.cancelled() and turn.granted.exception() is None:
                self._pass_on()  # it had just been granted
            raise

    def _leave(self, turn: Ticket) -> None:
        self._queue.remove(turn)
        heapify(self._queue)

    def _pass_on(self) -> None:
        """Give the turn to the next who is still there."""
        while self._queue:
            granted = heappop(self._queue).granted
            if not granted.done():
                granted.set_result(None)
                return
        self._busy = False
