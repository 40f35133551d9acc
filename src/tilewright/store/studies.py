"""Studies that are kept: positions with branches and comments, which one person leads at a time."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import AsyncIterator, Collection
from typing import NamedTuple

from sqlalchemy import delete, func, insert, select, update

from tilewright.store.database import Database
from tilewright.store.schema import studies, users
from tilewright.store.users import lock


class Study(NamedTuple):
    """A study as it is kept."""

    id: str
    user: str  # whose it is
    leader: str  # who edits it and leads the others
    game: str
    title: str
    version: int  # one more with every edit
    body: bytes  # JSON
    changed: int


class ListedStudy(NamedTuple):
    """A study in a list."""

    id: str
    title: str
    game: str
    changed: int


class TooManyStudies(Exception):
    """A user has as many studies as allowed."""


class Studies:
    """The table of studies."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def add(self, study: Study, most: int) -> None:
        """Keep a new study, unless its owner has too many."""
        mine = select(func.count()).select_from(studies).where(studies.c.user == study.user)
        row = await _row(study)
        async with self.database.write() as connection:
            await lock(connection, study.user)  # so that a user makes one study at a time
            if (await connection.execute(mine)).scalar_one() >= most:
                raise TooManyStudies
            await connection.execute(insert(studies).values(row))

    async def find(self, id: str) -> Study | None:
        """A study by its id."""
        async with self.database.read() as connection:
            row = (await connection.execute(select(studies).where(studies.c.id == id))).first()
        return None if row is None else await _unpacked(Study(*row))

    async def versions(self, ids: Collection[str]) -> dict[str, int]:
        """The versions of studies, for those that exist."""
        query = select(studies.c.id, studies.c.version).where(studies.c.id.in_(ids))
        async with self.database.read() as connection:
            return {row.id: row.version for row in await connection.execute(query)}

    async def change(self, study: Study) -> bool:
        """Keep the next version of a study; False if another one was kept first."""
        before = (studies.c.id == study.id, studies.c.version == study.version - 1)
        row = await _row(study)
        async with self.database.write() as connection:
            await lock(connection, study.leader)
            result = await connection.execute(update(studies).where(*before).values(row))
            return result.rowcount > 0

    async def remove(self, id: str, user: str) -> bool:
        """Forget a study; False if it is not this user's."""
        mine = (studies.c.id == id, studies.c.user == user)
        async with self.database.write() as connection:
            return (await connection.execute(delete(studies).where(*mine))).rowcount > 0

    async def of_user(self, user: str) -> list[ListedStudy]:
        """A user's own studies, latest first."""
        columns = [studies.c[name] for name in ListedStudy._fields]
        query = select(*columns).where(studies.c.user == user).order_by(studies.c.changed.desc())
        async with self.database.read() as connection:
            return [ListedStudy(*row) for row in await connection.execute(query)]

    async def whole(self, user: str) -> AsyncIterator[Study]:
        """A user's own studies with everything in them, one by one."""
        for listed in await self.of_user(user):
            if study := await self.find(listed.id):
                yield study

    async def names(self, *ids: str) -> dict[str, str]:
        """The names of users."""
        query = select(users.c.id, users.c.name).where(users.c.id.in_(ids))
        async with self.database.read() as connection:
            return {row.id: row.name for row in await connection.execute(query)}


async def _row(study: Study) -> dict[str, object]:
    """A study as it is kept; packing it takes a while."""
    return {**study._asdict(), "body": await asyncio.to_thread(zlib.compress, study.body, 1)}


async def _unpacked(study: Study) -> Study:
    return study._replace(body=await asyncio.to_thread(zlib.decompress, study.body))
