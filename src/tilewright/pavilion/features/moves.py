"""The moves worth considering, and their features."""

from __future__ import annotations

from tilewright.fast.compiling import Array, StateRecord, inner_kernel, lean_kernel
from tilewright.fast.words import popcount
from tilewright.market import NOBODY
from tilewright.pavilion.board import (
    COLORS,
    MOST_KEPT,
    ROUNDS,
    SLOTS,
)
from tilewright.pavilion.features.layout import (
    BRINGS,
    COVERS,
    GIVES_UP,
    HOLDS,
    HOLDS_JOKERS,
    KEEPS,
    KEPT_NEXT,
    KEPT_OF,
    LAY,
    MOST_DISCARDED,
    MOST_HELD,
    MOST_SEEN,
    MOST_TAKEN,
    PAID,
    PASSES_OF,
    PICKED,
    PICKED_AS,
    STAR_THEN,
    TAKEN,
    THROWN,
    count_of,
    kind,
    next_joker,
)
from tilewright.pavilion.kernel.heaps import lane, total
from tilewright.pavilion.kernel.layout import (
    FACTORIES_OF,
    FEATURE_SPACES,
    FEATURE_TILES,
    FIRST_PASS,
    FIRST_PICK,
    FIRST_PLACE,
    KEPT,
    NUMBER,
    NUMBER_SPACES,
    PASS_BITS,
    PASS_WORDS,
    PLACE,
    RUN,
    SIX,
    TAKE,
)
from tilewright.pavilion.kernel.moves import list_moves, write_bits, write_placements
from tilewright.pavilion.kernel.placements import passes


@lean_kernel
def list_candidates(s: StateRecord, out: Array) -> int:
    """Write the legal moves, without those from a factory that equals an earlier one and without
    passes that keep fewer tiles than they could."""
    if s.phase == TAKE:
        offers = s.offers
        for source in range(2, 1 + FACTORIES_OF[s.players]):
            for other in range(1, source):
                if s.sources[other] == s.sources[source]:
                    offers &= ~(SIX << 6 * source)
        return write_bits(out, 0, 0, offers, False)
    if s.phase != PLACE:
        return list_moves(s, out)
    n = write_placements(s, out, False)
    if s.round_ == ROUNDS:  # a loss that the lowest score forgives is best taken before the bonuses
        out[n] = FIRST_PASS
        return n + 1
    bits = passes(s)
    full = PASSES_OF[min(total(s.hand[s.seat]), MOST_KEPT)]
    for at in range(PASS_WORDS):
        n = write_bits(out, n, FIRST_PASS + PASS_BITS * at, bits[at] & full[at], False)
    return n


@lean_kernel
def move_features(s: StateRecord, move: int, out: Array) -> int:
    """Write the features of a move; returns how many there are."""
    hand = s.hand[s.seat]
    if move < FIRST_PLACE:
        return take_features(s, hand, move // COLORS, move % COLORS, out)
    if move < FIRST_PICK:
        return place_features(s, hand, move - FIRST_PLACE, out)
    later = next_joker(s)
    if move < FIRST_PASS:
        color = move - FIRST_PICK
        out[0] = PICKED + color * MOST_TAKEN + min(lane(hand, color), MOST_TAKEN - 1)
        out[1] = PICKED_AS + (0 if color == s.joker else 1 if color == later else 2)
        return 2
    kept = KEPT[move - FIRST_PASS]
    out[0] = GIVES_UP + min(total(hand - kept), MOST_DISCARDED)
    out[1] = KEPT_NEXT + count_of(kept, later)
    n = 2
    for color in range(COLORS):
        if lane(kept, color):
            out[n] = KEPT_OF + color * MOST_KEPT + lane(kept, color) - 1
            n += 1
    return n


@inner_kernel
def take_features(s: StateRecord, hand: int, source: int, color: int, out: Array) -> int:
    """Write the features of a take."""
    heap = s.sources[source]
    jokers = min(lane(heap, s.joker), 1)
    count = 1 if color == s.joker else lane(heap, color)
    along = 0 if color == s.joker else jokers
    origin = 0 if source else 2 if s.marker == NOBODY else 1
    taken = color * MOST_TAKEN + min(count, MOST_TAKEN) - 1
    out[0] = TAKEN + (taken * 2 + along) * 3 + origin
    out[1] = HOLDS + color * MOST_SEEN + min(lane(hand, color) + count, MOST_SEEN) - 1
    out[2] = HOLDS_JOKERS + min(lane(hand, s.joker) + jokers, MOST_SEEN)
    n = 3
    later = next_joker(s)
    if color == later:
        out[n] = HOLDS_JOKERS + MOST_SEEN + 1 + min(lane(hand, later) + count, MOST_SEEN)
        n += 1
    if source:
        out[n] = THROWN + kind(heap) * COLORS + color
        n += 1
    return n


@inner_kernel
def place_features(s: StateRecord, hand: int, code: int, out: Array) -> int:
    """Write the features of a placement."""
    space, color, jokers = code // (COLORS * SLOTS), code // SLOTS % COLORS, code % SLOTS
    star, slot, number = space // SLOTS, space % SLOTS, NUMBER[s.side, space]
    filled = s.filled[s.seat] | 1 << space
    pattern = filled >> 6 * star & SIX
    picks = 0
    for at in range(2):
        if filled & FEATURE_SPACES[space, at] == FEATURE_SPACES[space, at]:
            picks += FEATURE_TILES[space, at]
    out[0] = LAY + space * COLORS + color
    out[1] = PAID + (number - 1) * SLOTS + jokers
    out[2] = BRINGS + (RUN[pattern, slot] - 1) * 4 + picks
    out[3] = KEEPS + min(total(hand) - number, MOST_HELD)
    out[4] = STAR_THEN + star * SLOTS + popcount(pattern) - 1
    if number > 4:
        return 5
    empty = popcount(NUMBER_SPACES[s.side, number - 1] & ~filled)
    out[5] = COVERS + (number - 1) * 4 + min(empty, 3)
    return 6
