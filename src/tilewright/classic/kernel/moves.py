"""Whose turn it is, and the legal moves."""

from __future__ import annotations

from tilewright.classic.board import COLORS, FLOOR, SIZE
from tilewright.classic.kernel.layout import (
    DEAL,
    END,
    FIRSTS,
    FULL,
    LANE,
    LINES,
    MOVES,
    NTH,
    ONES,
    ROW,
    SOURCES,
    TAKE,
    TAKES,
    TARGETS,
    TILE,
)
from tilewright.fast.compiling import Array, StateRecord, inner_kernel, int64, lean_kernel
from tilewright.fast.words import popcount, trailing_zeros
from tilewright.game import CHANCE, OVER


@lean_kernel
def turn(s: StateRecord) -> int:
    """The seat to move, `CHANCE` or `OVER`."""
    if s.phase == DEAL:
        return CHANCE
    return OVER if s.phase == END else int64(s.seat)


@inner_kernel
def full_lines(lines: int) -> int:
    """The lowest bit of every pattern line that is full."""
    missing = (lines ^ FULL) & 7 * FIRSTS
    return ~(missing + 7 * FIRSTS >> 3) & FIRSTS


@inner_kernel
def columns_for(s: StateRecord, seat: int, row: int, color: int) -> int:
    """The columns, as bits, where a colour may be laid in a row of the grey wall."""
    places = s.hues[seat, color]
    taken = places | places >> 5 | places >> 10 | places >> 15 | places >> 20
    return int64(~(taken | s.wall[seat] >> SIZE * row) & ROW)


@inner_kernel
def columns(s: StateRecord) -> tuple[int, int]:
    """The row to be tiled next in the tiling phase, and the columns its tile may go to."""
    lines = s.lines[s.seat]
    row = trailing_zeros(full_lines(lines)) // 6 - 1
    return row, columns_for(s, s.seat, row, lines >> 6 * row + 9 & 7)


@lean_kernel
def count_moves(s: StateRecord) -> int:
    """How many legal moves there are."""
    if s.phase == TILE:
        return popcount(columns(s)[1])
    count = 0
    if s.phase == TAKE:
        room = s.room[s.seat]
        for color in range(COLORS):
            offers = s.offers >> LANE * color & (1 << LANE) - 1
            count += popcount(offers) * popcount(room >> LANE * color & LINES)
    return count


@inner_kernel
def code(source: int, color: int, line: int) -> int:
    """The number of a take."""
    return (source * COLORS + color) * TARGETS + line


@lean_kernel
def kth_move(s: StateRecord, k: int) -> int:
    """The k-th legal move, from 0, in the order of `list_moves`."""
    if s.phase == TILE:
        row, found = columns(s)
        return TAKES + SIZE * row + int64(NTH[found, k])
    room = s.room[s.seat]
    for source in range(SOURCES):
        here = s.offers >> source & ONES
        while here:
            at = trailing_zeros(here)
            here &= here - 1
            lines = room >> at & LINES
            if k < popcount(lines):
                return code(source, at // LANE, int64(NTH[lines, k]))
            k -= popcount(lines)
    return -1


@lean_kernel
def list_moves(s: StateRecord, out: Array) -> int:
    """Write the legal moves, sorted, and return how many there are."""
    n = 0
    if s.phase == TAKE:
        room = s.room[s.seat]
        for source in range(SOURCES):
            here = s.offers >> source & ONES
            while here:
                at = trailing_zeros(here)
                here &= here - 1
                lines = room >> at & LINES
                while lines:
                    out[n] = code(source, at // LANE, trailing_zeros(lines))
                    lines &= lines - 1
                    n += 1
    elif s.phase == TILE:
        row, found = columns(s)
        while found:
            out[n] = TAKES + SIZE * row + trailing_zeros(found)
            found &= found - 1
            n += 1
    return n


@lean_kernel
def write_mask(s: StateRecord, mask: Array) -> None:
    """Mark the legal moves. On the coloured wall, a mask may be just long enough for the takes."""
    mask[:] = False
    if s.phase == TAKE:
        room = s.room[s.seat]
        offers = s.offers
        while offers:
            bit = trailing_zeros(offers)
            offers &= offers - 1
            color = bit // LANE
            at = code(bit - LANE * color, color, FLOOR)
            lines = room >> LANE * color
            for line in range(TARGETS):
                mask[at + line] = lines >> line & 1
    elif s.phase == TILE:
        row, found = columns(s)
        for column in range(SIZE):
            mask[TAKES + SIZE * row + column] = found >> column & 1


@lean_kernel
def is_legal(s: StateRecord, move: int) -> bool:
    """Tell whether a number is a legal move here."""
    if s.phase == TAKE and 0 <= move < TAKES:
        offer, line = divmod(move, TARGETS)
        source, color = divmod(offer, COLORS)
        offered = s.offers >> LANE * color + source & 1
        return bool(offered & s.room[s.seat] >> LANE * color + line)
    if s.phase == TILE and TAKES <= move < MOVES:
        row, found = columns(s)
        return (move - TAKES) // SIZE == row and bool(found >> (move - TAKES) % SIZE & 1)
    return False
