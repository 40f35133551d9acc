"""What is random: nature's moves, and the moves of seats that play at random."""

from __future__ import annotations

from tilewright.fast.compiling import Array, RngState, StateRecord, inner_kernel, lean_kernel
from tilewright.fast.words import below, popcount
from tilewright.market import FACTORY_SIZE
from tilewright.pavilion.board import SUPPLY_SIZE
from tilewright.pavilion.kernel.heaps import bit_at, colors_in, total
from tilewright.pavilion.kernel.layout import (
    DEAL,
    FACTORIES_OF,
    FILL,
    FIRST_PICK,
    HEAP,
    LANE,
    LAST_LANE,
    ONES,
    PICK,
    PLACE,
    TAKE,
    TOPS,
    Word,
)
from tilewright.pavilion.kernel.placements import (
    count_placements,
    kth_pass,
    kth_placement,
    passes,
    size_of,
)
from tilewright.pavilion.kernel.play import apply, begin_round, offers_of


@inner_kernel
def draw(s: StateRecord, rng: RngState, size: int) -> Word:
    """Draw a group of tiles, each tile in the bag equally likely; the tower is poured into the bag
    when it is empty and a tile is still needed, and the group stays short when both run out."""
    sums = s.bag * ONES & HEAP  # running totals: how many tiles there are up to each colour
    left = sums >> LAST_LANE
    drawn = 0
    for _ in range(size):
        if left == 0:
            sums = s.tower * ONES & HEAP
            left = sums >> LAST_LANE
            s.tower = 0
            if left == 0:
                break
        at = below(rng, left)
        lanes = (sums + (TOPS - ONES) - at * ONES) >> LANE - 1 & ONES  # where sums > at
        sums -= lanes
        drawn += lanes
        left -= 1
    s.bag = sums - (sums << LANE) & HEAP
    return drawn - (drawn << LANE) & HEAP


@inner_kernel
def begin_taking(s: StateRecord) -> None:
    """Begin the takes of a round: the factories are full, so note what may be taken."""
    offers = 0
    for source in range(1, 1 + FACTORIES_OF[s.players]):
        offers |= offers_of(s.sources[source], s.joker) << 6 * source
    s.offers = offers | offers_of(s.sources[0], s.joker)
    s.phase = TAKE


@inner_kernel
def end_chance(s: StateRecord) -> None:
    """Continue after nature's move, be it a refill or a deal."""
    if s.phase == DEAL:
        begin_taking(s)
    elif s.phase == FILL:
        begin_round(s)
    else:
        s.phase = PLACE


@lean_kernel
def chance(s: StateRecord, rng: RngState) -> None:
    """Make nature's move: fill the supply or the factories, whichever is due."""
    if s.phase == DEAL:
        for source in range(1, 1 + FACTORIES_OF[s.players]):
            s.sources[source] = draw(s, rng, FACTORY_SIZE)
    else:
        s.supply += draw(s, rng, SUPPLY_SIZE - total(s.supply))
    end_chance(s)


@lean_kernel
def apply_chance(s: StateRecord, groups: Array) -> None:
    """Make a given move for nature: the heap for the supply, or those for the factories."""
    drawn = 0
    if s.phase == DEAL:
        for source in range(1, 1 + FACTORIES_OF[s.players]):
            s.sources[source] = groups[source - 1]
            drawn += groups[source - 1]
    else:
        drawn = groups[0]
        s.supply += drawn
    if total(drawn) > total(s.bag):
        s.bag += s.tower
        s.tower = 0
    s.bag -= drawn
    end_chance(s)


@lean_kernel
def random_move(s: StateRecord, rng: RngState) -> int:
    """A random legal move, all equally likely."""
    if s.phase == TAKE:
        return bit_at(s.offers, below(rng, popcount(s.offers)))
    if s.phase == PICK:
        colors = colors_in(s.supply)
        return FIRST_PICK + bit_at(colors, below(rng, popcount(colors)))
    placements = count_placements(s)
    bits = passes(s)
    k = below(rng, placements + size_of(bits))
    return kth_placement(s, k) if k < placements else kth_pass(bits, k - placements)


@lean_kernel
def random_step(s: StateRecord, rng: RngState) -> None:
    """Make a random legal move, all equally likely."""
    apply(s, random_move(s, rng))
