"""The command `draw`."""

from __future__ import annotations

from tilewright.commands.options import (
    Output,
    Ply,
    Position,
)
from tilewright.tui import printing


def draw(position: Position, output: Output = None, ply: Ply = None) -> None:
    """Draw a position as an SVG picture.

    \b
    Example:
      tilewright draw game.txt --ply 12 -o position.svg
    """
    printing.draw(" ".join(position), output, ply)
