"""Random games of classic in lock-step: two players, coloured walls, many games side by side.

Shows how fast random games can be played when every step is vector code; nothing else uses it.
"""

from __future__ import annotations

import numpy as np

from tilewright import market
from tilewright.classic.board import COLORS, FLOOR_SPACES, SIZE
from tilewright.classic.kernel.chance import ways
from tilewright.classic.kernel.heaps import drawn_at, occupied, size
from tilewright.classic.kernel.layout import (
    COLUMN,
    GATHER,
    HALF,
    HEAP,
    LANE,
    LAST,
    LINES,
    LOSSES,
    LOW,
    ONES,
    ROW,
    RUNS,
)
from tilewright.classic.kernel.play import bonus, complete_rows
from tilewright.fast.compiling import (
    Array,
    Records,
    RngState,
    StateRecord,
    inner_kernel,
    int64,
    kernel,
)
from tilewright.fast.words import GOLDEN, mix, popcount
from tilewright.market import FACTORY_SIZE

WIDTH = 64  # games side by side; loops over them have no branches and become vector code
BOTH = 2  # players: while tiles are taken, the one to move comes first
AROUND = 1 + market.FACTORIES[BOTH]  # sources
IDLE = -1  # the number of no game

ABREAST = np.dtype(  # the fields of STATE, game by game
    [
        ("rng", np.uint64, WIDTH),
        ("offers", np.int64, WIDTH),
        ("centre", np.int64, WIDTH),
        ("factories", np.int64, (AROUND, WIDTH)),
        ("bag", np.int64, WIDTH),
        ("lid", np.int64, WIDTH),
        ("floor", np.int64, (BOTH, WIDTH)),
        ("room", np.int64, (BOTH, WIDTH)),  # and bit 60: the floor, when there is nothing to take
        ("lines", np.int64, (BOTH, WIDTH)),
        ("marked", np.int64, (BOTH, WIDTH)),  # 1 for the player who took the marker
        ("shown", np.int64, (BOTH, WIDTH)),
        ("wall", np.int64, (BOTH, WIDTH)),
        ("score", np.int64, (BOTH, WIDTH)),
        ("seat", np.int64, WIDTH),
        ("starter", np.int64, WIDTH),
        ("round_", np.int64, WIDTH),
        ("over", np.int64, WIDTH),
        ("number", np.int64, WIDTH),  # which game it is, or IDLE
    ]
)


@inner_kernel
def load(b: StateRecord, i: int, s: StateRecord) -> None:
    """Put a game in place i."""
    b.offers[i] = s.offers
    b.centre[i] = s.centre
    for source in range(AROUND):
        b.factories[source, i] = s.factories[source]
    b.bag[i] = s.bag
    b.lid[i] = s.lid
    for seat in range(BOTH):
        b.floor[seat, i] = s.floor[seat]
        b.room[seat, i] = s.room[seat] | HEAP + 1
        b.lines[seat, i] = s.lines[seat]
        b.marked[seat, i] = s.marker == seat
        b.shown[seat, i] = s.shown[seat]
        b.wall[seat, i] = s.wall[seat]
        b.score[seat, i] = s.score[seat]
    b.seat[i] = s.seat
    b.starter[i] = s.starter
    b.round_[i] = s.round_


@inner_kernel
def nth_bit(bits: int, n: int) -> int:
    """The n-th bit, from 0, of the six lowest, alone."""
    for step in range(SIZE):
        bits = bits & bits - 1 if n > step else bits
    return bits & -bits


@inner_kernel
def take_abreast(b: StateRecord) -> int:
    """`random_take` in all games; where nothing is left, nothing is taken. Returns whether there
    is a game with something left."""
    left = 0
    for i in range(WIDTH):
        room, offers, centre = b.room[0, i], b.offers[i], b.centre[i]
        b.rng[i] += GOLDEN if offers else np.uint64(0)
        bits = mix(b.rng[i])
        sums = ways(offers, room)
        color = COLORS - popcount(drawn_at(sums, int64(bits >> HALF) * (sums >> LAST) >> 32))
        at = LANE * color
        found = offers >> at & (1 << LANE) - 1
        lines = room >> at & LINES
        source = int64(bits & LOW) * popcount(found)
        line = (source & int64(LOW)) * popcount(lines) >> 32
        line = popcount(nth_bit(lines, line) - 1)
        place = nth_bit(found, source >> 32)
        is_centre = -(place & 1)
        heap = centre & is_centre
        for factory in range(1, AROUND):
            heap += b.factories[factory, i] & -(place >> factory & 1)
        count = heap >> at & (1 << LANE) - 1
        centre = heap - (count << at) + (centre & ~is_centre)
        b.centre[i] = centre
        offers = offers & ~(ONES * place) | occupied(centre)
        b.offers[i] = offers
        left |= offers
        other = b.marked[1, i]
        mark = b.marked[0, i] | (-is_centre & ~other)
        held = b.lines[0, i] >> 6 * line & 7
        laid = min(count, line - held)
        held += laid
        new = b.lines[0, i] & ~(63 << 6 * line) | (8 * color + held) << 6 * line
        mine = int64(held < line) << at + line
        room = room & (~(ONES << line) | mine) | ONES
        dropped = count - laid
        floor = b.floor[0, i]
        kept = min(dropped, FLOOR_SPACES - min(FLOOR_SPACES, size(floor) + mark))
        b.lid[i] += dropped - kept << at
        # The other player is next.
        b.floor[0, i], b.floor[1, i] = b.floor[1, i], floor + (kept << at)
        b.lines[0, i], b.lines[1, i] = b.lines[1, i], new & ~63
        b.room[0, i], b.room[1, i] = b.room[1, i], room
        b.marked[0, i], b.marked[1, i] = other, mark
        b.seat[i] ^= 1
    return left


