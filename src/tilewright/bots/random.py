"""A bot that plays any legal move."""

from __future__ import annotations

from tilewright.bots.choice import Choice, Limit, best
from tilewright.game import Rng
from tilewright.games import AnyState


def choose(state: AnyState, limit: Limit, rng: Rng) -> Choice:
    """Choose one of the legal moves, each equally likely."""
    return best(state, [(move, 0.0) for move in state.legal_moves()], rng)
