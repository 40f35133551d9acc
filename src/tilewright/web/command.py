"""What the commands `serve`, `db upgrade` and `dump` do."""

from __future__ import annotations

import asyncio
import gc
import io
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

from asyncpg import PostgresError  # type: ignore[import-untyped]
from sqlalchemy.exc import DBAPIError

from tilewright.store.database import Database, Unavailable
from tilewright.table.dump import Dumped, dump
from tilewright.web.serve import PortTaken, address, listen, serve
from tilewright.web.settings import Settings, settle
from tilewright.web.site import BUILT, MISSING
from tilewright.writing import replacing

T = TypeVar("T")


def run_server(host: str | None, port: int | None, *, open: bool) -> None:
    """Serve with the settings of the environment; host and port may be given."""
    settings = settle()
    given = {"host": host or settings.host, "port": port or settings.port}
    settings = settings.model_copy(update=given)
    any_port = open and port is None
    sockets = (listen_from if any_port else listen)(settings.host, settings.port)
    settings = settings.model_copy(update={"port": sockets[0].getsockname()[1]})
    page = address(settings.host, settings.port)

    def ready() -> None:
        if not settings.site and not (BUILT / "index.html").is_file():
            print(MISSING, end="", file=sys.stderr)
        print(f"Serving on {page} (Ctrl-C stops)", file=sys.stderr)
        if open and has_screen():
            threading.Thread(target=webbrowser.open, args=[page], daemon=True).start()

    serve(settings, sockets, ready)


def listen_from(host: str, port: int) -> list[socket.socket]:
    """Take the wanted port, or the next free one."""
    while True:
        try:
            return listen(host, port)
        except PortTaken:
            port += 1


def has_screen() -> bool:
    """Whether there is a screen to show a browser on."""
    wanted = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    return sys.platform in ("darwin", "win32") or any(os.environ.get(name) for name in wanted)


def upgrade_database(tell: Callable[[str], None]) -> None:
    """Bring the database of the settings up to date; every step is reported."""
    with_database(settle(), lambda database: database.upgrade(tell))


def dump_games(output: Path) -> Dumped:
    """Write the open data, and nothing but the file; returns how many games there were."""

    async def write(database: Database) -> Dumped:
        await database.require()
        gc.freeze()  # the collector need not go through the program's own objects each time
        with replacing(output) as file:
            out = io.TextIOWrapper(file, encoding="utf-8")
            found = await dump(database, out)
            out.detach()  # which flushes it into the file
        return found

    return with_database(settle(), write)


def with_database(settings: Settings, work: Callable[[Database], Awaitable[T]]) -> T:
    """Do something with the database; its errors are told in one sentence."""

    async def whole() -> T:
        database = Database(settings.database, patience=None)
        try:
            return await work(database)
        except DBAPIError as error:
            raise ValueError(f"{database}: {error.orig}") from None
        except (PostgresError, ConnectionError, Unavailable) as error:
            raise ValueError(f"{database}: {error}") from None
        finally:
            await database.close()

    return asyncio.run(whole())
