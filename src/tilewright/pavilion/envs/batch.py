"""What is seen of pavilion in many games at once, compiled."""

from __future__ import annotations

from tilewright.envs.batch import (
    BAG,
    HAND,
    MARKET,
    PICKS,
    ROUND,
    SCORE,
    SOURCES,
    SUPPLY,
    capped,
    write_heap,
    write_seats,
)
from tilewright.envs.observation import Tensor
from tilewright.fast.compiling import Records, StateRecord, inner_kernel, int64, lean_kernel
from tilewright.fast.words import trailing_zeros
from tilewright.pavilion import rules
from tilewright.pavilion.board import COLORS, ROUNDS, SCORE_FLOORS, SPACES
from tilewright.pavilion.kernel.layout import LANE

PHASES = len(rules.PHASES)
MINI = SCORE_FLOORS["mini"]
SPACES_A_WORD = SPACES // 2  # of the record's `colors`, three bits each


@lean_kernel
def observe(states: Records, out: Tensor, worth: Tensor) -> None:
    """Write the observation of every game."""
    for i in range(len(states)):
        s, row = states[i], out[i]
        row[:] = 0
        row[s.phase] = 1
        row[PHASES] = worth[ROUND, s.round_]
        row[PHASES + 1] = s.side
        row[PHASES + 2] = s.lowest == MINI
        row[PHASES + 3] = s.at_pass
        at = write_seats(row, PHASES + 4, s)
        row[at] = worth[PICKS, s.picks]
        at += 1
        jokers = int64(s.order) >> 3 * (s.round_ - 1)
        for later in range(ROUNDS - s.round_ + 1):
            row[at + COLORS * later + (jokers & 7)] = 1
            jokers >>= 3
        at += ROUNDS * COLORS
        for source in range(SOURCES[s.players]):
            at = write_heap(row, at, s.sources[source], COLORS, LANE, worth[MARKET])
        at = write_heap(row, at, s.supply, COLORS, LANE, worth[SUPPLY])
        at = write_heap(row, at, s.bag, COLORS, LANE, worth[BAG])
        at = write_heap(row, at, s.tower, COLORS, LANE, worth[BAG])
        seat, players = int64(s.seat), int64(s.players)
        for _ in range(players):
            at = write_board(row, at, s, seat, worth)
            seat = seat + 1 if seat + 1 < players else 0


@inner_kernel
def write_board(row: Tensor, at: int, s: StateRecord, seat: int, worth: Tensor) -> int:
    """Write score, stars, hand and pass of a seat."""
    row[at] = capped(worth[SCORE], s.score[seat])
    at += 1
    tiles = s.filled[seat]
    while tiles:
        space = trailing_zeros(tiles)
        word = s.colors[seat, space // SPACES_A_WORD]
        color = word >> 3 * (space % SPACES_A_WORD) & 7
        row[at + COLORS * space + color] = 1
        tiles &= tiles - 1
    at += SPACES * COLORS
    at = write_heap(row, at, s.hand[seat], COLORS, LANE, worth[HAND])
    row[at] = s.passed >> seat & 1
    return at + 1
