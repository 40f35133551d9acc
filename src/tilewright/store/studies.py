"""Studies that are kept: positions with branches and comments, which one person leads at a time."""

from __future__ import annotations

import zlib
from typing import NamedTuple

from sqlalchemy import delete, func, insert, select, update

from tilewright.store.database import Database
from tilewright.store.schema import studies, users


class Study(NamedTuple):
    """A study as it is kept."""

    id: str
    user: str  # whose it is
    leader: str  # who edits it and shows the way
    game: str
    title: str
    version: int  # one more with every edit
    body: bytes  # JSON
    changed: int


class TooManyStudies(Exception):
    """A user has as many studies as one may have."""


class Studies:
    """The table of studies."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def add(self, study: Study, most: int) -> None:
        """Keep a new study, unless its owner has so many."""
        mine = select(func.count()).select_from(studies).where(studies.c.user == study.user)
        lock = update(users).where(users.c.id == study.user).values(kind=users.c.kind)
        async with self.database.write() as connection:
            await connection.execute(lock)  # so that a user makes one study after the other
            if (await connection.execute(mine)).scalar_one() >= most:
                raise TooManyStudies
            await connection.execute(insert(studies).values(_row(study)))

    async def find(self, id: str) -> Study | None:
        """A study by its id."""
        async with self.database.read() as connection:
            row = (await connection.execute(select(studies).where(studies.c.id == id))).first()
        return None if row is None else Study(**{**row._asdict(), "body": _unpack(row.body)})

    async def version(self, id: str) -> int | None:
        """How often a study has been changed; None if there is none of this id."""
        query = select(studies.c.version).where(studies.c.id == id)
        async with self.database.read() as connection:
            return (await connection.execute(query)).scalar_one_or_none()

    async def change(self, study: Study) -> bool:
        """Keep the next version of a study; False if another one was kept first."""
        before = (studies.c.id == study.id, studies.c.version == study.version - 1)
        async with self.database.write() as connection:
            result = await connection.execute(update(studies).where(*before).values(_row(study)))
            return result.rowcount > 0

    async def remove(self, id: str, user: str) -> bool:
        """Forget a study; False if it is not this user's."""
        mine = (studies.c.id == id, studies.c.user == user)
        async with self.database.write() as connection:
            return (await connection.execute(delete(studies).where(*mine))).rowcount > 0

    async def of_user(self, user: str) -> list[Study]:
        """A user's own studies, the latest first."""
        query = select(studies).where(studies.c.user == user).order_by(studies.c.changed.desc())
        async with self.database.read() as connection:
            rows = (await connection.execute(query)).all()
        return [Study(**{**row._asdict(), "body": _unpack(row.body)}) for row in rows]

    async def names(self, *ids: str) -> dict[str, str]:
        """The names of users."""
        query = select(users.c.id, users.c.name).where(users.c.id.in_(ids))
        async with self.database.read() as connection:
            return {row.id: row.name for row in await connection.execute(query)}


def _row(study: Study) -> dict[str, object]:
    return {**study._asdict(), "body": zlib.compress(study.body)}


def _unpack(body: bytes) -> bytes:
    return zlib.decompress(body)
