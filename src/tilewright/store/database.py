"""The database: SQLite in a file or PostgreSQL, the same code for both."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, nullcontext, suppress
from importlib.resources import files
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import URL, Connection, event, make_url
from sqlalchemy.exc import (
    ArgumentError,
    DataError,
    DBAPIError,
    IntegrityError,
    InterfaceError,
    OperationalError,
)
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import QueuePool

from tilewright.store import postgres
from tilewright.supervision import Outage

LOCK = 8_454_812_735  # PostgreSQL's, held while tables are made
PATIENCE = 5.0  # seconds a command may take, including waiting for another program's lock
CLOSING = 2.0  # seconds connections have to say goodbye
TROUBLE = ("08", "25006", "40", "53", "57", "58")  # classes of PostgreSQL's errors
WRITES = "tilewright_writes"  # marks a connection that will write
DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg"}
ADDRESSES = "a database is sqlite:///FILE or postgresql://USER:PASSWORD@HOST:PORT/NAME"


class Unavailable(Outage):
    """The database does not answer, or cannot write; the same request may succeed later."""


class WriteQueue:
    """Who writes next to SQLite, in the order in which they came. Its own lock is given to whoever
    happens to ask when it is free, so that one of many might wait until its patience ends."""

    def __init__(self) -> None:
        self._lock = asyncio.Lock()  # first come, first served
        self._stuck = False  # the last one got nowhere

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait for one's turn. While another program holds the database, those who have waited
        long enough are told so together, not each after a wait of its own."""
        came = time.monotonic()
        async with self._lock:
            if self._stuck and time.monotonic() - came >= PATIENCE:
                raise Unavailable("the database is in trouble: others have waited in vain")
            try:
                yield
            except Unavailable:
                self._stuck = True
                raise
            self._stuck = False


def read_address(text: str) -> URL:
    """The address of a database. An error does not repeat it: there may be a password in it."""
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise ValueError(ADDRESSES) from None
    backend = url.get_backend_name()
    if backend not in DRIVERS or (backend == "sqlite" and url.database in (None, "", ":memory:")):
        raise ValueError(ADDRESSES)
    return url


