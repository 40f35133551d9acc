"""The command `serve`."""

from __future__ import annotations

from typing import Annotated

import typer

from tilewright.commands.needs import needed_by


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
    any, games are kept in a SQLite file in your own folder (see tilewright where). The exit code is
    0 after it was asked to stop, 2 if the port or the file is taken. See docs/operations.md.

    \b
    Example:
      tilewright serve --port 8000
    """
    with needed_by("the server"):
        from tilewright.web.command import run_server
    run_server(host, port, open=open)
