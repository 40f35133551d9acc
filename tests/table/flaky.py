"""A database that fails: before a transaction, before its commit, after it, or with a commit that
comes late."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from sqlalchemy.ext.asyncio import AsyncConnection

from tilewright.store import writer
from tilewright.store.database import Database, Unavailable
from tilewright.store.writer import Entry

FATES = ("before", "undone", "after", "late")
commit = writer.commit


class Flaky(Database):
    """Reads fail, and writes have their fates, as often as `odds` says."""

    def __init__(self, address: str, seed: int = 0) -> None:
        super().__init__(address)
        self.rng = random.Random(seed)
        self.odds = 0.0
        self.failures = 0
        self.fates: list[str] = []  # of the next writes, before chance has its say
        self.late: set[asyncio.Task[None]] = set()  # commits whose answer was lost too early

    def outage(self) -> Unavailable:
        """What is raised when the connection is lost."""
        self.failures += 1
        return Unavailable("injected")

    def fate(self) -> str:
        """The fate of a write; if empty, nothing happens to it."""
        if self.fates:
            return self.fates.pop(0)
        return self.rng.choice(FATES) if self.rng.random() < self.odds else ""

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        if self.rng.random() < self.odds:
            raise self.outage()
        async with super().read() as connection:
            yield connection

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        fate = self.fate()
        if fate == "before":
            raise self.outage()
        async with super().write() as connection:
            connection.info["flaky"] = self if fate == "late" else None
            yield connection
            if fate == "undone":
                raise self.outage()
        if fate == "after":
            raise self.outage()

    async def commit_late(self, group: Sequence[Entry]) -> None:
        """Commit a group whose answer was lost while it was still on its way."""
        await asyncio.sleep(self.rng.random() / 100)
        async with super().write() as connection:
            await commit(connection, group)


async def commit_or_not(
    connection: AsyncConnection, group: Sequence[Entry]
) -> set[tuple[str, int]]:
    """In place of `writer.commit`: the connection may be lost before the commit is through."""
    flaky = connection.info.get("flaky")
    if isinstance(flaky, Flaky):
        task = asyncio.create_task(flaky.commit_late(group))
        flaky.late.add(task)
        raise flaky.outage()
    return await commit(connection, group)
