"""What the commands `serve`, `db upgrade` and `dump` do."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
import threading
import webbrowser
from dataclasses import replace
from pathlib import Path

from tilewright.store.database import Database
from tilewright.table.dump import dump
from tilewright.web.serve import PortTaken, address, listen, serve
from tilewright.web.settings import Settings, settle
from tilewright.web.site import BUILT, MISSING


def run_server(host: str | None, port: int | None, *, open: bool) -> None:
    """Serve with the settings of the environment; host and port may be given."""
    settings = settle()
    settings = replace(settings, host=host or settings.host, port=port or settings.port)
    any_port = open and port is None
    sockets = (listen_from if any_port else listen)(settings.host, settings.port)
    settings = replace(settings, port=sockets[0].getsockname()[1])
    page = address(settings.host, settings.port)

    def ready() -> None:
        if not settings.site and not (BUILT / "index.html").is_file():
            print(MISSING, end="", file=sys.stderr)
        print(f"Serving on {page} (Ctrl-C stops)", file=sys.stderr)
        if open and has_screen():
            threading.Thread(target=webbrowser.open, args=[page], daemon=True).start()

    serve(settings, sockets, ready)


def listen_from(host: str, port: int) -> list[socket.socket]:
    """Take the port that is wanted, or the next one that is free."""
    while True:
        try:
            return listen(host, port)
        except PortTaken:
            port += 1


def has_screen() -> bool:
    """Whether a browser can be seen here."""
    wanted = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    return sys.platform in ("darwin", "win32") or any(os.environ.get(name) for name in wanted)


def upgrade_database() -> None:
    """Bring the database of the settings up to date."""
    asyncio.run(_with_database(settle(), None))


def dump_games(output: Path) -> int:
    """Write the open data; returns the number of games."""
    return asyncio.run(_with_database(settle(), output))


async def _with_database(settings: Settings, output: Path | None) -> int:
    database = Database(settings.database, patience=None)
    try:
        if output is None:
            await database.upgrade()
            return 0
        with output.open("w", encoding="utf-8") as file:
            return await dump(database, file)
    finally:
        await database.close()
