"""What the boards are worth, by a hand-made estimate."""

from __future__ import annotations

from tilewright.classic.board import SIZE
from tilewright.classic.kernel.layout import (
    COLUMN,
    DEAL,
    END,
    GATHER,
    LANE,
    LINES,
    LOSSES,
    ROW,
    RUNS,
)
from tilewright.classic.kernel.moves import columns_for, full_lines
from tilewright.classic.kernel.play import floor_spaces
from tilewright.classic.scoring import COLOR_BONUS, COLUMN_BONUS, ROW_BONUS
from tilewright.fast.compiling import Array, StateRecord, inner_kernel, int64, lean_kernel
from tilewright.fast.words import popcount, trailing_zeros


@inner_kernel
def column_bits(wall: int, column: int) -> int:
    """The tiles of a column side by side."""
    return ((wall >> column & COLUMN) * GATHER) >> (SIZE - 1) * (SIZE - 1) & ROW


@inner_kernel
def tile_points(wall: int, row: int, column: int) -> int:
    """What a tile that is already on the wall scores."""
    across = RUNS[wall >> SIZE * row & ROW, column]
    return int64(max(1, across + RUNS[column_bits(wall, column), row]))


@inner_kernel
def best_column(s: StateRecord, seat: int, row: int, color: int, wall: int) -> int:
    """The column for a full line: the printed one, or the one that scores most; -1 for none."""
    if not s.grey:
        return (row + color) % SIZE
    best, most = -1, 0
    free = columns_for(s, seat, row, color)
    while free:
        column = trailing_zeros(free)
        free &= free - 1
        points = tile_points(wall | 1 << SIZE * row + column, row, column)
        if points > most:
            best, most = column, points
    return best


@inner_kernel
def gain(s: StateRecord, seat: int) -> int:
    """What the full lines of a seat will score."""
    wall, points = int64(s.wall[seat]), 0
    full = full_lines(s.lines[seat])
    while full:
        at = trailing_zeros(full)
        full &= full - 1
        row = at // 6 - 1
        column = best_column(s, seat, row, s.lines[seat] >> at + 3 & 7, wall)
        if column >= 0:
            wall |= 1 << SIZE * row + column
            points += tile_points(wall, row, column)
    return points


@inner_kernel
def share(bonus: int, done: int) -> float:
    """What part of an end bonus counts on the way to it."""
    return bonus * done * done / (SIZE * SIZE)


@lean_kernel
def estimate(s: StateRecord, out: Array) -> None:
    """Write the score each seat can expect: as if the round ended now, plus a share of the bonuses
    and of unfinished lines."""
    for seat in range(s.players):
        score = float(s.score[seat])
        wall, shown = int64(s.wall[seat]), s.shown[seat]
        if s.phase != END:
            for row in range(SIZE):
                line = s.lines[seat] >> 6 * row + 6 & 63
                if line:
                    color, count = line >> 3, line & 7
                    column = best_column(s, seat, row, color, wall)
                    if column >= 0:
                        after = wall | 1 << SIZE * row + column
                        points = tile_points(after, row, column)
                        if count == row + 1:
                            wall = after
                            shown |= 1 << LANE * color + row + 1
                            score += points
                        else:
                            score += 0.6 * points * count / (row + 1)
            score = max(0.0, score - LOSSES[floor_spaces(s, seat)])
            for at in range(SIZE):
                score += share(ROW_BONUS, popcount(wall >> SIZE * at & ROW))
                score += share(COLUMN_BONUS, popcount(wall >> at & COLUMN))
                score += share(COLOR_BONUS, popcount(shown >> LANE * at & LINES))
            if s.marker == seat or (s.phase == DEAL and s.starter == seat):
                score += 1.0
        out[seat] = score
