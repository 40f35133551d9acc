"""The house clock in the database: how far it has got, as the furthest node has seen it."""

from __future__ import annotations

from sqlalchemy import select, text

from tilewright.store.database import Database
from tilewright.store.schema import settings

NAME = "clock"
KEEP = text(
    "INSERT INTO settings (name, value) VALUES (:name, :value) ON CONFLICT (name) DO UPDATE "
    "SET value = CASE WHEN CAST(settings.value AS BIGINT) > CAST(excluded.value AS BIGINT) "
    "THEN settings.value ELSE excluded.value END RETURNING value"
)


class Beats:
    """The beats of all nodes of a database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def last(self) -> int | None:
        """How far the clock has got; None if it has never run."""
        query = select(settings.c.value).where(settings.c.name == NAME)
        async with self.database.read() as connection:
            kept = (await connection.execute(query)).scalar_one_or_none()
            return None if kept is None else int(kept)

    async def keep(self, time: int) -> int:
        """Note how far the clock has got here; returns how far it has got anywhere."""
        async with self.database.write() as connection:
            kept = await connection.execute(KEEP, {"name": NAME, "value": str(time)})
            return int(kept.scalar_one())
