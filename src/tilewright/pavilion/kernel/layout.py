"""The layout of a position in packed words, and lookup tables.

A heap of tiles is a word with a lane of ten bits per colour, purple lowest. Boards are words with
six bits per star, star 0 lowest. All words fit in 60 bits, so they are plain int64 and no sign ever
gets in the way.

A move is a number, the same in every position. Legal moves are listed in ascending order, which is
the order of the readable rules:

    0 ..   59   take     6 * source + colour
   60 .. 1571   place    60 + 36 * space + 6 * colour + jokers
 1572 .. 1577   pick     1572 + colour
 1578 .. 1787   pass     1578 + rank of the kept tiles among all choices of up to four
"""

from __future__ import annotations

from itertools import product
from typing import TypeAlias

import numpy as np

from tilewright.fast.compiling import Array
from tilewright.fast.contract import SEATS
from tilewright.market import FACTORIES
from tilewright.pavilion.board import (
    BOARDS,
    COLORS,
    FEATURES_AT,
    MOST_KEPT,
    MULTICOLOR,
    NUMBERS,
    SLOTS,
    SPACES,
    STAR_COLORS,
    TILES_PER_COLOR,
)
from tilewright.pavilion.scoring import NUMBER_BONUSES, STAR_BONUSES, run
from tilewright.tiles import EMPTY, Tiles

Word: TypeAlias = int  # an int64 inside the kernel

SOURCES = 1 + FACTORIES[SEATS]

STATE = np.dtype(
    [
        ("sources", np.int64, SOURCES),  # heaps: the centre, then the factories
        ("offers", np.int64),  # bit 6 * source + colour: may be taken; follows from the sources
        ("supply", np.int64),
        ("bag", np.int64),
        ("tower", np.int64),
        ("hand", np.int64, SEATS),
        ("filled", np.int64, SEATS),  # bit 6 * star + slot - 1: the space has a tile
        ("laid", np.int64, SEATS),  # bit 6 * star + colour: the star has a tile of the colour
        ("takes", np.int64, SEATS),  # bit 6 * star + colour: the star takes it; follows from laid
        ("colors", np.int64, (SEATS, 2)),  # three bits per space, 21 spaces per word; 0 if empty
        ("score", np.int32, SEATS),
        ("order", np.int32),  # the joker of round r in bits 3 * (r - 1)
        ("players", np.int8),
        ("side", np.int8),  # 0 coloured, 1 neutral
        ("lowest", np.int8),  # score
        ("at_pass", np.int8),  # 1: tiles of the last round are discarded at the pass
        ("phase", np.int8),
        ("round_", np.int8),  # `round` is a method of records
        ("joker", np.int8),
        ("seat", np.int8),
        ("starter", np.int8),
        ("marker", np.int8),
        ("picks", np.int8),
        ("passed", np.int8),  # bit seat
    ],
    align=True,
)

FILL, DEAL, TAKE, PLACE, PICK, REFILL, END = range(7)  # as in rules.PHASES

FIRST_PLACE = SOURCES * COLORS
FIRST_PICK = FIRST_PLACE + SPACES * COLORS * SLOTS
FIRST_PASS = FIRST_PICK + COLORS
KEPT_TILES = [kept for kept in product(range(MOST_KEPT + 1), repeat=COLORS) if sum(kept) <= 4]
MOVES = FIRST_PASS + len(KEPT_TILES)  # how many moves there are in all
MOST_MOVES = 1024  # room for every list of legal moves: 762 placements and 210 passes at most

# Lanes of ten bits.
LANE = 10
LANE_MASK = (1 << LANE) - 1
ONES = sum(1 << LANE * lane for lane in range(6))
TOPS = ONES << LANE - 1
HEAP = (1 << LANE * 6) - 1
LAST_LANE = LANE * 5
GATHER = sum(1 << 9 * i for i in range(6))  # moves bits 0, 10, .. 50 to 45 .. 50
BYTES = sum(1 << 8 * i for i in range(7))
SIX = 63  # a star, or all colours
ALL = (1 << SPACES) - 1


