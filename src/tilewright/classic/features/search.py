"""What the search has to know of the game: where it ends, how it moves, and some numbers."""

from __future__ import annotations

from tilewright.classic.features.layout import (
    EXPLORE,
    FEATURES,
    SPREAD,
)
from tilewright.classic.kernel.layout import (
    DEAL,
    END,
    TAKE,
    TILE,
)
from tilewright.classic.kernel.play import apply
from tilewright.fast.compiling import Record, inner_kernel, lean_kernel


@lean_kernel
def is_leaf(s: Record) -> bool:
    """Tell whether the search ends here: nature deals, or the game is over."""
    return bool(s.phase == DEAL or s.phase == END)


@lean_kernel
def advance(s: Record, move: int) -> None:
    """Make a move inside the search."""
    apply(s, move)


@lean_kernel
def cut(s: Record) -> bool:
    """Tell whether a random playout ends here and the estimate takes over."""
    return bool(s.phase != TAKE and s.phase != TILE)


@inner_kernel
def spread(_: Record) -> float:
    """How many points scores lie apart at the end."""
    return SPREAD


@inner_kernel
def explore(_: Record) -> float:
    """How much a search tries the moves that it prefers."""
    return EXPLORE


@inner_kernel
def features(_: Record) -> int:
    """How many features there are."""
    return FEATURES
