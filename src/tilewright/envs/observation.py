"""Observation tensors: everything that lies on the table, as the seat that looks sees it.

A tensor is a flat vector. Its layout is data: `TABLE` has the parts that all share, `BOARD` the
parts of one player board, repeated for every seat from the one that looks on, in turn order. Every
number is a flag or a count; in float32 it is divided by the scale of its part, in uint8 it is not,
and a score above 255 stands as 255.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import chain
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tilewright import classic, pavilion
from tilewright.classic import rules as classic_rules
from tilewright.classic.board import FLOOR_SPACES, ROUND_LIMIT, SIZE
from tilewright.classic.board import TILES_PER_COLOR as CLASSIC_TILES
from tilewright.game import Seat
from tilewright.games import AnyState
from tilewright.market import FACTORIES, FACTORY_SIZE
from tilewright.pavilion import rules as pavilion_rules
from tilewright.pavilion.board import ROUNDS, SLOTS, STARS, SUPPLY_SIZE
from tilewright.pavilion.board import TILES_PER_COLOR as PAVILION_TILES

Tensor: TypeAlias = NDArray[Any]  # of float32 or uint8
Read: TypeAlias = Callable[[Any, Seat], Iterable[int]]  # counts in a state, for a seat

CLASSIC_COLORS = len(classic.COLOR_LETTERS)
PAVILION_COLORS = len(pavilion.COLOR_LETTERS)

ROUND, POINTS, HAND = 10, 100, 10  # scales

# No board can score more: 25 tiles of 10 points and all bonuses; 42 runs of 6 and all bonuses.
CLASSIC_POINTS, PAVILION_POINTS = 400, 500


class Axis(NamedTuple):
    """One axis of a part; the lengths of `SEAT` and `SOURCE` depend on the number of players."""

    name: str
    size: int = 0


class Part(NamedTuple):
    """Some numbers of an observation: what they mean, and where they come from."""

    name: str
    axes: tuple[Axis, ...]
    meaning: str
    read: Read  # for the seat that looks; in `BOARD` for the seat whose board it is
    scale: int = 1  # what a count is divided by
    most: int = 1  # the largest count that can occur

    def shape(self, players: int) -> tuple[int, ...]:
        """The length of every axis in a game of so many players."""
        lengths = {SEAT: players, SOURCE: 1 + FACTORIES[players]}
        return tuple([lengths.get(axis, axis.size) for axis in self.axes])


class Span(NamedTuple):
    """Where a part lies in the tensor."""

    part: Part
    board: Seat | None  # whose board, in seats after the one that looks; None for the table
    start: int
    stop: int
    shape: tuple[int, ...]

    @property
    def name(self) -> str:
        """`market`, or `wall 0` for the wall of the seat that looks."""
        return self.part.name if self.board is None else f"{self.part.name} {self.board}"


def flags(count: int, at: int) -> list[int]:
    """1 at one place, 0 at the others; only zeros if `at` is -1."""
    return [int(place == at) for place in range(count)]


def seat_flags(state: AnyState, seat: Seat, other: int) -> list[int]:
    """A flag for another seat, counted from `seat` on; none for nobody."""
    players = len(state.scores)
    return flags(players, (other - seat) % players if other >= 0 else -1)


ONE_HOT = {
    colors: {at: flags(colors, at) for at in range(-1, colors)}
    for colors in (CLASSIC_COLORS, PAVILION_COLORS)
}


def tile_flags(colors: int, spaces: Sequence[int]) -> Iterable[int]:
    """The colour on every space as flags; none where it is empty."""
    rows = ONE_HOT[colors]
    return chain.from_iterable([rows[space] for space in spaces])


# Both games

SEAT, SOURCE = Axis("seat"), Axis("source")
CLASSIC_COLOR, PAVILION_COLOR = Axis("colour", CLASSIC_COLORS), Axis("colour", PAVILION_COLORS)


def phase_part(phases: tuple[str, ...]) -> Part:
    """What is waited for."""
    table = {phase: flags(len(phases), at) for at, phase in enumerate(phases)}
    axis = Axis("phase", len(phases))
    return Part("phase", (axis,), f"one of {', '.join(phases)}", lambda s, _: table[s.phase])


def round_part(last: int, meaning: str) -> Part:
    """The number of the round."""
    return Part("round", (), meaning, lambda s, _: (min(s.round, last),), ROUND, last)


def flag_part(name: str, option: str, value: str) -> Part:
    """Whether an option of the game has a value."""
    meaning = f"1 if `{option}` is `{value}`"
    return Part(name, (), meaning, lambda s, _: (int(getattr(s.options, option) == value),))


def heap_part(name: str, color: Axis, meaning: str, most: int, scale: int) -> Part:
    """A heap of tiles on the table."""
    return Part(name, (color,), meaning, lambda s, _: getattr(s, name), scale, most)


SEATS = (
    Part(
        "turn",
        (SEAT,),
        "the seat to move, the one that looks first; none for nature and after the end",
        lambda s, seat: seat_flags(s, seat, s.turn),
    ),
    Part(
        "starter",
        (SEAT,),
        "who started the round",
        lambda s, seat: seat_flags(s, seat, s.starter),
    ),
    Part(
        "marker",
        (SEAT,),
        "who took the first-player marker in this round; none while it lies in the centre",
        lambda s, seat: seat_flags(s, seat, s.marker),
    ),
)


def market_part(color: Axis, tiles: int) -> Part:
    """What can be taken."""
    return Part(
        "market",
        (SOURCE, color),
        "tiles in the centre, then in each factory",
        lambda s, _: chain.from_iterable(s.sources),
        FACTORY_SIZE,
        tiles,
    )


def score_part(most: int) -> Part:
    """The points of a seat."""
    return Part("score", (), "points", lambda s, seat: (s.players[seat].score,), POINTS, most)


# Classic


def line_counts(state: classic.State, seat: Seat) -> Iterable[int]:
    """How many tiles of each colour lie on each pattern line."""
    rows = ONE_HOT[CLASSIC_COLORS]
    lines = state.players[seat].lines
    return [count * flag for color, count in lines for flag in rows[color if count else -1]]


def floor_spaces(state: classic.State, seat: Seat) -> Iterable[int]:
    """How many spaces of a floor line are taken."""
    player, has_marker = state.players[seat], state.marker == seat
    return (classic_rules.floor_spaces(player, has_marker=has_marker),)


ROW, COLUMN, LINE = Axis("row", SIZE), Axis("column", SIZE), Axis("line", SIZE)

CLASSIC_TABLE = (
    phase_part(classic_rules.PHASES),
    round_part(ROUND_LIMIT, f"the round; {ROUND_LIMIT} stands for all later ones too"),
    flag_part("grey", "wall", "grey"),
    *SEATS,
    market_part(CLASSIC_COLOR, CLASSIC_TILES),
    heap_part("bag", CLASSIC_COLOR, "tiles in the bag", CLASSIC_TILES, CLASSIC_TILES),
    heap_part("lid", CLASSIC_COLOR, "used tiles", CLASSIC_TILES, CLASSIC_TILES),
)
CLASSIC_BOARD = (
    score_part(CLASSIC_POINTS),
    Part("lines", (LINE, CLASSIC_COLOR), "tiles on the pattern lines", line_counts, SIZE, SIZE),
    Part(
        "wall",
        (ROW, COLUMN, CLASSIC_COLOR),
        "the tile on each space of the wall",
        lambda s, seat: tile_flags(CLASSIC_COLORS, s.players[seat].wall),
    ),
    Part(
        "floor",
        (CLASSIC_COLOR,),
        "tiles on the floor line",
        lambda s, seat: s.players[seat].floor,
        FLOOR_SPACES,
        FLOOR_SPACES,
    ),
    Part(
        "spaces",
        (),
        "floor spaces taken, by the marker too",
        floor_spaces,
        FLOOR_SPACES,
        FLOOR_SPACES,
    ),
)


# Pavilion


def joker_flags(state: pavilion.State, _: Seat) -> Iterable[int]:
    """The jokers of this and the later rounds."""
    letters = state.options.joker_order[state.round - 1 :]
    coming = [pavilion.COLOR_LETTERS.index(letter) for letter in letters]
    return tile_flags(PAVILION_COLORS, coming + [-1] * (ROUNDS - len(coming)))


PAVILION_TABLE = (
    phase_part(pavilion_rules.PHASES),
    round_part(ROUNDS, "the round"),
    flag_part("neutral", "board", "neutral"),
    flag_part("mini", "edition", "mini"),
    flag_part("at pass", "last_round_discard", "at_pass"),
    *SEATS,
    Part(
        "picks",
        (),
        "bonus tiles still to be picked",
        lambda s, _: (s.picks,),
        SUPPLY_SIZE,
        SUPPLY_SIZE,
    ),
    Part(
        "jokers",
        (Axis("round", ROUNDS), PAVILION_COLOR),
        "the joker of this round, of the next one, …; none after the last",
        joker_flags,
    ),
    market_part(PAVILION_COLOR, PAVILION_TILES),
    heap_part("supply", PAVILION_COLOR, "bonus tiles on offer", SUPPLY_SIZE, SUPPLY_SIZE),
    heap_part("bag", PAVILION_COLOR, "tiles in the bag", PAVILION_TILES, PAVILION_TILES),
    heap_part("tower", PAVILION_COLOR, "used tiles", PAVILION_TILES, PAVILION_TILES),
)
PAVILION_BOARD = (
    score_part(PAVILION_POINTS),
    Part(
        "stars",
        (Axis("star", STARS), Axis("slot", SLOTS), PAVILION_COLOR),
        "the tile on each space",
        lambda s, seat: tile_flags(PAVILION_COLORS, s.players[seat].spaces),
    ),
    Part(
        "hand",
        (PAVILION_COLOR,),
        "tiles beside the board, or kept in its corners",
        lambda s, seat: s.players[seat].hand,
        HAND,
        PAVILION_TILES,
    ),
    Part("passed", (), "1 after the pass", lambda s, seat: (int(s.players[seat].passed),)),
)

TABLE = {"classic": CLASSIC_TABLE, "pavilion": PAVILION_TABLE}
BOARD = {"classic": CLASSIC_BOARD, "pavilion": PAVILION_BOARD}


# The tensor


@cache
def layout(game: str, players: int) -> tuple[Span, ...]:
    """Where every part of an observation lies."""
    parts: list[tuple[Part, Seat | None]] = [(part, None) for part in TABLE[game]]
    parts += [(part, seat) for seat in range(players) for part in BOARD[game]]
    spans: list[Span] = []
    start = 0
    for part, board in parts:
        shape = part.shape(players)
        stop = start + int(np.prod(shape, dtype=int))
        spans.append(Span(part, board, start, stop, shape))
        start = stop
    return tuple(spans)


def size(game: str, players: int) -> int:
    """The length of the tensor."""
    return layout(game, players)[-1].stop


@cache
def scales(game: str, players: int) -> Tensor:
    """What every count is divided by in float32."""
    return _by_span(game, players, "float32", lambda part: part.scale)


@cache
def bounds(game: str, players: int, dtype: str = "float32") -> Tensor:
    """The largest value of every number; the least is 0."""
    return _by_span(game, players, dtype, lambda part: worths(part, dtype)[-1])


def _by_span(game: str, players: int, dtype: str, value: Callable[[Part], float]) -> Tensor:
    found = np.zeros(size(game, players), dtype)
    for span in layout(game, players):
        found[span.start : span.stop] = value(span.part)
    found.setflags(write=False)
    return found


def worths(part: Part, dtype: str) -> Tensor:
    """What every count from 0 to the largest stands as."""
    counts = np.arange(part.most + 1, dtype=np.float32)
    if dtype == "uint8":
        return np.minimum(counts, 255).astype(np.uint8)
    return counts / np.float32(part.scale)


def observe(state: AnyState, seat: Seat, dtype: str = "float32") -> Tensor:
    """The state as a seat sees it: the table, the own board, the others in turn order."""
    players = len(state.scores)
    counts: list[int] = []
    for part in TABLE[state.game]:
        counts += part.read(state, seat)
    for board in range(seat, seat + players):
        for part in BOARD[state.game]:
            counts += part.read(state, board % players)
    if dtype == "uint8":
        return np.minimum(counts, 255).astype(np.uint8)
    return np.array(counts, np.float32) / scales(state.game, players)


def split(game: str, players: int, tensor: Tensor) -> dict[str, Tensor]:
    """The parts of a tensor by name, each in its shape; views, not copies."""
    return {s.name: tensor[s.start : s.stop].reshape(s.shape) for s in layout(game, players)}
