"""What the search has to know about the game: where it ends, how it moves, and some numbers."""

from __future__ import annotations

from tilewright.fast.compiling import StateRecord, inner_kernel, lean_kernel
from tilewright.pavilion.features.layout import (
    C_PUCT,
    POLICY_TEMPERATURE,
    POSITION_FEATURES,
    SPREAD,
)
from tilewright.pavilion.kernel.layout import (
    DEAL,
    END,
    FILL,
    PLACE,
    REFILL,
    TAKE,
)
from tilewright.pavilion.kernel.play import apply


@lean_kernel
def is_leaf(s: StateRecord) -> bool:
    """Tell whether the search ends here: nature fills and deals, or the game is over."""
    return bool(s.phase == FILL or s.phase == DEAL or s.phase == END)


@lean_kernel
def advance(s: StateRecord, move: int) -> None:
    """Make a move inside the search, where a gap in the supply stays open."""
    apply(s, move)
    if s.phase == REFILL:
        s.phase = PLACE
    elif s.phase == FILL:  # in a game the supply is full when a round ends
        s.phase = DEAL


@lean_kernel
def is_playout_end(s: StateRecord) -> bool:
    """Tell whether a random playout ends here and the estimate takes over."""
    return bool(s.phase != TAKE)


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
