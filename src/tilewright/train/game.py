"""What training needs from a game: the module `training` in the game's folder."""

from __future__ import annotations

from random import Random
from typing import Protocol

from tilewright.games import part


class Learned(Protocol):
    """How a game is learned."""

    TEACHER: tuple[int, int]  # the first teacher's simulations, for moves to learn from and others
    RATE: float  # the learning rate of a fit

    def vary(self, number: int, rng: Random, /) -> dict[str, str]:
        """The options of a numbered game, apart from the side of the board."""
        ...


def learned(name: str) -> Learned:
    """How a game is learned."""
    found: Learned = part(name, "training")
    return found
