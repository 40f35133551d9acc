"""Classic, compiled. The same game as `tilewright.classic`, packed into machine words.

A heap of tiles is a word of five lanes of twelve bits, one lane a colour, blue lowest:

    bit   59 ...... 48 47 ..... 36 35 ..... 24 23 ..... 12 11 ...... 0
             white       black        red        yellow       blue

Heaps are added and subtracted whole. Sets have the same lanes: `offers` has bit s of a lane where
source s holds that colour, `room` and `shown` have bit l where line l (0 is the floor) takes
the colour, or where the wall row beside line l shows it.

A move is a small number, the same in every position and in the order of `legal_moves`:

    take   30 * source + 6 * colour + line      0 ... 299
    lay    300 + 5 * (line - 1) + column - 1    300 ... 324

Kernels take one game, an element of an array of `STATE`, and change it in place. They trust their
moves; `is_legal` asks.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tilewright import market
from tilewright.classic import rules, state
from tilewright.classic.board import (
    COLORS,
    FLOOR,
    FLOOR_SPACES,
    NO_LINE,
    SIZE,
    TILES_PER_COLOR,
    WALLS,
    Deal,
    Lay,
    Line,
    Move,
    Options,
    Player,
    Take,
    printed_color,
)
from tilewright.classic.scoring import COLOR_BONUS, COLUMN_BONUS, ROW_BONUS, TOTAL_LOSSES, runs
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
    random_bits,
    trailing_zeros,
)
from tilewright.game import CHANCE, OVER
from tilewright.market import CENTRE, FACTORY_SIZE, NOBODY
from tilewright.tiles import EMPTY, Tiles

Array: TypeAlias = NDArray[Any]

SEATS = 4  # there is room for
SOURCES = 1 + market.FACTORIES[SEATS]
TARGETS = 1 + SIZE  # the floor and the pattern lines
TAKES = SOURCES * COLORS * TARGETS
MOVES = TAKES + SIZE * SIZE  # how many moves there are in all
DEAL, TAKE, TILE, END = range(len(rules.PHASES))
ENDLESS = 2**31 - 1  # the round limit of a game without one

STATE = np.dtype(
    [
        ("centre", np.int64),
        ("factories", np.int64, SOURCES),  # heaps; number 0 stays empty
        ("offers", np.int64),  # which sources hold which colour
        ("bag", np.int64),
        ("lid", np.int64),
        ("floor", np.int64, SEATS),  # heaps
        ("room", np.int64, SEATS),  # which lines take which colour, the floor included
        ("shown", np.int64, SEATS),  # which rows of the wall have which colour
        ("lines", np.int64, SEATS),  # bit 6 * line and up: the count, 3 bits, and the colour
        ("wall", np.int32, SEATS),  # bit 5 * row + column
        ("hues", np.int32, (SEATS, COLORS)),  # grey walls only: where each colour lies on the wall
        ("score", np.int32, SEATS),
        ("round_", np.int32),  # the round being played
        ("limit", np.int32),  # the last one
        ("players", np.uint8),
        ("grey", np.uint8),
        ("phase", np.uint8),
        ("seat", np.uint8),
        ("starter", np.uint8),
        ("marker", np.int8),
    ],
    align=True,
)

LANE = 12
ONES = sum(1 << LANE * color for color in range(COLORS))  # a one in every lane
TOPS = ONES << LANE - 1  # the highest bit of every lane
HEAP = (1 << LANE * COLORS) - 1  # all bits of all lanes
LINES = (1 << TARGETS) - 1  # the floor and all lines of one lane
LAST = LANE * (COLORS - 1)  # where the last lane begins
FIRSTS = sum(1 << 6 * line for line in range(1, TARGETS))  # the lowest bit of every line
FULL = sum(line << 6 * line for line in range(1, TARGETS))  # the counts of full lines
ROW = (1 << SIZE) - 1  # the top row of a wall
COLUMN = sum(1 << SIZE * row for row in range(SIZE))  # its left column
GATHER = sum(1 << (SIZE - 1) * row for row in range(SIZE))  # times a column: its bits side by side

HALF, LOW = np.uint64(32), np.uint64((1 << 32) - 1)  # to cut random bits in two

LOSSES = np.array(TOTAL_LOSSES, dtype=np.int64)
# What a run through a space counts, by the bits of its row or column and its place there.
RUNS = np.zeros((1 << SIZE, SIZE), dtype=np.int64)
for _bits in range(1 << SIZE):
    for _at in range(SIZE):
        _row = [0 if _bits >> column & 1 else EMPTY for column in range(SIZE)]
        _across, _ = runs((*_row, *[EMPTY] * SIZE * (SIZE - 1)), 0, _at)
        RUNS[_bits, _at] = _across if _across > 1 else 0
# The place of the n-th bit of a word.
NTH = np.zeros((1 << SOURCES, SOURCES), dtype=np.int8)
for _bits in range(1 << SOURCES):
    for _n, _at in enumerate(at for at in range(SOURCES) if _bits >> at & 1):
        NTH[_bits, _n] = _at


# Whose turn it is, and the moves there are


@kernel
def turn(s: Record) -> int:
    """The seat to move, `CHANCE` or `OVER`."""
    if s.phase == DEAL:
        return CHANCE
    return OVER if s.phase == END else int64(s.seat)


@kernel
def full_lines(lines: int) -> int:
    """The lowest bit of every pattern line that is full."""
    missing = (lines ^ FULL) & 7 * FIRSTS
    return ~(missing + 7 * FIRSTS >> 3) & FIRSTS


@kernel
def columns_for(s: Record, seat: int, row: int, color: int) -> int:
    """The columns, as bits, where a colour may be laid in a row of the grey wall."""
    places = s.hues[seat, color]
    taken = places | places >> 5 | places >> 10 | places >> 15 | places >> 20
    return int64(~(taken | s.wall[seat] >> SIZE * row) & ROW)


@kernel
def columns(s: Record) -> tuple[int, int]:
    """The row that is to be laid in the tiling phase, and the columns it may go to."""
    lines = s.lines[s.seat]
    row = trailing_zeros(full_lines(lines)) // 6 - 1
    return row, columns_for(s, s.seat, row, lines >> 6 * row + 9 & 7)


@kernel
def count_moves(s: Record) -> int:
    """How many legal moves there are."""
    if s.phase == TILE:
        return popcount(columns(s)[1])
    count = 0
    if s.phase == TAKE:
        room = s.room[s.seat]
        for color in range(COLORS):
            offers = s.offers >> LANE * color & (1 << LANE) - 1
            count += popcount(offers) * popcount(room >> LANE * color & LINES)
    return count


@kernel
def code(source: int, color: int, line: int) -> int:
    """The number of a take."""
    return (source * COLORS + color) * TARGETS + line


@kernel
def kth_move(s: Record, k: int) -> int:
    """The legal move with a number, from 0, in the order of `list_moves`."""
    if s.phase == TILE:
        row, found = columns(s)
        return TAKES + SIZE * row + int64(NTH[found, k])
    room = s.room[s.seat]
    for source in range(SOURCES):
        here = s.offers >> source & ONES
        while here:
            at = trailing_zeros(here)
            here &= here - 1
            lines = room >> at & LINES
            if k < popcount(lines):
                return code(source, at // LANE, int64(NTH[lines, k]))
            k -= popcount(lines)
    return -1


@kernel
def list_moves(s: Record, out: Array) -> int:
    """Write the legal moves, sorted, and return how many there are."""
    n = 0
    if s.phase == TAKE:
        room = s.room[s.seat]
        for source in range(SOURCES):
            here = s.offers >> source & ONES
            while here:
                at = trailing_zeros(here)
                here &= here - 1
                lines = room >> at & LINES
                while lines:
                    out[n] = code(source, at // LANE, trailing_zeros(lines))
                    lines &= lines - 1
                    n += 1
    elif s.phase == TILE:
        row, found = columns(s)
        while found:
            out[n] = TAKES + SIZE * row + trailing_zeros(found)
            found &= found - 1
            n += 1
    return n


@kernel
def is_legal(s: Record, move: int) -> bool:
    """Tell whether a number is a legal move here."""
    if s.phase == TAKE and 0 <= move < TAKES:
        offer, line = divmod(move, TARGETS)
        source, color = divmod(offer, COLORS)
        offered = s.offers >> LANE * color + source & 1
        return bool(offered & s.room[s.seat] >> LANE * color + line)
    if s.phase == TILE and TAKES <= move < MOVES:
        row, found = columns(s)
        return (move - TAKES) // SIZE == row and bool(found >> (move - TAKES) % SIZE & 1)
    return False


# The factory offer


@kernel
def occupied(heap: int) -> int:
    """A one in every lane of the colours that a heap holds."""
    return (heap + (TOPS - ONES)) >> LANE - 1 & ONES


@kernel
def size(heap: int) -> int:
    """How many tiles a heap holds."""
    return (heap * ONES & HEAP) >> LAST


@kernel
def floor_spaces(s: Record, seat: int) -> int:
    """How many things lie on a floor line; the marker takes a space if one was free."""
    return min(FLOOR_SPACES, size(s.floor[seat]) + int64(s.marker == seat))


@kernel
def drop(s: Record, seat: int, color: int, count: int) -> None:
    """Drop tiles on the floor line; those that find no space go to the lid."""
    kept = min(count, FLOOR_SPACES - floor_spaces(s, seat))
    s.floor[seat] += kept << LANE * color
    s.lid += count - kept << LANE * color


@kernel
def take(s: Record, source: int, color: int, line: int) -> None:
    """Take tiles and lay them on a line; after the last ones the walls are tiled.

    The centre is treated like a factory whose rest goes to the centre, and the floor like a line
    of no spaces: random games run faster without branches.
    """
    seat = s.seat
    at = LANE * color
    centre = s.centre
    heap = s.factories[source] + (centre if source == CENTRE else 0)
    count = heap >> at & (1 << LANE) - 1
    centre = heap - (count << at) + (0 if source == CENTRE else centre)
    s.factories[source] = 0
    s.centre = centre
    s.offers = s.offers & ~(ONES << source) | occupied(centre)
    s.marker = seat if source == CENTRE and s.marker == NOBODY else s.marker
    held = s.lines[seat] >> 6 * line & 7
    laid = min(count, line - held)
    held += laid
    lines = s.lines[seat] & ~(63 << 6 * line) | (8 * color + held) << 6 * line
    s.lines[seat] = lines & ~63
    mine = int64(held < line) << at + line
    s.room[seat] = s.room[seat] & (~(ONES << line) | mine) | ONES
    drop(s, seat, color, count - laid)
    if s.offers:
        s.seat = seat + 1 if seat + 1 < s.players else 0
    else:
        s.seat = s.starter
        tile_walls(s)


# Tiling the walls


@kernel
def clear_line(s: Record, seat: int, row: int) -> None:
    """Empty a pattern line; it takes every colour that its row does not show."""
    s.lines[seat] &= ~(63 << 6 * row + 6)
    s.room[seat] |= (ONES << row + 1) & ~s.shown[seat]


@kernel
def lay(s: Record, seat: int, row: int, column: int) -> None:
    """Move one tile of a full line to the wall and score it; the others go to the lid."""
    color = s.lines[seat] >> 6 * row + 9 & 7
    place = 1 << SIZE * row + column
    wall = s.wall[seat] | place
    s.wall[seat] = wall
    if s.grey:
        s.hues[seat, color] |= place
    s.shown[seat] |= 1 << LANE * color + row + 1
    across = RUNS[wall >> SIZE * row & ROW, column]
    down = RUNS[((wall >> column & COLUMN) * GATHER) >> (SIZE - 1) * (SIZE - 1) & ROW, row]
    s.score[seat] += max(1, across + down)
    s.lid += row << LANE * color
    clear_line(s, seat, row)


@kernel
def tile_walls(s: Record) -> None:
    """Go on tiling from the seat whose turn it is, until a player has a column to choose or the
    round is over."""
    seat = s.seat
    while True:
        full = full_lines(s.lines[seat])
        while full:
            at = trailing_zeros(full)
            full &= full - 1
            row = at // 6 - 1
            color = s.lines[seat] >> at + 3 & 7
            if not s.grey:
                column = row + color
                lay(s, seat, row, column if column < SIZE else column - SIZE)
            elif columns_for(s, seat, row, color):
                s.phase = TILE
                s.seat = seat
                return
            else:  # classic 6.6: a line that fits nowhere drops to the floor at once
                clear_line(s, seat, row)
                drop(s, seat, color, row + 1)
        s.score[seat] = max(0, s.score[seat] - LOSSES[floor_spaces(s, seat)])
        s.lid += s.floor[seat]
        s.floor[seat] = 0
        seat = seat + 1 if seat + 1 < s.players else 0
        if seat == s.starter:
            break
    end_round(s)


# Preparing the next round


@kernel
def complete_rows(wall: int) -> int:
    """How many rows of a wall are complete."""
    return popcount(wall & wall >> 1 & wall >> 2 & wall >> 3 & wall >> 4 & COLUMN)


@kernel
def bonus(wall: int, shown: int) -> int:
    """Points for the complete rows, columns and colours of a wall."""
    complete = popcount(wall & wall >> 5 & wall >> 10 & wall >> 15 & wall >> 20 & ROW)
    points = ROW_BONUS * complete_rows(wall) + COLUMN_BONUS * complete
    for color in range(COLORS):
        if shown >> LANE * color & LINES == LINES - 1:
            points += COLOR_BONUS
    return points


@kernel
def end_round(s: Record) -> None:
    """Prepare the next round, or end the game."""
    over = s.round_ >= s.limit or (s.bag | s.lid) == 0
    for seat in range(s.players):
        over |= complete_rows(s.wall[seat]) > 0
    if over:
        for seat in range(s.players):
            s.score[seat] += bonus(s.wall[seat], s.shown[seat])
        s.phase = END
    else:
        if s.marker != NOBODY:
            s.starter = s.marker
        s.marker = NOBODY
        s.round_ += 1
        s.phase = DEAL
    s.seat = s.starter


@kernel
def apply(s: Record, move: int) -> None:
    """Make a move, which is trusted to be legal."""
    if move < TAKES:
        offer, line = divmod(move, TARGETS)
        take(s, offer // COLORS, offer % COLORS, line)
    else:
        row, column = divmod(move - TAKES, SIZE)
        lay(s, s.seat, row, column)
        tile_walls(s)


# Nature


@kernel
def drawn_at(sums: int, at: int) -> int:
    """A one in every lane from the colour of a tile on, given its number and how many tiles there
    are up to each colour."""
    return ((sums | TOPS) - (at + 1) * ONES) >> LANE - 1 & ONES  # where sums > at


@kernel
def chance(s: Record, rng: Rng) -> None:
    """Fill the factories by chance: every tile of the bag is equally likely, and the lid is poured
    into the bag when it is empty and a tile is still needed."""
    sums = s.bag * ONES & HEAP  # how many tiles there are up to each colour
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


@kernel
def apply_chance(s: Record, deal: Array) -> None:
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


# Results


@kernel
def scores(s: Record, out: Array) -> None:
    """Write the score of every seat."""
    for seat in range(s.players):
        out[seat] = s.score[seat]


@kernel
def standing(s: Record, seat: int) -> int:
    """What players are ranked by: score, then complete rows."""
    return int64(8 * s.score[seat]) + complete_rows(s.wall[seat])


@kernel
def outcome(s: Record, out: Array) -> None:
    """Write the rank of every seat, from 1; equal ranks share their place."""
    for seat in range(s.players):
        out[seat] = 1
        for other in range(s.players):
            out[seat] += standing(s, other) > standing(s, seat)


@kernel
def reward(s: Record, seat: int) -> float:
    """What a finished game is worth to a seat, from -1 to 1: the share of the others that it beat
    less the share that beat it."""
    ahead = 0
    mine = standing(s, seat)
    for other in range(s.players):
        theirs = standing(s, other)
        ahead += (theirs < mine) - (theirs > mine)
    return ahead / int64(s.players - 1)


@kernel
def copy(to: Records, of: Records) -> None:
    """Copy the first game of one array over the first of another."""
    to[0] = of[0]


@kernel
def hash_state(s: Record) -> np.uint64:
    """A number for the position: equal positions have equal ones, others hardly ever."""
    words = (
        s.centre,
        s.bag,
        s.lid,
        (s.round_ << 32 | s.limit),
        (s.seat | s.starter << 8 | (s.marker & 255) << 16 | s.phase << 24)
        | (s.players << 32 | s.grey << 40),
    )
    total = np.uint64(0)
    salt = 0
    for word in words:
        total, salt = total + salted(word, salt), salt + 1
    for source in range(1, 2 * s.players + 2):
        total, salt = total + salted(s.factories[source], salt), salt + 1
    for seat in range(s.players):
        total, salt = total + salted(s.floor[seat], salt), salt + 1
        total, salt = total + salted(s.lines[seat] << 25 | s.wall[seat], salt), salt + 1
        total, salt = total + salted(s.score[seat], salt), salt + 1
        if s.grey:
            for color in range(COLORS):
                total, salt = total + salted(s.hues[seat, color], salt), salt + 1
    return mix(total)


@kernel
def salted(word: int, salt: int) -> np.uint64:
    """Scatter a word, differently for every salt."""
    return mix(np.uint64(word) + np.uint64(salt + 1) * GOLDEN)


# Random games


@kernel
def ways(offers: int, room: int) -> int:
    """How many takes there are up to each colour."""
    sums = 0
    for color in range(COLORS):
        count = popcount(offers >> LANE * color & (1 << LANE) - 1)
        sums += count * popcount(room >> LANE * color & LINES) << LANE * color
    return sums * ONES & HEAP


@kernel
def random_take(s: Record, rng: Rng) -> None:
    """Make any legal take, all equally likely: a colour by how many takes it has, and with other
    random bits a source and a line."""
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


@kernel
def random_step(s: Record, rng: Rng) -> None:
    """Make any legal move, all equally likely."""
    if s.phase == TAKE:
        random_take(s, rng)
    else:
        apply(s, kth_move(s, below(rng, count_moves(s))))


@kernel
def playout(s: Record, rng: Rng) -> int:
    """Play at random to the end, all moves equally likely; returns how many the seats made."""
    moves = 0
    while s.phase != END:
        if s.phase == DEAL:
            chance(s, rng)
        else:
            random_step(s, rng)
            moves += 1
    return moves


@kernel
def play_games(start: Records, games: int, rng: Rng, out: Array) -> int:
    """Play random games from one position; `out` has the scores of each game. Returns how many
    moves the seats made."""
    game = np.empty_like(start)
    moves = 0
    for i in range(games):
        game[0] = start[0]
        moves += playout(game[0], rng)
        scores(game[0], out[i])
    return moves


# Random games in lock-step: two players, coloured walls

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
        ("marked", np.int64, (BOTH, WIDTH)),  # 1 for who took the marker
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


@kernel
def load(b: Record, i: int, s: Record) -> None:
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


@kernel
def nth_bit(bits: int, n: int) -> int:
    """The n-th bit, from 0, of the six lowest, alone."""
    for step in range(SIZE):
        bits = bits & bits - 1 if n > step else bits
    return bits & -bits


@kernel
def take_abreast(b: Record) -> int:
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
        # The other one is next.
        b.floor[0, i], b.floor[1, i] = b.floor[1, i], floor + (kept << at)
        b.lines[0, i], b.lines[1, i] = b.lines[1, i], new & ~63
        b.room[0, i], b.room[1, i] = b.room[1, i], room
        b.marked[0, i], b.marked[1, i] = other, mark
        b.seat[i] ^= 1
    return left


@kernel
def seat_abreast(b: Record) -> None:
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


@kernel
def tile_abreast(b: Record, limit: int) -> None:
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


@kernel
def deal_abreast(b: Record) -> None:
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
def play_abreast(start: Records, rng: Rng, out: Array) -> None:
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


# Many games at once


@kernel
def reset(s: Record) -> None:
    """Begin a new game with the same options."""
    s.centre = 0
    s.factories[:] = 0
    s.floor[:] = 0
    s.shown[:] = 0
    s.lines[:] = 0
    s.wall[:] = 0
    s.hues[:] = 0
    s.score[:] = 0
    s.offers = 0
    s.bag = TILES_PER_COLOR * ONES
    s.lid = 0
    s.room[:] = LINES * ONES
    s.round_ = 1
    s.phase = DEAL
    s.seat = 0
    s.starter = 0
    s.marker = NOBODY


@kernel
def write_mask(s: Record, mask: Array) -> None:
    """Mark the legal moves. On the coloured wall a mask may end after the takes there are."""
    mask[:] = False
    if s.phase == TAKE:
        room = s.room[s.seat]
        offers = s.offers
        while offers:
            bit = trailing_zeros(offers)
            offers &= offers - 1
            color = bit // LANE
            at = code(bit - LANE * color, color, FLOOR)
            lines = room >> LANE * color
            for line in range(TARGETS):
                mask[at + line] = lines >> line & 1
    elif s.phase == TILE:
        row, found = columns(s)
        for column in range(SIZE):
            mask[TAKES + SIZE * row + column] = found >> column & 1


@kernel
def settle(s: Record, rng: Rng) -> None:
    """Make nature's move if it is her turn."""
    if s.phase == DEAL:
        chance(s, rng)


