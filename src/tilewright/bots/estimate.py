"""What the greedy bot needs from a game: the module `estimate` in the game's folder."""

from __future__ import annotations

from typing import Any, Protocol, TypeVar

from tilewright.games import part

S = TypeVar("S", contravariant=True)  # the states of the game
M = TypeVar("M", contravariant=True)  # its moves


class Estimate(Protocol[S, M]):
    """A hand-made judgement of moves."""

    def worth(self, state: S, move: M, /) -> float:
        """What a move is worth in points to its player: what it scores now and what it prepares."""
        ...


def estimate(name: str) -> Estimate[Any, Any]:
    """The estimate of a game."""
    found: Estimate[Any, Any] = part(name, "estimate")
    return found


def progress(bonus: int, done: int, needed: int) -> float:
    """The share of an end bonus that one more step earns: later steps earn more."""
    return bonus * ((done + 1) ** 2 - done**2) / needed**2
