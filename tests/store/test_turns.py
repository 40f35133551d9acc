"""The writers of one process take turns at a SQLite file, whose own lock is not fair."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from sqlalchemy import text

from tilewright.store import database as module
from tilewright.store.database import Database, Unavailable

WRITERS = 12
NOTE = text("INSERT INTO notes (number) VALUES (:number)")


@asynccontextmanager
async def opened(path: Path) -> AsyncIterator[Database]:
    database = Database(f"sqlite:///{path}")
    try:
        async with database.write() as connection:
            await connection.execute(text("CREATE TABLE notes (number INTEGER)"))
        yield database
    finally:
        await database.close()


async def note(database: Database, number: int, *, takes: float = 0.0) -> None:
    async with database.write() as connection:
        await connection.execute(NOTE, {"number": number})
        await asyncio.sleep(takes)


def test_many_writers_are_served_in_the_order_they_come(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Together they take far longer than SQLite would let one of them wait for its lock."""
    monkeypatch.setattr(module, "PATIENCE", 0.2)

    async def story() -> None:
        async with opened(tmp_path / "turns.db") as database:
            several = [note(database, number, takes=0.1) for number in range(WRITERS)]
            await asyncio.gather(*several)
            async with database.read() as connection:
                found = await connection.execute(text("SELECT number FROM notes ORDER BY rowid"))
                assert found.scalars().all() == list(range(WRITERS))

    asyncio.run(asyncio.wait_for(story(), 60))


def test_those_who_wait_leave_connections_to_readers(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path / "turns.db") as database:
            async with database.write():
                several = [asyncio.create_task(note(database, n)) for n in range(50)]
                await asyncio.sleep(0.1)
                assert database.connections()["used"] == 1
                async with asyncio.timeout(10), database.read() as connection:
                    await connection.execute(text("SELECT count(*) FROM notes"))
            await asyncio.gather(*several)

    asyncio.run(asyncio.wait_for(story(), 60))


def test_who_gives_up_does_not_hold_up_the_others(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path / "turns.db") as database:
            several = [asyncio.create_task(note(database, n, takes=0.02)) for n in range(8)]
            await asyncio.sleep(0.01)
            for gone in several[::2]:  # the one that writes, and some that wait
                gone.cancel()
            done = await asyncio.gather(*several, return_exceptions=True)
            assert [one is None for one in done] == [False, True] * 4
            await note(database, 8)

    asyncio.run(asyncio.wait_for(story(), 60))


def test_a_lock_of_another_program_is_waited_for_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All are told after one wait; as soon as the lock is gone everything is as before."""
    monkeypatch.setattr(module, "PATIENCE", 0.5)

    async def story() -> None:
        async with opened(tmp_path / "turns.db") as database:
            other = sqlite3.connect(tmp_path / "turns.db", isolation_level=None)
            other.execute("BEGIN IMMEDIATE")
            begin = time.monotonic()
            several = [note(database, number) for number in range(WRITERS)]
            told = await asyncio.gather(*several, return_exceptions=True)
            assert [type(one) for one in told] == [Unavailable] * WRITERS
            assert time.monotonic() - begin < 0.5 * WRITERS / 2
            other.execute("ROLLBACK")
            other.close()
            await asyncio.gather(*[note(database, number) for number in range(WRITERS)])

    asyncio.run(asyncio.wait_for(story(), 60))
