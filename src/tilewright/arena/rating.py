"""One scale for everyone: the Elo ratings under which the results are most likely.

A seat of strength g takes the first place with chance g / (sum over the seats), which for two
seats is Elo's formula (Bradley and Terry). Hunter's iteration finds the strengths; one drawn game
is added to every pairing, so that even an entrant that never lost has a rating. For the intervals
the fit is repeated with random weights for all pairs, that drawn game included (the Bayesian
bootstrap).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import log10
from random import Random
from typing import NamedTuple

from tilewright.arena.contest import Contest, LineUp
from tilewright.arena.figures import Interval, share
from tilewright.arena.match import Pair

REPEATS = 200
CLOSE = 1e-4  # relative change of a strength that ends the iteration
MOST_STEPS = 2000


class Contribution(NamedTuple):
    """What a pair contributes: first places by entrant, and the line-ups."""

    firsts: dict[int, float]
    lineups: Counter[LineUp]


def ratings(contest: Contest, played: Sequence[Sequence[Pair]]) -> list[Interval]:
    """The rating of every entrant, with a mean of 0."""
    contributions = [contribution(pair) for pairs in played for pair in pairs]
    contributions += [draw(pairing.lineups[0]) for pairing in contest.pairings]
    count, rng = len(contest.names), Random(0)
    found = fit(count, contributions)
    samples = []
    for _ in range(REPEATS):
        weights = [rng.expovariate(1.0) for _ in contributions]
        samples.append(fit(count, contributions, weights, start=found))
    entries = []
    for one in range(count):
        values = sorted(sample[one] for sample in samples)
        ends = values[round(0.025 * REPEATS)], values[round(0.975 * REPEATS) - 1]
        entries.append(Interval(found[one], *ends))
    return entries


def contribution(pair: Pair) -> Contribution:
    """Count a pair."""
    firsts: dict[int, float] = {}
    for game in pair.games:
        for one in set(game.lineup):
            firsts[one] = firsts.get(one, 0.0) + share(game, one)
    return Contribution(firsts, Counter([tuple(sorted(game.lineup)) for game in pair.games]))


def draw(lineup: LineUp) -> Contribution:
    """A game in which everyone shares the first place."""
    firsts = {one: count / len(lineup) for one, count in Counter(lineup).items()}
    return Contribution(firsts, Counter([tuple(sorted(lineup))]))


def fit(
    count: int,
    contributions: Sequence[Contribution],
    weights: Sequence[float] | None = None,
    *,
    start: Sequence[float] | None = None,
) -> list[float]:
    """The ratings under which the results are most likely."""
    firsts, lineups = [0.0] * count, dict[LineUp, float]()
    for one, weight in zip(contributions, weights or [1.0] * len(contributions), strict=True):
        for lineup, games in one.lineups.items():
            lineups[lineup] = lineups.get(lineup, 0.0) + weight * games
        for who, part in one.firsts.items():
            firsts[who] += weight * part
    strengths = [10 ** (rating / 400) for rating in start or [0.0] * count]
    for _ in range(MOST_STEPS):
        rates = [0.0] * count
        for lineup, weight in lineups.items():
            rate = weight / sum([strengths[who] for who in lineup])
            for who in lineup:
                rates[who] += rate
        after = [won / rate for won, rate in zip(firsts, rates, strict=True)]
        moved = max(abs(a / b - 1) for a, b in zip(after, strengths, strict=True))
        strengths = after
        if moved < CLOSE:
            break
    logs = [400 * log10(strength) for strength in strengths]
    return [value - sum(logs) / count for value in logs]
