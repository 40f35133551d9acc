"""The features of a position."""

from __future__ import annotations

from tilewright.classic.board import COLORS, SIZE
from tilewright.classic.features.estimate import gain
from tilewright.classic.features.layout import (
    BOARD,
    BOARD_NUMBERS,
    FACTORY,
    FLOOR,
    FULL,
    GREY,
    IN_CENTRE,
    IN_COLOR,
    IN_COLUMN,
    IN_ROW,
    LINE,
    MARKER,
    MOST_SEEN,
    PHASE,
    PLAYERS,
    ROUND,
    ROUNDS_SEEN,
    WALL,
    kind,
)
from tilewright.classic.kernel.layout import (
    COLUMN,
    LANE,
    LINES,
    LOSSES,
    ROW,
    SOURCES,
)
from tilewright.classic.kernel.play import floor_spaces
from tilewright.fast.compiling import Array, StateRecord, int64, lean_kernel
from tilewright.fast.contract import SEATS
from tilewright.fast.words import popcount, trailing_zeros
from tilewright.market import NOBODY


@lean_kernel
def position_features(s: StateRecord, active: Array, numbers: Array) -> int:
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
