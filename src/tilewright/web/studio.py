"""The studio: reviews, analyses and hints are made here, in processes that leave the processor to
the bots of live games and to the server."""

from __future__ import annotations

from ctypes import Array, c_double
from multiprocessing.sharedctypes import RawArray

import msgspec

from tilewright import analysis  # its engine is loaded by the workers alone
from tilewright.bots import warming
from tilewright.compute import Lone, follow_parent
from tilewright.games import parse
from tilewright.record import parse_record
from tilewright.table.event import Refused

NICE = 10  # what these processes leave to everybody else; the workers of bots leave less
SOON = 20.0  # seconds after which to ask again while the search is being compiled

share: Array[c_double] | None = None  # in a worker: how much of its review is done


def begin_work(shared: Array[c_double]) -> None:
    """In a worker: what it does first."""
    global share
    follow_parent()
    warming.be_nice(NICE)
    share = shared


def glance(record: str, effort: int) -> bytes:
    """In a worker: the first, quick review of a game."""
    return msgspec.json.encode(next(analysis.reviews(parse_record(record), effort)))


def review(record: str, effort: int) -> bytes:
    """In a worker: the whole review of a game."""
    assert share is not None
    done = share

    def progress(part: float) -> None:
        done[0] = part

    progress(0.0)
    return msgspec.json.encode(analysis.review(parse_record(record), effort, progress=progress))


def hint(position: str, effort: int) -> bytes:
    """In a worker: what to play in a position."""
    return msgspec.json.encode(analysis.hint(parse(position), effort))


def analyse(position: str, effort: int, also: tuple[str, ...]) -> bytes:
    """In a worker: the best lines of a position, compared with some more moves."""
    return msgspec.json.encode(analysis.analyse(parse(position), effort, also=also))


class Studio:
    """Two processes: one for what somebody waits for, one for long work."""

    def __init__(self) -> None:
        self.share: Array[c_double] = RawArray(c_double, 1)
        self._quick, self._slow = Lone(begin_work, self.share), Lone(begin_work, self.share)

    def require(self, game: str) -> None:
        """Refuse to study a game whose search is not ready: nothing here falls back."""
        if not warming.is_possible():
            raise Refused("no_study", "this server has no search: its operator can install numba")
        if not warming.is_ready(game):
            text = "the search is being compiled; this takes a minute, once"
            raise Refused("warming", text, retry=SOON)

    async def get_ready(self) -> None:
        """Have the search at hand before somebody waits for it."""
        await self._quick.run(warming.load)

    async def glance(self, record: str, effort: int) -> bytes:
        """The first, quick review of a game."""
        return await self._quick.run(glance, record, effort)

    async def review(self, record: str, effort: int) -> bytes:
        """The whole review of a game; `share` tells how far it is."""
        return await self._slow.run(review, record, effort)

    async def analyse(self, position: str, effort: int, also: tuple[str, ...] = ()) -> bytes:
        """The best lines of a position, compared with some more moves."""
        return await self._quick.run(analyse, position, effort, also)

    async def hint(self, position: str, effort: int) -> bytes:
        """The best move of a position, and what makes it the best."""
        return await self._quick.run(hint, position, effort)

    def close(self) -> None:
        """Stop the processes."""
        self._quick.close()
        self._slow.close()
