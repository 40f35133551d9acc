"""The numbers of the features of positions and moves, and the counts they are made of."""

from __future__ import annotations

import numpy as np

from tilewright.fast.compiling import StateRecord, inner_kernel, int64
from tilewright.fast.contract import SEATS
from tilewright.fast.words import trailing_zeros
from tilewright.pavilion.board import (
    COLORS,
    MOST_KEPT,
    ROUNDS,
    SLOTS,
    SPACES,
    STARS,
    SUPPLY_SIZE,
)
from tilewright.pavilion.board import (
    FEATURES as DECORATIONS,
)
from tilewright.pavilion.kernel.heaps import lane
from tilewright.pavilion.kernel.layout import (
    END,
    KEPT,
    KEPT_TILES,
    PASS_BITS,
    PASS_WORDS,
    SOURCES,
)

SPREAD = 30.0  # how many points final scores are apart
# By the number of players, from two on; found by playing
C_PUCT: tuple[float, ...] = (0.5, 0.5, 0.5)  # how much priors count in the search
POLICY_TEMPERATURE: tuple[float, ...] = (1.0, 1.0, 1.0)  # above 1 they are flattened

# Factories by their contents, found by a hash without collisions.
KINDS = len(KEPT_TILES)  # all ways to choose up to four tiles of six colours
SCATTER, SCATTER_BITS = 5896791173189939297, 11
KIND = np.zeros(1 << SCATTER_BITS, np.int16)
for _kind, _heap in enumerate(KEPT):
    KIND[int(_heap) * SCATTER % 2**64 >> 64 - SCATTER_BITS] = _kind

DECORATED = np.array([sum(1 << at for at in one.spaces) for one in DECORATIONS], np.int64)
DECORATED_TILES = np.array([one.tiles for one in DECORATIONS], np.int64)

# Features of a board; what is absent has none
FILLED = 0  # space
PATTERN = FILLED + SPACES  # (star, its filled slots), from two tiles on
LAID = PATTERN + STARS * 64  # (star, colour), where the star does not imply it
COVERED = LAID + STARS * COLORS  # (number, spaces filled)
MOST_COVERED = 12
NEAR = COVERED + 4 * MOST_COVERED  # (decoration, one or two spaces missing)
HAND = NEAR + 2 * len(DECORATIONS)  # (colour, tiles)
MOST_SEEN = 10  # more tiles of a colour look the same
REACH = HAND + COLORS * MOST_SEEN  # (star, the dearest number it can pay for there)
MOST_REACHED = 8
JOKERS = REACH + STARS * MOST_REACHED
NEXT_JOKERS = JOKERS + MOST_SEEN
SIZE = NEXT_JOKERS + MOST_SEEN  # tiles beside the board
MOST_HELD = 15
PASSED = SIZE + MOST_HELD + 1
OWNER = PASSED + 1  # of the marker
BOARD = OWNER + 1

# Features of the table
FACTORY = SEATS * BOARD  # (kind, the first, second or third of it)
IN_CENTRE = FACTORY + 3 * KINDS  # (colour, tiles)
CENTRE_JOKERS = IN_CENTRE + COLORS * MOST_SEEN
CENTRE_NEXT = CENTRE_JOKERS + MOST_SEEN
IN_SUPPLY = CENTRE_NEXT + MOST_SEEN  # (colour, tiles)
SUPPLY_JOKERS = IN_SUPPLY + COLORS * SUPPLY_SIZE
SUPPLY_NEXT = SUPPLY_JOKERS + SUPPLY_SIZE
LEFT = SUPPLY_NEXT + SUPPLY_SIZE  # factories with tiles
MARKER = LEFT + SOURCES  # in the centre
ROUND = MARKER + 1
JOKER = ROUND + ROUNDS
NEXT = JOKER + COLORS  # the joker of the next round, or none
PHASE = NEXT + COLORS + 1
PICKS = PHASE + END + 1  # still to be made
PLAYERS = PICKS + 4
NEUTRAL = PLAYERS + SEATS + 1
POSITION_FEATURES = NEUTRAL + 1
MOST_ACTIVE = (
    SEATS * (2 * SPACES + STARS + 4 + len(DECORATIONS) + COLORS + STARS + 5)
    + (SOURCES - 1)
    + 2 * COLORS
    + 13
)

