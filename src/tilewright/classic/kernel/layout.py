"""The layout of a position in packed words, and lookup tables.

A heap of tiles is a word of five lanes of twelve bits, one lane per colour, blue lowest:

    bit   59 ...... 48 47 ..... 36 35 ..... 24 23 ..... 12 11 ...... 0
             white       black        red        yellow       blue

Heaps are added and subtracted whole. Sets have the same lanes: in `offers`, bit s of a lane is set
if source s holds that colour; in `room`, bit l if line l (0 is the floor) takes the colour; in
`shown`, bit l if the wall row beside line l shows it.

A move is a small number, the same in every position; the order is that of `legal_moves`:

    take   30 * source + 6 * colour + line      0 ... 299
    lay    300 + 5 * (line - 1) + column - 1    300 ... 324
"""

from __future__ import annotations

import numpy as np

from tilewright import market
from tilewright.classic import rules
from tilewright.classic.board import COLORS, SIZE
from tilewright.classic.scoring import TOTAL_LOSSES, runs
from tilewright.fast.contract import SEATS
from tilewright.tiles import EMPTY

SOURCES = 1 + market.FACTORIES[SEATS]
TARGETS = 1 + SIZE  # the floor and the pattern lines
TAKES = SOURCES * COLORS * TARGETS
MOVES = TAKES + SIZE * SIZE  # how many moves there are in all
MOST_MOVES = TAKES  # how many can be legal at once
DEAL, TAKE, TILE, END = range(len(rules.PHASES))
ENDLESS = 2**31 - 1  # the round limit of a game without one

STATE = np.dtype(
    [
        ("centre", np.int64),
        ("factories", np.int64, SOURCES),  # heaps; number 0 stays empty
        ("offers", np.int64),  # which sources hold which colour
        ("bag", np.int64),
        ("lid", np.int64),
        ("floor", np.int64, SEATS),  # heaps
        ("room", np.int64, SEATS),  # which lines take which colour, the floor included
        ("shown", np.int64, SEATS),  # which rows of the wall have which colour
        ("lines", np.int64, SEATS),  # bit 6 * line and up: the count, 3 bits, and the colour
        ("wall", np.int32, SEATS),  # bit 5 * row + column
        ("hues", np.int32, (SEATS, COLORS)),  # grey walls only: where each colour lies on the wall
        ("score", np.int32, SEATS),
        ("round_", np.int32),  # the round being played
        ("limit", np.int32),  # the last one
        ("players", np.uint8),
        ("grey", np.uint8),
        ("phase", np.uint8),
        ("seat", np.uint8),
        ("starter", np.uint8),
        ("marker", np.int8),
        ("unused", np.uint8, 2),  # no gap: NumPy does not copy those, so that bytes would differ
    ],
    align=True,
)

LANE = 12
ONES = sum(1 << LANE * color for color in range(COLORS))  # a one in every lane
TOPS = ONES << LANE - 1  # the highest bit of every lane
HEAP = (1 << LANE * COLORS) - 1  # all bits of all lanes
LINES = (1 << TARGETS) - 1  # the floor and all lines of one lane
LAST = LANE * (COLORS - 1)  # where the last lane begins
FIRSTS = sum(1 << 6 * line for line in range(1, TARGETS))  # the lowest bit of every line
FULL = sum(line << 6 * line for line in range(1, TARGETS))  # the counts of full lines
ROW = (1 << SIZE) - 1  # the top row of a wall
COLUMN = sum(1 << SIZE * row for row in range(SIZE))  # its left column
GATHER = sum(1 << (SIZE - 1) * row for row in range(SIZE))  # times a column: its bits side by side

HALF, LOW = np.uint64(32), np.uint64((1 << 32) - 1)  # cut 64 random bits in two

LOSSES = np.array(TOTAL_LOSSES, dtype=np.int64)
# The points for a run through a space, by the bits of its row or column and its place there.
RUNS = np.zeros((1 << SIZE, SIZE), dtype=np.int64)
for _bits in range(1 << SIZE):
    for _at in range(SIZE):
        _row = [0 if _bits >> column & 1 else EMPTY for column in range(SIZE)]
        _across, _ = runs((*_row, *[EMPTY] * SIZE * (SIZE - 1)), 0, _at)
        RUNS[_bits, _at] = _across if _across > 1 else 0
# The place of the n-th bit of a word.
NTH = np.zeros((1 << SOURCES, SOURCES), dtype=np.int8)
for _bits in range(1 << SOURCES):
    for _n, _at in enumerate(at for at in range(SOURCES) if _bits >> at & 1):
        NTH[_bits, _n] = _at
