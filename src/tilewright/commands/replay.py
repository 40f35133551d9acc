"""The command `replay`."""

from __future__ import annotations

from typing import Annotated

import typer

from tilewright.commands import printing
from tilewright.commands.options import (
    FileArgument,
    JsonOption,
    LanguageOption,
    NoColorOption,
    PlyOption,
)
from tilewright.tui import replay
from tilewright.tui.files import read_record
from tilewright.tui.terminal import Terminal


def replay_record(
    file: FileArgument,
    everything: Annotated[bool, typer.Option("--all", help="All moves at once.")] = False,
    ply: PlyOption = None,
    json: JsonOption = False,
    no_color: NoColorOption = False,
    language: LanguageOption = None,
) -> None:
    """Look back at a game, move by move.

    The scoring is told in words. Without --all it waits at a prompt after each move.

    \b
    Example:
      tilewright replay game.txt --all
    """
    if json:
        printing.print_json(printing.record_data(read_record(file), ply))
    else:
        terminal = Terminal(color=not no_color)
        replay.replay(file, terminal, everything=everything, ply=ply)
