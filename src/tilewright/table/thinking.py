"""Bots think in worker processes, so that the event loop never waits for them."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import random
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

from tilewright.bots import BOTS, Limit
from tilewright.games import parse

DELAY = 0.6  # seconds: nobody sees a move that comes at once


def think(bot: str, position: str, seconds: float, seed: int) -> str:
    """In a worker: the move a bot chooses in a position."""
    choice = BOTS[bot](parse(position), Limit(time=seconds), random.Random(seed))
    return str(choice.move)


def follow_parent() -> None:
    """In a worker: end when the server has ended, however it ended."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


class Thinking:
    """The pool of workers."""

    def __init__(self, *, workers: int | None = None, delay: float = DELAY) -> None:
        self.delay = delay
        self._workers = workers or max(1, (os.cpu_count() or 2) - 1)
        self._pool: ProcessPoolExecutor | None = None

    def start(self) -> None:
        """Start the workers when the first bot has to think."""
        spawn = multiprocessing.get_context("spawn")
        self._pool = ProcessPoolExecutor(self._workers, mp_context=spawn, initializer=follow_parent)

    async def choose(self, bot: str, position: str) -> str:
        """The move of a bot, after a time in which a person could have thought of it."""
        if self._pool is None:
            self.start()
        loop = asyncio.get_running_loop()
        begin = loop.time()
        seed = random.getrandbits(64)
        try:
            move = await loop.run_in_executor(self._pool, think, bot, position, 1.0, seed)
        except BrokenProcessPool:  # a worker has died: start new ones
            self.close()
            self.start()
            move = await loop.run_in_executor(self._pool, think, bot, position, 1.0, seed)
        pause = self.delay * (0.7 + 0.6 * random.random())
        await asyncio.sleep(max(0.0, begin + pause - loop.time()))
        return move

    def close(self) -> None:
        """Stop the workers."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
