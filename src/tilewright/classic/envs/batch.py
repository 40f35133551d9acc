"""What is seen of classic in many games at once, compiled."""

from __future__ import annotations

import numpy as np

from tilewright.classic import rules
from tilewright.classic.board import COLORS, FLOOR_SPACES, SIZE, printed_color
from tilewright.classic.kernel.layout import LANE
from tilewright.classic.kernel.play import floor_spaces
from tilewright.envs.batch import (
    BAG,
    FLOOR,
    LINES,
    MARKET,
    ROUND,
    SCORE,
    SOURCES,
    capped,
    write_heap,
    write_seats,
)
from tilewright.envs.observation import Tensor
from tilewright.fast.compiling import Records, StateRecord, inner_kernel, int64, lean_kernel
from tilewright.fast.words import trailing_zeros

PHASES = len(rules.PHASES)
# Where the flag of the printed colour stands, by space.
PRINTED = np.array(
    [COLORS * space + printed_color(*divmod(space, SIZE)) for space in range(SIZE * SIZE)],
    np.int64,
)


@lean_kernel
def observe(states: Records, out: Tensor, worth: Tensor) -> None:
    """Write the observation of every game."""
    for i in range(len(states)):
        s, row = states[i], out[i]
        row[:] = 0
        row[s.phase] = 1
        row[PHASES] = capped(worth[ROUND], s.round_)
        row[PHASES + 1] = s.grey
        at = write_seats(row, PHASES + 2, s)
        at = write_heap(row, at, s.centre, COLORS, LANE, worth[MARKET])
        for factory in range(1, SOURCES[s.players]):
            at = write_heap(row, at, s.factories[factory], COLORS, LANE, worth[MARKET])
        at = write_heap(row, at, s.bag, COLORS, LANE, worth[BAG])
        at = write_heap(row, at, s.lid, COLORS, LANE, worth[BAG])
        seat, players = int64(s.seat), int64(s.players)
        for _ in range(players):
            at = write_board(row, at, s, seat, worth)
            seat = seat + 1 if seat + 1 < players else 0


@inner_kernel
def write_board(row: Tensor, at: int, s: StateRecord, seat: int, worth: Tensor) -> int:
    """Write score, pattern lines, wall and floor line of a seat."""
    row[at] = capped(worth[SCORE], s.score[seat])
    at += 1
    lines = s.lines[seat] >> 6
    for _ in range(SIZE):
        row[at + (lines >> 3 & 7)] = worth[LINES, lines & 7]
        lines >>= 6
        at += COLORS
    if s.grey:
        for color in range(COLORS):
            tiles = int64(s.hues[seat, color])
            while tiles:
                row[at + COLORS * trailing_zeros(tiles) + color] = 1
                tiles &= tiles - 1
    else:
        tiles = int64(s.wall[seat])
        while tiles:
            row[at + PRINTED[trailing_zeros(tiles)]] = 1
            tiles &= tiles - 1
    at += SIZE * SIZE * COLORS
    at = write_heap(row, at, s.floor[seat], COLORS, LANE, worth[FLOOR])
    row[at] = worth[FLOOR, min(floor_spaces(s, seat), FLOOR_SPACES)]
    return at + 1
