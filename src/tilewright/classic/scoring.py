"""What tiles, floor lines and finished walls of classic are worth."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate

from tilewright.classic.board import COLORS, FLOOR_SPACES, SIZE, Player, Wall
from tilewright.tiles import EMPTY

FLOOR_LOSSES = (1, 1, 2, 2, 2, 3, 3)
TOTAL_LOSSES = (0, *accumulate(FLOOR_LOSSES))  # by number of floor spaces taken

ROW_BONUS, COLUMN_BONUS, COLOR_BONUS = 2, 7, 10


def runs(wall: Wall, row: int, column: int) -> tuple[int, int]:
    """The lengths of the runs across and down through a space, including the space itself."""
    left = right = column
    while left > 0 and wall[SIZE * row + left - 1] != EMPTY:
        left -= 1
    while right < SIZE - 1 and wall[SIZE * row + right + 1] != EMPTY:
        right += 1
    top = bottom = row
    while top > 0 and wall[SIZE * (top - 1) + column] != EMPTY:
        top -= 1
    while bottom < SIZE - 1 and wall[SIZE * (bottom + 1) + column] != EMPTY:
        bottom += 1
    return right - left + 1, bottom - top + 1


def tile_points(across: int, down: int) -> int:
    """Points for a new tile in runs of these lengths: a run counts from two tiles on."""
    return (across if across > 1 else 0) + (down if down > 1 else 0) or 1


def floor_loss(spaces: int) -> int:
    """Points lost for a floor line with this many things on it, the marker included."""
    return TOTAL_LOSSES[min(spaces, FLOOR_SPACES)]


def complete_rows(wall: Wall) -> list[int]:
    """The complete rows, from 0."""
    return [row for row in range(SIZE) if EMPTY not in wall[SIZE * row : SIZE * row + SIZE]]


def bonuses(wall: Wall) -> Iterator[tuple[str, int, int]]:
    """Yield (code, which, points) for each complete row, column and colour; rows and columns
    count from 1, colours are colours."""
    for row in complete_rows(wall):
        yield "row", row + 1, ROW_BONUS
    for column in range(SIZE):
        if EMPTY not in wall[column::SIZE]:
            yield "column", column + 1, COLUMN_BONUS
    for color in range(COLORS):
        if wall.count(color) == SIZE:
            yield "color", color, COLOR_BONUS


def standing(player: Player) -> tuple[int, int]:
    """What players are ranked by: score, then complete rows."""
    return player.score, len(complete_rows(player.wall))