BOARD_NUMBERS = 5
LAST = SEATS * BOARD_NUMBERS + 2 * COLORS + 2  # numbers of the boards in the last round
LAST_NUMBERS = 2
NUMBERS = LAST + SEATS * LAST_NUMBERS

# Where the rows of the second board begin, and how many rows later those of the third
LATER_BOARDS: tuple[tuple[int, int], ...] = (
    (BOARD, BOARD),
    (POSITION_FEATURES + BOARD_NUMBERS, BOARD_NUMBERS),
    (POSITION_FEATURES + LAST + LAST_NUMBERS, LAST_NUMBERS),
    (PLAYERS + 2, 1),
)

# Features of moves
MOST_TAKEN = 6
TAKEN = 0  # (colour, tiles, joker comes along, from a factory, the centre, or with the marker)
THROWN = TAKEN + COLORS * MOST_TAKEN * 2 * 3  # (factory, colour): what goes to the centre
HOLDS = THROWN + KINDS * COLORS  # (colour, tiles of it in the hand then)
HOLDS_JOKERS = HOLDS + COLORS * MOST_SEEN  # jokers in the hand then, as many of the next round
LAY = HOLDS_JOKERS + 2 * (MOST_SEEN + 1)  # (space, colour)
PAID = LAY + SPACES * COLORS  # (number, jokers)
BRINGS = PAID + SLOTS * SLOTS  # (run, bonus tiles)
KEEPS = BRINGS + SLOTS * 4  # tiles in the hand then
COVERS = KEEPS + MOST_HELD + 1  # (number, spaces still empty then)
STAR_THEN = COVERS + SLOTS * 4  # (star, tiles on it then)
PICKED = STAR_THEN + STARS * SLOTS  # (colour, tiles of it in the hand)
PICKED_AS = PICKED + COLORS * MOST_TAKEN  # joker of this round, of the next, neither
GIVES_UP = PICKED_AS + 3  # tiles discarded by a pass
MOST_DISCARDED = 7
KEPT_OF = GIVES_UP + MOST_DISCARDED + 1  # (colour, tiles kept)
KEPT_NEXT = KEPT_OF + COLORS * MOST_KEPT  # jokers of the next round kept
MOVE_FEATURES = KEPT_NEXT + MOST_KEPT + 1
MOST_MOVE_FEATURES = 6

# The passes that keep so many tiles, as bits by rank.
PASSES_OF = np.zeros((MOST_KEPT + 1, PASS_WORDS), np.int64)
for _rank, _kept in enumerate(KEPT_TILES):
    PASSES_OF[sum(_kept), _rank // PASS_BITS] |= 1 << _rank % PASS_BITS


@inner_kernel
def kind(heap: int) -> int:
    """The number of a factory's contents."""
    return int64(KIND[heap * SCATTER >> 64 - SCATTER_BITS & (1 << SCATTER_BITS) - 1])


@inner_kernel
def next_joker(s: StateRecord) -> int:
    """The joker of the next round; COLORS in the last one."""
    return COLORS if s.round_ == ROUNDS else int64(s.order >> 3 * s.round_ & 7)


@inner_kernel
def count_of(heap: int, color: int) -> int:
    """How many tiles of a colour a heap has; 0 if there is no such colour."""
    return 0 if color == COLORS else lane(heap, color)


@inner_kernel
def reach(hand: int, colors: int, joker: int) -> int:
    """The dearest number that a hand can pay for in one of these colours."""
    most, jokers = 0, lane(hand, joker)
    while colors:
        color = trailing_zeros(colors)
        colors &= colors - 1
        own = lane(hand, color)
        if own:
            most = max(most, own if color == joker else own + jokers)
    return most
