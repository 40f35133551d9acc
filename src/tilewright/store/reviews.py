"""Reviews that are kept, by the game and by what their numbers depend on; and those requested, with
what has been found so far, so that any node can continue them."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from tilewright.store.database import Database
from tilewright.store.insights import note_seats
from tilewright.store.ladders import insert_new
from tilewright.store.schema import review_queue as queue
from tilewright.store.schema import reviews
from tilewright.store.users import lock

PAUSE = 30_000  # milliseconds between two reviews that a user has ordered together


class Asked(NamedTuple):
    """A review that a node is making."""

    game: str
    key: str  # what the notes depend on
    record: str
    notes: bytes
    beat: int  # when that node last said so: nobody else gets it until this is old
    batch: int = 0  # games ordered together; 0: somebody is waiting for it


class Order(NamedTuple):
    """A game to be reviewed among others."""

    game: str
    key: str
    record: str


class Ordered(NamedTuple):
    """Reviews that a user has ordered together."""

    games: int
    left: int  # not done yet
    share: float  # of all the work that is done


class Reviews:
    """The table of reviews, and the queue before it."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def find(self, game: str, key: str) -> bytes | None:
        """A review as JSON, if there is one."""
        query = select(reviews.c.body).where(reviews.c.game == game, reviews.c.key == key)
        async with self.database.read() as connection:
            body = (await connection.execute(query)).scalar_one_or_none()
        return None if body is None else zlib.decompress(body)

    async def keep(
        self, game: str, key: str, body: bytes, seats: Mapping[int, str], now: int
    ) -> None:
        """Keep a finished review, and a few numbers for each seat; another node may have made the
        same one."""
        row = {"game": game, "key": key, "body": zlib.compress(body), "made": now}
        try:
            async with self.database.write() as connection:
                await connection.execute(insert(reviews).values(row))
                await note_seats(connection, game, seats)
                await connection.execute(delete(queue).where(queue.c.game == game))
        except IntegrityError:
            await self.drop(game)

    async def ask(self, game: str, key: str, record: str, now: int) -> None:
        """Have a review made, unless it has been requested already."""
        row = {"game": game, "key": key, "record": record, "notes": b"", "share": 0.0}
        try:
            async with self.database.write() as connection:
                await connection.execute(insert(queue).values(**row, asked=now, beat=0))
        except IntegrityError:
            return

    async def order(self, user: str, orders: Sequence[Order], now: int) -> None:
        """Have reviews made while nobody is waiting for one. Users take turns: the reviews of each
        are queued as if they had been requested with pauses in between."""
        rows: list[dict[str, object]] = [
            {**one._asdict(), "notes": b"", "share": 0.0, "asked": now + PAUSE * number, "beat": 0}
            | {"user": user, "batch": len(orders)}
            for number, one in enumerate(orders)
        ]
        async with self.database.write() as connection:
            await lock(connection, user)
            await connection.execute(insert_new(connection, queue, rows))

    async def ordered(self, user: str) -> Ordered | None:
        """The progress of the reviews that a user has ordered; None if all are done."""
        sums = (func.max(queue.c.batch), func.count(), func.sum(queue.c.share))
        query = select(*sums).where(queue.c.user == user, queue.c.batch > 0)
        async with self.database.read() as connection:
            games, left, share = (await connection.execute(query)).one()
        if not left:
            return None
        return Ordered(games, left, (max(0, games - left) + share) / max(games, left))

    async def hurry(self, game: str) -> bool:
        """Note that somebody now waits for an ordered review; False if it was not ordered."""
        mine = update(queue).where(queue.c.game == game, queue.c.batch > 0)
        async with self.database.write() as connection:
            return (await connection.execute(mine.values(user="", batch=0))).rowcount > 0

    async def progress(self, game: str) -> tuple[bool, float] | None:
        """Whether a review is being made, and the share that is done; None if it was not requested
        or is done."""
        query = select(queue.c.beat, queue.c.share).where(queue.c.game == game)
        async with self.database.read() as connection:
            found = (await connection.execute(query)).one_or_none()
        return found and (found.beat > 0, found.share)

    async def waiting(self) -> int:
        """How many reviews somebody is waiting for."""
        query = select(func.count()).select_from(queue).where(queue.c.batch == 0)
        async with self.database.read() as connection:
            return int((await connection.execute(query)).scalar_one())

    async def ordered_by_all(self) -> int:
        """How many reviews are ordered but not done."""
        query = select(func.count()).select_from(queue).where(queue.c.batch > 0)
        async with self.database.read() as connection:
            return int((await connection.execute(query)).scalar_one())

    async def is_urgent(self) -> bool:
        """Tell whether somebody waits for a review that no node has begun."""
        query = select(queue.c.game).where(queue.c.batch == 0, queue.c.beat == 0).limit(1)
        async with self.database.read() as connection:
            return (await connection.execute(query)).first() is not None

    async def lay_aside(self, asked: Asked) -> None:
        """Let go of a review for now, so that any node can continue it."""
        mine = (queue.c.game == asked.game) & (queue.c.beat == asked.beat)
        async with self.database.write() as connection:
            await connection.execute(update(queue).where(mine).values(beat=0))

    async def claim(self, now: int, stale: int) -> Asked | None:
        """Claim the review requested first that no node is working on or, if there is none, the one
        ordered first; it is this node's while its beat is not older than `stale` milliseconds."""
        order = (queue.c.batch > 0, queue.c.asked, queue.c.game)
        idle = select(queue).where(queue.c.beat < now - stale).order_by(*order)
        async with self.database.read() as connection:
            row = (await connection.execute(idle.limit(1))).one_or_none()
        if row is None:
            return None
        notes = zlib.decompress(row.notes) if row.notes else b""
        asked = Asked(row.game, row.key, row.record, notes, row.beat, row.batch)
        return await self.note(asked, row.share, now)

    async def note(self, asked: Asked, share: float, now: int) -> Asked | None:
        """Keep the progress of a review; None if another node has it, or it is done or dropped."""
        mine = (queue.c.game == asked.game) & (queue.c.beat == asked.beat)
        now = max(now, asked.beat + 1)
        row = {"key": asked.key, "notes": zlib.compress(asked.notes), "share": share, "beat": now}
        async with self.database.write() as connection:
            done = await connection.execute(update(queue).where(mine).values(row))
        return asked._replace(beat=now) if done.rowcount else None

    async def drop(self, game: str) -> None:
        """Forget that a review was requested."""
        async with self.database.write() as connection:
            await connection.execute(delete(queue).where(queue.c.game == game))