class Database:
    """A connection pool; `read()` and `write()` are its doors."""

    def __init__(self, address: str, *, patience: float | None = PATIENCE) -> None:
        url = read_address(address)
        self.is_sqlite = url.get_backend_name() == "sqlite"
        self.url = url.set(drivername=DRIVERS[url.get_backend_name()])
        self._queue = WriteQueue()
        if self.is_sqlite:
            self.engine: AsyncEngine = create_async_engine(self.url)
            event.listen(self.engine.sync_engine, "connect", _set_pragmas)
            event.listen(self.engine.sync_engine, "begin", _begin)
        else:
            self.engine = postgres.connect(self.url, patience)

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """A connection to read with: all that it reads is of one moment."""
        async with self._connected() as connection:
            if not self.is_sqlite:  # whose transactions always do that
                await connection.execution_options(isolation_level="REPEATABLE READ")
            yield connection

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """A connection whose transaction is committed at the end. SQLite has one writer at a time:
        those of this process take turns before they ask it."""
        turn = self._queue.turn() if self.is_sqlite else nullcontext()
        async with turn, self._connected() as connection:
            await connection.execution_options(**{WRITES: True})
            yield connection
            await connection.commit()

    @asynccontextmanager
    async def _connected(self) -> AsyncIterator[AsyncConnection]:
        """A connection; one on which a command took too long is dropped."""
        connection = self.engine.connect()
        with _telling(OSError):
            await connection.start()
        try:
            with _telling(ConnectionError):
                yield connection
        except Unavailable as error:
            if isinstance(error.__cause__, TimeoutError) and not self.is_sqlite:
                postgres.hang_up(connection)
            raise
        finally:
            await asyncio.shield(asyncio.create_task(connection.close()))

    def connections(self) -> dict[str, int]:
        """How many connections are used, and how many are idle."""
        pool = self.engine.pool
        if not isinstance(pool, QueuePool):
            return {"used": 0, "idle": 0}
        return {"used": pool.checkedout(), "idle": pool.checkedin()}

    async def upgrade(self, tell: Callable[[str], None] = lambda step: None) -> None:
        """Bring the tables up to date, however long it takes; several nodes may try at once. Every
        step is reported when it is done."""
        engine = self.engine if self.is_sqlite else postgres.connect(self.url, None)
        try:
            async with engine.begin() as connection:
                if not self.is_sqlite:
                    await connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LOCK})")
                await connection.run_sync(_upgrade, tell)
                if not self.is_sqlite:  # so that new tables get good plans from the first request
                    await connection.exec_driver_sql("ANALYZE")
        finally:
            if engine is not self.engine:
                await engine.dispose()

    async def prepare(self) -> None:
        """Make the tables of a new database; an older SQLite file is brought up to date, an older
        PostgreSQL database only by its operator."""
        async with self.read() as connection:
            version = await connection.run_sync(_version)
        if version is None or (self.is_sqlite and version != _head()):
            await self.upgrade()
        elif version != _head():
            raise ValueError(
                f"the database has version {version}, but this release needs {_head()}: "
                "run `tilewright db upgrade`"
            )

    async def require(self) -> None:
        """Make sure that the database exists and is up to date, for programs that only read."""
        if self.is_sqlite and not Path(str(self)).is_file():
            raise ValueError(f"{self}: there is no database")
        async with self.read() as connection:
            version = await connection.run_sync(_version)
        if version is None:
            raise ValueError(f"{self}: this is not a Tilewright database")
        if version != _head():
            raise ValueError(
                f"{self}: the database has version {version}, but this release needs {_head()}; "
                "run tilewright db upgrade"
            )

    def __str__(self) -> str:
        """Where it is, without a password."""
        if self.is_sqlite:
            return str(self.url.database)
        return self.url.set(drivername="postgresql").render_as_string(hide_password=True)

    async def close(self) -> None:
        """Close all connections; those that hang are left to the system."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self.engine.dispose(), CLOSING)


def is_bad_data(error: BaseException) -> bool:
    """Whether the data to be written is at fault; if not, the database is in trouble."""
    if not isinstance(error, DBAPIError):
        return isinstance(error, ValueError | TypeError | OverflowError)
    if error.connection_invalidated:
        return False
    if state := getattr(error.orig, "sqlstate", None):  # PostgreSQL: data and constraints
        return str(state)[:2] in ("22", "23")
    cause = error.orig and error.orig.__cause__  # asyncpg: a value that cannot be encoded
    return isinstance(error, DataError | IntegrityError) or isinstance(cause, ValueError)


@contextmanager
def _telling(lost: type[OSError]) -> Iterator[None]:
    """Tell trouble with the database from mistakes in what is asked of it."""
    try:
        yield
    except (TimeoutError, lost, PoolTimeoutError) as error:
        raise Unavailable(f"the database does not answer ({type(error).__name__})") from error
    except DBAPIError as error:
        if _is_trouble(error):
            raise Unavailable(f"the database is in trouble: {error.orig}") from error
        raise


def _is_trouble(error: DBAPIError) -> bool:
    """Whether the database is at fault: lost, locked, full, stopping, read-only."""
    if is_bad_data(error):
        return False
    if error.connection_invalidated or isinstance(error, OperationalError | InterfaceError):
        return True
    return str(getattr(error.orig, "sqlstate", None) or "").startswith(TROUBLE)


def _set_pragmas(connection: Any, record: object) -> None:  # noqa: ANN401
    # Left to itself the driver begins a transaction before some statements and not before others,
    # so that one starting with WITH would be committed on its own.
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout={1000 * PATIENCE:.0f}")
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: Connection) -> None:
    """Begin a transaction of SQLite; one that writes waits for the others now, and not when it
    has read what they are about to change."""
    writes = connection.get_execution_options().get(WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _config() -> Config:
    config = Config()
    config.set_main_option(
        "script_location", str(Path(str(files("tilewright.store"))) / "migrations")
    )
    return config


def _upgrade(connection: Connection, tell: Callable[[str], None]) -> None:
    config = _config()
    config.attributes["connection"] = connection
    config.attributes["tell"] = tell
    command.upgrade(config, "head")


def _version(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def _head() -> str | None:
    return ScriptDirectory.from_config(_config()).get_current_head()
