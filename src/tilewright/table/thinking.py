"""Bots think in worker processes, so that the event loop never waits for them."""

from __future__ import annotations

import asyncio
import os
import random
import signal
from functools import partial
from types import FrameType
from typing import NamedTuple

from tilewright import metrics
from tilewright.bots import SEARCHING, Limit, at_once, find, warming
from tilewright.compute import SingleWorker
from tilewright.engine import kill_engines, log_as_json, register
from tilewright.games import parse

DELAY = 0.6  # seconds: a move made instantly is easily missed
LONGEST = 2.5  # times the delay, if there is much to choose from
MANY = 40  # moves: that is much to choose from
MOST = 1.0  # seconds of thinking per move, if nobody else waits


class Thought(NamedTuple):
    """A move, how many there were to choose from, and whether the bot itself chose it."""

    move: str
    moves: int
    ready: bool


def think(bot: str, position: str, seconds: float, seed: int) -> Thought:
    """In a worker: the move a bot chooses in a position."""
    state = parse(position)
    choose = at_once(bot)
    choice = choose(state, Limit(time=seconds), random.Random(seed))
    return Thought(str(choice.move), len(state.legal_moves()), choose is find(bot))


def begin_work(engines: str) -> None:
    """In a worker: set it up when it starts."""
    signal.signal(signal.SIGTERM, leave)
    log_as_json()
    register(engines)


def leave(sig: int, frame: FrameType | None) -> None:
    """In a worker: end at once, together with the programs it has started."""
    kill_engines()
    os._exit(0)


def pause(delay: float, moves: int) -> float:
    """How long a bot appears to think, by the number of its moves."""
    longest = 1.2 + (LONGEST - 1.2) * min(moves / MANY, 1)
    return delay * random.uniform(1, longest)


class Worker:
    """One process that thinks, and how many wait for it."""

    def __init__(self, engines: str = "", nice: int = 0) -> None:
        self.waiting = 0
        self.process = SingleWorker(
            nice, partial(begin_work, engines), died=metrics.bot_restarts.inc
        )

    async def think(self, bot: str, position: str, seed: int) -> Thought:
        """The move of a bot."""
        self.waiting += 1
        seconds = MOST / self.waiting  # the more wait, the less for each
        try:
            return await self.process.run(think, bot, position, seconds, seed)
        finally:
            self.waiting -= 1

    def close(self) -> None:
        """Stop the process, whatever it is at."""
        self.process.close()


class Thinking:
    """The workers. A game returns to the worker that still has its tree, if that one is free."""

    def __init__(
        self,
        *,
        workers: int | None = None,
        delay: float = DELAY,
        engines: str = "",
        nice: int = 0,
    ) -> None:
        self.delay = delay
        self.warming = False  # whether the search is being compiled
        self.ready = True  # whether bots play as well as they can, as far as is known
        count = workers or max(1, (os.cpu_count() or 2) - 1)
        self._workers = [Worker(engines, nice) for _ in range(count)]

    @property
    def waiting(self) -> int:
        """How many decisions are being made or are queued."""
        return sum(worker.waiting for worker in self._workers)

    async def get_ready(self) -> None:
        """Compile the search in the background if needed, and load it in the workers."""
        self.ready = False
        if not warming.is_possible():
            return
        self.warming = True
        process = warming.aside()
        try:
            while process.is_alive():
                await asyncio.sleep(0.2)
            loads = [each.process.run(warming.load) for each in self._workers]
            self.ready = all(await asyncio.gather(*loads))
        finally:
            self.warming = False
            process.kill()

    async def choose(self, bot: str, position: str, game: str = "") -> str:
        """The move of a bot, after as long as a person might have taken."""
        loop = asyncio.get_running_loop()
        begin = loop.time()
        thought = await self._worker(game).think(bot, position, random.getrandbits(64))
        metrics.bot_seconds.labels(bot).observe(loop.time() - begin)
        if bot in SEARCHING:
            self.ready = thought.ready
        end = begin + pause(self.delay, thought.moves)
        await asyncio.sleep(max(0.0, end - loop.time()))
        return thought.move

    def _worker(self, game: str) -> Worker:
        """The worker with the shortest queue; among equals always the same for a game."""
        home = hash(game) % len(self._workers)
        turned = self._workers[home:] + self._workers[:home]
        return min(turned, key=lambda worker: worker.waiting)

    def close(self) -> None:
        """Stop the workers."""
        for worker in self._workers:
            worker.close()
