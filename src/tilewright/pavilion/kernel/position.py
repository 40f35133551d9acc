"""A position as a whole: starting over, ranking the players, and its hash."""

from __future__ import annotations

import numpy as np

from tilewright.fast.compiling import StateRecord, inner_kernel, int64, lean_kernel
from tilewright.fast.words import GOLDEN, mix
from tilewright.market import NOBODY
from tilewright.pavilion.board import START_SCORE, TILES_PER_COLOR
from tilewright.pavilion.kernel.layout import FACTORIES_OF, FILL, ONES, SOURCES, STAR_TAKES, Word


@lean_kernel
def reset(s: StateRecord) -> None:
    """Go back to the beginning of a game with the same options."""
    for source in range(SOURCES):
        s.sources[source] = 0
    for seat in range(s.players):
        s.hand[seat] = s.filled[seat] = s.laid[seat] = 0
        s.colors[seat, 0] = s.colors[seat, 1] = 0
        s.takes[seat] = STAR_TAKES[s.side]
        s.score[seat] = START_SCORE
    s.offers = s.supply = s.tower = 0
    s.bag = TILES_PER_COLOR * ONES
    s.phase = FILL
    s.round_ = 1
    s.joker = s.order & 7
    s.seat = s.starter = s.picks = s.passed = 0
    s.marker = NOBODY


@lean_kernel
def standing(s: StateRecord, seat: int) -> int:
    """What players are ranked by: the score alone."""
    return int64(s.score[seat])


@lean_kernel
def hash_state(s: StateRecord) -> np.uint64:
    """A hash of the position without its options, to recognise transpositions."""
    h = stir(np.uint64(0), 1, s.supply)
    h = stir(h, 2, s.bag)
    h = stir(h, 3, s.tower)
    small = s.phase | s.round_ << 4 | s.seat << 8 | s.starter << 12 | s.picks << 16
    h = stir(h, 4, small | s.passed << 20 | (s.marker + 1) << 24)
    for source in range(1 + FACTORIES_OF[s.players]):
        h = stir(h, 5 + source, s.sources[source])
    for seat in range(s.players):
        h = stir(h, 16 + 8 * seat, s.hand[seat])
        h = stir(h, 17 + 8 * seat, s.filled[seat])
        h = stir(h, 18 + 8 * seat, s.colors[seat, 0])
        h = stir(h, 19 + 8 * seat, s.colors[seat, 1])
        h = stir(h, 20 + 8 * seat, s.score[seat])
    return mix(h)


@inner_kernel
def stir(h: np.uint64, place: int, word: Word) -> np.uint64:
    """Add a word to a hash; what it adds does not depend on the other words."""
    return h + mix(np.uint64(word) + np.uint64(place) * GOLDEN)
