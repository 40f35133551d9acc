"""The command `verify`."""

from __future__ import annotations

import typer

from tilewright.commands import printing
from tilewright.commands.options import (
    FileArgument,
    JsonOption,
)


def verify(file: FileArgument, json: JsonOption = False) -> None:
    """Check that the deals of a game were fair.

    Every deal of a finished game must follow from the secret committed to at its start. If the
    game began from a given position, it says that the position itself is not covered.

    The exit code is 0 if the deals were fair, 1 if not or if the record cannot prove it.

    \b
    Example:
      tilewright verify game.txt
    """
    if not printing.check_deals(file, as_json=json):
        raise typer.Exit(1)
