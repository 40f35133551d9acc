"""The ways to place a tile, and the ways to pass."""

from __future__ import annotations

from tilewright.fast.compiling import StateRecord, inner_kernel, int64
from tilewright.fast.words import popcount, trailing_zeros
from tilewright.pavilion.board import COLORS, MOST_KEPT, ROUNDS, SLOTS, STARS
from tilewright.pavilion.kernel.heaps import bit_at, colors_in, lane, lane_of, total
from tilewright.pavilion.kernel.layout import (
    FIRST_PASS,
    FIRST_PLACE,
    FREE_LANES,
    LANE,
    NUMBER,
    PASS_BITS,
    PASS_MASKS,
    PASS_WORDS,
    PAYMENTS,
    SIX,
    STAR_COLOR,
    Word,
)


@inner_kernel
def payments(s: StateRecord, hand: Word, star: int, color: int) -> Word:
    """How many ways there are to pay for a colour on each slot of a star, in lanes."""
    spare = 0 if color == s.joker else min(lane(hand, s.joker), SLOTS - 1)
    return int64(PAYMENTS[s.side, min(star, 1), spare, lane(hand, color)])


@inner_kernel
def star_placements(s: StateRecord, star: int) -> Word:
    """How many placements there are on each slot of a star, in lanes."""
    hand, filled = s.hand[s.seat], s.filled[s.seat] >> 6 * star & SIX
    colors = s.takes[s.seat] >> 6 * star & colors_in(hand)
    found = 0
    while colors:
        found += payments(s, hand, star, trailing_zeros(colors))
        colors &= colors - 1
    return int64(found & FREE_LANES[filled])


@inner_kernel
def count_placements(s: StateRecord) -> int:
    """How many placements there are."""
    hand, filled, takes = s.hand[s.seat], s.filled[s.seat], s.takes[s.seat]
    found = star_placements(s, 0)
    if s.side:
        have = colors_in(hand)
        anything = 0
        for color in range(COLORS):
            anything += payments(s, hand, 1, color)
        for star in range(1, STARS):
            if takes >> 6 * star & have == have:
                found += anything & FREE_LANES[filled >> 6 * star & SIX]
            else:
                found += star_placements(s, star)
    else:
        for star in range(1, STARS):
            ways = payments(s, hand, 1, STAR_COLOR[star])
            found += ways & FREE_LANES[filled >> 6 * star & SIX]
    return total(found)


@inner_kernel
def kth_placement(s: StateRecord, k: int) -> int:
    """The k-th placement."""
    star = 0
    found = star_placements(s, star)
    while k >= total(found):
        k -= total(found)
        star += 1
        found = star_placements(s, star)
    slot = lane_of(found, k)
    k -= total(found & (1 << LANE * slot) - 1)
    hand = s.hand[s.seat]
    colors = s.takes[s.seat] >> 6 * star & colors_in(hand)
    color = trailing_zeros(colors)
    ways = lane(payments(s, hand, star, color), slot)
    while k >= ways:
        k -= ways
        colors &= colors - 1
        color = trailing_zeros(colors)
        ways = lane(payments(s, hand, star, color), slot)
    space = SLOTS * star + slot
    jokers = max(0, NUMBER[s.side, space] - lane(hand, color)) + k
    return int64(FIRST_PLACE + (space * COLORS + color) * SLOTS + jokers)


@inner_kernel
def passes(s: StateRecord) -> tuple[Word, Word, Word, Word]:
    """The choices of kept tiles that the hand allows, as bits by rank."""
    if s.round_ == ROUNDS and s.at_pass:
        return 1, 0, 0, 0
    hand = s.hand[s.seat]
    a = b = c = d = -1
    for color in range(COLORS):
        mask = PASS_MASKS[color, min(lane(hand, color), MOST_KEPT)]
        a &= mask[0]
        b &= mask[1]
        c &= mask[2]
        d &= mask[3]
    return a, b, c, d


@inner_kernel
def size_of(bits: tuple[Word, Word, Word, Word]) -> int:
    """How many bits are set."""
    return popcount(bits[0]) + popcount(bits[1]) + popcount(bits[2]) + popcount(bits[3])


@inner_kernel
def kth_pass(bits: tuple[Word, Word, Word, Word], k: int) -> int:
    """The k-th of these ways to pass."""
    first = FIRST_PASS
    for at in range(PASS_WORDS - 1):
        count = popcount(bits[at])
        if k < count:
            return first + bit_at(bits[at], k)
        k -= count
        first += PASS_BITS
    return first + bit_at(bits[PASS_WORDS - 1], k)
