"""Where users have signed in before: browsers and networks, as fingerprints."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import delete, select, text

from tilewright.store.database import Database
from tilewright.store.schema import places
from tilewright.store.users import DAY, LONGEST_DAYS, lock

MOST = 50  # remembered per user, the latest


class Places:
    """The places of a database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def known(self, user: str, some: Collection[str], now: int) -> set[str]:
        """Which of some places a user has signed in from before."""
        query = select(places.c.place).where(
            places.c.user == user,
            places.c.place.in_(some),
            places.c.seen > now - LONGEST_DAYS * DAY,
        )
        async with self.database.read() as connection:
            return {place for (place,) in await connection.execute(query)}

    async def remember(self, user: str, some: Collection[str], now: int) -> None:
        """Note that a user has signed in at some places, and forget those of long ago."""
        keep = text(
            'INSERT INTO places ("user", place, seen) VALUES (:user, :place, :seen) '
            'ON CONFLICT ("user", place) DO UPDATE SET seen = excluded.seen'
        )
        mine = places.c.user == user
        latest = select(places.c.place).where(mine).order_by(places.c.seen.desc()).limit(MOST)
        rows = [{"user": user, "place": place, "seen": now} for place in sorted(some)]
        async with self.database.write() as connection:
            await lock(connection, user)
            await connection.execute(keep, rows)
            await connection.execute(delete(places).where(mine, places.c.place.not_in(latest)))
