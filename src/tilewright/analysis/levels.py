"""Which of the bots' levels an error rate matches, by what they lose in the same positions.

`levels.json` in the folder of a game has the error rate of every level, by number of players;
`benchmarks/study.py` writes it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from math import log

import msgspec

from tilewright.analysis.report import NearestLevel
from tilewright.bots import LEVELS
from tilewright.games import game

LEAST = 0.005  # points per decision: smaller rates are not told apart
SURE = 1.96  # standard errors
ENOUGH = 10  # decisions are needed to name a level

FILE = "levels.json"  # in the folder of a game

Rates = dict[str, dict[str, float]]


def file(name: str) -> Traversable:
    """Where the rates of a game are kept."""
    return files(game(name).__name__) / FILE


@cache
def rates(name: str) -> Rates:
    """What was measured for a game, if anything."""
    kept = file(name)
    return msgspec.json.decode(kept.read_bytes(), type=Rates) if kept.is_file() else {}


def is_measured(name: str, players: int) -> bool:
    """Tell whether the rates are known for this number of players."""
    return str(players) in rates(name)


def mixed(name: str, decisions: Mapping[int, int]) -> dict[str, float]:
    """The error rates of the levels, weakest first, weighted by the decisions made with each number
    of players."""
    count = sum(decisions.values())
    parts = [(share / count, rates(name)[str(players)]) for players, share in decisions.items()]
    return {level: sum([share * found[level] for share, found in parts]) for level in LEVELS}


def standing(name: str, players: int, rate: float, error: float) -> NearestLevel | None:
    """The level that an error rate with a standard error matches; None if none was measured."""
    return between(mixed(name, {players: 1}), rate, error) if is_measured(name, players) else None


def between(known: Mapping[str, float], rate: float, error: float) -> NearestLevel:
    """The one of some levels, with their rates, that a rate matches."""
    low, high = (nearest(known, rate + SURE * sign * error) for sign in (1, -1))
    return NearestLevel(nearest(known, rate), low, high)


def nearest(known: Mapping[str, float], rate: float) -> str:
    """The level whose error rate is nearest in proportion."""

    def distance(level: str) -> float:
        return abs(log(max(LEAST, known[level])) - log(max(LEAST, rate)))

    return min(reversed(list(known)), key=distance)  # the strongest of equals
