"""The bots that people play against: one search at eight strengths, by name and number.

A weak level thinks little and chooses among the good moves by temperature, so its mistakes are
those of a beginner. The first move of a level compiles the search of its game; without
numba it raises what to install.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import NamedTuple, TypeVar

from tilewright.bots import warming
from tilewright.bots.choice import Choice, Limit
from tilewright.game import Rng
from tilewright.games import AnyState

N = TypeVar("N", int, float)


class Level(NamedTuple):
    """How one of the levels thinks in one of the games."""

    name: str
    number: int  # of its strength: 1 to 8
    simulations: int | None = None
    time: float | None = None  # seconds
    temperature: float = 0.0  # 0 plays the best move it finds; more, and others get their chance


# The weakest first, with a word to those who choose.
ABOUT = {
    "pupil": "Forgives mistakes and shows simple ideas.",
    "apprentice": "Knows the rules and takes what looks good.",
    "tiler": "Lays with care and seldom wastes a tile.",
    "mason": "Plans the round before it takes.",
    "artisan": "Sees what you want, and sometimes takes it.",
    "designer": "Builds for the bonuses and rarely slips.",
    "architect": "Plans far ahead and leaves you little.",
    "master": "Full strength. Thinks for a second.",
}
NAMES = tuple(ABOUT)
DEFAULT = "apprentice"  # whom a newcomer meets
PACE = 20_000  # simulations in a second, at the very least

LEVELS: dict[str, tuple[Level, ...]] = {
    "classic": (
        Level("pupil", 1, simulations=1, temperature=1.8),
        Level("apprentice", 2, simulations=1, temperature=0.75),
        Level("tiler", 3, simulations=7, temperature=0.1),
        Level("mason", 4, simulations=24),
        Level("artisan", 5, simulations=80),
        Level("designer", 6, simulations=300),
        Level("architect", 7, simulations=1300),
        Level("master", 8, time=1.0),
    ),
    "pavilion": (
        Level("pupil", 1, simulations=1, temperature=3.0),
        Level("apprentice", 2, simulations=1, temperature=1.5),
        Level("tiler", 3, simulations=1, temperature=0.9),
        Level("mason", 4, simulations=1, temperature=0.5),
        Level("artisan", 5, simulations=8),
        Level("designer", 6, simulations=30),
        Level("architect", 7, simulations=200),
        Level("master", 8, time=1.0),
    ),
}


@dataclass(frozen=True, slots=True)
class Opponent:
    """The bot of a level, in whichever game it is asked."""

    name: str

    def __call__(self, state: AnyState, limit: Limit, rng: Rng) -> Choice:
        """Choose a move as this level does; a limit can only make it think less."""
        warming.require(state.game)
        level = LEVELS[state.game][NAMES.index(self.name)]
        search = import_module("tilewright.bots.search")
        lower = lowered(level, limit)
        choice: Choice = search.choose(state, lower, rng, temperature=level.temperature)
        return choice


def lowered(level: Level, limit: Limit) -> Limit:
    """What a level may use under a limit. Where its simulations fit into the time anyway they
    alone count: such a search begins anew at every move, and the same seed repeats it."""
    time = least(level.time, limit.time)
    simulations = least(level.simulations, limit.simulations)
    fits = time is None or (simulations is not None and simulations <= PACE * time)
    return Limit(None if fits else time, simulations)


def least(*limits: N | None) -> N | None:
    """The lowest of the limits that there are."""
    return min([limit for limit in limits if limit is not None], default=None)


OPPONENTS = {name: Opponent(name) for name in NAMES}
