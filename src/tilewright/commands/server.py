"""Commands about the server and its database."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Annotated

import typer

from tilewright.tui.files import BadInput


def server_part(name: str) -> ModuleType:
    """A module of the server, which needs more packages than the terminal does."""
    try:
        return import_module(f"tilewright.web.{name}")
    except ModuleNotFoundError as missing:
        package = (missing.name or "").partition(".")[0]
        if package == "tilewright":
            raise
        needs = f"the server needs {package}: install tilewright with its dependencies"
        raise BadInput(needs) from None


def serve(
    host: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Where to listen; 127.0.0.1 if not set.")
    ] = None,
    port: Annotated[
        int | None, typer.Option(min=1, max=65535, help="The port to listen on; 8000 if not set.")
    ] = None,
    open: Annotated[
        bool,
        typer.Option("--open", help="Open the site in a browser; another port if 8000 is taken."),
    ] = False,
) -> None:
    """Serve the site and its games.

    Settings come from the environment (TILEWRIGHT_DATABASE, TILEWRIGHT_BUS, ...); without
    any, games are kept in a SQLite file in your own folder (see tilewright where). Exit code 0
    when it was asked to stop and did, 2 if the port or the file is taken. See docs/operations.md.

    \b
    Example:
      tilewright serve --port 8000
    """
    server_part("command").run_server(host, port, open=open)


def look_after() -> None:
    """Look after the server's database, the one that TILEWRIGHT_DATABASE names.

    \b
    Example:
      tilewright db upgrade
    """


def upgrade() -> None:
    """Bring the tables of the database up to date; nothing is lost.

    Every step is told when it is done: with many games one may take minutes.

    \b
    Example:
      TILEWRIGHT_DATABASE=postgresql://me@localhost/tilewright tilewright db upgrade
    """
    server_part("command").upgrade_database(print)
    print("The database is up to date.")


def dump(
    output: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write.")],
) -> None:
    """Write the finished public games of a server as open data, one JSON object a line.

    The file is there when all of it is written; until then one of the same name stays as it was.

    \b
    Example:
      tilewright dump games.jsonl
    """
    written, unreadable = server_part("command").dump_games(output)
    print(f"{written} games written to {output}")
    if unreadable:
        raise BadInput(f"{unreadable} games were left out: their logs cannot be read")
