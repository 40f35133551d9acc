"""Which of the bots' levels an error rate is like, by what they lose against their equals.

`levels.json` in the folder of a game has the error rate of every level, by number of players;
`benchmarks/review.py` writes it.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from math import log

import msgspec

from tilewright.analysis.report import Standing
from tilewright.bots import LEVELS
from tilewright.games import game

LEAST = 0.005  # points a decision: what is less is not told apart
SURE = 1.96  # standard errors

FILE = "levels.json"  # in the folder of a game

Rates = dict[str, dict[str, float]]


def file(name: str) -> Traversable:
    """Where the rates of a game are kept."""
    return files(game(name).__name__) / FILE


@cache
def rates(name: str) -> Rates:
    """What was measured of a game, if anything was."""
    kept = file(name)
    return msgspec.json.decode(kept.read_bytes(), type=Rates) if kept.is_file() else {}


def standing(name: str, players: int, rate: float, error: float) -> Standing | None:
    """The level that an error rate with a standard error is like; None where none was measured."""
    measured = rates(name).get(str(players), {})
    known = [(level, measured[level]) for level in LEVELS if level in measured]  # the weakest first
    if not known:
        return None
    low, high = (nearest(known, rate + SURE * sign * error) for sign in (1, -1))
    return Standing(nearest(known, rate), low, high)


def nearest(known: list[tuple[str, float]], rate: float) -> str:
    """The level whose error rate is nearest, as one to the other."""

    def distance(level: tuple[str, float]) -> float:
        return abs(log(max(LEAST, level[1])) - log(max(LEAST, rate)))

    return min(reversed(known), key=distance)[0]  # of equals, the strongest
