"""What the search has to know about the game: where it ends, how it moves, and some numbers."""

from __future__ import annotations

from tilewright.classic.features.layout import (
    C_PUCT,
    POLICY_TEMPERATURE,
    POSITION_FEATURES,
    SPREAD,
)
from tilewright.classic.kernel.layout import (
    DEAL,
    END,
    TAKE,
    TILE,
)
from tilewright.classic.kernel.play import apply
from tilewright.fast.compiling import StateRecord, inner_kernel, lean_kernel


@lean_kernel
def is_leaf(s: StateRecord) -> bool:
    """Tell whether the search ends here: nature deals, or the game is over."""
    return bool(s.phase == DEAL or s.phase == END)


@lean_kernel
def advance(s: StateRecord, move: int) -> None:
    """Make a move inside the search."""
    apply(s, move)


@lean_kernel
def is_playout_end(s: StateRecord) -> bool:
    """Tell whether a random playout ends here and the estimate takes over."""
    return bool(s.phase != TAKE and s.phase != TILE)


@inner_kernel
def spread(_: StateRecord) -> float:
    """How many points final scores are apart."""
    return SPREAD


@inner_kernel
def default_exploration(s: StateRecord) -> tuple[float, float]:
    """How much priors count in the search, and how far they are flattened."""
    return C_PUCT[s.players - 2], POLICY_TEMPERATURE[s.players - 2]


@inner_kernel
def feature_count(_: StateRecord) -> int:
    """How many features of positions there are."""
    return POSITION_FEATURES
