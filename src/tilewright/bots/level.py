"""A level: how one of the bots that people play against thinks in a game."""

from __future__ import annotations

from typing import NamedTuple


class Level(NamedTuple):
    """How one of the levels thinks in one of the games."""

    name: str
    number: int  # of its strength: 1 to 8
    simulations: int | None = None
    time: float | None = None  # seconds
    temperature: float = 0.0  # 0 plays the best move it finds; more, and others get their chance
