"""What the games say: scores, margins and Elo, with 95 % intervals over pairs.

The games of a pair share their deals and so are not independent; pairs are. All intervals are 1.96
standard errors over pairs.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, log10, sqrt
from typing import NamedTuple

from tilewright.arena.contest import Contest
from tilewright.arena.match import GameResult, Pair

Z = 1.96  # standard errors either side cover 95 %


class Interval(NamedTuple):
    """A figure and its interval; both ends are nan if there is only one pair."""

    mean: float
    low: float
    high: float


class Figures(NamedTuple):
    """How an entrant did against others."""

    one: str
    others: tuple[str, ...]
    seats: int
    pairs: int
    wins: int
    draws: int  # a shared first place
    losses: int
    score: Interval  # wins and shares of first place, per game
    margin: Interval  # points ahead of the best of the others
    elo: Interval

    @property
    def games(self) -> int:
        """How many games there were."""
        return self.wins + self.draws + self.losses

    @property
    def fair(self) -> float:
        """The score among equals."""
        return 1 / self.seats


def figures(contest: Contest, pairing: int, pairs: Sequence[Pair]) -> list[Figures]:
    """The figures of a pairing, one entry for each entrant that counts."""
    found, labels = contest.pairings[pairing], contest.labels
    entries = []
    for one in found.counts:
        others = found.others if len(found.counts) == 1 else [o for o in found.counts if o != one]
        shares = [[share(game, one) for game in pair.games] for pair in pairs]
        margins = [[margin(game, one) for game in pair.games] for pair in pairs]
        games = [value for pair in shares for value in pair]
        score = bounded(estimate([mean(pair) for pair in shares]), len(pairs))
        entries.append(
            Figures(
                one=labels[one],
                others=tuple([labels[other] for other in others]),
                seats=contest.players,
                pairs=len(pairs),
                wins=games.count(1.0),
                draws=sum(0 < value < 1 for value in games),
                losses=games.count(0.0),
                score=score,
                margin=estimate([mean(pair) for pair in margins]),
                elo=Interval(*[elo(value, contest.players) for value in score]),
            )
        )
    return entries


def share(game: GameResult, one: int) -> float:
    """The share of first place that an entrant with one seat has."""
    firsts = [who for who, rank in zip(game.lineup, game.ranks, strict=True) if rank == 1]
    return (one in firsts) / len(firsts)


def margin(game: GameResult, one: int) -> float:
    """How many points an entrant with one seat is ahead of the best other seat."""
    seat = game.lineup.index(one)
    return game.scores[seat] - max(s for at, s in enumerate(game.scores) if at != seat)


def mean(values: Sequence[float]) -> float:
    """The mean."""
    return sum(values) / len(values)


def deviation(values: Sequence[float]) -> float:
    """The standard deviation of the population that the values are a sample of."""
    middle = mean(values)
    return sqrt(sum((value - middle) ** 2 for value in values) / (len(values) - 1))


def estimate(values: Sequence[float]) -> Interval:
    """The mean of independent values, with its interval."""
    if len(values) < 2:
        return Interval(mean(values) if values else float("nan"), float("nan"), float("nan"))
    middle, half = mean(values), Z * deviation(values) / sqrt(len(values))
    return Interval(middle, middle - half, middle + half)


def bounded(score: Interval, pairs: int) -> Interval:
    """A score between 0 and 1. If all pairs were won, or all lost, there is no deviation: the
    interval is then Wilson's, with every pair as one trial."""
    if score.mean in (0.0, 1.0):
        reach = Z**2 / (pairs + Z**2)
        return Interval(score.mean, *((0.0, reach) if score.mean == 0 else (1 - reach, 1.0)))
    return Interval(score.mean, max(0.0, score.low), min(1.0, score.high))


def elo(score: float, seats: int = 2) -> float:
    """The Elo difference behind a score: one seat wins with g / (g + others), g = 10^(Elo/400)."""
    if score in (0.0, 1.0):
        return inf if score else -inf
    return 400 * log10(score * (seats - 1) / (1 - score))


def expected(elo: float, seats: int = 2) -> float:
    """The score that an Elo difference gives."""
    strength: float = 10 ** (elo / 400)
    return strength / (strength + seats - 1)
