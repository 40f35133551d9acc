"""One name for what both games have. A kernel that calls these is compiled once for each game; the
record it is given tells which."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any, TypeVar

import numba
import numpy as np
from numba.extending import overload
from numpy.typing import NDArray

from tilewright.bots import classic, pavilion
from tilewright.fast import KERNELS
from tilewright.fast.compiling import Record, Rng

F = TypeVar("F", bound=Callable[..., object])
Array = NDArray[Any]

SEATS = 4
SIGHTS: dict[str, ModuleType] = {"classic": classic, "pavilion": pavilion}
MOST_MOVES = max(sight.MOST_MOVES for sight in SIGHTS.values())
_GAMES: dict[Any, str] = {numba.from_dtype(KERNELS[name].STATE): name for name in SIGHTS}


def _shared(function: F) -> F:
    """Compile calls to this as calls to the function of the same name that the game has, among
    the rules or in what bots see; or as the constant of that name."""

    def there(s: Record, *_: object) -> Callable[..., object]:
        name, game = function.__name__, _GAMES[s]
        for module in (SIGHTS[game], KERNELS[game]):
            found: Callable[..., object] | None = getattr(vars(module).get(name), "py_func", None)
            if found:
                return found
        constant = vars(SIGHTS[game])[name.upper()]
        return lambda s: constant

    overload(function, strict=False)(there)
    return function


@_shared
def look(s: Record, active: Array, numbers: Array) -> int:
    """Write the features and numbers of a position; returns how many features there are."""
    raise NotImplementedError


@_shared
def list_candidates(s: Record, out: Array) -> int:
    """Write the moves worth thinking of; returns how many there are."""
    raise NotImplementedError


@_shared
def traits(s: Record, move: int, out: Array) -> int:
    """Write the traits of a move; returns how many there are."""
    raise NotImplementedError


@_shared
def estimate(s: Record, out: Array) -> None:
    """Write the score each seat may expect, by hand."""
    raise NotImplementedError


@_shared
def is_leaf(s: Record) -> bool:
    """Tell whether the search ends here: nature deals, or the game is over."""
    raise NotImplementedError


@_shared
def advance(s: Record, move: int) -> None:
    """Make a move inside the search."""
    raise NotImplementedError


@_shared
def cut(s: Record) -> bool:
    """Tell whether a random playout ends here and the estimate takes over."""
    raise NotImplementedError


@_shared
def identity(s: Record) -> np.uint64:
    """A hash that does not depend on the order of the factories."""
    raise NotImplementedError


@_shared
def hash_state(s: Record) -> np.uint64:
    """A hash of the position."""
    raise NotImplementedError


@_shared
def spread(s: Record) -> float:
    """How many points scores lie apart at the end."""
    raise NotImplementedError


@_shared
def explore(s: Record) -> float:
    """How much a search tries the moves that it prefers."""
    raise NotImplementedError


@_shared
def features(s: Record) -> int:
    """How many features there are."""
    raise NotImplementedError


@_shared
def turn(s: Record) -> int:
    """The seat to move, `CHANCE` or `OVER`."""
    raise NotImplementedError


@_shared
def count_moves(s: Record) -> int:
    """How many legal moves there are."""
    raise NotImplementedError


@_shared
def kth_move(s: Record, k: int) -> int:
    """The legal move with a number, from 0."""
    raise NotImplementedError


@_shared
def apply(s: Record, move: int) -> None:
    """Make a move."""
    raise NotImplementedError


@_shared
def chance(s: Record, rng: Rng) -> None:
    """Make nature's move."""
    raise NotImplementedError


@_shared
def reset(s: Record) -> None:
    """Go back to the beginning of a game with the same options."""
    raise NotImplementedError


@_shared
def outcome(s: Record, out: Array) -> None:
    """Write the rank of every seat, from 1."""
    raise NotImplementedError
