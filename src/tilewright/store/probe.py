"""Whether the database can be written to, not merely whether it answers."""

from __future__ import annotations

import asyncio
import time

from sqlalchemy import text

from tilewright.store.database import Database

FRESH = 2.0  # seconds for which a successful write counts as proof
LIMIT = 3.0  # seconds within which a write must succeed
WRITE = text(
    "INSERT INTO settings (name, value) VALUES ('written', :now) "
    "ON CONFLICT (name) DO UPDATE SET value = excluded.value"
)


class Probe:
    """Tests whether the database can be written to; those who ask at once share an answer."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._written = -FRESH
        self._task: asyncio.Task[None] | None = None

    async def trouble(self) -> str:
        """Why nothing can be written; empty if it can."""
        if time.monotonic() - self._written < FRESH:
            return ""
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._write())
        try:
            await asyncio.wait_for(asyncio.shield(self._task), LIMIT)
        except TimeoutError:
            return f"no write has succeeded within {LIMIT:.0f} s"
        except Exception as error:
            return str(error).partition("\n")[0]
        return ""

    async def _write(self) -> None:
        async with self.database.write() as connection:
            await connection.execute(WRITE, {"now": str(int(time.time()))})
        self._written = time.monotonic()
