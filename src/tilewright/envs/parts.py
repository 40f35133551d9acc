"""The parts that observations are made of, and those that games share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import chain
from typing import Any, NamedTuple, TypeAlias

from tilewright.game import Seat
from tilewright.games import AnyState
from tilewright.market import FACTORIES, FACTORY_SIZE

Read: TypeAlias = Callable[[Any, Seat], Iterable[int]]  # counts in a state, for a seat

ROUND, POINTS = 10, 100  # scales


class Axis(NamedTuple):
    """One axis of a part; the lengths of `SEAT` and `SOURCE` depend on the number of players."""

    name: str
    size: int = 0


class Part(NamedTuple):
    """Some numbers of an observation: what they mean, and where they come from."""

    name: str
    axes: tuple[Axis, ...]
    meaning: str
    read: Read  # for the observer; in `BOARD` for the seat whose board it is
    scale: int = 1  # what a count is divided by
    most: int = 1  # the largest count that can occur

    def shape(self, players: int) -> tuple[int, ...]:
        """The length of every axis for a number of players."""
        lengths = {SEAT: players, SOURCE: 1 + FACTORIES[players]}
        return tuple([lengths.get(axis, axis.size) for axis in self.axes])


def flags(count: int, at: int) -> list[int]:
    """1 at one place, 0 at the others; only zeros if `at` is -1."""
    return [int(place == at) for place in range(count)]


def seat_flags(state: AnyState, seat: Seat, other: int) -> list[int]:
    """A flag for another seat, counted from `seat`; no flag for nobody."""
    players = len(state.scores)
    return flags(players, (other - seat) % players if other >= 0 else -1)


@cache
def one_hot(colors: int) -> dict[int, list[int]]:
    """The flags of every colour, and none for an empty space."""
    return {at: flags(colors, at) for at in range(-1, colors)}


def tile_flags(colors: int, spaces: Sequence[int]) -> Iterable[int]:
    """The colour on every space as flags; none where it is empty."""
    rows = one_hot(colors)
    return chain.from_iterable([rows[space] for space in spaces])


SEAT, SOURCE = Axis("seat"), Axis("source")


def phase_part(phases: tuple[str, ...]) -> Part:
    """What the game is waiting for."""
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
        "the seat to move, counted from the observer; none for nature and after the end",
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
