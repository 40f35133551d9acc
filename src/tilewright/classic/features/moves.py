"""The moves worth considering, and their features."""

from __future__ import annotations

from tilewright.classic.board import COLORS, SIZE
from tilewright.classic.features.layout import (
    FILLS,
    FIRST,
    INTO,
    LAY,
    LEFT,
    MOST_TAKEN,
    kind,
)
from tilewright.classic.kernel.layout import (
    LANE,
    LINES,
    ONES,
    SOURCES,
    TAKE,
    TAKES,
    TARGETS,
)
from tilewright.classic.kernel.moves import code, list_moves
from tilewright.fast.compiling import Array, StateRecord, inner_kernel, int64, lean_kernel
from tilewright.fast.words import trailing_zeros
from tilewright.market import CENTRE, NOBODY


@lean_kernel
def list_candidates(s: StateRecord, out: Array) -> int:
    """Write the legal moves, without those from a factory that equals an earlier one."""
    if s.phase != TAKE:
        return list_moves(s, out)
    n = 0
    room = s.room[s.seat]
    for source in range(SOURCES):
        here = s.offers >> source & ONES
        for other in range(1, source):
            if s.factories[other] == s.factories[source]:
                here = 0
        while here:
            at = trailing_zeros(here)
            here &= here - 1
            lines = room >> at & LINES
            while lines:
                out[n] = code(source, at // LANE, trailing_zeros(lines))
                lines &= lines - 1
                n += 1
    return n


@inner_kernel
def heap_at(s: StateRecord, source: int) -> int:
    """What lies in a source."""
    return int64(s.centre if source == CENTRE else s.factories[source])


@lean_kernel
def move_features(s: StateRecord, move: int, out: Array) -> int:
    """Write the features of a move; returns how many there are."""
    if move >= TAKES:
        row, column = divmod(move - TAKES, SIZE)
        color = s.lines[s.seat] >> 6 * row + 9 & 7
        out[0] = LAY + (row * SIZE + column) * COLORS + color
        return 1
    offer, line = divmod(move, TARGETS)
    source, color = divmod(offer, COLORS)
    heap = heap_at(s, source)
    count = heap >> LANE * color & (1 << LANE) - 1
    taken = (color * TARGETS + line) * MOST_TAKEN + min(count, MOST_TAKEN) - 1
    out[0] = INTO + 2 * taken + int64(source == CENTRE)
    free = line - (s.lines[s.seat] >> 6 * line & 7) - count
    out[1] = FILLS + line * 10 + min(max(free, -5), 4) + 5
    if source != CENTRE:
        out[2] = LEFT + kind(heap) * COLORS + color
        return 3
    if s.marker == NOBODY:
        out[2] = FIRST
        return 3
    return 2