@kernel
def batch_start(states: Records, rng: Rng, turns: Array, masks: Array) -> None:
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
    turns: Array,
    rewards: Array,
    finals: Array,
    done: Array,
    masks: Array,
) -> int:
    """Make a move in every game, and nature's moves after it; a game that ends begins anew.

    `rng` has a counter for each game. `turns` and `masks` tell who is to move then, and the moves
    there are. Of a game that ended, `done` is set, and `rewards` and `finals` have the reward
    and the score of every seat. An action that is not legal leaves its game as it is; how many
    there were is returned.
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


# Tree search

NODE = np.dtype(
    [
        ("value", np.float32),  # the sum of rewards of `seat`
        ("scale", np.float32),  # 1 / sqrt(visits)
        ("visits", np.int32),
        ("sibling", np.int32),  # the next older one, or 0
        ("child", np.int32),  # the newest, or 0
        ("move", np.int16),  # that led here
        ("tried", np.int16),  # how many moves have nodes
        ("moves", np.int16),  # how many moves there are; 0 as long as nobody asked
        ("seat", np.int8),  # who made the move
    ],
    align=True,
)
DEPTH = 64  # a round has at most 36 takes and 20 tiles to lay


@kernel
def best_child(nodes: Records, parent: int, exploration: float) -> int:
    """The child with the highest upper bound: value / visits + width / sqrt(visits)."""
    best, highest = 0, -np.inf
    width = exploration * np.sqrt(np.log(nodes[parent].visits))
    child = nodes[parent].child
    while child:
        node = nodes[child]
        bound = node.scale * (node.scale * node.value + width)
        if bound > highest:
            best, highest = child, bound
        child = node.sibling
    return best


@kernel
def uct(s: Record, simulations: int, seed: int, exploration: float = 1.0) -> Array:
    """Search with random playouts. The tree ends with the round: what is dealt then is left to
    chance. Returns how often each legal move was tried, in the order of `list_moves`."""
    nodes = np.zeros(simulations + 1, dtype=NODE)
    path = np.zeros(DEPTH, dtype=np.int32)
    values = np.zeros(SEATS)
    game = np.empty(1, dtype=STATE)
    rng = np.empty(1, dtype=np.uint64)
    rng[0] = mix(np.uint64(seed))
    for new in range(1, simulations + 1):
        game[0] = s
        g = game[0]
        node = depth = 0
        while g.phase == TAKE or g.phase == TILE:
            parent = nodes[node]
            if parent.moves == 0:
                parent.moves = count_moves(g)
            is_new = parent.tried < parent.moves
            if is_new:
                nodes[new].move = kth_move(g, parent.tried)
                nodes[new].seat = g.seat
                nodes[new].sibling = parent.child
                parent.child = new
                parent.tried += 1
                node = new
            else:
                node = best_child(nodes, node, exploration)
            path[depth] = node
            depth += 1
            apply(g, nodes[node].move)
            if is_new:
                break
        playout(g, rng)
        for seat in range(g.players):
            values[seat] = reward(g, seat)
        nodes[0].visits += 1
        for i in range(depth):
            passed = nodes[path[i]]
            passed.visits += 1
            passed.value += values[passed.seat]
            passed.scale = 1 / np.sqrt(passed.visits)
    visits = np.zeros(count_moves(s), dtype=np.int64)
    child, k = nodes[0].child, nodes[0].tried
    while child:  # from the newest, which has the last move
        k -= 1
        visits[k] = nodes[child].visits
        child = nodes[child].sibling
    return visits


# To and from the reference rules


def encode_move(move: Move) -> int:
    """The number of a take or lay."""
    match move:
        case Take(source, color, line):
            return (source * COLORS + color) * TARGETS + line
        case Lay(line, column):
            return TAKES + SIZE * (line - 1) + column - 1
    raise ValueError(f"{move}: a deal has no number")


def decode_move(code: int) -> Move:
    """The take or lay with a number."""
    if code < TAKES:
        offer, line = divmod(int(code), TARGETS)
        return Take(*divmod(offer, COLORS), line)
    row, column = divmod(int(code) - TAKES, SIZE)
    return Lay(row + 1, column + 1)


def encode_chance(move: Deal) -> Array:
    """A deal for `apply_chance`."""
    return np.array([pack(tiles) for tiles in move.factories], dtype=np.int64)


def decode_chance(s: Record) -> Deal:
    """What lies in the factories, which is the deal right after nature's move."""
    return Deal(tuple([unpack(heap) for heap in s["factories"][1 : 2 * s["players"] + 2]]))


