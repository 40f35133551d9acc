"""The command `dump`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tilewright.commands.needs import needed_by
from tilewright.tui.files import BadInput


def dump(
    output: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write.")],
) -> None:
    """Write the finished public games of a server as open data, one JSON object per line.

    The file appears once all of it is written; until then, one of the same name stays as it was.

    \b
    Example:
      tilewright dump games.jsonl
    """
    with needed_by("the server"):
        from tilewright.web.command import dump_games
    written, unreadable = dump_games(output)
    print(f"{written} games written to {output}")
    if unreadable:
        raise BadInput(f"{unreadable} games were left out: their logs cannot be read")
