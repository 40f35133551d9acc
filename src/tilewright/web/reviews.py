"""Reviews of games on a server: asked for once, made once, kept."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Annotated

import msgspec
from msgspec import Raw, Struct

from tilewright import analysis
from tilewright.analysis.insight import summary
from tilewright.record import Record, parse_record
from tilewright.store.database import Database, Unavailable
from tilewright.store.reviews import Asked, Order, Reviews
from tilewright.supervision import Supervisor
from tilewright.table.clock import now
from tilewright.table.event import Refused
from tilewright.table.messages import about, one_of
from tilewright.table.view import encode
from tilewright.web.quotas import Quota, Quotas
from tilewright.web.studio import Studio

POLL = 3.0  # seconds between two checks for reviews that other nodes have abandoned
STALE = 8_000  # milliseconds without a sign of life after which a review is abandoned
REVIEWS = Quota("reviews", 60, 3600.0)  # that a user may have made in an hour
LATELY = Quota("reviews at a time", 5, 60.0)  # that a user may ask for in a minute
MOST_WAITING = 50  # reviews, of all users
MOST_ORDERED = 2000  # reviews that nobody waits for, of all users


class ReviewView(Struct):
    """How far a review has got."""

    status: Annotated[str, one_of("how far it is", "waiting", "working", "done")]
    share: Annotated[float, about("of the work that is done, from 0 to 1")]
    review: Annotated[
        analysis.Review | None,
        about("the review; while it is being made a first, quick one, or `null`"),
    ]


class BacklogView(Struct):
    """How far the reviews that a user has ordered have got."""

    games: Annotated[int, about("that were ordered")]
    done: Annotated[int, about("games that have already been reviewed")]
    share: Annotated[float, about("of the work that is done, from 0 to 1")]


class Reviewing:
    """The reviews that are kept, and those that are asked for. They wait in the database together
    with what has been found so far; whichever node has time continues, even after a restart."""

    def __init__(
        self, database: Database, studio: Studio, quotas: Quotas, tasks: Supervisor, effort: int
    ) -> None:
        self.kept, self.effort = Reviews(database), effort
        self.studio, self.quotas, self.tasks = studio, quotas, tasks
        self._glances: dict[str, bytes] = {}  # first looks, by game, until the review is done
        self._asked = asyncio.Event()
        self.waiting = 0  # when last looked: reviews that are asked for and not done

    async def find(self, game: str, record: Record) -> bytes | None:
        """A review, or how far it is; None if nobody has asked for it."""
        far = await self.kept.progress(game)
        if far is None:
            body = await self.kept.find(game, self.key(record))
            self._glances.pop(game, None)
            return body and view("done", 1.0, body)
        is_working, share = far
        return view("working" if is_working else "waiting", share, self._glances.get(game, b""))

    async def ask(self, game: str, record: Record, user: str) -> bytes:
        """Have a game reviewed, if it is not yet."""
        found = await self.find(game, record)
        if found is not None:
            return found
        await self.studio.require(record.start.game)
        if await self.kept.waiting() >= MOST_WAITING:
            raise Refused("busy", "too many games are waiting to be reviewed", retry=60.0)
        await self.quotas.take(LATELY, user)
        await self.quotas.take(REVIEWS, user)
        await self.kept.ask(game, self.key(record), bare(record), now())
        self._soon(game, record)
        return view("waiting", 0.0, b"")

    async def hurry(self, game: str, record: Record) -> None:
        """Somebody is waiting for a review: if it was ordered, it comes before other orders."""
        if await self.kept.hurry(game):
            self._soon(game, record)

    async def order(self, user: str, records: Mapping[str, Record]) -> None:
        """Order reviews, to be made when nobody is waiting for one: as many as the user may still
        have, unless some of their orders are being made."""
        if not records or await self.kept.ordered(user):
            return
        for record in records.values():
            await self.studio.require(record.start.game)
        if await self.kept.ordered_by_all() >= MOST_ORDERED:
            raise Refused("busy", "too many games are waiting to be reviewed", retry=60.0)
        orders: list[Order] = []
        for game, record in records.items():
            try:
                await self.quotas.take(REVIEWS, user)
            except Refused:
                if not orders:
                    raise
                break
            orders.append(Order(game, self.key(record), bare(record)))
        await self.kept.order(user, orders, now())
        self._asked.set()

    async def ordered(self, user: str) -> BacklogView | None:
        """How far the reviews that a user has ordered have got."""
        found = await self.kept.ordered(user)
        if found is None:
            return None
        games = max(found.games, found.left)
        return BacklogView(games, games - found.left, round(found.share, 3))

    def _soon(self, game: str, record: Record) -> None:
        """Start a review that somebody is waiting for."""
        self._asked.set()
        self.tasks.run("glance", self._glance(game, bare(record)), game=game)

    async def _glance(self, game: str, record: str) -> None:
        """Make a first, quick review to show soon."""
        self._glances[game] = await self.studio.glance(record, self.effort)

    async def work(self) -> None:
        """Make the reviews that were asked for, one at a time in order of asking, and then those
        that were ordered."""
        while True:
            self.waiting = await self.kept.waiting()
            asked = await self.kept.claim(now(), STALE)
            if asked is not None:
                await self._make(asked)
                continue
            with suppress(TimeoutError):
                await asyncio.wait_for(self._asked.wait(), POLL)
            self._asked.clear()

    async def _make(self, asked: Asked) -> None:
        """Continue a review until it is done. One that cannot be made is dropped; if the database
        is in trouble, or this node stops, it continues later from what was last kept."""
        record = parse_record(asked.record)
        if not await self.studio.is_ready(record.start.game):
            return  # another node has it, until it is stale
        key = self.key(record)
        mine: Asked | None = asked if asked.key == key else asked._replace(key=key, notes=b"")
        try:
            while mine:
                part = await self.studio.review(mine.record, self.effort, mine.notes)
                if part.review:
                    seats = summed_up(part.review)
                    await self.kept.keep(mine.game, key, part.review, seats, now())
                    return
                noted = mine._replace(notes=part.notes)
                mine = await self.kept.note(noted, part.share, now())
                if mine and mine.batch and await self.kept.is_urgent():
                    await self.kept.lay_aside(mine)
                    return
        except Unavailable:
            raise
        except Exception:
            await self.kept.drop(asked.game)
            raise
        finally:
            self._glances.pop(asked.game, None)

    def key(self, record: Record) -> str:
        """What the numbers of a review depend on besides the game."""
        return f"{len(record.moves)} {self.effort} {analysis.version(record.start)}"


def bare(record: Record) -> str:
    """A record without names, which are kept elsewhere."""
    return str(replace(record, seats=(), tags={}, comments={}))


def summed_up(body: bytes) -> dict[int, str]:
    """What a review says about each seat in a few numbers, as JSON."""
    review = msgspec.json.decode(body, type=analysis.Review)
    seats = range(len(review.seats))
    return {seat: encode(summary(review, seat)).decode() for seat in seats}


def view(status: str, share: float, body: bytes) -> bytes:
    """How far a review is, encoded."""
    return encode({"status": status, "share": round(share, 3), "review": Raw(body or b"null")})
