"""Background work: a task that fails is logged, counted and restarted."""

from __future__ import annotations

import asyncio
import logging
import random
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeAlias

Work: TypeAlias = Callable[[], Awaitable[None]]

FIRST_PAUSE, LONGEST_PAUSE = 0.1, 5.0  # seconds after a failure; they double
AGAIN = 0.5  # seconds until a task that keeps running is cancelled again
WELL = 60.0  # seconds after which a failure counts as a new one

log = logging.getLogger("tilewright.tasks")


class Outage(Exception):
    """Something outside does not answer; its text says all, so no stack is logged with it."""


class Supervisor:
    """Starts tasks, looks after them, and ends them when it is closed.

    Each has a name, under which its failures are counted, and details that are logged with them.
    """

    def __init__(self) -> None:
        self.failures: Counter[str] = Counter()  # by name
        self._tasks: set[asyncio.Task[None]] = set()

    def keep(self, name: str, work: Work, **details: object) -> asyncio.Task[None]:
        """Work that has no end: if it fails or ends, it begins again."""
        return self._start(name, self._keep(name, work, details))

    def finish(self, name: str, work: Work, **details: object) -> asyncio.Task[None]:
        """Work that begins again until it has succeeded."""
        return self._start(name, self._finish(name, work, details))

    def run(
        self, name: str, work: Coroutine[object, object, None], **details: object
    ) -> asyncio.Task[None]:
        """Work that is tried once; there is no harm if it fails."""
        return self._start(name, self._run(name, work, details))

    @property
    def running(self) -> Counter[str]:
        """How many tasks there are, by name."""
        return Counter(task.get_name() for task in self._tasks)

    async def close(self) -> None:
        """Cancel all tasks and wait until they have let go of what they hold. A cancellation may
        be lost in a library that waits for something which comes just then: so it is repeated."""
        here = asyncio.current_task()
        while tasks := [task for task in self._tasks if task is not here and not task.done()]:
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks, timeout=AGAIN)

    def failed(self, name: str, error: BaseException, **details: object) -> None:
        """Log and count a failure."""
        self.failures[name] += 1
        extra = {"task": name, "error": type(error).__name__, **details}
        if isinstance(error, Outage):
            log.error("task failed", extra={**extra, "reason": str(error)})
        else:
            log.error("task failed", exc_info=error, extra=extra)

    def _start(self, name: str, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _keep(self, name: str, work: Work, details: dict[str, object]) -> None:
        while True:
            await self._finish(name, work, details)
            await asyncio.sleep(FIRST_PAUSE)

    async def _finish(self, name: str, work: Work, details: dict[str, object]) -> None:
        clock, pause = asyncio.get_running_loop().time, FIRST_PAUSE
        while True:
            begin = clock()
            try:
                return await work()
            except Exception as error:
                self.failed(name, error, **details)
            if clock() - begin > WELL:
                pause = FIRST_PAUSE
            await asyncio.sleep(pause * random.uniform(0.5, 1.5))  # not all at the same time
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _run(
        self, name: str, work: Coroutine[Any, Any, None], details: dict[str, object]
    ) -> None:
        try:
            await work
        except Exception as error:
            self.failed(name, error, **details)
