"""Pavilion as a kernel: the rules of `tilewright.pavilion` on packed words, compiled by numba.

Moves are numbers that do not depend on the position, and legal moves are listed by rising number,
which is the order of the reference rules:

    0 ..   59   take     6 * source + colour
   60 .. 1571   place    60 + 36 * space + 6 * colour + jokers
 1572 .. 1577   pick     1572 + colour
 1578 .. 1787   pass     1578 + rank of the kept tiles among all choices of up to four

A heap of tiles is a word with a lane of ten bits for each colour, purple in the lowest. Boards are
words with six bits for each star, star 0 in the lowest. All words fit in 60 bits, so they are plain
int64 and no sign ever gets in the way.

Functions take one record of STATE, `states[i]`, and change it in place.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tilewright import market
from tilewright.fast.compiling import (
    GOLDEN,
    Record,
    Records,
    Rng,
    below,
    int64,
    kernel,
    mix,
    popcount,
    trailing_zeros,
)
from tilewright.game import CHANCE, OVER
from tilewright.market import FACTORIES, FACTORY_SIZE
from tilewright.pavilion import Pass, Pick, Place, Take
from tilewright.pavilion import rules as reference
from tilewright.pavilion.board import (
    BOARDS,
    COLOR_LETTERS,
    COLORS,
    FEATURES_AT,
    LAST_ROUND_DISCARDS,
    MOST_KEPT,
    MULTICOLOR,
    NUMBERS,
    ROUNDS,
    SCORE_FLOORS,
    SLOTS,
    SPACES,
    STAR_COLORS,
    STARS,
    START_SCORE,
    SUPPLY_SIZE,
    TILES_PER_COLOR,
    Deal,
    Options,
    Player,
    Refill,
    Spaces,
)
from tilewright.pavilion.scoring import NUMBER_BONUSES, STAR_BONUSES, colors_for, run
from tilewright.pavilion.state import State
from tilewright.tiles import EMPTY, Tiles

Word: TypeAlias = int  # an int64 inside the kernel
Array: TypeAlias = NDArray[Any]

SEATS = 4
SOURCES = 1 + FACTORIES[SEATS]

STATE = np.dtype(
    [
        ("sources", np.int64, SOURCES),  # heaps: the centre, then the factories
        ("offers", np.int64),  # bit 6 * source + colour: may be taken; follows from the sources
        ("supply", np.int64),
        ("bag", np.int64),
        ("tower", np.int64),
        ("hand", np.int64, SEATS),
        ("filled", np.int64, SEATS),  # bit 6 * star + slot - 1: the space has a tile
        ("laid", np.int64, SEATS),  # bit 6 * star + colour: the star has a tile of the colour
        ("takes", np.int64, SEATS),  # bit 6 * star + colour: the star takes it; follows from laid
        ("colors", np.int64, (SEATS, 2)),  # three bits a space, 21 spaces a word; 0 if empty
        ("score", np.int32, SEATS),
        ("order", np.int32),  # the joker of round r in bits 3 * (r - 1)
        ("players", np.int8),
        ("side", np.int8),  # 0 coloured, 1 neutral
        ("lowest", np.int8),  # score
        ("at_pass", np.int8),  # 1: the last round discards at the pass
        ("phase", np.int8),
        ("round_", np.int8),  # `round` is a method of records
        ("joker", np.int8),
        ("seat", np.int8),
        ("starter", np.int8),
        ("marker", np.int8),
        ("picks", np.int8),
        ("passed", np.int8),  # bit seat
    ],
    align=True,
)

FILL, DEAL, TAKE, PLACE, PICK, REFILL, END = range(7)  # as in rules.PHASES
NOBODY = market.NOBODY

FIRST_PLACE = SOURCES * COLORS
FIRST_PICK = FIRST_PLACE + SPACES * COLORS * SLOTS
FIRST_PASS = FIRST_PICK + COLORS
KEPT_TILES = [kept for kept in product(range(MOST_KEPT + 1), repeat=COLORS) if sum(kept) <= 4]
MOVES = FIRST_PASS + len(KEPT_TILES)  # how many moves there are in all
MOST_MOVES = 1024  # room for every list of legal moves: 762 placements and 210 passes at most

# Lanes of ten bits.
LANE = 10
LANE_MASK = (1 << LANE) - 1
ONES = sum(1 << LANE * lane for lane in range(6))
TOPS = ONES << LANE - 1
HEAP = (1 << LANE * 6) - 1
LAST_LANE = LANE * 5
GATHER = sum(1 << 9 * i for i in range(6))  # moves bits 0, 10, .. 50 to 45 .. 50
BYTES = sum(1 << 8 * i for i in range(7))
SIX = 63  # a star, or all colours
ALL = (1 << SPACES) - 1


def pack(tiles: Tiles) -> Word:
    """A heap as a word."""
    a, b, c, d, e, f = tiles
    return a | b << LANE | c << 2 * LANE | d << 3 * LANE | e << 4 * LANE | f << 5 * LANE


def unpack(heap: Word) -> Tiles:
    """A heap from a word."""
    return tuple([int(heap) >> LANE * color & LANE_MASK for color in range(COLORS)])


# Tables


def _payments(numbers: tuple[int, ...]) -> list[list[Word]]:
    """By jokers to spare and tiles of a colour: the splits of the payment, a lane for each slot."""
    return [
        [
            pack(tuple([max(0, min(spare, n - 1) - max(0, n - own) + 1) for n in numbers]))
            for own in range(TILES_PER_COLOR + 1)
        ]
        for spare in range(SLOTS)
    ]


def _pass_masks() -> Array:
    """By colour and tiles of it: the passes that keep no more, in words of 53 bits."""
    masks = np.zeros((COLORS, MOST_KEPT + 1, PASS_WORDS), np.int64)
    for color, most, (rank, kept) in product(
        range(COLORS), range(MOST_KEPT + 1), enumerate(KEPT_TILES)
    ):
        if kept[color] <= most:
            masks[color, most, rank // PASS_BITS] |= 1 << rank % PASS_BITS
    return masks


def _runs() -> Array:
    """By star and slot: the length of the run through the slot."""
    stars = [tuple([0 if star >> slot & 1 else EMPTY for slot in range(6)]) for star in range(64)]
    return np.array([[run(star, at) for at in range(SLOTS)] for star in stars], np.int8)


PASS_WORDS, PASS_BITS = 4, 53
PASS_MASKS = _pass_masks()
KEPT = np.array([pack(kept) for kept in KEPT_TILES], np.int64)
NUMBER = np.array([NUMBERS[side] for side in BOARDS], np.int64)
# By side and whether it is an outer star, then as _payments has it.
PAYMENTS = np.array(
    [[_payments(NUMBERS[side][at : at + SLOTS]) for at in (0, SLOTS)] for side in BOARDS], np.int64
)
FREE_LANES = np.array(  # by star: all ones in the lanes of its empty slots
    [
        sum(LANE_MASK << LANE * at for at in range(SLOTS) if not star >> at & 1)
        for star in range(64)
    ],
    np.int64,
)
RUN = _runs()
FEATURE_SPACES = np.full((SPACES, 2), -1, np.int64)  # -1: no feature, never surrounded
FEATURE_TILES = np.zeros((SPACES, 2), np.int64)
for _space, _features in enumerate(FEATURES_AT):
    for _at, _feature in enumerate(_features):
        FEATURE_SPACES[_space, _at] = sum(1 << space for space in _feature.spaces)
        FEATURE_TILES[_space, _at] = _feature.tiles
NUMBER_SPACES = np.array(
    [
        [
            sum(1 << at for at, n in enumerate(NUMBERS[side]) if n == number)
            for number in range(1, 5)
        ]
        for side in BOARDS
    ],
    np.int64,
)
NUMBER_BONUS = np.array([NUMBER_BONUSES[number] for number in range(1, 5)], np.int64)
STAR_BONUS = np.array([STAR_BONUSES[color] for color in range(COLORS)], np.int64)
MULTICOLOR_BONUS = STAR_BONUSES[MULTICOLOR]
OUTER_TAKES = sum(1 << 6 * s + color for s, color in enumerate(STAR_COLORS) if color != MULTICOLOR)
STAR_TAKES = np.array([OUTER_TAKES | SIX, ALL], np.int64)  # on an empty board, by side
NTH = np.zeros((256, 8), np.int8)  # the place of the n-th bit of a byte
for _byte in range(256):
    for _at, _bit in enumerate(bit for bit in range(8) if _byte >> bit & 1):
        NTH[_byte, _at] = _bit
STAR_COLOR = np.array(STAR_COLORS, np.int64)
FACTORIES_OF = np.array([FACTORIES.get(players, 0) for players in range(5)], np.int64)


# Heaps


@kernel
def lane(word: Word, at: int) -> int:
    """One lane of a word."""
    return word >> LANE * at & LANE_MASK


@kernel
def total(word: Word) -> int:
    """The sum of the lanes."""
    return word * ONES >> LAST_LANE & LANE_MASK


@kernel
def lane_of(word: Word, k: int) -> int:
    """The lane that item k lies in, counted through the lanes; k < 512."""
    return popcount((k * ONES | TOPS) - word * ONES & TOPS)


@kernel
def colors_in(heap: Word) -> int:
    """The colours of a heap as six bits."""
    return ((heap + (TOPS - ONES) & TOPS) >> LANE - 1) * GATHER >> 45 & SIX


@kernel
def bit_at(word: Word, k: int) -> int:
    """The place of the k-th bit that is set."""
    pairs = word - (word >> 1 & BYTES * 0x55)
    nibbles = (pairs & BYTES * 0x33) + (pairs >> 2 & BYTES * 0x33)
    sums = ((nibbles + (nibbles >> 4)) & BYTES * 0x0F) * BYTES  # bits up to each byte
    at = 8 * popcount(((k | 128) * BYTES - sums) & BYTES * 128)
    return int64(at + NTH[word >> at & 255, k - (sums << 8 >> at & 255)])


# Legal moves


@kernel
def turn(s: Record) -> int:
    """The seat to move, CHANCE or OVER."""
    if s.phase == END:
        return OVER
    if s.phase == FILL or s.phase == DEAL or s.phase == REFILL:
        return CHANCE
    return int64(s.seat)


@kernel
def offers_of(heap: Word, joker: int) -> int:
    """The colours of a source that may be taken: the joker only where nothing else lies."""
    colors = colors_in(heap)
    others = colors & ~(1 << joker)
    return others if others else colors


@kernel
def payments(s: Record, hand: Word, star: int, color: int) -> Word:
    """How many ways there are to pay for a colour on each slot of a star, in lanes."""
    spare = 0 if color == s.joker else min(lane(hand, s.joker), SLOTS - 1)
    return int64(PAYMENTS[s.side, min(star, 1), spare, lane(hand, color)])


@kernel
def star_placements(s: Record, star: int) -> Word:
    """How many placements there are on each slot of a star, in lanes."""
    hand, filled = s.hand[s.seat], s.filled[s.seat] >> 6 * star & SIX
    colors = s.takes[s.seat] >> 6 * star & colors_in(hand)
    found = 0
    while colors:
        found += payments(s, hand, star, trailing_zeros(colors))
        colors &= colors - 1
    return int64(found & FREE_LANES[filled])


@kernel
def count_placements(s: Record) -> int:
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


@kernel
def kth_placement(s: Record, k: int) -> int:
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


@kernel
def passes(s: Record) -> tuple[Word, Word, Word, Word]:
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


@kernel
def size_of(bits: tuple[Word, Word, Word, Word]) -> int:
    """How many bits are set."""
    return popcount(bits[0]) + popcount(bits[1]) + popcount(bits[2]) + popcount(bits[3])


@kernel
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


@kernel
def count_moves(s: Record) -> int:
    """How many moves the seat to move has; none for nature or after the end."""
    if s.phase == TAKE:
        return popcount(s.offers)
    if s.phase == PLACE:
        return count_placements(s) + size_of(passes(s))
    if s.phase == PICK:
        return popcount(colors_in(s.supply))
    return 0


@kernel
def kth_move(s: Record, k: int) -> int:
    """The k-th legal move, in the order of the reference rules."""
    if s.phase == TAKE:
        return bit_at(s.offers, k)
    if s.phase == PICK:
        return FIRST_PICK + bit_at(colors_in(s.supply), k)
    placements = count_placements(s)
    return kth_placement(s, k) if k < placements else kth_pass(passes(s), k - placements)


@kernel
def random_move(s: Record, rng: Rng) -> int:
    """Any legal move, all equally likely."""
    if s.phase == TAKE:
        return bit_at(s.offers, below(rng, popcount(s.offers)))
    if s.phase == PICK:
        colors = colors_in(s.supply)
        return FIRST_PICK + bit_at(colors, below(rng, popcount(colors)))
    placements = count_placements(s)
    bits = passes(s)
    k = below(rng, placements + size_of(bits))
    return kth_placement(s, k) if k < placements else kth_pass(bits, k - placements)


@kernel
def write(out: Array, n: int, move: int, mask: bool) -> int:
    """Append a move to a list, or mark it in a mask; returns the new length."""
    if mask:
        out[move] = True
    else:
        out[n] = move
    return n + 1


@kernel
def write_bits(out: Array, n: int, first: int, bits: Word, mask: bool) -> int:
    """Write a move for each bit that is set, counted from the first."""
    while bits:
        n = write(out, n, first + trailing_zeros(bits), mask)
        bits &= bits - 1
    return n


@kernel
def write_placements(s: Record, out: Array, mask: bool) -> int:
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


@kernel
def write_moves(s: Record, out: Array, mask: bool) -> int:
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


@kernel
def list_moves(s: Record, out: Array) -> int:
    """Write the legal moves in the order of the reference rules, and return how many there are;
    there is room for MOST_MOVES."""
    return write_moves(s, out, False)


@kernel
def write_mask(s: Record, mask: Array) -> int:
    """Mark the legal moves among all MOVES, and return how many there are."""
    mask[:] = False
    return write_moves(s, mask, True)


@kernel
def is_legal(s: Record, move: int) -> bool:
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


# Moves of the seats


@kernel
def apply(s: Record, move: int) -> None:
    """Make a legal move."""
    if move < FIRST_PLACE:
        take(s, move // COLORS, move % COLORS)
    elif move < FIRST_PICK:
        place(s, move - FIRST_PLACE)
    elif move < FIRST_PASS:
        pick(s, move - FIRST_PICK)
    else:
        pass_turn(s, KEPT[move - FIRST_PASS])


@kernel
def lose(s: Record, seat: int, tiles: int) -> None:
    """Take a point for each tile from a seat, down to the lowest score."""
    s.score[seat] = max(s.score[seat] - tiles, s.lowest)


@kernel
def take(s: Record, source: int, color: int) -> None:
    """Take tiles, and the marker with its loss if it still lies in the centre one takes from."""
    joker, seat, tiles = s.joker, s.seat, s.sources[source]
    if color == joker:
        taken = 1 << LANE * color
    else:
        taken = tiles & LANE_MASK << LANE * color
        taken += min(lane(tiles, joker), 1) << LANE * joker
    rest = tiles - taken
    if source:
        s.sources[source] = 0
        rest += s.sources[0]
    elif s.marker == NOBODY:
        s.marker = seat
        lose(s, seat, total(taken))
    s.sources[0] = rest
    s.hand[seat] += taken
    s.offers = s.offers & ~(SIX << 6 * source | SIX) | offers_of(rest, joker)
    s.seat = seat + 1 if seat + 1 < s.players else 0
    if s.offers == 0:
        begin_placing(s)


@kernel
def leader(s: Record) -> int:
    """Who places first in this round and starts the next one."""
    return int64(s.starter if s.marker == NOBODY else s.marker)


@kernel
def begin_placing(s: Record) -> None:
    """The marker's owner is the first to place; if nobody took it, the old start player."""
    s.phase = PLACE
    s.seat = leader(s)


