"""Many games at once, compiled: what every game needs to write what is seen, and what a step needs
besides.

What is seen are the numbers of `tilewright.envs.observation`, from the seat to move. What a count
stands as is looked up, so the same kernels write float32 and uint8, and no scale is compiled in.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from tilewright.envs.game import seen
from tilewright.envs.observation import Tensor, worths
from tilewright.fast.compiling import StateRecord, inner_kernel, int64, lean_kernel
from tilewright.market import FACTORIES

KINDS = ("round", "market", "bag", "score", "lines", "floor", "picks", "supply", "hand")
ROUND, MARKET, BAG, SCORE, LINES, FLOOR, PICKS, SUPPLY, HAND = range(len(KINDS))
# By number of players.
SOURCES = np.array([1 + FACTORIES.get(players, 0) for players in range(5)], np.int64)


@cache
def worth_table(game: str, dtype: str) -> Tensor:
    """What a count stands as, by the `KINDS` of parts and the count. The last number of a row is
    that of all larger counts."""
    found = {part.name: worths(part, dtype) for part in seen(game).TABLE + seen(game).BOARD}
    table = np.zeros((len(KINDS), max(map(len, found.values()))), dtype)
    for kind, name in enumerate(KINDS):
        if name in found:
            table[kind] = found[name][-1]
            table[kind, : len(found[name])] = found[name]
    return table


@inner_kernel
def capped(worth: Tensor, count: int) -> float:
    """What a count stands as that might be larger than any in the table."""
    stands: float = worth[min(count, len(worth) - 1)]
    return stands


@inner_kernel
def write_heap(row: Tensor, at: int, heap: int, colors: int, lane: int, worth: Tensor) -> int:
    """Write how many tiles of each colour a heap has; return where the next part begins."""
    for color in range(colors):
        row[at + color] = worth[heap >> lane * color & ((1 << lane) - 1)]
    return at + colors


@inner_kernel
def seats_after(s: StateRecord, seat: int) -> int:
    """How many seats after the one to move a seat comes."""
    after = int64(seat) - int64(s.seat)
    return after + int64(s.players) if after < 0 else after


@inner_kernel
def write_seats(row: Tensor, at: int, s: StateRecord) -> int:
    """Write the flags of turn, starter and marker, counted from the seat to move."""
    players = int64(s.players)
    row[at] = 1
    row[at + players + seats_after(s, s.starter)] = 1
    row[at + 2 * players + seats_after(s, max(s.marker, 0))] = s.marker >= 0
    return at + 3 * players


@lean_kernel
def write_gains(
    rewards: NDArray[np.float32], movers: NDArray[np.int8], gains: NDArray[np.float32]
) -> None:
    """Write the rewards of the seats that moved."""
    for i in range(len(gains)):
        gains[i] = rewards[i, movers[i]]
