"""The bots that people play against: one search at eight strengths, by name and number.

A weak level thinks little and picks among the good moves by temperature, so its mistakes are those
of a beginner. The first move of a level compiles the search of its game; without numba it raises
an error that says what to install.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Protocol, TypeVar

from tilewright.bots import warming
from tilewright.bots.choice import Choice, Limit
from tilewright.bots.config import SearchConfig
from tilewright.bots.level import Level, Levels
from tilewright.game import Rng
from tilewright.games import AnyState, part

N = TypeVar("N", int, float)


# From weakest to strongest, each with a line for those who choose.
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
DEFAULT = "apprentice"  # a newcomer's first opponent
PACE = 20_000  # simulations per second, at the very least


class Graded(Protocol):
    """How strong the levels are in a game: its module `levels`."""

    LEVELS: Levels


@cache
def level_of(name: str, game: str, players: int) -> Level:
    """How a level thinks in a game with so many players."""
    graded: Graded = part(game, "levels")
    return graded.LEVELS[players][NAMES.index(name)]


@dataclass(frozen=True, slots=True)
class Opponent:
    """The bot of one level, for any game."""

    name: str

    def __call__(self, state: AnyState, limit: Limit, rng: Rng) -> Choice:
        """Choose a move at this level; a limit can only make it think less."""
        warming.require(state.game)
        from tilewright.bots import search  # needs numba

        level = level_of(self.name, state.game, len(state.scores))
        lower = lowered(level, limit)
        return search.choose(
            state,
            lower,
            rng,
            temperature=level.temperature,
            config=SearchConfig(policy_temperature=level.policy_temperature),
            beyond=level.time is not None,
        )


def lowered(level: Level, limit: Limit) -> Limit:
    """The limit of a level, lowered to another one. If its simulations fit into the time anyway,
    they alone count: such a search starts afresh at every move, and the same seed repeats it."""
    time = least(level.time, limit.time)
    simulations = least(level.simulations, limit.simulations)
    fits = time is None or (simulations is not None and simulations <= PACE * time)
    return Limit(None if fits else time, simulations)


def least(*limits: N | None) -> N | None:
    """The lowest of the limits that are set."""
    return min([limit for limit in limits if limit is not None], default=None)


OPPONENTS = {name: Opponent(name) for name in NAMES}
