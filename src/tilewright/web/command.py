"""What the commands `serve`, `db upgrade` and `dump` do."""

from __future__ import annotations

import asyncio
import sys
from dataclasses import replace
from pathlib import Path

from tilewright.store.database import Database
from tilewright.table.dump import dump
from tilewright.web.serve import serve
from tilewright.web.settings import Settings, load


def run_server(host: str | None, port: int | None) -> None:
    """Serve with the settings of the environment; host and port may be given."""
    settings = load()
    settings = replace(settings, host=host or settings.host, port=port or settings.port)
    print(f"Serving on http://{settings.host}:{settings.port} (Ctrl-C stops)", file=sys.stderr)
    serve(settings)


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
