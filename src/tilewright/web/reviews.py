"""Reviews of games on a server: asked for once, made once, kept."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import replace
from typing import Annotated

from msgspec import Raw, Struct

from tilewright import analysis
from tilewright.record import Record, parse_record
from tilewright.store.database import Database, Unavailable
from tilewright.store.reviews import Asked, Reviews
from tilewright.supervision import Supervisor
from tilewright.table.clock import now
from tilewright.table.event import Refused
from tilewright.table.messages import about, one_of
from tilewright.table.view import encode
from tilewright.web.limits import Limit, Limits
from tilewright.web.studio import Studio

LOOK = 3.0  # seconds between two looks for reviews that other nodes have left
STALE = 8_000  # milliseconds without a sign of life after which a node has left its review
REVIEWS = Limit("reviews", 60, 3600.0)  # that a user may have made in an hour
LATELY = Limit("reviews at a time", 5, 60.0)  # that a user may ask for in a minute
MOST_WAITING = 50  # reviews, of all users


class ReviewView(Struct):
    """How far a review is."""

    status: Annotated[str, one_of("how far it is", "waiting", "working", "done")]
    share: Annotated[float, about("of the work that is done, from 0 to 1")]
    review: Annotated[
        analysis.Review | None,
        about("the review; while it is being made a first, quick one, or `null`"),
    ]


class Reviewing:
    """The reviews that are kept, and those that are asked for. They wait in the database, where
    what is found so far is kept too: whichever node has time continues, after a restart too."""

    def __init__(
        self, database: Database, studio: Studio, limits: Limits, tasks: Supervisor, effort: int
    ) -> None:
        self.kept, self.effort = Reviews(database), effort
        self.studio, self.limits, self.tasks = studio, limits, tasks
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
        self.studio.require(record.start.game)
        if await self.kept.waiting() >= MOST_WAITING:
            raise Refused("busy", "too many games wait to be reviewed", retry=60.0)
        await self.limits.take(LATELY, user)
        await self.limits.take(REVIEWS, user)
        text = str(replace(record, seats=(), tags={}, comments={}))  # names are not kept twice
        await self.kept.ask(game, self.key(record), text, now())
        self._asked.set()
        self.tasks.run("glance", self._glance(game, text), game=game)
        return view("waiting", 0.0, b"")

    async def _glance(self, game: str, record: str) -> None:
        """Have something to show soon."""
        self._glances[game] = await self.studio.glance(record, self.effort)

    async def work(self) -> None:
        """Make the reviews that are asked for, one at a time, the first to ask first."""
        while True:
            self.waiting = await self.kept.waiting()
            asked = await self.kept.claim(now(), STALE)
            if asked is not None:
                await self._make(asked)
                continue
            with suppress(TimeoutError):
                await asyncio.wait_for(self._asked.wait(), LOOK)
            self._asked.clear()

    async def _make(self, asked: Asked) -> None:
        """Continue a review until it is done. One that cannot be made is dropped; if the database
        is in trouble, or this node stops, it continues later from what was last kept."""
        record = parse_record(asked.record)
        if not self.studio.is_ready(record.start.game):
            return  # until it is stale
        key = self.key(record)
        mine: Asked | None = asked if asked.key == key else asked._replace(key=key, notes=b"")
        try:
            while mine:
                part = await self.studio.review(mine.record, self.effort, mine.notes)
                if part.review:
                    await self.kept.keep(mine.game, key, part.review, now())
                    return
                noted = mine._replace(notes=part.notes)
                mine = await self.kept.note(noted, part.share, now())
        except Unavailable:
            raise
        except Exception:
            await self.kept.drop(asked.game)
            raise
        finally:
            self._glances.pop(asked.game, None)

    def key(self, record: Record) -> str:
        """What the numbers of a review depend on besides the game."""
        return f"{len(record.moves)} {self.effort} {analysis.version(record.start.game)}"


def view(status: str, share: float, body: bytes) -> bytes:
    """How far a review is, encoded."""
    return encode({"status": status, "share": round(share, 3), "review": Raw(body or b"null")})
