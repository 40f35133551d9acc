"""To and from the readable rules."""

from __future__ import annotations

import numpy as np

from tilewright.classic import rules
from tilewright.classic.board import (
    COLORS,
    NO_LINE,
    SIZE,
    WALLS,
    Deal,
    Lay,
    Move,
    Options,
    PatternLine,
    Player,
    Take,
    printed_color,
)
from tilewright.classic.kernel.layout import ENDLESS, LANE, LINES, ONES, STATE, TAKES, TARGETS
from tilewright.classic.state import State
from tilewright.fast.compiling import Array, Records, StateRecord
from tilewright.market import CENTRE
from tilewright.tiles import EMPTY, Tiles


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


def decode_chance(s: StateRecord) -> Deal:
    """What is in the factories: right after nature's move, that is the deal."""
    return Deal(tuple([unpack(heap) for heap in s["factories"][1 : 2 * s["players"] + 2]]))


def pack(tiles: Tiles) -> int:
    """A heap as a word."""
    return sum(count << LANE * color for color, count in enumerate(tiles))


def unpack(heap: int) -> Tiles:
    """A word as a heap."""
    return tuple([int(heap) >> LANE * color & (1 << LANE) - 1 for color in range(COLORS)])


def from_state(of: State) -> Records:
    """An array with one game: the same position."""
    array = np.zeros(1, dtype=STATE)
    s: StateRecord = array[0]
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


def to_state(array: Records) -> State:
    """The position of the first game of an array."""
    s: StateRecord = array[0]
    limit = int(s["limit"])
    options = Options(
        players=int(s["players"]),
        wall=WALLS[s["grey"]],
        round_limit=None if limit == ENDLESS else limit,
    )
    return State(
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


def player(s: StateRecord, seat: int) -> Player:
    """The board of a seat."""
    return Player(
        score=int(s["score"][seat]),
        lines=tuple([line(int(s["lines"][seat]) >> 6 * row + 6 & 63) for row in range(SIZE)]),
        wall=tuple([color_at(s, seat, at) for at in range(SIZE * SIZE)]),
        floor=unpack(s["floor"][seat]),
    )


def line(bits: int) -> PatternLine:
    """A pattern line from its six bits."""
    return (bits >> 3, bits & 7) if bits else NO_LINE


def color_at(s: StateRecord, seat: int, at: int) -> int:
    """The colour on a space of the wall, or EMPTY."""
    if not s["wall"][seat] >> at & 1:
        return EMPTY
    if s["grey"]:
        return [bool(places >> at & 1) for places in s["hues"][seat]].index(True)
    return printed_color(*divmod(at, SIZE))
