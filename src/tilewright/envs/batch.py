"""Many games at once, compiled: what is seen in each of them, and what a step needs besides.

What is seen are the numbers of `tilewright.envs.observation`, from the seat to move. What a count
stands as is looked up, so the same kernels write float32 and uint8, and no scale is compiled in.
They stay in this one file, so that numba's cache notices every change of them.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from tilewright.classic.board import COLORS as CLASSIC_COLORS
from tilewright.classic.board import FLOOR_SPACES, SIZE, printed_color
from tilewright.classic.kernel.layout import LANE as CLASSIC_LANE
from tilewright.classic.kernel.play import floor_spaces
from tilewright.classic.rules import PHASES as CLASSIC_PHASES
from tilewright.envs.observation import BOARD, TABLE, Tensor, worths
from tilewright.fast.compiling import Record, Records, inner_kernel, int64, lean_kernel
from tilewright.fast.words import trailing_zeros
from tilewright.market import FACTORIES
from tilewright.pavilion.board import COLORS as PAVILION_COLORS
from tilewright.pavilion.board import ROUNDS, SCORE_FLOORS, SPACES
from tilewright.pavilion.kernel.layout import LANE as PAVILION_LANE
from tilewright.pavilion.rules import PHASES as PAVILION_PHASES

KINDS = ("round", "market", "bag", "score", "lines", "floor", "picks", "supply", "hand")
ROUND, MARKET, BAG, SCORE, LINES, FLOOR, PICKS, SUPPLY, HAND = range(len(KINDS))
CLASSIC_PHASE, PAVILION_PHASE = len(CLASSIC_PHASES), len(PAVILION_PHASES)
MINI = SCORE_FLOORS["mini"]
SPACES_A_WORD = SPACES // 2  # of pavilion's `colors`, three bits each
# Where the flag of the printed colour stands, by space.
PRINTED = np.array(
    [CLASSIC_COLORS * space + printed_color(*divmod(space, SIZE)) for space in range(SIZE * SIZE)],
    np.int64,
)
# By number of players.
SOURCES = np.array([1 + FACTORIES.get(players, 0) for players in range(5)], np.int64)


@cache
def worth_table(game: str, dtype: str) -> Tensor:
    """What a count stands as, by the `KINDS` of parts and the count. The last number of a row is
    that of all larger counts."""
    found = {part.name: worths(part, dtype) for part in TABLE[game] + BOARD[game]}
    table = np.zeros((len(KINDS), max(map(len, found.values()))), dtype)
    for kind, name in enumerate(KINDS):
        if name in found:
            table[kind] = found[name][-1]
            table[kind, : len(found[name])] = found[name]
    return table


# What is seen


@inner_kernel
def capped(worth: Tensor, count: int) -> float:
    """What a count stands as that might be larger than any in the table."""
    stands: float = worth[min(count, len(worth) - 1)]
    return stands


@inner_kernel
def write_heap(row: Tensor, at: int, heap: int, colors: int, worth: Tensor) -> int:
    """Write how many tiles of each colour a heap has; return where the next part begins."""
    lane = CLASSIC_LANE if colors == CLASSIC_COLORS else PAVILION_LANE
    for color in range(colors):
        row[at + color] = worth[heap >> lane * color & ((1 << lane) - 1)]
    return at + colors


@inner_kernel
def seats_after(s: Record, seat: int) -> int:
    """How many seats after the one to move a seat comes."""
    after = int64(seat) - int64(s.seat)
    return after + int64(s.players) if after < 0 else after


@inner_kernel
def write_seats(row: Tensor, at: int, s: Record) -> int:
    """Write the flags of turn, starter and marker, counted from the seat to move."""
    players = int64(s.players)
    row[at] = 1
    row[at + players + seats_after(s, s.starter)] = 1
    row[at + 2 * players + seats_after(s, max(s.marker, 0))] = s.marker >= 0
    return at + 3 * players


@lean_kernel
def observe_classic(states: Records, out: Tensor, worth: Tensor) -> None:
    """Write the observation of every game."""
    for i in range(len(states)):
        s, row = states[i], out[i]
        row[:] = 0
        row[s.phase] = 1
        row[CLASSIC_PHASE] = capped(worth[ROUND], s.round_)
        row[CLASSIC_PHASE + 1] = s.grey
        at = write_seats(row, CLASSIC_PHASE + 2, s)
        at = write_heap(row, at, s.centre, CLASSIC_COLORS, worth[MARKET])
        for factory in range(1, SOURCES[s.players]):
            at = write_heap(row, at, s.factories[factory], CLASSIC_COLORS, worth[MARKET])
        at = write_heap(row, at, s.bag, CLASSIC_COLORS, worth[BAG])
        at = write_heap(row, at, s.lid, CLASSIC_COLORS, worth[BAG])
        seat, players = int64(s.seat), int64(s.players)
        for _ in range(players):
            at = write_classic_board(row, at, s, seat, worth)
            seat = seat + 1 if seat + 1 < players else 0


@inner_kernel
def write_classic_board(row: Tensor, at: int, s: Record, seat: int, worth: Tensor) -> int:
    """Write score, pattern lines, wall and floor line of a seat."""
    row[at] = capped(worth[SCORE], s.score[seat])
    at += 1
    lines = s.lines[seat] >> 6
    for _ in range(SIZE):
        row[at + (lines >> 3 & 7)] = worth[LINES, lines & 7]
        lines >>= 6
        at += CLASSIC_COLORS
    if s.grey:
        for color in range(CLASSIC_COLORS):
            tiles = int64(s.hues[seat, color])
            while tiles:
                row[at + CLASSIC_COLORS * trailing_zeros(tiles) + color] = 1
                tiles &= tiles - 1
    else:
        tiles = int64(s.wall[seat])
        while tiles:
            row[at + PRINTED[trailing_zeros(tiles)]] = 1
            tiles &= tiles - 1
    at += SIZE * SIZE * CLASSIC_COLORS
    at = write_heap(row, at, s.floor[seat], CLASSIC_COLORS, worth[FLOOR])
    row[at] = worth[FLOOR, min(floor_spaces(s, seat), FLOOR_SPACES)]
    return at + 1


@lean_kernel
def observe_pavilion(states: Records, out: Tensor, worth: Tensor) -> None:
    """Write the observation of every game."""
    for i in range(len(states)):
        s, row = states[i], out[i]
        row[:] = 0
        row[s.phase] = 1
        row[PAVILION_PHASE] = worth[ROUND, s.round_]
        row[PAVILION_PHASE + 1] = s.side
        row[PAVILION_PHASE + 2] = s.lowest == MINI
        row[PAVILION_PHASE + 3] = s.at_pass
        at = write_seats(row, PAVILION_PHASE + 4, s)
        row[at] = worth[PICKS, s.picks]
        at += 1
        jokers = int64(s.order) >> 3 * (s.round_ - 1)
        for later in range(ROUNDS - s.round_ + 1):
            row[at + PAVILION_COLORS * later + (jokers & 7)] = 1
            jokers >>= 3
        at += ROUNDS * PAVILION_COLORS
        for source in range(SOURCES[s.players]):
            at = write_heap(row, at, s.sources[source], PAVILION_COLORS, worth[MARKET])
        at = write_heap(row, at, s.supply, PAVILION_COLORS, worth[SUPPLY])
        at = write_heap(row, at, s.bag, PAVILION_COLORS, worth[BAG])
        at = write_heap(row, at, s.tower, PAVILION_COLORS, worth[BAG])
        seat, players = int64(s.seat), int64(s.players)
        for _ in range(players):
            at = write_pavilion_board(row, at, s, seat, worth)
            seat = seat + 1 if seat + 1 < players else 0


@inner_kernel
def write_pavilion_board(row: Tensor, at: int, s: Record, seat: int, worth: Tensor) -> int:
    """Write score, stars, hand and pass of a seat."""
    row[at] = capped(worth[SCORE], s.score[seat])
    at += 1
    tiles = s.filled[seat]
    while tiles:
        space = trailing_zeros(tiles)
        word = s.colors[seat, space // SPACES_A_WORD]
        color = word >> 3 * (space % SPACES_A_WORD) & 7
        row[at + PAVILION_COLORS * space + color] = 1
        tiles &= tiles - 1
    at += SPACES * PAVILION_COLORS
    at = write_heap(row, at, s.hand[seat], PAVILION_COLORS, worth[HAND])
    row[at] = s.passed >> seat & 1
    return at + 1


# Around a step


@lean_kernel
def write_gains(
    rewards: NDArray[np.float32], movers: NDArray[np.int8], gains: NDArray[np.float32]
) -> None:
    """Write the rewards of the seats that moved."""
    for i in range(len(gains)):
        gains[i] = rewards[i, movers[i]]
