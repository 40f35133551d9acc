"""A level: how one of the bots that people play against thinks in a game."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from tilewright.bots.config import USUAL


class Level(NamedTuple):
    """How one of the levels thinks in one of the games."""

    simulations: int | None = None
    time: float | None = None  # seconds
    temperature: float = 0.0  # 0 plays the best move it finds; more gives others a chance
    policy_temperature: float = USUAL  # of the priors, from which a level chooses without a search


Levels: TypeAlias = dict[int, tuple[Level, ...]]  # by number of players; the weakest first
