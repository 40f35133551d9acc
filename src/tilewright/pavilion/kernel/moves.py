"""Whose turn it is, and the legal moves."""

from __future__ import annotations

from tilewright.fast.compiling import Array, StateRecord, inner_kernel, int64, lean_kernel
from tilewright.fast.words import popcount, trailing_zeros
from tilewright.game import CHANCE, OVER
from tilewright.pavilion.board import COLORS, ROUNDS, SLOTS, STARS
from tilewright.pavilion.kernel.heaps import bit_at, colors_in, lane
from tilewright.pavilion.kernel.layout import (
    DEAL,
    END,
    FILL,
    FIRST_PASS,
    FIRST_PICK,
    FIRST_PLACE,
    KEPT,
    LANE,
    LANE_MASK,
    MOVES,
    NUMBER,
    PASS_BITS,
    PASS_WORDS,
    PICK,
    PLACE,
    REFILL,
    TAKE,
    TOPS,
    Word,
)
from tilewright.pavilion.kernel.placements import (
    count_placements,
    kth_pass,
    kth_placement,
    passes,
    payments,
    size_of,
    star_placements,
)


@lean_kernel
def turn(s: StateRecord) -> int:
    """The seat to move, CHANCE or OVER."""
    if s.phase == END:
        return OVER
    if s.phase == FILL or s.phase == DEAL or s.phase == REFILL:
        return CHANCE
    return int64(s.seat)


@lean_kernel
def count_moves(s: StateRecord) -> int:
    """How many moves the seat to move has; none for nature or after the end."""
    if s.phase == TAKE:
        return popcount(s.offers)
    if s.phase == PLACE:
        return count_placements(s) + size_of(passes(s))
    if s.phase == PICK:
        return popcount(colors_in(s.supply))
    return 0


@lean_kernel
def kth_move(s: StateRecord, k: int) -> int:
    """The k-th legal move, from 0, in the order of the readable rules."""
    if s.phase == TAKE:
        return bit_at(s.offers, k)
    if s.phase == PICK:
        return FIRST_PICK + bit_at(colors_in(s.supply), k)
    placements = count_placements(s)
    return kth_placement(s, k) if k < placements else kth_pass(passes(s), k - placements)


@inner_kernel
def write(out: Array, n: int, move: int, mask: bool) -> int:
    """Append a move to a list, or mark it in a mask; returns the new length."""
    if mask:
        out[move] = True
    else:
        out[n] = move
    return n + 1


@inner_kernel
def write_bits(out: Array, n: int, first: int, bits: Word, mask: bool) -> int:
    """Write a move for each bit that is set: `first` for bit 0, and so on."""
    while bits:
        n = write(out, n, first + trailing_zeros(bits), mask)
        bits &= bits - 1
    return n


@inner_kernel
def write_placements(s: StateRecord, out: Array, mask: bool) -> int:
    """Write all placements."""
    n = 0
    hand = s.hand[s.seat]
    for star in range(STARS):
        found = star_placements(s, star)
        while found:
            slot = trailing_zeros(found) // LANE
            found &= ~(LANE_MASK << LANE * slot)
            space = SLOTS * star + slot
            colors = s.takes[s.seat] >> 6 * star & colors_in(hand)
            while colors:
                color = trailing_zeros(colors)
                colors &= colors - 1
                first = FIRST_PLACE + (space * COLORS + color) * SLOTS
                first += max(0, NUMBER[s.side, space] - lane(hand, color))
                for jokers in range(lane(payments(s, hand, star, color), slot)):
                    n = write(out, n, first + jokers, mask)
    return n


@inner_kernel
def write_moves(s: StateRecord, out: Array, mask: bool) -> int:
    """Write all legal moves; returns how many."""
    if s.phase == TAKE:
        return write_bits(out, 0, 0, s.offers, mask)
    if s.phase == PICK:
        return write_bits(out, 0, FIRST_PICK, colors_in(s.supply), mask)
    if s.phase != PLACE:
        return 0
    n = write_placements(s, out, mask)
    bits = passes(s)
    for at in range(PASS_WORDS):
        n = write_bits(out, n, FIRST_PASS + PASS_BITS * at, bits[at], mask)
    return n


@lean_kernel
def list_moves(s: StateRecord, out: Array) -> int:
    """Write the legal moves in the order of the readable rules; returns how many there are. The
    list must have room for MOST_MOVES."""
    return write_moves(s, out, False)


@lean_kernel
def write_mask(s: StateRecord, mask: Array) -> None:
    """Mark the legal moves among all MOVES."""
    mask[:] = False
    write_moves(s, mask, True)


@lean_kernel
def is_legal(s: StateRecord, move: int) -> bool:
    """Tell whether a number is a legal move here."""
    if s.phase == TAKE:
        return 0 <= move < FIRST_PLACE and (s.offers >> move & 1) == 1
    if s.phase == PICK:
        color = move - FIRST_PICK
        return 0 <= color < COLORS and lane(s.supply, color) > 0
    if s.phase != PLACE or move < FIRST_PLACE or move >= MOVES:
        return False
    if move >= FIRST_PASS:
        if s.round_ == ROUNDS and s.at_pass:
            return move == FIRST_PASS
        return bool((s.hand[s.seat] + TOPS - KEPT[move - FIRST_PASS] & TOPS) == TOPS)
    if move >= FIRST_PICK:
        return False
    space, rest = divmod(move - FIRST_PLACE, COLORS * SLOTS)
    color, jokers = divmod(rest, SLOTS)
    star = space // SLOTS
    if s.filled[s.seat] >> space & 1 or not s.takes[s.seat] >> 6 * star + color & 1:
        return False
    hand, number = s.hand[s.seat], NUMBER[s.side, space]
    spare = 0 if color == s.joker else lane(hand, s.joker)
    return bool(max(0, number - lane(hand, color)) <= jokers <= min(spare, number - 1))
