"""A position as a whole: starting over, ranking the players, and its hash."""

from __future__ import annotations

import numpy as np

from tilewright.classic.board import COLORS, TILES_PER_COLOR
from tilewright.classic.kernel.layout import DEAL, LINES, ONES
from tilewright.classic.kernel.play import complete_rows
from tilewright.fast.compiling import StateRecord, inner_kernel, int64, lean_kernel
from tilewright.fast.words import GOLDEN, mix
from tilewright.market import NOBODY


@lean_kernel
def reset(s: StateRecord) -> None:
    """Begin a new game with the same options."""
    s.centre = 0
    s.factories[:] = 0
    s.floor[:] = 0
    s.shown[:] = 0
    s.lines[:] = 0
    s.wall[:] = 0
    s.hues[:] = 0
    s.score[:] = 0
    s.offers = 0
    s.bag = TILES_PER_COLOR * ONES
    s.lid = 0
    s.room[:] = LINES * ONES
    s.round_ = 1
    s.phase = DEAL
    s.seat = 0
    s.starter = 0
    s.marker = NOBODY


@lean_kernel
def standing(s: StateRecord, seat: int) -> int:
    """What players are ranked by: score, then complete rows."""
    return int64(8 * s.score[seat]) + complete_rows(s.wall[seat])


@lean_kernel
def hash_state(s: StateRecord) -> np.uint64:
    """A hash of the position: equal for equal positions, almost never for others."""
    words = (
        s.centre,
        s.bag,
        s.lid,
        (s.round_ << 32 | s.limit),
        (s.seat | s.starter << 8 | (s.marker & 255) << 16 | s.phase << 24)
        | (s.players << 32 | s.grey << 40),
    )
    total = np.uint64(0)
    salt = 0
    for word in words:
        total, salt = total + salted(word, salt), salt + 1
    for source in range(1, 2 * s.players + 2):
        total, salt = total + salted(s.factories[source], salt), salt + 1
    for seat in range(s.players):
        total, salt = total + salted(s.floor[seat], salt), salt + 1
        total, salt = total + salted(s.lines[seat] << 25 | s.wall[seat], salt), salt + 1
        total, salt = total + salted(s.score[seat], salt), salt + 1
        if s.grey:
            for color in range(COLORS):
                total, salt = total + salted(s.hues[seat, color], salt), salt + 1
    return mix(total)


@inner_kernel
def salted(word: int, salt: int) -> np.uint64:
    """Scatter a word, differently for every salt."""
    return mix(np.uint64(word) + np.uint64(salt + 1) * GOLDEN)
