"""The command `show`."""

from __future__ import annotations

from typing import Annotated

import typer

from tilewright.commands import printing
from tilewright.commands.options import Json, Language, NoColor, Position
from tilewright.tui.terminal import Terminal


def show(
    position: Position,
    plain: Annotated[
        bool, typer.Option("--plain", help="Plain text without frames, for screen readers.")
    ] = False,
    json: Json = False,
    no_color: NoColor = False,
    language: Language = None,
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
