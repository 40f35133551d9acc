"""Reviews of games on a server: asked for once, made once, kept."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from typing import Annotated

import structlog
from msgspec import Raw, Struct

from tilewright import analysis
from tilewright.record import Record
from tilewright.store.database import Database
from tilewright.store.reviews import Reviews
from tilewright.supervision import Supervisor
from tilewright.table.clock import now
from tilewright.table.event import Refused
from tilewright.table.messages import about, one_of
from tilewright.table.view import encode
from tilewright.web.limits import Limit, Limits
from tilewright.web.studio import Studio

REVIEWS = Limit("reviews", 60, 3600.0)  # that a user may have made in an hour
MOST_WAITING = 50  # reviews, of all users

log = structlog.get_logger()


class ReviewView(Struct):
    """How far a review is."""

    status: Annotated[str, one_of("how far it is", "waiting", "working", "done")]
    share: Annotated[float, about("of the work that is done, from 0 to 1")]
    review: Annotated[
        analysis.Review | None,
        about("the review; while it is being made a first, quick one, or `null`"),
    ]


@dataclass(slots=True)
class Job:
    """A review that is being made."""

    status: str = "waiting"
    glance: bytes = b""


class Reviewing:
    """The reviews that are kept, and those that are being made on this node."""

    def __init__(
        self, database: Database, studio: Studio, limits: Limits, tasks: Supervisor, effort: int
    ) -> None:
        self.kept, self.effort = Reviews(database), effort
        self.studio, self.limits, self.tasks = studio, limits, tasks
        self._jobs: dict[str, Job] = {}
        self._turn = asyncio.Lock()  # one at a time, the first to ask first

    async def find(self, game: str, record: Record) -> bytes | None:
        """A review, or how far it is; None if nobody has asked for it."""
        job = self._jobs.get(game)
        if job is None:
            body = await self.kept.find(game, self.key(record))
            return body and view("done", 1.0, body)
        share = self.studio.share[0] if job.status == "working" else 0.0
        return view(job.status, share, job.glance)

    async def ask(self, game: str, record: Record, user: str) -> bytes:
        """Have a game reviewed, if it is not yet."""
        found = await self.find(game, record)
        if found is not None:
            return found
        self.studio.require(record.start.game)
        if len(self._jobs) >= MOST_WAITING:
            raise Refused("busy", "too many games wait to be reviewed", retry=60.0)
        await self.limits.take(REVIEWS, user)
        if game not in self._jobs:
            self._jobs[game] = job = Job()
            self.tasks.run("review", self._make(game, record, job), game=game)
        return view("waiting", 0.0, b"")

    async def _make(self, game: str, record: Record, job: Job) -> None:
        text = str(replace(record, seats=(), tags={}, comments={}))  # names are not kept twice
        try:
            job.glance = await self.studio.glance(text, self.effort)
            async with self._turn:
                job.status = "working"
                body = await self.studio.review(text, self.effort)
            await self.kept.keep(game, self.key(record), body, now())
        finally:
            self._jobs.pop(game, None)

    def key(self, record: Record) -> str:
        """What the numbers of a review depend on beside the game."""
        return f"{len(record.moves)} {self.effort} {analysis.version(record.start.game)}"


def view(status: str, share: float, body: bytes) -> bytes:
    """How far a review is, encoded."""
    return encode({"status": status, "share": round(share, 3), "review": Raw(body or b"null")})
