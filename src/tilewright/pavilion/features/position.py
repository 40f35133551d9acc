"""The features of a position."""

from __future__ import annotations

from tilewright.fast.compiling import Array, StateRecord, inner_kernel, int64, lean_kernel
from tilewright.fast.contract import SEATS
from tilewright.fast.words import popcount, trailing_zeros
from tilewright.market import CENTRE, NOBODY
from tilewright.pavilion.board import (
    COLORS,
    ROUNDS,
    STARS,
    SUPPLY_SIZE,
)
from tilewright.pavilion.features.estimate import rounds_left, standing, using
from tilewright.pavilion.features.layout import (
    BOARD,
    BOARD_NUMBERS,
    CENTRE_JOKERS,
    CENTRE_NEXT,
    COVERED,
    DECORATED,
    DECORATED_TILES,
    FACTORY,
    FILLED,
    HAND,
    IN_CENTRE,
    IN_SUPPLY,
    JOKER,
    JOKERS,
    LAID,
    LAST,
    LAST_NUMBERS,
    LEFT,
    MARKER,
    MOST_COVERED,
    MOST_HELD,
    MOST_REACHED,
    MOST_SEEN,
    NEAR,
    NEUTRAL,
    NEXT,
    NEXT_JOKERS,
    OWNER,
    PASSED,
    PATTERN,
    PHASE,
    PICKS,
    PLAYERS,
    REACH,
    ROUND,
    SIZE,
    SPREAD,
    SUPPLY_JOKERS,
    SUPPLY_NEXT,
    count_of,
    kind,
    next_joker,
    reach,
)
from tilewright.pavilion.kernel.heaps import lane, total
from tilewright.pavilion.kernel.layout import (
    DEAL,
    FACTORIES_OF,
    FILL,
    NUMBER_SPACES,
    SIX,
)


@inner_kernel
def board_features(s: StateRecord, seat: int, first: int, active: Array, n: int) -> int:
    """Add the features of a board; returns how many features there are then."""
    filled, laid, takes, hand = s.filled[seat], s.laid[seat], s.takes[seat], s.hand[seat]
    bits = filled
    while bits:
        active[n] = first + FILLED + trailing_zeros(bits)
        bits &= bits - 1
        n += 1
    bits = laid if s.side else laid & SIX
    while bits:
        active[n] = first + LAID + trailing_zeros(bits)
        bits &= bits - 1
        n += 1
    for star in range(STARS):
        pattern = filled >> 6 * star & SIX
        if pattern & (pattern - 1):
            active[n] = first + PATTERN + 64 * star + pattern
            n += 1
        most = reach(hand, takes >> 6 * star & SIX, s.joker)
        if most and pattern != SIX:
            active[n] = first + REACH + MOST_REACHED * star + min(most, MOST_REACHED) - 1
            n += 1
    for number in range(4):
        covered = popcount(filled & NUMBER_SPACES[s.side, number])
        if covered:
            active[n] = first + COVERED + MOST_COVERED * number + covered - 1
            n += 1
    for at in range(len(DECORATED)):
        missing = popcount(DECORATED[at] & ~filled)
        if missing == 1 or (missing == 2 and DECORATED_TILES[at] < 3):
            active[n] = first + NEAR + 2 * at + missing - 1
            n += 1
    for color in range(COLORS):
        n = see(active, n, first + HAND + MOST_SEEN * color, lane(hand, color), MOST_SEEN)
    n = see(active, n, first + JOKERS, lane(hand, s.joker), MOST_SEEN)
    n = see(active, n, first + NEXT_JOKERS, count_of(hand, next_joker(s)), MOST_SEEN)
    active[n] = first + SIZE + min(total(hand), MOST_HELD)
    n += 1
    if s.passed >> seat & 1:
        active[n] = first + PASSED
        n += 1
    if s.marker == seat:
        active[n] = first + OWNER
        n += 1
    return n


@inner_kernel
def see(active: Array, n: int, first: int, count: int, most: int) -> int:
    """Write the feature of a count unless it is 0."""
    if count == 0:
        return n
    active[n] = first + min(count, most) - 1
    return n + 1


@lean_kernel
def position_features(s: StateRecord, active: Array, numbers: Array) -> int:
    """Write the features and numbers of a position as the seat to move sees it; returns how many
    features there are."""
    n, seat, rounds = 0, int64(s.seat), rounds_left(s)
    mine = hopes = useful = 0.0
    is_last = s.round_ == ROUNDS and s.phase != FILL and s.phase != DEAL
    numbers[:] = 0
    for board in range(s.players):
        n = board_features(s, seat, board * BOARD, active, n)
        score = float(s.score[seat])
        promise = score + standing(s, seat, rounds)
        if board == 0:
            mine, hopes = score, promise
        at = board * BOARD_NUMBERS
        numbers[at] = score / 100
        numbers[at + 1] = (score - mine) / SPREAD
        numbers[at + 2] = promise / 100
        numbers[at + 3] = (promise - hopes) / SPREAD
        numbers[at + 4] = total(s.hand[seat]) / 10
        if is_last:
            use = using(s, seat, rounds)
            if board == 0:
                useful = use
            at = LAST + board * LAST_NUMBERS
            numbers[at] = (promise - hopes) / SPREAD
            numbers[at + 1] = (use - useful) / SPREAD
        seat = seat + 1 if seat + 1 < s.players else 0
    at = SEATS * BOARD_NUMBERS
    centre, supply, joker, later = s.sources[CENTRE], s.supply, int64(s.joker), next_joker(s)
    for color in range(COLORS):
        numbers[at + color] = lane(s.bag, color) / 22
        numbers[at + COLORS + color] = lane(s.tower, color) / 22
        n = see(active, n, IN_CENTRE + MOST_SEEN * color, lane(centre, color), MOST_SEEN)
        n = see(active, n, IN_SUPPLY + SUPPLY_SIZE * color, lane(supply, color), SUPPLY_SIZE)
    n = see(active, n, CENTRE_JOKERS, lane(centre, joker), MOST_SEEN)
    n = see(active, n, CENTRE_NEXT, count_of(centre, later), MOST_SEEN)
    n = see(active, n, SUPPLY_JOKERS, lane(supply, joker), SUPPLY_SIZE)
    n = see(active, n, SUPPLY_NEXT, count_of(supply, later), SUPPLY_SIZE)
    left, lying = 0, centre
    for source in range(1, 1 + FACTORIES_OF[s.players]):
        heap = s.sources[source]
        if heap == 0:
            continue
        left += 1
        lying += heap
        same = 0
        for other in range(1, source):
            same += s.sources[other] == heap
        if same < 3:
            active[n] = FACTORY + 3 * kind(heap) + same
            n += 1
    at += 2 * COLORS
    numbers[at] = total(lying) / 20
    numbers[at + 1] = lane(lying, joker) / 10
    if s.marker == NOBODY:
        active[n] = MARKER
        n += 1
    if s.side:
        active[n] = NEUTRAL
        n += 1
    active[n] = LEFT + left
    active[n + 1] = ROUND + s.round_ - 1
    active[n + 2] = JOKER + joker
    active[n + 3] = NEXT + later
    active[n + 4] = PHASE + s.phase
    active[n + 5] = PICKS + s.picks
    active[n + 6] = PLAYERS + s.players
    return n + 7
