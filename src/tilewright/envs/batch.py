"""Observations of many games at once, compiled: the same numbers as `tilewright.envs.observation`.

Both kernels write what the seat to move sees in every game. They stay in this one file, so that
numba's cache notices every change of them.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tilewright.classic.board import COLORS as CLASSIC_COLORS
from tilewright.classic.board import FLOOR_SPACES, ROUND_LIMIT, SIZE, printed_color
from tilewright.classic.board import TILES_PER_COLOR as CLASSIC_TILES
from tilewright.classic.rules import PHASES as CLASSIC_PHASES
from tilewright.envs.observation import HAND, POINTS, ROUND
from tilewright.fast import classic, pavilion
from tilewright.fast.compiling import Record, Records, int64, kernel, trailing_zeros
from tilewright.market import FACTORIES, FACTORY_SIZE
from tilewright.pavilion.board import COLORS as PAVILION_COLORS
from tilewright.pavilion.board import ROUNDS, SCORE_FLOORS, SPACES, SUPPLY_SIZE
from tilewright.pavilion.board import TILES_PER_COLOR as PAVILION_TILES
from tilewright.pavilion.rules import PHASES as PAVILION_PHASES

Numbers = NDArray[np.float32]

CLASSIC_LANE, PAVILION_LANE = classic.LANE, pavilion.LANE
CLASSIC_PHASE, PAVILION_PHASE = len(CLASSIC_PHASES), len(PAVILION_PHASES)
MINI = SCORE_FLOORS["mini"]
SPACES_A_WORD = SPACES // 2  # of pavilion's `colors`, three bits each
PRINTED = np.array([printed_color(*divmod(space, SIZE)) for space in range(SIZE * SIZE)], np.int64)
# By number of players.
SOURCES = np.array([1 + FACTORIES.get(players, 0) for players in range(5)], np.int64)


@kernel
def scaled(count: int, scale: int) -> np.float32:
    """A count as it stands in an observation: divided as float32, as numpy does."""
    return np.float32(count) / np.float32(scale)


@kernel
def write_heap(row: Numbers, at: int, heap: int, colors: int, scale: int) -> int:
    """Write how many tiles of each colour a heap has; return where the next part begins."""
    lane = CLASSIC_LANE if colors == CLASSIC_COLORS else PAVILION_LANE
    if heap:
        for color in range(colors):
            row[at + color] = scaled(heap >> lane * color & ((1 << lane) - 1), scale)
    return at + colors


@kernel
def write_seats(row: Numbers, at: int, s: Record) -> int:
    """Write the flags of turn, starter and marker, counted from the seat to move."""
    players: int = s.players
    row[at] = 1
    row[at + players + (s.starter + players - s.seat) % players] = 1  # never below 0: no sign
    if s.marker >= 0:
        row[at + 2 * players + (s.marker + players - s.seat) % players] = 1
    return at + 3 * players


@kernel
def observe_classic(states: Records, out: Numbers) -> None:
    """Write the observation of every game."""
    for i in range(len(states)):
        s, row = states[i], out[i]
        row[:] = 0
        row[s.phase] = 1
        row[CLASSIC_PHASE] = scaled(min(s.round_, ROUND_LIMIT), ROUND)
        row[CLASSIC_PHASE + 1] = s.grey
        at = write_seats(row, CLASSIC_PHASE + 2, s)
        at = write_heap(row, at, s.centre, CLASSIC_COLORS, FACTORY_SIZE)
        for factory in range(1, SOURCES[s.players]):
            at = write_heap(row, at, s.factories[factory], CLASSIC_COLORS, FACTORY_SIZE)
        at = write_heap(row, at, s.bag, CLASSIC_COLORS, CLASSIC_TILES)
        at = write_heap(row, at, s.lid, CLASSIC_COLORS, CLASSIC_TILES)
        for later in range(s.players):
            at = write_classic_board(row, at, s, (s.seat + later) % s.players)


@kernel
def write_classic_board(row: Numbers, at: int, s: Record, seat: int) -> int:
    """Write score, pattern lines, wall and floor line of a seat."""
    row[at] = scaled(s.score[seat], POINTS)
    at += 1
    for line in range(SIZE):
        bits = s.lines[seat] >> 6 * (line + 1) & 63
        if bits & 7:
            row[at + CLASSIC_COLORS * line + (bits >> 3)] = scaled(bits & 7, SIZE)
    at += SIZE * CLASSIC_COLORS
    if s.grey:
        for color in range(CLASSIC_COLORS):
            tiles = int64(s.hues[seat, color])
            while tiles:
                row[at + CLASSIC_COLORS * trailing_zeros(tiles) + color] = 1
                tiles &= tiles - 1
    else:
        tiles = int64(s.wall[seat])
        while tiles:
            space = trailing_zeros(tiles)
            row[at + CLASSIC_COLORS * space + PRINTED[space]] = 1
            tiles &= tiles - 1
    at += SIZE * SIZE * CLASSIC_COLORS
    spaces = int64(s.marker == seat)
    for color in range(CLASSIC_COLORS):
        spaces += s.floor[seat] >> CLASSIC_LANE * color & ((1 << CLASSIC_LANE) - 1)
    at = write_heap(row, at, s.floor[seat], CLASSIC_COLORS, FLOOR_SPACES)
    row[at] = scaled(min(spaces, FLOOR_SPACES), FLOOR_SPACES)
    return at + 1


@kernel
def observe_pavilion(states: Records, out: Numbers) -> None:
    """Write the observation of every game."""
    for i in range(len(states)):
        s, row = states[i], out[i]
        row[:] = 0
        row[s.phase] = 1
        row[PAVILION_PHASE] = scaled(s.round_, ROUND)
        row[PAVILION_PHASE + 1] = s.side
        row[PAVILION_PHASE + 2] = s.lowest == MINI
        row[PAVILION_PHASE + 3] = s.at_pass
        at = write_seats(row, PAVILION_PHASE + 4, s)
        row[at] = scaled(s.picks, SUPPLY_SIZE)
        at += 1
        for later in range(ROUNDS - s.round_ + 1):
            joker = s.order >> 3 * (s.round_ - 1 + later) & 7
            row[at + PAVILION_COLORS * later + joker] = 1
        at += ROUNDS * PAVILION_COLORS
        for source in range(SOURCES[s.players]):
            at = write_heap(row, at, s.sources[source], PAVILION_COLORS, FACTORY_SIZE)
        at = write_heap(row, at, s.supply, PAVILION_COLORS, SUPPLY_SIZE)
        at = write_heap(row, at, s.bag, PAVILION_COLORS, PAVILION_TILES)
        at = write_heap(row, at, s.tower, PAVILION_COLORS, PAVILION_TILES)
        for later in range(s.players):
            at = write_pavilion_board(row, at, s, (s.seat + later) % s.players)


@kernel
def write_pavilion_board(row: Numbers, at: int, s: Record, seat: int) -> int:
    """Write score, stars, hand and pass of a seat."""
    row[at] = scaled(s.score[seat], POINTS)
    at += 1
    tiles = s.filled[seat]
    while tiles:
        space = trailing_zeros(tiles)
        word = s.colors[seat, space // SPACES_A_WORD]
        color = word >> 3 * (space % SPACES_A_WORD) & 7
        row[at + PAVILION_COLORS * space + color] = 1
        tiles &= tiles - 1
    at += SPACES * PAVILION_COLORS
    at = write_heap(row, at, s.hand[seat], PAVILION_COLORS, HAND)
    row[at] = s.passed >> seat & 1
    return at + 1
