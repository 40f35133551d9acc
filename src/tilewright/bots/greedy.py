"""A bot that looks at its own move only: the points it brings, the floor and bonus tiles it means,
and a share of what it prepares. What the others may do is left out."""

from __future__ import annotations

from tilewright.bots.choice import Choice, Limit, best
from tilewright.bots.estimate import estimate
from tilewright.game import Rng
from tilewright.games import AnyState


def choose(state: AnyState, limit: Limit, rng: Rng) -> Choice:
    """Choose the move that is worth most by itself."""
    worth = estimate(state.game).worth
    return best(state, [(move, worth(state, move)) for move in state.legal_moves()], rng)
