"""The nursery of servers: a process that has read what a server reads, and made the tables of a
new database, before any is forked from it."""

from __future__ import annotations

import asyncio
import gc
import os
import tempfile
from pathlib import Path

from sqlalchemy import make_url

from tests.children import follow
from tilewright.store.database import Database
from tilewright.web.serve import main


def serve_in(environment: dict[str, str], folder: Path) -> None:
    """In a forked process: be a server with these settings."""
    follow()
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    url = make_url(environment["TILEWRIGHT_DATABASE"])
    if url.drivername == "sqlite" and url.database and not Path(url.database).exists():
        Path(url.database).write_bytes(NEW)
    main()


def new_database() -> bytes:
    """A SQLite file as the first server on it makes it."""

    async def make() -> None:
        database = Database(f"sqlite:///{file}")
        await database.prepare()
        await database.close()

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "new.db"
        asyncio.run(make())
        return file.read_bytes()


NEW = new_database()
gc.collect()
gc.freeze()  # a collection in a server would touch, and thereby copy, all there is
