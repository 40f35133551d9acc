"""Bots think in worker processes, so that the event loop never waits for them."""

from __future__ import annotations

import asyncio
import os
import random
import signal
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.process import BaseProcess
from types import FrameType
from typing import NamedTuple

from tilewright import metrics
from tilewright.bots import SEARCHING, Limit, at_once, find, warming
from tilewright.compute import Spawning, follow_parent
from tilewright.engine import kill_engines, log_as_json, register
from tilewright.games import parse

DELAY = 0.6  # seconds: nobody sees a move that comes at once
LONGEST = 2.5  # times the delay, if there is much to choose from
MANY = 40  # moves: much to choose from
MOST = 1.0  # seconds of thinking for a move, if nobody else waits
NICE = 5  # what the workers leave to the server and its players


class Thought(NamedTuple):
    """A move, out of how many, and whether the bot itself has chosen it."""

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
    """In a worker: what it does first."""
    follow_parent()
    signal.signal(signal.SIGTERM, leave)
    warming.be_nice(NICE)
    log_as_json()
    register(engines)


def leave(sig: int, frame: FrameType | None) -> None:
    """In a worker: end at once, and with it the programs it has started."""
    kill_engines()
    os._exit(0)


def pause(delay: float, moves: int) -> float:
    """How long a bot seems to think that has so many moves to choose from."""
    longest = 1.2 + (LONGEST - 1.2) * min(moves / MANY, 1)
    return delay * random.uniform(1, longest)


class Worker:
    """One process that thinks, and how many wait for it."""

    def __init__(self, engines: str = "") -> None:
        self.engines = engines
        self.waiting = 0
        self._pool: ProcessPoolExecutor | None = None

    @property
    def pool(self) -> ProcessPoolExecutor:
        """The process, started when there is something to do."""
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                1, mp_context=Spawning(), initializer=begin_work, initargs=(self.engines,)
            )
        return self._pool

    async def think(self, bot: str, position: str, seed: int) -> Thought:
        """The move of a bot; a process that has died is replaced."""
        loop, pool = asyncio.get_running_loop(), self.pool
        self.waiting += 1
        seconds = MOST / self.waiting  # the more wait, the less for each
        try:
            return await loop.run_in_executor(pool, think, bot, position, seconds, seed)
        except BrokenProcessPool:
            metrics.bot_restarts.inc()
            if pool is self._pool:  # nobody else has seen it yet
                self.close()
            return await loop.run_in_executor(self.pool, think, bot, position, seconds, seed)
        finally:
            self.waiting -= 1

    def close(self) -> None:
        """Stop the process, whatever it is at."""
        if self._pool is not None:
            running: dict[int, BaseProcess] = getattr(self._pool, "_processes", None) or {}
            processes = list(running.values())
            self._pool.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.terminate()
            self._pool = None


class Thinking:
    """The workers. A game comes back to the worker that still has its tree, if that one is free."""

    def __init__(
        self, *, workers: int | None = None, delay: float = DELAY, engines: str = ""
    ) -> None:
        self.delay = delay
        self.warming = False  # whether the search is being compiled
        self.ready = True  # whether bots play as well as they can, as far as is known
        count = workers or max(1, (os.cpu_count() or 2) - 1)
        self._workers = [Worker(engines) for _ in range(count)]

    @property
    def waiting(self) -> int:
        """How many decisions are being thought about or wait for that."""
        return sum(worker.waiting for worker in self._workers)

    async def get_ready(self) -> None:
        """Compile the search aside, if that is not done, and have it at hand in the workers."""
        self.ready = False
        if not warming.is_possible():
            return
        self.warming = True
        process = warming.aside()
        try:
            while process.is_alive():
                await asyncio.sleep(0.2)
            loop = asyncio.get_running_loop()
            loads = [loop.run_in_executor(each.pool, warming.load) for each in self._workers]
            self.ready = all(await asyncio.gather(*loads))
        finally:
            self.warming = False
            process.kill()

    async def choose(self, bot: str, position: str, game: str = "") -> str:
        """The move of a bot, after a time in which a person could have thought of it."""
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
