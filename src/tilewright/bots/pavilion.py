"""What a bot sees of a pavilion position, compiled.

Boards are seen from the seat to move: board 0 is its own, board 1 that of the next seat. Before a
deal the seat to move is the one that will start. A position is a list of features and a few
numbers; a move has features too, called traits.
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp

import numpy as np

from tilewright.fast.compiling import Array, Record, inner_kernel, int64, lean_kernel
from tilewright.fast.contract import SEATS
from tilewright.fast.words import mix, popcount, trailing_zeros
from tilewright.market import CENTRE, NOBODY
from tilewright.pavilion.board import (
    BOARDS,
    COLORS,
    MOST_KEPT,
    MULTICOLOR,
    ROUNDS,
    SLOTS,
    SPACES,
    STARS,
    SUPPLY_SIZE,
)
from tilewright.pavilion.board import (
    FEATURES as DECORATIONS,
)
from tilewright.pavilion.kernel.heaps import colors_in, lane, total
from tilewright.pavilion.kernel.layout import (
    DEAL,
    END,
    FACTORIES_OF,
    FEATURE_SPACES,
    FEATURE_TILES,
    FILL,
    FIRST_PASS,
    FIRST_PICK,
    FIRST_PLACE,
    KEPT,
    KEPT_TILES,
    LANE,
    NUMBER,
    NUMBER_BONUS,
    NUMBER_SPACES,
    PASS_BITS,
    PASS_WORDS,
    PICK,
    PLACE,
    REFILL,
    RUN,
    SIX,
    SOURCES,
    STAR_COLOR,
    TAKE,
)
from tilewright.pavilion.kernel.moves import list_moves, write_bits, write_placements
from tilewright.pavilion.kernel.placements import passes
from tilewright.pavilion.kernel.play import apply
from tilewright.pavilion.kernel.position import stir
from tilewright.pavilion.scoring import STAR_BONUSES

SPREAD = 30.0  # points: how far scores lie apart at the end
EXPLORE = 0.5  # how much a search tries what it prefers, found by playing

# Factories by what they hold, found by a hash without collisions.
KINDS = len(KEPT_TILES)  # all ways to choose up to four tiles of six colours
SCATTER, SCATTER_BITS = 5896791173189939297, 11
KIND = np.zeros(1 << SCATTER_BITS, np.int16)
for _kind, _heap in enumerate(KEPT):
    KIND[int(_heap) * SCATTER % 2**64 >> 64 - SCATTER_BITS] = _kind

DECORATED = np.array([sum(1 << at for at in one.spaces) for one in DECORATIONS], np.int64)
DECORATED_TILES = np.array([one.tiles for one in DECORATIONS], np.int64)

# Features of a board; what is not there has no feature
FILLED = 0  # space
PATTERN = FILLED + SPACES  # (star, its filled slots), from two tiles on
LAID = PATTERN + STARS * 64  # (star, colour), where the star does not tell
COVERED = LAID + STARS * COLORS  # (number, spaces filled)
MOST_COVERED = 12
NEAR = COVERED + 4 * MOST_COVERED  # (decoration, one or two spaces missing)
HAND = NEAR + 2 * len(DECORATIONS)  # (colour, tiles)
MOST_SEEN = 10  # more tiles of a colour look the same
REACH = HAND + COLORS * MOST_SEEN  # (star, the dearest number it can pay for there)
MOST_REACHED = 8
JOKERS = REACH + STARS * MOST_REACHED
NEXT_JOKERS = JOKERS + MOST_SEEN
SIZE = NEXT_JOKERS + MOST_SEEN  # tiles beside the board
MOST_HELD = 15
PASSED = SIZE + MOST_HELD + 1
OWNER = PASSED + 1  # of the marker
BOARD = OWNER + 1

# Features of the table
FACTORY = SEATS * BOARD  # (kind, the first, second or third of it)
IN_CENTRE = FACTORY + 3 * KINDS  # (colour, tiles)
CENTRE_JOKERS = IN_CENTRE + COLORS * MOST_SEEN
CENTRE_NEXT = CENTRE_JOKERS + MOST_SEEN
IN_SUPPLY = CENTRE_NEXT + MOST_SEEN  # (colour, tiles)
SUPPLY_JOKERS = IN_SUPPLY + COLORS * SUPPLY_SIZE
SUPPLY_NEXT = SUPPLY_JOKERS + SUPPLY_SIZE
LEFT = SUPPLY_NEXT + SUPPLY_SIZE  # factories with tiles
MARKER = LEFT + SOURCES  # in the centre
ROUND = MARKER + 1
JOKER = ROUND + ROUNDS
NEXT = JOKER + COLORS  # the joker of the next round, or none
PHASE = NEXT + COLORS + 1
PICKS = PHASE + END + 1  # still to be made
PLAYERS = PICKS + 4
NEUTRAL = PLAYERS + SEATS + 1
FEATURES = NEUTRAL + 1
MOST_ACTIVE = (
    SEATS * (2 * SPACES + STARS + 4 + len(DECORATIONS) + COLORS + STARS + 5)
    + (SOURCES - 1)
    + 2 * COLORS
    + 13
)

BOARD_NUMBERS = 5
NUMBERS = SEATS * BOARD_NUMBERS + 2 * COLORS + 2

# Rows of the second board: where they begin, and how far on those of the third do
LATER_BOARDS = (
    (BOARD, BOARD),
    (FEATURES + BOARD_NUMBERS, BOARD_NUMBERS),
    (PLAYERS + 2, 1),
)

# Traits of moves
MOST_TAKEN = 6
TAKEN = 0  # (colour, tiles, joker comes along, from a factory, the centre, or with the marker)
THROWN = TAKEN + COLORS * MOST_TAKEN * 2 * 3  # (factory, colour): what goes to the centre
HOLDS = THROWN + KINDS * COLORS  # (colour, tiles of it in the hand then)
HOLDS_JOKERS = HOLDS + COLORS * MOST_SEEN  # jokers in the hand then, as many of the next round
LAY = HOLDS_JOKERS + 2 * (MOST_SEEN + 1)  # (space, colour)
PAID = LAY + SPACES * COLORS  # (number, jokers)
BRINGS = PAID + SLOTS * SLOTS  # (run, bonus tiles)
KEEPS = BRINGS + SLOTS * 4  # tiles in the hand then
COVERS = KEEPS + MOST_HELD + 1  # (number, spaces still empty then)
STAR_THEN = COVERS + SLOTS * 4  # (star, tiles on it then)
PICKED = STAR_THEN + STARS * SLOTS  # (colour, tiles of it in the hand)
PICKED_AS = PICKED + COLORS * MOST_TAKEN  # joker of this round, of the next, neither
GIVES_UP = PICKED_AS + 3  # tiles discarded by a pass
MOST_DISCARDED = 7
KEPT_OF = GIVES_UP + MOST_DISCARDED + 1  # (colour, tiles kept)
KEPT_NEXT = KEPT_OF + COLORS * MOST_KEPT  # jokers of the next round kept
TRAITS = KEPT_NEXT + MOST_KEPT + 1
MOST_TRAITS = 6

# The passes that keep so many tiles, as bits by rank.
PASSES_OF = np.zeros((MOST_KEPT + 1, PASS_WORDS), np.int64)
for _rank, _kept in enumerate(KEPT_TILES):
    PASSES_OF[sum(_kept), _rank // PASS_BITS] |= 1 << _rank % PASS_BITS


# What the estimate expects, chosen by playing. Rounds are those still to come.
TILE = 2.1  # a bonus tile
KEPT_TILE, KEPT_JOKER = 1.6, 1.0  # a tile kept for the next round, and what a joker adds
PRICE, JOKER_PRICE = 1.1, 0.5  # a tile paid, and what a joker adds
POOL = 1.4  # a tile that still lies in the sources
FIRST = 3.5  # to choose first in the next round


def chance(number: float, rounds: int) -> float:
    """How likely an empty space of a number will be filled."""
    return 1 - exp(-0.5 * rounds / number)


def hope(cost: float, means: float, rounds: int) -> float:
    """How likely so much will still be paid."""
    if not cost:
        return 1.0
    return exp(-((cost / means) ** 1.5)) if rounds else 0.0


def _numbers(side: int, outer: int) -> list[int]:
    """The numbers of a star."""
    return [int(number) for number in NUMBER[side, SLOTS * outer : SLOTS * outer + SLOTS]]


def _complete(side: int, outer: int, star: int, rounds: int) -> float:
    """How likely a star will be complete."""
    cost = sum(n for at, n in enumerate(_numbers(side, outer)) if not star >> at & 1)
    return hope(cost, 4.3 + 2.7 * rounds, rounds)


def _runs(side: int, outer: int, star: int, rounds: int) -> float:
    """What the empty spaces of a star will score."""
    points = 0.0
    for at, number in enumerate(_numbers(side, outer)):
        if not star >> at & 1:
            now = int(RUN[star | 1 << at, at])
            points += chance(number, rounds) * (now + 0.1 * rounds**0.5 * (SLOTS - now))
    return points


def _by_star(table: Callable[[int, int, int, int], float]) -> Array:
    """A table by side, whether it is an outer star, filled slots and rounds."""
    shape = (len(BOARDS), 2, 64, ROUNDS + 1)
    return np.array([table(*at) for at in np.ndindex(*shape)], np.float64).reshape(shape)


COMPLETE, RUNS = _by_star(_complete), _by_star(_runs)
BONUS = np.full(64, float(STAR_BONUSES[MULTICOLOR]))  # of a star, by the colours laid on it
BONUS[0] = 13.0
for _color in range(COLORS):
    BONUS[1 << _color] = STAR_BONUSES[_color]
COVER = np.array(  # what a number will bring, by spaces missing and rounds
    [
        [
            [
                float(NUMBER_BONUS[n - 1]) * hope(missing * (n + 1), 4 + 4 * rounds, rounds)
                for rounds in range(ROUNDS + 1)
            ]
            for missing in range(MOST_COVERED + 1)
        ]
        for n in range(1, 5)
    ],
    np.float64,
)
SURROUND = np.array(  # what a decoration will bring, by its tiles, spaces missing and rounds
    [
        [
            [TILE * tiles * chance(number, rounds) ** missing for rounds in range(ROUNDS + 1)]
            for missing in range(5)
        ]
        for tiles, number in ((0, 1), (1, 2.7), (2, 2.2), (3, 5.5))
    ],
    np.float64,
)


# Looking


@inner_kernel
def kind(heap: int) -> int:
    """The number of what a factory holds."""
    return int64(KIND[heap * SCATTER >> 64 - SCATTER_BITS & (1 << SCATTER_BITS) - 1])


@inner_kernel
def next_joker(s: Record) -> int:
    """The joker of the next round; COLORS in the last one."""
    return COLORS if s.round_ == ROUNDS else int64(s.order >> 3 * s.round_ & 7)


@inner_kernel
def count_of(heap: int, color: int) -> int:
    """How many tiles of a colour a heap has, none of no colour."""
    return 0 if color == COLORS else lane(heap, color)


@inner_kernel
def reach(hand: int, colors: int, joker: int) -> int:
    """The dearest number that a hand can pay for in one of these colours."""
    most, jokers = 0, lane(hand, joker)
    while colors:
        color = trailing_zeros(colors)
        colors &= colors - 1
        own = lane(hand, color)
        if own:
            most = max(most, own if color == joker else own + jokers)
    return most


@inner_kernel
def look_at_board(s: Record, seat: int, first: int, active: Array, n: int) -> int:
    """Write the features of a board; returns how many there are then."""
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
def look(s: Record, active: Array, numbers: Array) -> int:
    """Write the features and numbers of a position as the seat to move sees it; returns how many
    features there are."""
    n, seat, rounds = 0, int64(s.seat), rounds_left(s)
    mine = hopes = 0.0
    numbers[:] = 0
    for board in range(s.players):
        n = look_at_board(s, seat, board * BOARD, active, n)
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


# Moves


@lean_kernel
def list_candidates(s: Record, out: Array) -> int:
    """Write the legal moves, without those from a factory that is like an earlier one and without
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
def traits(s: Record, move: int, out: Array) -> int:
    """Write the traits of a move; returns how many there are."""
    hand = s.hand[s.seat]
    if move < FIRST_PLACE:
        return take_traits(s, hand, move // COLORS, move % COLORS, out)
    if move < FIRST_PICK:
        return place_traits(s, hand, move - FIRST_PLACE, out)
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
def take_traits(s: Record, hand: int, source: int, color: int, out: Array) -> int:
    """Write the traits of a take."""
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
def place_traits(s: Record, hand: int, code: int, out: Array) -> int:
    """Write the traits of a placement."""
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


# The hand-made estimate


@inner_kernel
def rounds_left(s: Record) -> int:
    """The rounds whose tiles have not been dealt yet."""
    before = s.phase == FILL or s.phase == DEAL
    return int64(ROUNDS - s.round_ + before)


@inner_kernel
def laid_on(s: Record, laid: int, star: int) -> int:
    """The colours that tell the bonus of a star."""
    if s.side:
        return laid >> 6 * star & SIX
    return 1 << STAR_COLOR[star] if star else SIX


@inner_kernel
def standing(s: Record, seat: int, rounds: int) -> float:
    """What a board will bring by the end beyond its score, with the tiles of later rounds."""
    filled, laid = s.filled[seat], s.laid[seat]
    worth = 0.0
    for star in range(STARS):
        pattern, outer = filled >> 6 * star & SIX, min(star, 1)
        bonus = BONUS[laid_on(s, laid, star)]
        worth += RUNS[s.side, outer, pattern, rounds]
        worth += bonus * COMPLETE[s.side, outer, pattern, rounds]
    for number in range(4):
        worth += COVER[number, popcount(NUMBER_SPACES[s.side, number] & ~filled), rounds]
    for at in range(len(DECORATED)):
        missing = popcount(DECORATED[at] & ~filled)
        if missing:
            worth += SURROUND[DECORATED_TILES[at], missing, rounds]
    return float(worth)


@inner_kernel
def laying(side: int, filled: int, space: int, rounds: int) -> float:
    """What a tile on a space brings, the star's bonus apart."""
    star, slot = space // SLOTS, space % SLOTS
    pattern, outer = filled >> 6 * star & SIX, min(star, 1)
    then = pattern | 1 << slot
    worth = RUN[then, slot] + RUNS[side, outer, then, rounds] - RUNS[side, outer, pattern, rounds]
    number = NUMBER[side, space] - 1
    if number < 4:
        missing = popcount(NUMBER_SPACES[side, number] & ~filled)
        worth += COVER[number, missing - 1, rounds] - COVER[number, missing, rounds]
    for at in range(2):
        spaces, tiles = FEATURE_SPACES[space, at], FEATURE_TILES[space, at]
        if tiles:
            missing = popcount(spaces & ~filled)
            worth += SURROUND[tiles, missing - 1, rounds] - SURROUND[tiles, missing, rounds]
    return float(worth)


@inner_kernel
def open_colors(side: int, star: int, filled: int, laid: int) -> int:
    """The colours that a star of several colours may take after a placement."""
    if side:
        if not filled & (filled - 1):
            return SIX
        if not laid & (laid - 1):
            return laid
    return ~laid & SIX


@inner_kernel
def placing(s: Record, seat: int, rounds: int) -> float:
    """What the hand of a seat will bring in this round: the best placement, then the next, and the
    tiles left over."""
    side, joker, later = int64(s.side), int64(s.joker), next_joker(s)
    filled, laid, takes, hand = s.filled[seat], s.laid[seat], s.takes[seat], s.hand[seat]
    price = PRICE if rounds else 0.3
    worth = 0.0
    while hand:
        have, jokers = colors_in(hand), lane(hand, joker)
        best = -100.0 if rounds == 0 or total(hand) > MOST_KEPT else 0.0
        best_gain, best_space, best_color, best_jokers = 0.0, -1, 0, 0
        for star in range(STARS):
            colors = takes >> 6 * star & have
            pattern = filled >> 6 * star & SIX
            if not colors or pattern == SIX:
                continue
            most, outer = reach(hand, colors, joker), min(star, 1)
            before = BONUS[laid_on(s, laid, star)] * COMPLETE[side, outer, pattern, rounds]
            for slot in range(SLOTS):
                space = SLOTS * star + slot
                number = NUMBER[side, space]
                if pattern >> slot & 1 or number > most:
                    continue
                chances = COMPLETE[side, outer, pattern | 1 << slot, rounds]
                base = laying(side, filled, space, rounds) - before
                bits = colors
                while bits:
                    color = trailing_zeros(bits)
                    bits &= bits - 1
                    own = lane(hand, color)
                    paid = max(0, number - own)
                    if paid and (color == joker or paid > jokers):
                        continue
                    bonus = BONUS[laid_on(s, laid | 1 << 6 * star + color, star)]
                    gain = base + bonus * chances
                    cost = price * number + JOKER_PRICE * paid
                    if color in (joker, later):
                        cost += JOKER_PRICE * (number - paid)
                    if gain - cost > best:
                        best, best_gain = gain - cost, gain
                        best_space, best_color, best_jokers = space, color, paid
        if best_space < 0:
            break
        star = best_space // SLOTS
        filled |= 1 << best_space
        laid |= 1 << 6 * star + best_color
        if side or star == 0:
            after = open_colors(side, star, filled >> 6 * star & SIX, laid >> 6 * star & SIX)
            takes = takes & ~(SIX << 6 * star) | after << 6 * star
        hand -= NUMBER[side, best_space] - best_jokers << LANE * best_color
        hand -= best_jokers << LANE * joker
        worth += best_gain
    return worth + keeping(s, hand)


@inner_kernel
def keeping(s: Record, hand: int) -> float:
    """What tiles beside the board are worth if they are not placed in this round."""
    count = total(hand)
    more = s.phase == TAKE  # tiles will come to go with them
    if s.round_ == ROUNDS:
        return -0.3 * count if more else -1.0 * count
    kept = min(count, MOST_KEPT)
    jokers = min(count_of(hand, next_joker(s)), kept)
    return KEPT_TILE * kept + KEPT_JOKER * jokers - (0.3 if more else 1.0) * (count - kept)


@lean_kernel
def estimate(s: Record, out: Array) -> None:
    """Write the score each seat may expect, by hand: what the hand can place, and a share of all
    that the board may still bring."""
    rounds, pool = rounds_left(s), 0.0
    if s.phase == TAKE:
        for source in range(1 + FACTORIES_OF[s.players]):
            pool += POOL * total(s.sources[source]) / s.players
    for seat in range(s.players):
        score = float(s.score[seat])
        if s.phase == END:
            out[seat] = score
            continue
        score += pool + standing(s, seat, rounds)
        if s.phase == FILL or s.phase == DEAL:
            hand = s.hand[seat]
            score += KEPT_TILE * total(hand) + KEPT_JOKER * lane(hand, s.joker)
            score += FIRST * (s.seat == seat)
        else:
            if s.passed >> seat & 1:
                score += keeping(s, s.hand[seat])
            else:
                score += placing(s, seat, rounds)
            if s.phase == PICK and s.seat == seat:
                score += TILE * s.picks
            if rounds:
                score += FIRST * (s.marker == seat)
        out[seat] = score


# The tree


@lean_kernel
def is_leaf(s: Record) -> bool:
    """Tell whether the search ends here: nature fills and deals, or the game is over."""
    return bool(s.phase == FILL or s.phase == DEAL or s.phase == END)


@lean_kernel
def advance(s: Record, move: int) -> None:
    """Make a move inside the search, where a gap in the supply stays open."""
    apply(s, move)
    if s.phase == REFILL:
        s.phase = PLACE
    elif s.phase == FILL:  # in a game the supply is full when a round ends
        s.phase = DEAL


@lean_kernel
def cut(s: Record) -> bool:
    """Tell whether a random playout ends here and the estimate takes over."""
    return bool(s.phase != TAKE)


@lean_kernel
def identity(s: Record) -> np.uint64:
    """A hash that is the same for positions that differ in the order of factories alone."""
    h = stir(np.uint64(0), 1, s.supply)
    h = stir(h, 2, s.bag)
    h = stir(h, 3, s.tower)
    small = s.phase | s.round_ << 4 | s.seat << 8 | s.starter << 12 | s.picks << 16
    h = stir(h, 4, small | s.passed << 20 | (s.marker + 1) << 24)
    h = stir(h, 5, s.sources[CENTRE])
    for source in range(1, 1 + FACTORIES_OF[s.players]):
        h = stir(h, 6, s.sources[source])
    for seat in range(s.players):
        h = stir(h, 16 + 8 * seat, s.hand[seat])
        h = stir(h, 17 + 8 * seat, s.filled[seat])
        h = stir(h, 18 + 8 * seat, s.colors[seat, 0])
        h = stir(h, 19 + 8 * seat, s.colors[seat, 1])
        h = stir(h, 20 + 8 * seat, s.score[seat])
    return mix(h)


@inner_kernel
def spread(_: Record) -> float:
    """How many points scores lie apart at the end."""
    return SPREAD


@inner_kernel
def explore(_: Record) -> float:
    """How much a search tries the moves that it prefers."""
    return EXPLORE


@inner_kernel
def features(_: Record) -> int:
    """How many features there are."""
    return FEATURES
