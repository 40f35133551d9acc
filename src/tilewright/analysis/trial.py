"""A trial of two moves: games played to the end after each of them, with the same deals.

A search trusts the net's verdict on the boards at the end of the round. Games do not, but they
vary, and the small searches that play them slip. So both count, each by how far it may be off.
"""

from __future__ import annotations

from statistics import fmean
from typing import NamedTuple

from tilewright.analysis.engine import result
from tilewright.analysis.playing import RolloutPlayer, error
from tilewright.analysis.reasons import reasoned
from tilewright.analysis.report import minus
from tilewright.games import AnyMove, AnyState

LATER = 24  # simulations for a move of later rounds
BATCH, MOST = 24, 96  # games between two looks at the result, and in all
SURE = 3.0  # standard errors: if the moves differ by more, it is known which one is better
DOUBT = 2.5  # points: the standard error of a search that compares two moves


class Trial(NamedTuple):
    """How much better games end for the seats after one move than after another."""

    margins: tuple[float, ...]
    chances: tuple[float, ...]
    weight: float  # how much this counts beside the verdict of a search, which has the rest of 1


def hold_trial(state: AnyState, one: AnyMove, other: AnyMove, effort: int, cost: int) -> Trial:
    """Play on after two moves, until it is known which one is better for the seat to move or so
    many simulations are spent."""
    about = reasoned(state.game)
    (_, now), (first, *_) = about.depths(state), about.again(state)
    player = RolloutPlayer(state, now, LATER, temperature=0.0, first=first * effort)
    after, seat = (state.play(one), state.play(other)), state.turn
    margins, chances = list[tuple[float, ...]](), list[tuple[float, ...]]()
    while True:
        for seed in range(len(margins), len(margins) + BATCH):
            mine, theirs = (result(player.finish(each, seed)) for each in after)
            assert mine and theirs
            margins.append(minus(mine.margins, theirs.margins))
            chances.append(minus(mine.chances, theirs.chances))
        gaps = [each[seat] for each in margins]
        doubt = error(gaps)
        if abs(fmean(gaps)) >= SURE * doubt or player.spent >= cost or len(gaps) >= MOST:
            means = [tuple(map(fmean, zip(*each, strict=True))) for each in (margins, chances)]
            return Trial(means[0], means[1], DOUBT**2 / (DOUBT**2 + doubt**2))
