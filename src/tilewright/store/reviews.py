"""Reviews that are kept, by the game and by what their numbers depend on; and those that are asked
for, with what is found so far, so that any node can continue them."""

from __future__ import annotations

import zlib
from typing import NamedTuple

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from tilewright.store.database import Database
from tilewright.store.schema import review_queue as queue
from tilewright.store.schema import reviews


class Asked(NamedTuple):
    """A review that a node makes."""

    game: str
    key: str  # what the notes depend on
    record: str
    notes: bytes
    beat: int  # when that node last said so: nobody else has it until this is old


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

    async def keep(self, game: str, key: str, body: bytes, now: int) -> None:
        """Keep a review, which is done with; another node may have made the same."""
        row = {"game": game, "key": key, "body": zlib.compress(body), "made": now}
        try:
            async with self.database.write() as connection:
                await connection.execute(insert(reviews).values(row))
                await connection.execute(delete(queue).where(queue.c.game == game))
        except IntegrityError:
            await self.drop(game)

    async def ask(self, game: str, key: str, record: str, now: int) -> None:
        """Have a review made, if it is not waited for already."""
        row = {"game": game, "key": key, "record": record, "notes": b"", "share": 0.0}
        try:
            async with self.database.write() as connection:
                await connection.execute(insert(queue).values(**row, asked=now, beat=0))
        except IntegrityError:
            return

    async def progress(self, game: str) -> tuple[bool, float] | None:
        """Whether a review is being made, and the share that is done; None if it is not asked for
        or done."""
        query = select(queue.c.beat, queue.c.share).where(queue.c.game == game)
        async with self.database.read() as connection:
            found = (await connection.execute(query)).one_or_none()
        return found and (found.beat > 0, found.share)

    async def waiting(self) -> int:
        """How many reviews are asked for and not done."""
        async with self.database.read() as connection:
            count = await connection.execute(select(func.count()).select_from(queue))
            return int(count.scalar_one())

    async def claim(self, now: int, stale: int) -> Asked | None:
        """The review that was asked for first, among those at which no node works; it is this
        node's while its beat is not older than `stale` milliseconds."""
        idle = select(queue).where(queue.c.beat < now - stale).order_by(queue.c.asked, queue.c.game)
        async with self.database.read() as connection:
            row = (await connection.execute(idle.limit(1))).one_or_none()
        if row is None:
            return None
        notes = zlib.decompress(row.notes) if row.notes else b""
        asked = Asked(row.game, row.key, row.record, notes, row.beat)
        return await self.note(asked, row.share, now)

    async def note(self, asked: Asked, share: float, now: int) -> Asked | None:
        """Keep how far a review is; None if another node has it, or it is done or dropped."""
        mine = (queue.c.game == asked.game) & (queue.c.beat == asked.beat)
        now = max(now, asked.beat + 1)
        row = {"key": asked.key, "notes": zlib.compress(asked.notes), "share": share, "beat": now}
        async with self.database.write() as connection:
            done = await connection.execute(update(queue).where(mine).values(row))
        return asked._replace(beat=now) if done.rowcount else None

    async def drop(self, game: str) -> None:
        """Forget that a review was asked for."""
        async with self.database.write() as connection:
            await connection.execute(delete(queue).where(queue.c.game == game))
