"""The command `verify`."""

from __future__ import annotations

import typer

from tilewright.commands.options import (
    File,
    Json,
)
from tilewright.tui import printing


def verify(file: File, json: Json = False) -> None:
    """Check that the deals of a game were fair.

    Every deal of a finished game must follow from the secret that was promised at its start.
    Of a game that begins from a position it says that the position itself is not covered.

    Exit code 0 if it does, 1 if it does not or the record cannot prove it.

    \b
    Example:
      tilewright verify game.txt
    """
    if not printing.check_deals(file, as_json=json):
        raise typer.Exit(1)
