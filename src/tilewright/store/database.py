"""The database: SQLite in a file or PostgreSQL, one code for both."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from importlib.resources import files
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, event, make_url
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

LOCK = 8_454_812_735  # of PostgreSQL, while tables are made
PATIENCE = 5.0  # seconds that a command may take, another program's lock included
CLOSING = 2.0  # seconds that connections have to say goodbye
DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg"}


class Database:
    """A connection pool; `read()` and `write()` are its doors."""

    def __init__(self, address: str) -> None:
        url = make_url(address)
        backend = url.get_backend_name()
        if backend not in DRIVERS:
            raise ValueError(f"database {backend}: expected sqlite:///FILE or postgresql://…")
        self.url = url.set(drivername=DRIVERS[backend])
        self.is_sqlite = backend == "sqlite"
        if self.is_sqlite:
            self.engine: AsyncEngine = create_async_engine(self.url)
            event.listen(self.engine.sync_engine, "connect", _set_pragmas)
        else:
            self.engine = create_async_engine(self.url, pool_size=8, pool_pre_ping=True)

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """A connection to read with."""
        async with self.engine.connect() as connection:
            yield connection

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """A connection whose transaction is committed at the end."""
        async with self.engine.begin() as connection:
            yield connection

    async def upgrade(self) -> None:
        """Bring the tables up to date; several nodes may try at once."""
        async with self.engine.begin() as connection:
            if not self.is_sqlite:
                await connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LOCK})")
            await connection.run_sync(_upgrade)

    async def prepare(self) -> None:
        """Make the tables of a new database; an older SQLite file is brought up to date, an older
        PostgreSQL database only by its operator."""
        async with self.engine.connect() as connection:
            version = await connection.run_sync(_version)
        if version is None or (self.is_sqlite and version != _head()):
            await self.upgrade()
        elif version != _head():
            raise RuntimeError(
                f"the database is of version {version}, this release needs {_head()}: "
                "run `tilewright db upgrade`"
            )

    async def close(self) -> None:
        """Close all connections; those that hang are left to the system."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self.engine.dispose(), CLOSING)


def is_bad_data(error: BaseException) -> bool:
    """Whether what was to be written is at fault; if not, the database is in trouble."""
    if not isinstance(error, DBAPIError):
        return isinstance(error, ValueError | TypeError | OverflowError)
    if error.connection_invalidated:
        return False
    if state := getattr(error.orig, "sqlstate", None):  # PostgreSQL: data and constraints
        return str(state)[:2] in ("22", "23")
    cause = error.orig and error.orig.__cause__  # asyncpg: a value that cannot be encoded
    return isinstance(error, DataError | IntegrityError) or isinstance(cause, ValueError)


def _set_pragmas(connection: Any, record: object) -> None:  # noqa: ANN401
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout={1000 * PATIENCE:.0f}")
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _config() -> Config:
    config = Config()
    config.set_main_option(
        "script_location", str(Path(str(files("tilewright.store"))) / "migrations")
    )
    return config


def _upgrade(connection: Connection) -> None:
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _version(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def _head() -> str | None:
    return ScriptDirectory.from_config(_config()).get_current_head()