def pack(tiles: Tiles) -> int:
    """A heap as a word."""
    return sum(count << LANE * color for color, count in enumerate(tiles))


def unpack(heap: int) -> Tiles:
    """A word as a heap."""
    return tuple([int(heap) >> LANE * color & (1 << LANE) - 1 for color in range(COLORS)])


def from_state(of: state.State) -> Records:
    """An array with one game: the same position."""
    array = np.zeros(1, dtype=STATE)
    s: Record = array[0]
    options = of.options
    for source, tiles in enumerate(of.sources):
        s["factories"][source] = pack(tiles)
        for color in range(COLORS):
            s["offers"] |= (tiles[color] > 0) << LANE * color + source
    s["centre"], s["factories"][CENTRE] = s["factories"][CENTRE], 0
    s["bag"], s["lid"] = pack(of.bag), pack(of.lid)
    s["room"] = LINES * ONES
    for seat, player in enumerate(of.players):
        s["score"][seat] = player.score
        s["floor"][seat] = pack(player.floor)
        for at, color in enumerate(player.wall):
            if color != EMPTY:
                s["wall"][seat] |= 1 << at
                s["shown"][seat] |= 1 << LANE * color + at // SIZE + 1
                if options.wall == "grey":
                    s["hues"][seat, color] |= 1 << at
        room = 0
        for color in range(COLORS):
            for line in rules.lines_for(player, color):
                room |= 1 << LANE * color + line
        s["room"][seat] = room
        for row, (color, count) in enumerate(player.lines):
            if count:
                s["lines"][seat] |= (8 * color + count) << 6 * row + 6
    s["round_"] = of.round
    s["limit"] = ENDLESS if options.round_limit is None else options.round_limit
    s["players"], s["grey"] = options.players, options.wall == "grey"
    s["phase"] = rules.PHASES.index(of.phase)
    s["seat"], s["starter"], s["marker"] = of.seat, of.starter, of.marker
    return array