def pack(tiles: Tiles) -> Word:
    """A heap as a word."""
    a, b, c, d, e, f = tiles
    return a | b << LANE | c << 2 * LANE | d << 3 * LANE | e << 4 * LANE | f << 5 * LANE


def unpack(heap: Word) -> Tiles:
    """A heap from a word."""
    return tuple([int(heap) >> LANE * color & LANE_MASK for color in range(COLORS)])


# Tables


def _payments(numbers: tuple[int, ...]) -> list[list[Word]]:
    """By jokers to spare and tiles of a colour: how many ways there are to pay, a lane per slot."""
    return [
        [
            pack(tuple([max(0, min(spare, n - 1) - max(0, n - own) + 1) for n in numbers]))
            for own in range(TILES_PER_COLOR + 1)
        ]
        for spare in range(SLOTS)
    ]


def _pass_masks() -> Array:
    """By colour and number of tiles: the passes that keep no more of it, in words of 53 bits."""
    masks = np.zeros((COLORS, MOST_KEPT + 1, PASS_WORDS), np.int64)
    for color, most, (rank, kept) in product(
        range(COLORS), range(MOST_KEPT + 1), enumerate(KEPT_TILES)
    ):
        if kept[color] <= most:
            masks[color, most, rank // PASS_BITS] |= 1 << rank % PASS_BITS
    return masks


def _runs() -> Array:
    """By star and slot: the length of the run through the slot."""
    stars = [tuple([0 if star >> slot & 1 else EMPTY for slot in range(6)]) for star in range(64)]
    return np.array([[run(star, at) for at in range(SLOTS)] for star in stars], np.int8)


PASS_WORDS, PASS_BITS = 4, 53
PASS_MASKS = _pass_masks()
KEPT = np.array([pack(kept) for kept in KEPT_TILES], np.int64)
NUMBER = np.array([NUMBERS[side] for side in BOARDS], np.int64)
# By side and whether it is an outer star, then as in _payments.
PAYMENTS = np.array(
    [[_payments(NUMBERS[side][at : at + SLOTS]) for at in (0, SLOTS)] for side in BOARDS], np.int64
)
FREE_LANES = np.array(  # by star: all ones in the lanes of its empty slots
    [
        sum(LANE_MASK << LANE * at for at in range(SLOTS) if not star >> at & 1)
        for star in range(64)
    ],
    np.int64,
)
RUN = _runs()
FEATURE_SPACES = np.full((SPACES, 2), -1, np.int64)  # -1: no feature, never surrounded
FEATURE_TILES = np.zeros((SPACES, 2), np.int64)
for _space, _features in enumerate(FEATURES_AT):
    for _at, _feature in enumerate(_features):
        FEATURE_SPACES[_space, _at] = sum(1 << space for space in _feature.spaces)
        FEATURE_TILES[_space, _at] = _feature.tiles
NUMBER_SPACES = np.array(
    [
        [
            sum(1 << at for at, n in enumerate(NUMBERS[side]) if n == number)
            for number in range(1, 5)
        ]
        for side in BOARDS
    ],
    np.int64,
)
NUMBER_BONUS = np.array([NUMBER_BONUSES[number] for number in range(1, 5)], np.int64)
STAR_BONUS = np.array([STAR_BONUSES[color] for color in range(COLORS)], np.int64)
MULTICOLOR_BONUS = STAR_BONUSES[MULTICOLOR]
OUTER_TAKES = sum(1 << 6 * s + color for s, color in enumerate(STAR_COLORS) if color != MULTICOLOR)
STAR_TAKES = np.array([OUTER_TAKES | SIX, ALL], np.int64)  # on an empty board, by side
NTH = np.zeros((256, 8), np.int8)  # the place of the n-th bit of a byte
for _byte in range(256):
    for _at, _bit in enumerate(bit for bit in range(8) if _byte >> bit & 1):
        NTH[_byte, _at] = _bit
STAR_COLOR = np.array(STAR_COLORS, np.int64)
FACTORIES_OF = np.array([FACTORIES.get(players, 0) for players in range(5)], np.int64)
