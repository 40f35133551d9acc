"""The command `engine-check`."""

from __future__ import annotations

from typing import Annotated

import typer

from tilewright.commands import engines
from tilewright.commands.options import JsonOption
from tilewright.tui.terminal import Terminal


def engine_check(
    command: Annotated[
        list[str], typer.Argument(metavar="CMD...", help="The engine, with its own options.")
    ],
    grace: Annotated[
        float,
        typer.Option(metavar="SECONDS", min=0.1, help="How late an answer may be."),
    ] = 1.0,
    json: JsonOption = False,
) -> None:
    """Test whether an engine follows the protocol.

    Exit code 0 if it does, 1 if it does not.

    \b
    Example:
      tilewright engine-check node examples/engine.js
    """
    if not engines.try_engine(command, Terminal(), grace=grace, as_json=json):
        raise typer.Exit(1)