def to_state(array: Records) -> state.State:
    """The position of the first game of an array."""
    s: Record = array[0]
    limit = int(s["limit"])
    options = Options(
        players=int(s["players"]),
        wall=WALLS[s["grey"]],
        round_limit=None if limit == ENDLESS else limit,
    )
    return state.State(
        options=options,
        phase=rules.PHASES[s["phase"]],
        round=int(s["round_"]),
        seat=int(s["seat"]),
        starter=int(s["starter"]),
        marker=int(s["marker"]),
        sources=(unpack(s["centre"]), *decode_chance(s).factories),
        bag=unpack(s["bag"]),
        lid=unpack(s["lid"]),
        players=tuple([player(s, seat) for seat in range(options.players)]),
    )


def player(s: Record, seat: int) -> Player:
    """The board of a seat."""
    return Player(
        score=int(s["score"][seat]),
        lines=tuple([line(int(s["lines"][seat]) >> 6 * row + 6 & 63) for row in range(SIZE)]),
        wall=tuple([color_at(s, seat, at) for at in range(SIZE * SIZE)]),
        floor=unpack(s["floor"][seat]),
    )


def line(bits: int) -> Line:
    """A pattern line from its six bits."""
    return (bits >> 3, bits & 7) if bits else NO_LINE


def color_at(s: Record, seat: int, at: int) -> int:
    """The colour on a space of the wall, or EMPTY."""
    if not s["wall"][seat] >> at & 1:
        return EMPTY
    if s["grey"]:
        return [bool(places >> at & 1) for places in s["hues"][seat]].index(True)
    return printed_color(*divmod(at, SIZE))
