"""The command `show`."""

from __future__ import annotations

from typing import Annotated

import typer

from tilewright.commands import printing
from tilewright.commands.options import JsonOption, LanguageOption, NoColorOption, PositionArgument
from tilewright.tui.terminal import Terminal


def show(
    position: PositionArgument,
    plain: Annotated[
        bool, typer.Option("--plain", help="Plain text without frames, for screen readers.")
    ] = False,
    json: JsonOption = False,
    no_color: NoColorOption = False,
    language: LanguageOption = None,
) -> None:
    """Print a position, or what may be played in it.

    With --json it prints turn, scores and legal moves; turn is the seat to move, -1 for
    nature, -2 when the game is over.

    \b
    Example:
      tilewright show game.txt --json
    """
    terminal = Terminal(color=not no_color)
    printing.show(" ".join(position), terminal, plain=plain, as_json=json)
