"""The command `analyse`."""

from __future__ import annotations

from typing import Annotated

import typer

from tilewright.commands.needs import needed_by
from tilewright.commands.options import (
    EffortOption,
    JsonOption,
    LanguageOption,
    NoColorOption,
    PlyOption,
    PositionArgument,
)
from tilewright.tui.terminal import Terminal


def analyse(
    position: PositionArgument,
    effort: EffortOption = 8000,
    lines: Annotated[int, typer.Option(metavar="N", min=1, help="How many moves to show.")] = 4,
    ply: PlyOption = None,
    json: JsonOption = False,
    no_color: NoColorOption = False,
    language: LanguageOption = None,
) -> None:
    """Find the best moves in a position, and how the game may continue.

    \b
    Example:
      tilewright analyse game.txt --ply 12
    """
    with needed_by("study"):
        from tilewright.commands import studying  # numba takes its time

    terminal = Terminal(color=not no_color)
    studying.analyse(" ".join(position), ply, terminal, effort=effort, lines=lines, as_json=json)
