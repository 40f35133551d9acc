"""Stop early: the generalised sequential probability ratio test over pairs.

Two scores are compared: that of the lower and that of the higher hypothesis. For each, find the
distribution of pair results that has this mean and makes what was seen most likely (with two
players these are the five results known from testing chess engines, hence "pentanomial"). The test
ends when the log of the ratio of the two likelihoods reaches ±2.94, where either error has a chance
of 5 %.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import log
from typing import NamedTuple

from tilewright.arena.figures import expected

ERROR = 0.05  # the chance of accepting the wrong hypothesis, either way
BOUND = log((1 - ERROR) / ERROR)
SELDOM = 1e-3  # pairs assumed for results that were never seen


class Hypotheses(NamedTuple):
    """The two hypotheses that a test decides between, as scores."""

    low: float
    high: float
    text: str  # as they were written


def parse_hypotheses(text: str, seats: int) -> Hypotheses:
    """Read `0,50` (Elo) or `50%,57%` (scores)."""
    words = [word.strip() for word in text.split(",")]
    try:
        if all(word.endswith("%") for word in words):
            scores = [float(word[:-1]) / 100 for word in words]
        else:
            scores = [expected(float(word), seats) for word in words]
        low, high = scores
    except (ValueError, OverflowError):
        raise ValueError(
            f"--sprt {text}: expected two Elo differences like 0,50 or scores like 50%,57%"
        ) from None
    if not 0 < low < high < 1:
        raise ValueError(f"--sprt {text}: the first must be lower than the second")
    return Hypotheses(low, high, text)


def ratio(scores: Sequence[float], hypotheses: Hypotheses) -> float:
    """The log likelihood ratio of the higher to the lower hypothesis, given the scores of pairs."""
    seen: dict[float, float] = Counter(scores)  # type: ignore[assignment]
    counts = {value: seen.get(value, 0) or SELDOM for value in {0.0, 0.5, 1.0, *seen}}
    low, high = tilt(counts, hypotheses.low), tilt(counts, hypotheses.high)
    return sum(
        count * log((1 + low * (value - hypotheses.low)) / (1 + high * (value - hypotheses.high)))
        for value, count in counts.items()
    )


def tilt(counts: dict[float, float], mean: float) -> float:
    """The t with which the chances n / (N (1 + t (value - mean))) have this mean."""
    total = sum(counts.values())
    low, high = -1 / (max(counts) - mean), 1 / (mean - min(counts))
    for _ in range(80):
        middle = (low + high) / 2
        excess = sum(
            count / total * (value - mean) / (1 + middle * (value - mean))
            for value, count in counts.items()
        )
        low, high = (middle, high) if excess > 0 else (low, middle)
    return (low + high) / 2


def verdict(scores: Sequence[float], hypotheses: Hypotheses) -> str:
    """Which hypothesis holds: `high`, `low`, or none yet."""
    found = ratio(scores, hypotheses) if scores else 0.0
    return "high" if found >= BOUND else "low" if found <= -BOUND else ""
