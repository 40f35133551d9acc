"""The moves of classic as blocks of action ids."""

from __future__ import annotations

from tilewright.classic.board import COLOR_LETTERS, SIZE, Lay, Take
from tilewright.envs.blocks import SOURCE, Block, MoveAxis, count

BLOCKS: tuple[Block, ...] = (
    Block(
        "take",
        (SOURCE, MoveAxis("colour", tuple(COLOR_LETTERS)), MoveAxis("line", tuple("-12345"))),
        Take,
    ),
    Block(
        "lay",
        (count("line", 1, SIZE), count("column", 1, SIZE)),
        lambda row, column: Lay(row + 1, column + 1),
    ),
)
NOTES: tuple[str, ...] = ()
