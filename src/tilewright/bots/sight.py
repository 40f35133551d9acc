"""What bots need of a game: the module `features` in the game's folder, and one name for what every
game has there. A kernel that calls these is compiled once for each game."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Protocol, TypeAlias, cast

from tilewright.fast.compiling import Array, Record
from tilewright.fast.contract import kernels
from tilewright.fast.dispatch import dispatched
from tilewright.games import GAMES, part

# Rows of the second board: where they begin, and how far on those of the third do
Rows: TypeAlias = tuple[tuple[int, int], ...]


class Sight(Protocol):
    """What a bot sees of a game, as a module of kernels."""

    SPREAD: float  # points: how far scores lie apart at the end
    EXPLORE: float  # how much a search tries what it prefers
    FEATURES: int  # of positions
    NUMBERS: int  # beside them
    TRAITS: int  # of moves
    MOST_ACTIVE: int  # features that a position can have
    MOST_TRAITS: int  # that a move can have
    LATER_BOARDS: Rows

    def look(self, s: Record, active: Array, numbers: Array, /) -> int: ...
    def traits(self, s: Record, move: int, out: Array, /) -> int: ...
    def list_candidates(self, s: Record, out: Array, /) -> int: ...
    def estimate(self, s: Record, out: Array, /) -> None: ...
    def is_leaf(self, s: Record, /) -> bool: ...
    def advance(self, s: Record, move: int, /) -> None: ...
    def cut(self, s: Record, /) -> bool: ...
    def spread(self, s: Record, /) -> float: ...
    def explore(self, s: Record, /) -> float: ...
    def features(self, s: Record, /) -> int: ...


def sight(name: str) -> Sight:
    """What a bot sees of a game."""
    return cast(Sight, part(name, "features"))


SIGHTS = {name: sight(name) for name in GAMES if find_spec(f"{GAMES[name].__name__}.features")}
MOST_MOVES = max(kernels(name).MOST_MOVES for name in SIGHTS)

seen = dispatched(sight)


@seen
def look(s: Record, active: Array, numbers: Array) -> int:
    """Write the features and numbers of a position; returns how many features there are."""
    raise NotImplementedError


@seen
def list_candidates(s: Record, out: Array) -> int:
    """Write the moves worth thinking of; returns how many there are."""
    raise NotImplementedError


@seen
def traits(s: Record, move: int, out: Array) -> int:
    """Write the traits of a move; returns how many there are."""
    raise NotImplementedError


@seen
def estimate(s: Record, out: Array) -> None:
    """Write the score each seat may expect, by hand."""
    raise NotImplementedError


@seen
def is_leaf(s: Record) -> bool:
    """Tell whether the search ends here: nature deals, or the game is over."""
    raise NotImplementedError


@seen
def advance(s: Record, move: int) -> None:
    """Make a move inside the search."""
    raise NotImplementedError


@seen
def cut(s: Record) -> bool:
    """Tell whether a random playout ends here and the estimate takes over."""
    raise NotImplementedError


@seen
def spread(s: Record) -> float:
    """How many points scores lie apart at the end."""
    raise NotImplementedError


@seen
def explore(s: Record) -> float:
    """How much a search tries the moves that it prefers."""
    raise NotImplementedError


@seen
def features(s: Record) -> int:
    """How many features there are."""
    raise NotImplementedError
