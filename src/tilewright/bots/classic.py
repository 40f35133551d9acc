"""What a bot sees of a classic position, compiled.

Boards are seen from the seat to move: board 0 is its own, board 1 that of the next seat. Before a
deal the seat to move is the one that will start. A position is a list of features, some of them
more than once, and a few numbers; a move has features too, called traits.
"""

from __future__ import annotations

from itertools import combinations_with_replacement

import numpy as np

from tilewright.classic.board import COLORS, SIZE
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
    SOURCES,
    TAKE,
    TAKES,
    TARGETS,
    TILE,
)
from tilewright.classic.kernel.moves import code, columns_for, full_lines, list_moves
from tilewright.classic.kernel.play import apply, floor_spaces
from tilewright.classic.scoring import COLOR_BONUS, COLUMN_BONUS, ROW_BONUS
from tilewright.fast.compiling import Array, Record, inner_kernel, int64, lean_kernel
from tilewright.fast.contract import SEATS
from tilewright.fast.words import mix, popcount, trailing_zeros
from tilewright.market import CENTRE, FACTORY_SIZE, NOBODY

SPREAD = 20.0  # points: how far scores lie apart at the end
EXPLORE = 0.8  # how much a search tries what it prefers, found by playing

# Factories by what they hold: all ways to choose up to four tiles of five colours.
HEAPS = [
    heap
    for tiles in range(FACTORY_SIZE + 1)
    for heap in combinations_with_replacement(range(COLORS), tiles)
]
KINDS = len(HEAPS)
BASE = FACTORY_SIZE + 1  # a heap as a number has digits to this base
KIND = np.zeros(BASE**COLORS, np.int16)
for _kind, _heap in enumerate(HEAPS):
    KIND[sum(BASE**color for color in _heap)] = _kind

# Features of a board
WALL = 0  # (row, column, colour)
LINE = WALL + SIZE * SIZE * COLORS  # (row, colour, count)
IN_ROW = LINE + SIZE * COLORS * SIZE  # (row, tiles); nothing where there are none
IN_COLUMN = IN_ROW + SIZE * SIZE
IN_COLOR = IN_COLUMN + SIZE * SIZE
FLOOR = IN_COLOR + COLORS * SIZE
BOARD = FLOOR + len(LOSSES) - 1

# Features of the table
FACTORY = SEATS * BOARD
MOST_SEEN = 10  # more tiles of a colour in the centre look the same
IN_CENTRE = FACTORY + KINDS
ROUND = IN_CENTRE + COLORS * MOST_SEEN
ROUNDS_SEEN = 7
MARKER = ROUND + ROUNDS_SEEN  # in the centre, or whose
FULL = MARKER + 1 + SEATS  # factories left
PHASE = FULL + SOURCES
PLAYERS = PHASE + END
GREY = PLAYERS + SEATS + 1
FEATURES = GREY + 1
MOST_ACTIVE = SEATS * (SIZE * SIZE + SIZE + 3 * SIZE + 1) + SOURCES + COLORS + 8

BOARD_NUMBERS = 4
NUMBERS = SEATS * BOARD_NUMBERS + SEATS - 1 + COLORS

# Rows of the second board: where they begin, and how far on those of the third do
LATER_BOARDS = (
    (BOARD, BOARD),
    (FEATURES + BOARD_NUMBERS, BOARD_NUMBERS),
    (FEATURES + SEATS * BOARD_NUMBERS, 1),
    (MARKER + 2, 1),
    (PLAYERS + 2, 1),
)

# Traits of moves
MOST_TAKEN = 5
INTO = 0  # (colour, line, tiles, from the centre)
LEFT = INTO + COLORS * TARGETS * MOST_TAKEN * 2  # (factory, colour): what goes to the centre
FIRST = LEFT + KINDS * COLORS  # takes the marker
FILLS = FIRST + 1  # (line, spaces left or tiles too many)
LAY = FILLS + TARGETS * 10  # (row, column, colour)
TRAITS = LAY + SIZE * SIZE * COLORS
MOST_TRAITS = 4


@inner_kernel
def kind(heap: int) -> int:
    """The number of what a factory holds."""
    digits, base = 0, 1
    for color in range(COLORS):
        digits += (heap >> LANE * color & 7) * base
        base *= BASE
    return int64(KIND[digits])


@inner_kernel
def heap_at(s: Record, source: int) -> int:
    """What lies in a source."""
    return int64(s.centre if source == CENTRE else s.factories[source])


@inner_kernel
def column_bits(wall: int, column: int) -> int:
    """The tiles of a column side by side."""
    return ((wall >> column & COLUMN) * GATHER) >> (SIZE - 1) * (SIZE - 1) & ROW


@inner_kernel
def tile_points(wall: int, row: int, column: int) -> int:
    """What a tile scores that lies on the wall already."""
    across = RUNS[wall >> SIZE * row & ROW, column]
    return int64(max(1, across + RUNS[column_bits(wall, column), row]))


@inner_kernel
def best_column(s: Record, seat: int, row: int, color: int, wall: int) -> int:
    """Where a full line will go: the printed space, or the one that scores most; -1 is nowhere."""
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
def gain(s: Record, seat: int) -> int:
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