@inner_kernel
def seat_abreast(b: StateRecord) -> None:
    """Put the players in the order of their seats, if the first is to move, or back."""
    for i in range(WIDTH):
        swap = -b.seat[i]
        floor = (b.floor[0, i] ^ b.floor[1, i]) & swap
        lines = (b.lines[0, i] ^ b.lines[1, i]) & swap
        room = (b.room[0, i] ^ b.room[1, i]) & swap
        marked = (b.marked[0, i] ^ b.marked[1, i]) & swap
        b.floor[0, i] ^= floor
        b.floor[1, i] ^= floor
        b.lines[0, i] ^= lines
        b.lines[1, i] ^= lines
        b.room[0, i] ^= room
        b.room[1, i] ^= room
        b.marked[0, i] ^= marked
        b.marked[1, i] ^= marked


@inner_kernel
def tile_abreast(b: StateRecord, limit: int) -> None:
    """`tile_walls` in all games."""
    for seat in range(BOTH):
        for row in range(SIZE):
            for i in range(WIDTH):
                line = b.lines[seat, i] >> 6 * row + 6 & 63
                full = int64(line & 7 > row)
                color = line >> 3
                column = row + color if row + color < SIZE else row + color - SIZE
                wall = b.wall[seat, i] | full << SIZE * row + column
                b.wall[seat, i] = wall
                across = RUNS[wall >> SIZE * row & ROW, column]
                bits = ((wall >> column & COLUMN) * GATHER) >> (SIZE - 1) * (SIZE - 1) & ROW
                b.score[seat, i] += max(1, across + RUNS[bits, row]) & -full
                b.lid[i] += (row & -full) << LANE * color
                shown = b.shown[seat, i] | full << LANE * color + row + 1
                b.shown[seat, i] = shown
                b.lines[seat, i] &= ~((63 & -full) << 6 * row + 6)
                b.room[seat, i] |= (ONES << row + 1) & ~shown & -full
    for seat in range(BOTH):
        for i in range(WIDTH):
            spaces = min(FLOOR_SPACES, size(b.floor[seat, i]) + b.marked[seat, i])
            b.score[seat, i] = max(0, b.score[seat, i] - LOSSES[spaces])
            b.lid[i] += b.floor[seat, i]
            b.floor[seat, i] = 0
    for i in range(WIDTH):
        rows = complete_rows(b.wall[0, i]) + complete_rows(b.wall[1, i])
        b.over[i] = rows > 0 or b.round_[i] >= limit or (b.bag[i] | b.lid[i]) == 0
        b.starter[i] = b.marked[1, i] | (b.starter[i] & ~b.marked[0, i])
        b.marked[0, i] = b.marked[1, i] = 0
        b.seat[i] = b.starter[i]
        b.round_[i] += 1


@inner_kernel
def deal_abreast(b: StateRecord) -> None:
    """`chance` in all games that have nothing to take."""
    for i in range(WIDTH):
        b.over[i] = -int64(b.offers[i] == 0)  # from here on: which games are dealt to
        b.bag[i] = b.bag[i] * ONES & HEAP
    for factory in range(1, AROUND):
        for i in range(WIDTH):
            dealt = b.over[i]
            sums, lid, rng = b.bag[i], b.lid[i], b.rng[i]
            drawn = 0
            for _ in range(FACTORY_SIZE // 2):
                rng += GOLDEN & np.uint64(dealt)
                bits = mix(rng)
                for half in (int64(bits >> HALF), int64(bits & LOW)):
                    pour = dealt & -int64(sums == 0)
                    sums |= lid * ONES & HEAP & pour
                    lid &= ~pour
                    lanes = drawn_at(sums, half * (sums >> LAST) >> 32) & dealt
                    sums -= lanes
                    drawn += lanes
            heap = drawn - (drawn << LANE) & HEAP
            b.bag[i], b.lid[i], b.rng[i] = sums, lid, rng
            b.factories[factory, i] = heap | b.factories[factory, i] & ~dealt
            b.offers[i] |= occupied(heap) << factory
    for i in range(WIDTH):
        b.bag[i] = b.bag[i] - (b.bag[i] << LANE) & HEAP


@kernel
def play_abreast(start: Records, rng: RngState, out: Array) -> None:
    """Play random games from one position of two players and coloured walls, game i with the
    counter rng[i], and write the scores: the same games as `playout`, some times faster."""
    batch = np.zeros(1, dtype=ABREAST)
    b, s = batch[0], start[0]
    games, begun, finished = len(rng), 0, 0
    for i in range(WIDTH):
        b.over[i] = True
        b.number[i] = IDLE
    while True:
        for i in range(WIDTH):
            if b.over[i] and b.number[i] != IDLE:
                for seat in range(BOTH):
                    points = bonus(b.wall[seat, i], b.shown[seat, i])
                    out[b.number[i], seat] = b.score[seat, i] + points
                finished += 1
            if b.over[i]:
                b.number[i] = begun if begun < games else IDLE
                load(b, i, s)
                if begun < games:
                    b.rng[i] = rng[begun]
                    begun += 1
        if finished == games:
            break
        deal_abreast(b)
        seat_abreast(b)
        while take_abreast(b):
            pass
        seat_abreast(b)
        tile_abreast(b, s.limit)
