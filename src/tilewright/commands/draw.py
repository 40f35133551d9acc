"""The command `draw`."""

from __future__ import annotations

from tilewright.commands import printing
from tilewright.commands.options import (
    OutputOption,
    PlyOption,
    PositionArgument,
)


def draw(position: PositionArgument, output: OutputOption = None, ply: PlyOption = None) -> None:
    """Draw a position as an SVG picture.

    \b
    Example:
      tilewright draw game.txt --ply 12 -o position.svg
    """
    printing.draw(" ".join(position), output, ply)
