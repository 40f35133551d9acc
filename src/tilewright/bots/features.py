"""What bots need from a game: the module `features` in the game's folder, whose functions can be
called here for any game. A kernel that calls them is compiled once per game."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Protocol, TypeAlias, cast

from tilewright.fast.compiling import Array, StateRecord
from tilewright.fast.contract import kernels
from tilewright.fast.dispatch import dispatched
from tilewright.games import GAMES, part

# Where the rows of the second board begin, and how many rows later those of the third
Rows: TypeAlias = tuple[tuple[int, int], ...]


class Features(Protocol):
    """What a bot needs to know about a game, as a module of kernels."""

    SPREAD: float  # how many points final scores are apart
    # By the number of players, from two on
    C_PUCT: tuple[float, ...]  # how much priors count in the search
    POLICY_TEMPERATURE: tuple[float, ...]  # above 1 they are flattened
    POSITION_FEATURES: int  # how many there are
    NUMBERS: int  # further inputs, which are not just 0 or 1
    MOVE_FEATURES: int  # how many there are
    MOST_ACTIVE: int  # features that a position can have
    MOST_MOVE_FEATURES: int  # that a move can have
    LATER_BOARDS: Rows

    def position_features(self, s: StateRecord, active: Array, numbers: Array, /) -> int: ...
    def move_features(self, s: StateRecord, move: int, out: Array, /) -> int: ...
    def list_candidates(self, s: StateRecord, out: Array, /) -> int: ...
    def estimate(self, s: StateRecord, out: Array, /) -> None: ...
    def is_leaf(self, s: StateRecord, /) -> bool: ...
    def advance(self, s: StateRecord, move: int, /) -> None: ...
    def is_playout_end(self, s: StateRecord, /) -> bool: ...
    def spread(self, s: StateRecord, /) -> float: ...
    def default_exploration(self, s: StateRecord, /) -> tuple[float, float]: ...
    def feature_count(self, s: StateRecord, /) -> int: ...


def features_of(name: str) -> Features:
    """The features of a game."""
    return cast(Features, part(name, "features"))


FEATURES = {
    name: features_of(name) for name in GAMES if find_spec(f"{GAMES[name].__name__}.features")
}
MOST_MOVES = max(kernels(name).MOST_MOVES for name in FEATURES)

per_game = dispatched(features_of)


@per_game
def position_features(s: StateRecord, active: Array, numbers: Array) -> int:
    """Write the features and numbers of a position; returns how many features there are."""
    raise NotImplementedError


@per_game
def list_candidates(s: StateRecord, out: Array) -> int:
    """Write the moves worth considering; returns how many there are."""
    raise NotImplementedError


@per_game
def move_features(s: StateRecord, move: int, out: Array) -> int:
    """Write the features of a move; returns how many there are."""
    raise NotImplementedError


@per_game
def estimate(s: StateRecord, out: Array) -> None:
    """Write the score each seat can expect, by a hand-made estimate."""
    raise NotImplementedError


@per_game
def is_leaf(s: StateRecord) -> bool:
    """Tell whether the search ends here: nature deals, or the game is over."""
    raise NotImplementedError


@per_game
def advance(s: StateRecord, move: int) -> None:
    """Make a move inside the search."""
    raise NotImplementedError


@per_game
def is_playout_end(s: StateRecord) -> bool:
    """Tell whether a random playout ends here and the estimate takes over."""
    raise NotImplementedError


@per_game
def spread(s: StateRecord) -> float:
    """How many points final scores are apart."""
    raise NotImplementedError


@per_game
def default_exploration(s: StateRecord) -> tuple[float, float]:
    """How much priors count in the search, and how far they are flattened."""
    raise NotImplementedError


@per_game
def feature_count(s: StateRecord) -> int:
    """How many features of positions there are."""
    raise NotImplementedError
