"""Reviews that are kept: by the game, and by what their numbers depend on."""

from __future__ import annotations

import zlib

from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError

from tilewright.store.database import Database
from tilewright.store.schema import reviews


class Reviews:
    """The table of reviews."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def find(self, game: str, key: str) -> bytes | None:
        """A review as JSON, if there is one."""
        query = select(reviews.c.body).where(reviews.c.game == game, reviews.c.key == key)
        async with self.database.read() as connection:
            body = (await connection.execute(query)).scalar_one_or_none()
        return None if body is None else zlib.decompress(body)

    async def keep(self, game: str, key: str, body: bytes, now: int) -> None:
        """Keep a review; another node may have made the same."""
        row = {"game": game, "key": key, "body": zlib.compress(body), "made": now}
        try:
            async with self.database.write() as connection:
                await connection.execute(insert(reviews).values(row))
        except IntegrityError:
            return