@kernel
def place(s: Record, code: int) -> None:
    """Place a tile, score its run, and owe the player the bonus tiles of surrounded features."""
    space, color, jokers = code // (COLORS * SLOTS), code // SLOTS % COLORS, code % SLOTS
    star, slot, seat = space // SLOTS, space % SLOTS, s.seat
    paid = (NUMBER[s.side, space] - jokers << LANE * color) + (jokers << LANE * s.joker)
    s.hand[seat] -= paid
    s.tower += paid - (1 << LANE * color)
    filled = s.filled[seat] | 1 << space
    s.filled[seat] = filled
    s.colors[seat, space // 21] |= color << 3 * (space % 21)
    s.laid[seat] |= 1 << 6 * star + color
    if s.side or not star:
        s.takes[seat] = s.takes[seat] & ~(SIX << 6 * star) | star_takes(s, seat, star) << 6 * star
    s.score[seat] += RUN[filled >> 6 * star & SIX, slot]
    picks = 0
    for at in range(2):
        if filled & FEATURE_SPACES[space, at] == FEATURE_SPACES[space, at]:
            picks += FEATURE_TILES[space, at]
    if picks:
        picks = min(picks, total(s.supply))
        s.picks = picks
    if picks:
        s.phase = PICK
    else:
        end_turn(s)


@kernel
def star_takes(s: Record, seat: int, star: int) -> int:
    """The colours that may be laid on the centre star, or on any star of the neutral side."""
    laid = s.laid[seat] >> 6 * star & SIX
    if s.side:
        filled = s.filled[seat] >> 6 * star & SIX
        if not filled & (filled - 1):  # pavilion 10.3: the first tile leaves it open
            return SIX
        if not laid & (laid - 1):
            return int64(laid)
    return int64(~laid & SIX)


@kernel
def pick(s: Record, color: int) -> None:
    """Put one tile of the supply beside the board."""
    tile = 1 << LANE * color
    s.supply -= tile
    s.hand[s.seat] += tile
    s.picks -= 1
    if s.picks == 0:
        end_turn(s)


@kernel
def pass_turn(s: Record, kept: Word) -> None:
    """Keep some tiles, discard the others at a point each, and sit out the rest of the round."""
    seat = s.seat
    discarded = s.hand[seat] - kept
    if discarded:
        s.tower += discarded
        lose(s, seat, total(discarded))
    s.hand[seat] = kept
    s.passed |= 1 << seat
    if s.passed == (1 << s.players) - 1:
        end_round(s)
    else:
        end_turn(s)


@kernel
def can_draw(s: Record) -> bool:
    """Tell whether a tile is left in the bag or the tower."""
    return bool(s.bag | s.tower)


@kernel
def can_fill(s: Record) -> bool:
    """Tell whether the supply has a gap and there is a tile to fill it with."""
    return total(s.supply) < SUPPLY_SIZE and can_draw(s)


@kernel
def end_turn(s: Record) -> None:
    """Go on to the next seat that has not passed; nature refills the supply before its turn."""
    playing = (1 << s.players) - 1 & ~s.passed
    later = playing & -2 << s.seat
    s.seat = trailing_zeros(later if later else playing)
    s.phase = REFILL if can_fill(s) else PLACE


@kernel
def begin_round(s: Record) -> None:
    """Nature fills the supply, then the factories; without any tile the placing begins at once."""
    if can_fill(s):
        s.phase = FILL
    elif can_draw(s):
        s.phase = DEAL
    else:
        begin_placing(s)


@kernel
def end_round(s: Record) -> None:
    """Prepare the next round, or end the game after the last one."""
    if s.round_ == ROUNDS:
        end_game(s)
        return
    s.seat = s.starter = leader(s)
    s.joker = s.order >> 3 * s.round_ & 7
    s.round_ += 1
    s.marker = NOBODY
    s.passed = 0
    begin_round(s)


@kernel
def end_game(s: Record) -> None:
    """Add the bonuses for stars and numbers, then take a point for each tile left over."""
    for seat in range(s.players):
        filled, laid, points = s.filled[seat], s.laid[seat], 0
        for star in range(STARS):
            if filled >> 6 * star & SIX == SIX:
                colors = laid >> 6 * star & SIX
                if colors & (colors - 1):
                    points += MULTICOLOR_BONUS
                else:
                    points += STAR_BONUS[trailing_zeros(colors)]
        for number in range(4):
            if filled & NUMBER_SPACES[s.side, number] == NUMBER_SPACES[s.side, number]:
                points += NUMBER_BONUS[number]
        s.score[seat] += points
        if s.hand[seat]:
            lose(s, seat, total(s.hand[seat]))
            s.tower += s.hand[seat]
            s.hand[seat] = 0
    s.phase = END


# Nature's moves


@kernel
def draw(s: Record, rng: Rng, size: int) -> Word:
    """Draw a group of tiles, each tile of the bag equally likely; the tower is poured into the bag
    when it is empty and a tile is still needed, and the group stays short when both run out."""
    sums = s.bag * ONES & HEAP  # how many tiles there are up to each colour
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


@kernel
def begin_taking(s: Record) -> None:
    """The factories are full: note what may be taken."""
    offers = 0
    for source in range(1, 1 + FACTORIES_OF[s.players]):
        offers |= offers_of(s.sources[source], s.joker) << 6 * source
    s.offers = offers | offers_of(s.sources[0], s.joker)
    s.phase = TAKE


@kernel
def end_chance(s: Record) -> None:
    """Go on after nature's move: a refill or a deal."""
    if s.phase == DEAL:
        begin_taking(s)
    elif s.phase == FILL:
        begin_round(s)
    else:
        s.phase = PLACE


@kernel
def chance(s: Record, rng: Rng) -> None:
    """Make nature's move: fill the supply or the factories, whichever is due."""
    if s.phase == DEAL:
        for source in range(1, 1 + FACTORIES_OF[s.players]):
            s.sources[source] = draw(s, rng, FACTORY_SIZE)
    else:
        s.supply += draw(s, rng, SUPPLY_SIZE - total(s.supply))
    end_chance(s)


@kernel
def apply_chance(s: Record, groups: Array) -> None:
    """Make a given move of nature: the heap for the supply, or those of the factories."""
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


@kernel
def settle(s: Record, rng: Rng) -> None:
    """Make nature's moves until a seat is to move or the game is over."""
    while s.phase == FILL or s.phase == DEAL or s.phase == REFILL:
        chance(s, rng)


# Whole games


@kernel
def reset(s: Record) -> None:
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


@kernel
def scores(s: Record, out: Array) -> None:
    """Write the score of every seat."""
    for seat in range(s.players):
        out[seat] = s.score[seat]


@kernel
def outcome(s: Record, out: Array) -> None:
    """Write the rank of every seat, from 1; equal ranks share their place."""
    for seat in range(s.players):
        rank = 1
        for other in range(s.players):
            rank += s.score[other] > s.score[seat]
        out[seat] = rank


@kernel
def reward(s: Record, seat: int) -> float:
    """What a finished game is worth to a seat, from -1 to 1: the share of the others that it beat
    less the share that beat it."""
    ahead = 0
    for other in range(s.players):
        ahead += (s.score[other] < s.score[seat]) - (s.score[other] > s.score[seat])
    return float(ahead / (s.players - 1))


@kernel
def playout(s: Record, rng: Rng) -> int:
    """Play at random to the end; returns the number of moves made by the seats."""
    moves = 0
    while s.phase != END:
        if s.phase == FILL or s.phase == DEAL or s.phase == REFILL:
            chance(s, rng)
        else:
            apply(s, random_move(s, rng))
            moves += 1
    return moves


@kernel
def copy(to: Records, of: Records) -> None:
    """Copy the first game of one array over the first of another."""
    to[0] = of[0]


@kernel
def hash_state(s: Record) -> np.uint64:
    """A hash of the position without its options, for transpositions."""
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


@kernel
def stir(h: np.uint64, place: int, word: Word) -> np.uint64:
    """Add a word to a hash; what it adds does not depend on the others."""
    return h + mix(np.uint64(word) + np.uint64(place) * GOLDEN)


@kernel
def play_games(start: Records, games: int, rng: Rng, out: Array) -> int:
    """Play random games from one position; `out` has the scores of each game. Returns the number
    of moves made by the seats."""
    game = np.empty_like(start)
    moves = 0
    for i in range(games):
        game[0] = start[0]
        moves += playout(game[0], rng)
        scores(game[0], out[i])
    return moves


# Many games at once


@kernel
def batch_start(
    states: Records, rng: Rng, turns: NDArray[np.int8], masks: NDArray[np.bool_]
) -> None:
    """Make nature's first moves in every game, and tell who is to move and the moves there are."""
    for i in range(len(states)):
        settle(states[i], rng[i : i + 1])
        turns[i] = turn(states[i])
        write_mask(states[i], masks[i])


@kernel
def batch_step(
    states: Records,
    actions: Array,
    rng: Rng,
    turns: NDArray[np.int8],
    rewards: NDArray[np.float32],
    finals: NDArray[np.int32],
    done: NDArray[np.bool_],
    masks: NDArray[np.bool_],
) -> int:
    """Make a move in every game, and nature's moves after it; a game that ends begins anew.

    `turns` and `masks` tell who is to move then, and the moves there are. Of a game that ended,
    `done` is set, and `rewards` and `finals` have the reward and the score of every seat. An
    action that is not legal leaves its game as it is; how many there were is returned.
    """
    illegal = 0
    for i in range(len(states)):
        s = states[i]
        done[i] = False
        rewards[i] = 0
        if is_legal(s, actions[i]):
            apply(s, actions[i])
        else:
            illegal += 1
        if s.phase == END:
            done[i] = True
            for seat in range(s.players):
                rewards[i, seat] = reward(s, seat)
                finals[i, seat] = s.score[seat]
            reset(s)
        settle(s, rng[i : i + 1])
        turns[i] = s.seat
        write_mask(s, masks[i])
    return illegal


# To and from the reference rules


Move: TypeAlias = Take | Place | Pick | Pass  # of a seat

DECODED: tuple[Move, ...] = (
    *[Take(source, color) for source in range(SOURCES) for color in range(COLORS)],
    *[
        Place(star, slot, color, jokers)
        for star in range(STARS)
        for slot in range(1, SLOTS + 1)
        for color in range(COLORS)
        for jokers in range(SLOTS)
    ],
    *[Pick(color) for color in range(COLORS)],
    *[Pass(kept) for kept in KEPT_TILES],
)
CODES: dict[Move, int] = {move: code for code, move in enumerate(DECODED)}


def encode_move(move: Move) -> int:
    """The number of a seat's move."""
    return CODES[move]


def decode_move(code: int) -> Move:
    """The move of a number."""
    return DECODED[code]


def encode_chance(move: Deal | Refill) -> Array:
    """The heaps of nature's move for `apply_chance`."""
    groups = move.factories if isinstance(move, Deal) else (move.tiles,)
    return np.array([pack(group) for group in groups], np.int64)


@lru_cache(maxsize=1024)
def _board(spaces: Spaces, side: str) -> tuple[Word, Word, Word, list[Word]]:
    """What a state notes of a player board: filled, laid, takes and colors."""
    filled, laid, takes, colors = 0, 0, 0, [0, 0]
    for space, color in enumerate(spaces):
        if color != EMPTY:
            filled |= 1 << space
            laid |= 1 << space // SLOTS * 6 + color
            colors[space // 21] |= color << 3 * (space % 21)
    for star, printed in enumerate(STAR_COLORS):
        for color in colors_for(spaces[SLOTS * star : SLOTS * star + SLOTS], printed, side):
            takes |= 1 << 6 * star + color
    return filled, laid, takes, colors


def from_state(state: State) -> Records:
    """A position of the reference rules as an array of one STATE."""
    array = np.zeros(1, STATE)
    s = array[0]
    options, seats = state.options, range(state.options.players)
    order = [COLOR_LETTERS.index(letter) << 3 * at for at, letter in enumerate(options.joker_order)]
    s["players"] = options.players
    s["side"] = BOARDS.index(options.board)
    s["lowest"] = SCORE_FLOORS[options.edition]
    s["at_pass"] = LAST_ROUND_DISCARDS.index(options.last_round_discard)
    s["order"] = sum(order)
    s["phase"] = reference.PHASES.index(state.phase)
    s["round_"], s["joker"], s["picks"] = state.round, state.joker, state.picks
    s["seat"], s["starter"], s["marker"] = state.seat, state.starter, state.marker
    s["supply"], s["bag"], s["tower"] = pack(state.supply), pack(state.bag), pack(state.tower)
    s["sources"][: len(state.sources)] = [pack(tiles) for tiles in state.sources]
    offers = market.offers(state.sources, state.joker)
    s["offers"] = sum([1 << 6 * source + color for source, color in offers])
    s["passed"] = sum([state.players[seat].passed << seat for seat in seats])
    for seat, player in enumerate(state.players):
        s["score"][seat] = player.score
        s["hand"][seat] = pack(player.hand)
        filled, laid, takes, colors = _board(player.spaces, options.board)
        s["filled"][seat], s["laid"][seat], s["takes"][seat] = filled, laid, takes
        s["colors"][seat] = colors
    return array


def to_state(array: Records) -> State:
    """The first element of an array of STATE as a position of the reference rules."""
    s = array[0]
    players = int(s["players"])
    floors = {floor: edition for edition, floor in SCORE_FLOORS.items()}
    order = [int(s["order"]) >> 3 * at & 7 for at in range(ROUNDS)]
    return State(
        options=Options(
            players=players,
            edition=floors[int(s["lowest"])],
            board=BOARDS[s["side"]],
            joker_order="".join([COLOR_LETTERS[color] for color in order]),
            last_round_discard=LAST_ROUND_DISCARDS[s["at_pass"]],
        ),
        phase=reference.PHASES[s["phase"]],
        round=int(s["round_"]),
        seat=int(s["seat"]),
        starter=int(s["starter"]),
        marker=int(s["marker"]),
        picks=int(s["picks"]),
        sources=tuple([unpack(heap) for heap in s["sources"][: 1 + FACTORIES[players]]]),
        supply=unpack(s["supply"]),
        bag=unpack(s["bag"]),
        tower=unpack(s["tower"]),
        players=tuple([_player(s, seat) for seat in range(players)]),
    )


def _player(s: Record, seat: int) -> Player:
    """One player board of a state."""
    filled, words = int(s["filled"][seat]), [int(word) for word in s["colors"][seat]]
    return Player(
        score=int(s["score"][seat]),
        spaces=tuple(
            [
                words[space // 21] >> 3 * (space % 21) & 7 if filled >> space & 1 else EMPTY
                for space in range(SPACES)
            ]
        ),
        hand=unpack(s["hand"][seat]),
        passed=bool(int(s["passed"]) >> seat & 1),
    )
