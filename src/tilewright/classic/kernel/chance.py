"""What is random: nature's deals, and the moves of seats that play at random."""

from __future__ import annotations

from tilewright.classic.board import COLORS
from tilewright.classic.kernel.heaps import drawn_at, occupied, size
from tilewright.classic.kernel.layout import HALF, HEAP, LANE, LAST, LINES, LOW, NTH, ONES, TAKE
from tilewright.classic.kernel.moves import count_moves, kth_move
from tilewright.classic.kernel.play import apply, take
from tilewright.fast.compiling import Array, RngState, StateRecord, inner_kernel, int64, lean_kernel
from tilewright.fast.words import below, popcount, random_bits
from tilewright.market import FACTORY_SIZE


@lean_kernel
def chance(s: StateRecord, rng: RngState) -> None:
    """Fill the factories at random: every tile in the bag is equally likely, and the lid is poured
    into the bag when it is empty and a tile is still needed."""
    sums = s.bag * ONES & HEAP  # running totals: how many tiles there are up to each colour
    left = sums >> LAST
    offers = 0
    for source in range(1, 2 * s.players + 2):
        drawn = 0
        for _ in range(FACTORY_SIZE // 2):
            bits = random_bits(rng)
            for half in (int64(bits >> HALF), int64(bits & LOW)):
                if not left:
                    sums = s.lid * ONES & HEAP
                    left = sums >> LAST
                    s.lid = 0
                lanes = drawn_at(sums, half * left >> 32)
                sums -= lanes
                drawn += lanes
                left -= left > 0
        heap = drawn - (drawn << LANE) & HEAP
        s.factories[source] = heap
        offers |= occupied(heap) << source
    s.bag = sums - (sums << LANE) & HEAP
    s.offers = offers
    s.phase = TAKE


@lean_kernel
def apply_chance(s: StateRecord, deal: Array) -> None:
    """Fill the factories with a given deal: a heap for each."""
    drawn = 0
    offers = 0
    for factory in range(len(deal)):
        heap = deal[factory]
        s.factories[1 + factory] = heap
        drawn += heap
        offers |= occupied(heap) << 1 + factory
    if size(drawn) > size(s.bag):
        s.bag += s.lid
        s.lid = 0
    s.bag -= drawn
    s.offers = offers
    s.phase = TAKE


@inner_kernel
def ways(offers: int, room: int) -> int:
    """Running totals: how many takes there are up to each colour."""
    sums = 0
    for color in range(COLORS):
        count = popcount(offers >> LANE * color & (1 << LANE) - 1)
        sums += count * popcount(room >> LANE * color & LINES) << LANE * color
    return sums * ONES & HEAP


@inner_kernel
def random_take(s: StateRecord, rng: RngState) -> None:
    """Make a random legal take, all equally likely: a colour in proportion to its takes, then, with
    other random bits, a source and a line."""
    bits = random_bits(rng)
    room, offers = s.room[s.seat], s.offers
    sums = ways(offers, room)
    color = COLORS - popcount(drawn_at(sums, int64(bits >> HALF) * (sums >> LAST) >> 32))
    at = LANE * color
    offers = offers >> at & (1 << LANE) - 1
    lines = room >> at & LINES
    source = int64(bits & LOW) * popcount(offers)
    line = (source & int64(LOW)) * popcount(lines) >> 32
    take(s, int64(NTH[offers, source >> 32]), color, int64(NTH[lines, line]))


@lean_kernel
def random_step(s: StateRecord, rng: RngState) -> None:
    """Make a random legal move, all equally likely."""
    if s.phase == TAKE:
        random_take(s, rng)
    else:
        apply(s, kth_move(s, below(rng, count_moves(s))))
