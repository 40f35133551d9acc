"""What a move does: taking, tiling the walls, and the end of a round or of the game."""

from __future__ import annotations

from tilewright.classic.board import COLORS, FLOOR_SPACES, SIZE
from tilewright.classic.kernel.heaps import occupied, size
from tilewright.classic.kernel.layout import (
    COLUMN,
    DEAL,
    END,
    GATHER,
    LANE,
    LINES,
    LOSSES,
    ONES,
    ROW,
    RUNS,
    TAKES,
    TARGETS,
    TILE,
)
from tilewright.classic.kernel.moves import columns_for, full_lines
from tilewright.classic.scoring import COLOR_BONUS, COLUMN_BONUS, ROW_BONUS
from tilewright.fast.compiling import StateRecord, inner_kernel, int64, lean_kernel
from tilewright.fast.words import popcount, trailing_zeros
from tilewright.market import CENTRE, NOBODY


@lean_kernel
def apply(s: StateRecord, move: int) -> None:
    """Make a move, which is trusted to be legal."""
    if move < TAKES:
        offer, line = divmod(move, TARGETS)
        take(s, offer // COLORS, offer % COLORS, line)
    else:
        row, column = divmod(move - TAKES, SIZE)
        lay(s, s.seat, row, column)
        tile_walls(s)


# The factory offer


@inner_kernel
def floor_spaces(s: StateRecord, seat: int) -> int:
    """How many things lie on a floor line; the marker takes a space if one was free."""
    return min(FLOOR_SPACES, size(s.floor[seat]) + int64(s.marker == seat))


@inner_kernel
def drop(s: StateRecord, seat: int, color: int, count: int) -> None:
    """Drop tiles on the floor line; those without a space go to the lid."""
    kept = min(count, FLOOR_SPACES - floor_spaces(s, seat))
    s.floor[seat] += kept << LANE * color
    s.lid += count - kept << LANE * color


@inner_kernel
def take(s: StateRecord, source: int, color: int, line: int) -> None:
    """Take tiles and lay them on a line; after the last take the walls are tiled.

    The centre is treated like a factory whose rest goes to the centre, and the floor like a line
    without spaces: random games run faster without branches.
    """
    seat = s.seat
    at = LANE * color
    centre = s.centre
    heap = s.factories[source] + (centre if source == CENTRE else 0)
    count = heap >> at & (1 << LANE) - 1
    centre = heap - (count << at) + (0 if source == CENTRE else centre)
    s.factories[source] = 0
    s.centre = centre
    s.offers = s.offers & ~(ONES << source) | occupied(centre)
    s.marker = seat if source == CENTRE and s.marker == NOBODY else s.marker
    held = s.lines[seat] >> 6 * line & 7
    laid = min(count, line - held)
    held += laid
    lines = s.lines[seat] & ~(63 << 6 * line) | (8 * color + held) << 6 * line
    s.lines[seat] = lines & ~63
    mine = int64(held < line) << at + line
    s.room[seat] = s.room[seat] & (~(ONES << line) | mine) | ONES
    drop(s, seat, color, count - laid)
    if s.offers:
        s.seat = seat + 1 if seat + 1 < s.players else 0
    else:
        s.seat = s.starter
        tile_walls(s)


# Tiling the walls


@inner_kernel
def clear_line(s: StateRecord, seat: int, row: int) -> None:
    """Empty a pattern line; it takes every colour that its row does not show."""
    s.lines[seat] &= ~(63 << 6 * row + 6)
    s.room[seat] |= (ONES << row + 1) & ~s.shown[seat]


@inner_kernel
def lay(s: StateRecord, seat: int, row: int, column: int) -> None:
    """Move one tile from a full line to the wall and score it; the others go to the lid."""
    color = s.lines[seat] >> 6 * row + 9 & 7
    place = 1 << SIZE * row + column
    wall = s.wall[seat] | place
    s.wall[seat] = wall
    if s.grey:
        s.hues[seat, color] |= place
    s.shown[seat] |= 1 << LANE * color + row + 1
    across = RUNS[wall >> SIZE * row & ROW, column]
    down = RUNS[((wall >> column & COLUMN) * GATHER) >> (SIZE - 1) * (SIZE - 1) & ROW, row]
    s.score[seat] += max(1, across + down)
    s.lid += row << LANE * color
    clear_line(s, seat, row)


@inner_kernel
def tile_walls(s: StateRecord) -> None:
    """Tile the walls, starting with the seat whose turn it is, until a player has a column to
    choose or the round is over."""
    seat = s.seat
    while True:
        full = full_lines(s.lines[seat])
        while full:
            at = trailing_zeros(full)
            full &= full - 1
            row = at // 6 - 1
            color = s.lines[seat] >> at + 3 & 7
            if not s.grey:
                column = row + color
                lay(s, seat, row, column if column < SIZE else column - SIZE)
            elif columns_for(s, seat, row, color):
                s.phase = TILE
                s.seat = seat
                return
            else:  # classic 6.6: a line that fits nowhere drops to the floor at once
                clear_line(s, seat, row)
                drop(s, seat, color, row + 1)
        s.score[seat] = max(0, s.score[seat] - LOSSES[floor_spaces(s, seat)])
        s.lid += s.floor[seat]
        s.floor[seat] = 0
        seat = seat + 1 if seat + 1 < s.players else 0
        if seat == s.starter:
            break
    end_round(s)


# Preparing the next round


@inner_kernel
def complete_rows(wall: int) -> int:
    """How many rows of a wall are complete."""
    return popcount(wall & wall >> 1 & wall >> 2 & wall >> 3 & wall >> 4 & COLUMN)


@inner_kernel
def bonus(wall: int, shown: int) -> int:
    """Points for the complete rows, columns and colours of a wall."""
    complete = popcount(wall & wall >> 5 & wall >> 10 & wall >> 15 & wall >> 20 & ROW)
    points = ROW_BONUS * complete_rows(wall) + COLUMN_BONUS * complete
    for color in range(COLORS):
        if shown >> LANE * color & LINES == LINES - 1:
            points += COLOR_BONUS
    return points


@inner_kernel
def end_round(s: StateRecord) -> None:
    """Prepare the next round, or end the game."""
    over = s.round_ >= s.limit or (s.bag | s.lid) == 0
    for seat in range(s.players):
        over |= complete_rows(s.wall[seat]) > 0
    if over:
        for seat in range(s.players):
            s.score[seat] += bonus(s.wall[seat], s.shown[seat])
        s.phase = END
    else:
        if s.marker != NOBODY:
            s.starter = s.marker
        s.marker = NOBODY
        s.round_ += 1
        s.phase = DEAL
    s.seat = s.starter
