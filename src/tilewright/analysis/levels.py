"""Which of the bots' levels an error rate is like, by what they lose against their equals.

`levels.json` has the error rate of every level, by game and number of players;
`benchmarks/review.py` writes it.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from math import log

import msgspec

from tilewright.analysis.report import Standing
from tilewright.bots import LEVELS

LEAST = 0.005  # points a decision: what is less is not told apart
SURE = 1.96  # standard errors

Rates = dict[str, dict[str, dict[str, float]]]


@cache
def rates() -> Rates:
    """What was measured."""
    file = resources.files("tilewright.analysis") / "levels.json"
    return msgspec.json.decode(file.read_bytes(), type=Rates)


def standing(game: str, players: int, rate: float, error: float) -> Standing | None:
    """The level that an error rate with a standard error is like; None where none was measured."""
    measured = rates().get(game, {}).get(str(players), {})
    known = [(name, measured[name]) for name in LEVELS if name in measured]  # the weakest first
    if not known:
        return None
    low, high = (nearest(known, rate + SURE * sign * error) for sign in (1, -1))
    return Standing(nearest(known, rate), low, high)


def nearest(known: list[tuple[str, float]], rate: float) -> str:
    """The level whose error rate is nearest, as one to the other."""

    def distance(level: tuple[str, float]) -> float:
        return abs(log(max(LEAST, level[1])) - log(max(LEAST, rate)))

    return min(reversed(known), key=distance)[0]  # of equals, the strongest
