"""A bot that looks only at its own move: the points it scores, what it loses on the floor, the
bonus tiles it earns, and a share of what it prepares. It ignores what the others may do."""

from __future__ import annotations

from tilewright.bots.choice import Choice, Limit, best
from tilewright.bots.estimate import estimate
from tilewright.game import Rng
from tilewright.games import AnyState


def choose(state: AnyState, limit: Limit, rng: Rng) -> Choice:
    """Choose the move that is worth the most by itself."""
    worth = estimate(state.game).worth
    return best(state, [(move, worth(state, move)) for move in state.legal_moves()], rng)
