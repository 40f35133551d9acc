"""The studio: reviews, analyses, rollouts and hints are made here, in processes that leave the
processor to the bots of live games and to the server."""

from __future__ import annotations

import asyncio
import os
import time
from functools import cache, lru_cache
from typing import NamedTuple

import msgspec

from tilewright import analysis  # its engine is loaded by the workers alone
from tilewright.analysis.notes import Notes, pack
from tilewright.bots import warming
from tilewright.compute import Pool, SingleWorker, is_cluster
from tilewright.games import parse
from tilewright.record import parse_record
from tilewright.table.event import Refused

SOON = 20.0  # seconds after which to ask again while the search is being compiled
SLICE = 1.0  # seconds of work on a review before the findings are kept
ROLLED = 3  # moves that a rollout compares
FIRST = 4000  # simulations per move of a rollout until nature moves
NOW, LATER = 96, 12  # and after that, in the current round and in later ones


class Findings(NamedTuple):
    """The findings of a review so far."""

    notes: bytes
    share: float  # of the work that is done
    review: bytes = b""  # once it is done


@cache
def workers(cluster: str) -> Pool:
    """In a worker: where reviews are made: on a cluster, if there is one, or in its own threads."""
    return Pool(cluster, threads=os.cpu_count() or 1)


def glance(record: str, effort: int) -> bytes:
    """In a worker: the first, quick review of a game."""
    return msgspec.json.encode(analysis.glance(parse_record(record), effort))


def review(record: str, effort: int, notes: bytes, cluster: str) -> Findings:
    """In a worker: continue the review of a game for a while."""
    found, end = Notes(notes), time.monotonic() + SLICE
    work = analysis.UnfinishedReview(parse_record(record), effort, found)
    for _ in work.go_on(workers(cluster), lambda: time.monotonic() > end):
        pass
    done = msgspec.json.encode(work.final()) if work.is_done else b""
    return Findings(pack(found.read()), work.share, done)


def hint(position: str, effort: int) -> bytes:
    """In a worker: what to play in a position."""
    return msgspec.json.encode(analysis.hint(parse(position), effort))


def analyse(position: str, effort: int, also: tuple[str, ...]) -> bytes:
    """In a worker: the best lines of a position, compared with some more moves."""
    return msgspec.json.encode(analysis.analyse(parse(position), effort, also=also))


@lru_cache(maxsize=16)
def played_out(position: str) -> analysis.UnfinishedRollout:
    """In a worker: the games of a rollout, kept for those who want more of them."""
    return analysis.UnfinishedRollout(parse(position), ROLLED, first=FIRST, now=NOW, later=LATER)


def rollout(position: str, games: int) -> bytes:
    """In a worker: play a position out, up to so many times after each of its best moves."""
    *_, found = played_out(position).standings(games)
    return msgspec.json.encode(found)


class Studio:
    """Two processes: one for what someone is waiting for, one for long work."""

    def __init__(self, compute: str = "", nice: int = 0) -> None:
        self.cluster = compute if is_cluster(compute) else ""
        self._quick, self._slow = SingleWorker(nice), SingleWorker(nice)
        self._ready: set[str] = set()  # games known to be ready; they stay so
        self._asking: dict[str, asyncio.Task[bool]] = {}  # whether a game is ready

    async def require(self, game: str) -> None:
        """Refuse to study a game whose search is not ready: there is no fallback."""
        if not warming.is_possible():
            raise Refused("no_study", "this server has no search: its operator can install numba")
        if not await self.is_ready(game):
            text = "the search is being compiled; this takes a minute, once"
            raise Refused("warming", text, retry=SOON)

    async def is_ready(self, game: str) -> bool:
        """Whether a game can be studied here and now. A worker finds out: it takes numba, which the
        server would load for seconds in which nobody else is answered. While it is busy, all who
        ask wait for one answer."""
        if game not in self._ready and warming.is_possible():
            if game not in self._asking:
                self._asking[game] = asyncio.create_task(self._find_out(game))
            return await asyncio.shield(self._asking[game])
        return game in self._ready

    async def _find_out(self, game: str) -> bool:
        """Ask the worker whether a game is ready."""
        try:
            if await self._quick.run(warming.is_ready, game):
                self._ready.add(game)
        finally:
            del self._asking[game]
        return game in self._ready

    async def get_ready(self) -> None:
        """Load the search before someone waits for it."""
        await self._quick.run(warming.load)

    async def glance(self, record: str, effort: int) -> bytes:
        """The first, quick review of a game."""
        return await self._quick.run(glance, record, effort)

    async def review(self, record: str, effort: int, notes: bytes) -> Findings:
        """Continue the review of a game for a while, from the notes."""
        return await self._slow.run(review, record, effort, notes, self.cluster)

    async def analyse(self, position: str, effort: int, also: tuple[str, ...] = ()) -> bytes:
        """The best lines of a position, compared with some more moves."""
        return await self._quick.run(analyse, position, effort, also)

    async def rollout(self, position: str, games: int) -> bytes:
        """A position played out, up to so many times after each of its best moves."""
        return await self._quick.run(rollout, position, games)

    async def hint(self, position: str, effort: int) -> bytes:
        """The best move in a position, and what makes it best."""
        return await self._quick.run(hint, position, effort)

    def close(self) -> None:
        """Stop the processes."""
        self._quick.close()
        self._slow.close()
