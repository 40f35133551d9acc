"""The numbers of the features of positions and moves."""

from __future__ import annotations

from itertools import combinations_with_replacement

import numpy as np

from tilewright.classic.board import COLORS, SIZE
from tilewright.classic.kernel.layout import END, LANE, LOSSES, SOURCES, TARGETS
from tilewright.fast.compiling import inner_kernel, int64
from tilewright.fast.contract import SEATS
from tilewright.market import FACTORY_SIZE

SPREAD = 20.0  # how many points final scores are apart
# By the number of players, from two on; found by playing
C_PUCT: tuple[float, ...] = (0.8, 0.5, 0.5)  # how much priors count in the search
POLICY_TEMPERATURE: tuple[float, ...] = (1.0, 1.7, 1.7)  # above 1 they are flattened

# Factories by their contents: all ways to choose up to four tiles of five colours.
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
MOST_SEEN = 10  # tiles of a colour in the centre; more look the same
IN_CENTRE = FACTORY + KINDS
ROUND = IN_CENTRE + COLORS * MOST_SEEN
ROUNDS_SEEN = 7
MARKER = ROUND + ROUNDS_SEEN  # in the centre, or whose
FULL = MARKER + 1 + SEATS  # factories left
PHASE = FULL + SOURCES
PLAYERS = PHASE + END
GREY = PLAYERS + SEATS + 1
POSITION_FEATURES = GREY + 1
MOST_ACTIVE = SEATS * (SIZE * SIZE + SIZE + 3 * SIZE + 1) + SOURCES + COLORS + 8

BOARD_NUMBERS = 4
NUMBERS = SEATS * BOARD_NUMBERS + SEATS - 1 + COLORS

# Where the rows of the second board begin, and how many rows later those of the third
LATER_BOARDS: tuple[tuple[int, int], ...] = (
    (BOARD, BOARD),
    (POSITION_FEATURES + BOARD_NUMBERS, BOARD_NUMBERS),
    (POSITION_FEATURES + SEATS * BOARD_NUMBERS, 1),
    (MARKER + 2, 1),
    (PLAYERS + 2, 1),
)

# Features of moves
MOST_TAKEN = 5
INTO = 0  # (colour, line, tiles, from the centre)
LEFT = INTO + COLORS * TARGETS * MOST_TAKEN * 2  # (factory, colour): what goes to the centre
FIRST = LEFT + KINDS * COLORS  # takes the marker
FILLS = FIRST + 1  # (line, spaces left or tiles too many)
LAY = FILLS + TARGETS * 10  # (row, column, colour)
MOVE_FEATURES = LAY + SIZE * SIZE * COLORS
MOST_MOVE_FEATURES = 4


@inner_kernel
def kind(heap: int) -> int:
    """The number of a factory's contents."""
    digits, base = 0, 1
    for color in range(COLORS):
        digits += (heap >> LANE * color & 7) * base
        base *= BASE
    return int64(KIND[digits])
