"""What the commands `serve`, `db upgrade` and `dump` do."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
import threading
import time
import webbrowser
from dataclasses import replace
from pathlib import Path

from tilewright.store.database import Database
from tilewright.table.dump import dump
from tilewright.web.serve import serve
from tilewright.web.settings import Settings, load


def run_server(host: str | None, port: int | None, *, open: bool) -> None:
    """Serve with the settings of the environment; host and port may be given."""
    settings = load()
    settings = replace(settings, host=host or settings.host, port=port or settings.port)
    if open and port is None:
        settings = replace(settings, port=free_port(settings.host, settings.port))
    address = f"http://{settings.host}:{settings.port}"
    print(f"Serving on {address} (Ctrl-C stops)", file=sys.stderr)
    if open and has_screen():
        threading.Thread(target=open_page, args=[settings.host, settings.port], daemon=True).start()
    serve(settings)


def is_answering(host: str, port: int) -> bool:
    """Whether someone listens there."""
    try:
        socket.create_connection((host, port), timeout=0.5).close()
    except OSError:
        return False
    return True


def free_port(host: str, wanted: int) -> int:
    """The port that is wanted, or the next one on which nobody listens."""
    return next(port for port in range(wanted, 65536) if not is_answering(host, port))


def has_screen() -> bool:
    """Whether a browser can be seen here."""
    wanted = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    return sys.platform in ("darwin", "win32") or any(os.environ.get(name) for name in wanted)


def open_page(host: str, port: int) -> None:
    """Open the site as soon as the server answers."""
    for _ in range(100):
        if is_answering(host, port):
            webbrowser.open(f"http://{host}:{port}/")
            return
        time.sleep(0.2)


def upgrade_database() -> None:
    """Bring the database of the settings up to date."""
    asyncio.run(_with_database(load(), None))


def dump_games(output: Path) -> int:
    """Write the open data; returns the number of games."""
    return asyncio.run(_with_database(load(), output))


async def _with_database(settings: Settings, output: Path | None) -> int:
    database = Database(settings.database)
    try:
        if output is None:
            await database.upgrade()
            return 0
        with output.open("w", encoding="utf-8") as file:
            return await dump(database, file)
    finally:
        await database.close()
