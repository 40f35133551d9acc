"""What a bot is asked and what it answers."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from tilewright.game import Rng
from tilewright.games import AnyMove, AnyState


class Limit(NamedTuple):
    """How long a bot may think; None is no limit of that kind."""

    time: float | None = None  # seconds
    simulations: int | None = None


class Choice(NamedTuple):
    """A bot's answer: its move, what it expects of it in points, and the moves it compared."""

    move: AnyMove
    value: float
    ranking: tuple[tuple[AnyMove, float], ...]  # the best first


class Choose(Protocol):
    """All that a bot must be: a function from a state in which a seat is to move to a choice."""

    def __call__(self, state: AnyState, limit: Limit, rng: Rng) -> Choice: ...


def best(ranked: list[tuple[AnyMove, float]], rng: Rng) -> Choice:
    """Choose the move of the highest value; chance decides between equals."""
    top = max(value for _, value in ranked)
    equals = [move for move, value in ranked if value == top]
    ranking = tuple(sorted(ranked, key=lambda pair: -pair[1]))
    return Choice(equals[rng.randrange(len(equals))], top, ranking)
