"""One name for what bots see of every game. A kernel that calls these is compiled once for each
game; the record it is given tells which."""

from __future__ import annotations

from types import ModuleType

import numpy as np

from tilewright.bots import classic, pavilion
from tilewright.fast.compiling import Array, Record
from tilewright.fast.contract import kernels
from tilewright.fast.dispatch import dispatched

SIGHTS: dict[str, ModuleType] = {"classic": classic, "pavilion": pavilion}
MOST_MOVES = max(kernels(name).MOST_MOVES for name in SIGHTS)

seen = dispatched(SIGHTS.__getitem__)


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
def identity(s: Record) -> np.uint64:
    """A hash that does not depend on the order of the factories."""
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
