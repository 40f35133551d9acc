"""The gate: whether a new net takes over from the previous one.

It has to prove better in a sequential test against the previous net, must not lose to earlier nets
or the hand-made search, and its raw evaluations must not have become worse.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from statistics import fmean
from typing import NamedTuple

from tilewright.arena.sequential import Hypotheses
from tilewright.bots.config import SearchConfig
from tilewright.bots.nets import Net
from tilewright.compute import Pool
from tilewright.train.calibration import EFFORT, GAMES, Error, calibrate
from tilewright.train.jobs import Configuration, JobProgress, Score, compare
from tilewright.train.play import Effort

BETTER = 0.95, 1.05  # of a fair share of wins: the hypotheses that a test decides between
NO_WORSE = 0.6, 1.0  # the same if it only must not lose: few deals refuse few nets that are as good
CALIBRATED = 0.1  # an error in the chance of winning that is never held against a net
WORSE = 1.25  # times the error of the previous net in the same round
SURE = 2.0  # standard errors by which it must be worse: a dozen games are a small sample
FEW = 8  # positions in a round: too few to tell


class Rival(NamedTuple):
    """An opponent of a new net."""

    name: str
    net: Net
    config: SearchConfig = SearchConfig()


class Trial(NamedTuple):
    """What is measured, and how much of it."""

    pairs: int = 200  # deals at most against the previous net
    others: int = 40  # against each of the other rivals
    simulations: int = 200  # in these games
    games: int = GAMES  # to compare evaluations with the search
    effort: Effort = EFFORT  # in these

    def split(self, count: int) -> Trial:
        """Its share for each of several configurations."""
        if count == 1:
            return self
        pairs, others, games = self.pairs // count, self.others // count, self.games // count
        return self._replace(pairs=max(2, pairs), others=others, games=games)


class GateResult(NamedTuple):
    """How a net did."""

    scores: dict[str, Score]  # by rival, the previous net first
    reason: str = ""  # why it does not take over

    @property
    def passed(self) -> bool:
        """Tell whether it takes over."""
        return not self.reason


def hypotheses_of(configuration: Configuration, shares: tuple[float, float]) -> Hypotheses:
    """Hypotheses given as multiples of a fair share of wins."""
    low, high = [share / configuration.players for share in shares]
    return Hypotheses(low, high, f"{low:.1%},{high:.1%}")


def decide(
    configuration: Configuration,
    net: Net,
    rivals: Sequence[Rival],
    trial: Trial,
    pool: Pool,
    *,
    seed: int = 0,
    must_win: bool = True,
    progress: JobProgress = lambda _what, _part: None,
) -> GateResult:
    """Let a net meet its rivals, the previous net first, until one is a reason to reject it. If the
    test against the previous net stays open, the likelier hypothesis counts; if the net need not
    win here, it only must not lose clearly."""
    scores: dict[str, Score] = {}
    for number, rival in enumerate(rivals):
        deals = trial.others if number else trial.pairs
        if not deals:
            continue
        scores[rival.name] = score = compare(
            configuration,
            (net, rival.net),
            (trial.simulations, trial.simulations),
            deals,
            pool,
            configs=(SearchConfig(), rival.config),
            seed=seed + number,
            hypotheses=hypotheses_of(configuration, NO_WORSE if number or not must_win else BETTER),
            progress=progress,
        )
        if score.verdict == "low" or (must_win and number == 0 and score.ratio <= 0):
            return GateResult(scores, f"no better than {rival.name}")
    if trial.games:
        mine, before = [
            calibrate(configuration, one, games=trial.games, effort=trial.effort, seed=seed + 1)
            for one in (net, rivals[0].net)
        ]
        number = misjudged(mine, before)
        if number:
            return GateResult(scores, f"off by {mine[number].chance:.2f} in round {number}")
    return GateResult(scores)


def together(decisions: dict[Configuration, GateResult]) -> GateResult:
    """Decide on a net for several configurations: it must not lose clearly in any of them, and must
    be better on average. Shares are given as if there were two players."""
    first = [next(iter(one.scores.values())) for one in decisions.values()]
    shares = [one.share * at.players / 2 for at, one in zip(decisions, first, strict=True)]
    errors = [one.error * at.players / 2 for at, one in zip(decisions, first, strict=True)]
    mean = fmean(shares)
    deals, margin = sum([one.deals for one in first]), fmean([one.margin for one in first])
    scores = {"the net before": Score(mean, hypot(*errors) / len(errors), margin, deals)}
    for at, decision in decisions.items():
        scores |= {f"{at.name}: {name}": score for name, score in decision.scores.items()}
        if decision.reason:
            return GateResult(scores, f"{at.name}: {decision.reason}")
    return GateResult(scores, "" if mean > 0.5 else "no better than the net before")


def misjudged(mine: dict[int, Error], before: dict[int, Error]) -> int:
    """A round that a net evaluates clearly worse than the previous net; 0 if there is none."""
    for number, error in mine.items():
        known = before.get(number, Error(0.0, 0.0, 0))
        allowed = max(CALIBRATED, WORSE * known.chance)
        unsure = hypot(error.standard_error, WORSE * known.standard_error)
        if error.positions >= FEW and error.chance > allowed + SURE * unsure:
            return number
    return 0