@lean_kernel
def look(s: Record, active: Array, numbers: Array) -> int:
    """Write the features and numbers of a position as the seat to move sees it; returns how many
    features there are."""
    n = 0
    numbers[:] = 0
    mine = 0.0
    seat = int64(s.seat)
    for board in range(s.players):
        first = board * BOARD
        wall, shown = int64(s.wall[seat]), s.shown[seat]
        bits = wall
        while bits:
            at = trailing_zeros(bits)
            bits &= bits - 1
            if not s.grey:
                color = (at % SIZE - at // SIZE) % SIZE
                active[n] = first + WALL + at * COLORS + color
                n += 1
        if s.grey:
            for color in range(COLORS):
                bits = int64(s.hues[seat, color])
                while bits:
                    active[n] = first + WALL + trailing_zeros(bits) * COLORS + color
                    bits &= bits - 1
                    n += 1
        for row in range(SIZE):
            line = s.lines[seat] >> 6 * row + 6 & 63
            if line:
                active[n] = first + LINE + (row * COLORS + (line >> 3)) * SIZE + (line & 7) - 1
                n += 1
            filled = popcount(wall >> SIZE * row & ROW)
            if filled:
                active[n] = first + IN_ROW + row * SIZE + filled - 1
                n += 1
            filled = popcount(wall >> row & COLUMN)
            if filled:
                active[n] = first + IN_COLUMN + row * SIZE + filled - 1
                n += 1
            filled = popcount(shown >> LANE * row & LINES)
            if filled:
                active[n] = first + IN_COLOR + row * SIZE + filled - 1
                n += 1
        dropped = floor_spaces(s, seat)
        if dropped:
            active[n] = first + FLOOR + dropped - 1
            n += 1
        score, soon, loss = s.score[seat], gain(s, seat), LOSSES[dropped]
        total = max(0, score + soon - loss)
        at = board * BOARD_NUMBERS
        numbers[at] = score / 50
        numbers[at + 1] = soon / 20
        numbers[at + 2] = loss / 14
        numbers[at + 3] = total / 50
        if board == 0:
            mine = total
        else:
            numbers[SEATS * BOARD_NUMBERS + board - 1] = (mine - total) / 20
        seat = seat + 1 if seat + 1 < s.players else 0
    left = 0
    for source in range(1, SOURCES):
        if s.factories[source]:
            active[n] = FACTORY + kind(s.factories[source])
            n += 1
            left += 1
    for color in range(COLORS):
        count = s.centre >> LANE * color & (1 << LANE) - 1
        if count:
            active[n] = IN_CENTRE + color * MOST_SEEN + min(count, MOST_SEEN) - 1
            n += 1
        tiles = s.bag >> LANE * color & (1 << LANE) - 1
        numbers[SEATS * BOARD_NUMBERS + SEATS - 1 + color] = tiles / 20
    active[n] = ROUND + min(s.round_, ROUNDS_SEEN) - 1
    owner = (s.marker - s.seat) % s.players if s.marker != NOBODY else -1
    active[n + 1] = MARKER + 1 + owner
    active[n + 2] = FULL + left
    active[n + 3] = PHASE + s.phase
    active[n + 4] = PLAYERS + s.players
    n += 5
    if s.grey:
        active[n] = GREY
        n += 1
    return n


@lean_kernel
def list_candidates(s: Record, out: Array) -> int:
    """Write the legal moves, without those from a factory that is like an earlier one."""
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


@lean_kernel
def traits(s: Record, move: int, out: Array) -> int:
    """Write the traits of a move; returns how many there are."""
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


@inner_kernel
def share(bonus: int, done: int) -> float:
    """What an end bonus is worth on the way to it."""
    return bonus * done * done / (SIZE * SIZE)


@lean_kernel
def estimate(s: Record, out: Array) -> None:
    """Write the score each seat may expect, by hand: as if the round ended now, with a share of
    the bonuses and of the lines begun."""
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


@lean_kernel
def is_leaf(s: Record) -> bool:
    """Tell whether the search ends here: nature deals, or the game is over."""
    return bool(s.phase == DEAL or s.phase == END)


@lean_kernel
def advance(s: Record, move: int) -> None:
    """Make a move inside the search."""
    apply(s, move)


@lean_kernel
def cut(s: Record) -> bool:
    """Tell whether a random playout ends here and the estimate takes over."""
    return bool(s.phase != TAKE and s.phase != TILE)


@lean_kernel
def identity(s: Record) -> np.uint64:
    """A hash that is the same for positions that differ in the order of factories alone."""
    h = np.uint64(0)
    for source in range(1, SOURCES):
        h += mix(np.uint64(s.factories[source]) + np.uint64(1))
    h = mix(h + np.uint64(s.centre))
    h = mix(h ^ np.uint64(s.seat + 8 * (s.marker + 1) + 64 * s.phase + 512 * s.round_))
    for seat in range(s.players):
        h = mix(h + np.uint64(s.lines[seat]))
        h = mix(h + np.uint64(s.floor[seat]))
        h = mix(h + np.uint64(s.wall[seat]))
        h = mix(h + np.uint64(s.score[seat]))
        if s.grey:
            for color in range(COLORS):
                h = mix(h + np.uint64(s.hues[seat, color]))
    return h


@inner_kernel
def spread(_: Record) -> float:
    """How many points scores lie apart at the end."""
    return SPREAD


@inner_kernel
def explore(_: Record) -> float:
    """How much a search tries the moves that it prefers."""
    return EXPLORE


@inner_kernel
def features(_: Record) -> int:
    """How many features there are."""
    return FEATURES
