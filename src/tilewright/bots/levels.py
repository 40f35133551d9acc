"""The bots that people play against: one search at eight strengths, by name and number.

A weak level thinks little and chooses among the good moves by temperature, so its mistakes are
those of a beginner. The first move of a level compiles the search of its game; without
numba it raises what to install.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Protocol, TypeVar

from tilewright.bots import warming
from tilewright.bots.choice import Choice, Limit
from tilewright.bots.level import Level, Levels
from tilewright.game import Rng
from tilewright.games import AnyState, part

N = TypeVar("N", int, float)


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


class Graded(Protocol):
    """How strong the levels are in a game: its module `levels`."""

    LEVELS: Levels


@cache
def level_of(name: str, game: str, players: int) -> Level:
    """How a level thinks in a game of so many players."""
    graded: Graded = part(game, "levels")
    return graded.LEVELS[players][NAMES.index(name)]


@dataclass(frozen=True, slots=True)
class Opponent:
    """The bot of a level, in whichever game it is asked."""

    name: str

    def __call__(self, state: AnyState, limit: Limit, rng: Rng) -> Choice:
        """Choose a move as this level does; a limit can only make it think less."""
        warming.require(state.game)
        level = level_of(self.name, state.game, len(state.scores))
        search = import_module("tilewright.bots.search")
        lower = lowered(level, limit)
        choice: Choice = search.choose(
            state, lower, rng, temperature=level.temperature, beyond=level.time is not None
        )
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
