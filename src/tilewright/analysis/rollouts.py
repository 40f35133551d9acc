"""Rollouts: a position played out many times, and how its best moves turn out.

After every deal that begins a round its luck is subtracted: what a glance at the position after it
sees, minus the mean of glances at other deals. That has mean 0, so the mean of the results stays
the same, but they vary less. How much of it is subtracted is fitted to the games.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean, variance
from typing import NamedTuple

from tilewright.analysis.engine import GLANCE, Engine, deal, judge, result
from tilewright.analysis.moves import several
from tilewright.analysis.playing import RolloutPlayer, error
from tilewright.analysis.report import Rollout, RolloutMove
from tilewright.game import CHANCE, OVER, IllegalMove
from tilewright.games import AnyMove, AnyState

OTHERS = 6  # deals that a deal is compared with
ROUND = 8  # games between two looks at the result
LEAST = 3 * ROUND  # games before it may be decided
SURE = 2.8  # standard errors: 95 % by Pocock's bound, since the result is checked again and again
EFFORT = 2000  # simulations that find the moves
FIRST = 30_000  # simulations per move until nature moves, in the deepest line that games follow
NOW, LATER = 400, 48  # and after that, in the current round, and in those that follow


class RolloutResult(NamedTuple):
    """How a game ended for the seat to move, and the luck of its deals."""

    margin: float
    chance: float  # 1 if it won, less if it shared the victory
    luck: float


class UnfinishedRollout:
    """The games played from a position after each of its best moves, or of given ones, with the
    same deals for all; for one thread."""

    def __init__(
        self,
        state: AnyState,
        moves: int = 2,
        *,
        among: Sequence[AnyMove] = (),
        first: int = FIRST,
        now: int = NOW,
        later: int = LATER,
    ) -> None:
        if state.turn in (CHANCE, OVER):
            raise IllegalMove("no seat is to move: there is nothing to compare")
        count = min(moves, len(state.legal_moves()))
        self.state = state
        self.tried = list(among) or several(Engine(state.game), state, EFFORT, count)
        self._player = RolloutPlayer(state, now, later, temperature=0.0, first=first)
        self._played: list[list[RolloutResult]] = []  # by the number of the game, then by move

    def standings(self, games: int) -> Iterator[Rollout]:
        """Play on, and tell how it stands from time to time, until the best move is known or so
        many games have been played. What was played before is told in the same way."""
        for count in [*range(ROUND, games, ROUND), games]:
            for seed in range(len(self._played), count):
                self._played.append(
                    [roll(self._player, self.state, move, seed) for move in self.tried]
                )
            results = zip(*self._played[:count], strict=True)
            found = sum_up(self.state, dict(zip(self.tried, results, strict=True)))
            yield found
            if found.is_decided:
                return


def rollouts(
    state: AnyState, games: int, moves: int = 2, *, among: Sequence[AnyMove] = ()
) -> Iterator[Rollout]:
    """Play a position out after each of its best moves, or of given ones, with the same deals for
    all; yield the standing from time to time, until the best move is known or all games have been
    played."""
    return UnfinishedRollout(state, moves, among=among).standings(games)


def roll(player: RolloutPlayer, state: AnyState, move: AnyMove, seed: int) -> RolloutResult:
    """Play one game."""
    seat, round = state.turn, state.round
    here = state.play(move)
    before: AnyState | None = None  # where nature began to move
    luck = 0.0
    last = here
    for at, made, _ in player.play(here, seed):
        if at.turn == CHANCE:
            before = before or at
        elif before is not None:
            if at.round > round:
                luck += surprise(before, at, seat, seed)
            before, round = None, at.round
        last = at.play(made)
    end = result(last)
    assert end is not None
    return RolloutResult(end.margins[seat], end.chances[seat], luck)


def surprise(before: AnyState, after: AnyState, seat: int, seed: int) -> float:
    """How much better a deal looks for a seat than others would."""
    others = [
        judge(deal(before, random.Random(f"{seed} {number}")), GLANCE).margins[seat]
        for number in range(OTHERS)
    ]
    return judge(after, GLANCE).margins[seat] - fmean(others)


def sum_up(state: AnyState, results: Mapping[AnyMove, Sequence[RolloutResult]]) -> Rollout:
    """How it stands."""
    games = len(next(iter(results.values())))
    plain = {move: [one.margin for one in results[move]] for move in results}
    margins = calm(results, plain)
    chances = calm(results, {move: [one.chance for one in results[move]] for move in results})
    ranked = sorted(results, key=lambda move: -fmean(margins[move]))
    rolled, saved = [], []
    for move in ranked:
        behind = differences(margins[ranked[0]], margins[move])
        chance_behind = differences(chances[ranked[0]], chances[move])
        rolled.append(
            RolloutMove(
                str(move),
                fmean(margins[move]),
                error(margins[move]),
                error(plain[move]),
                fmean(behind),
                error(behind),
                min(1.0, max(0.0, fmean(chances[move]))),
                fmean(chance_behind),
                error(chance_behind),
            )
        )
        if games > 1 and variance(margins[move]):
            saved.append(variance(plain[move]) / variance(margins[move]))
    is_decided = len(rolled) < 2 or (
        games >= LEAST and rolled[1].behind > SURE * rolled[1].behind_error
    )
    return Rollout(str(state), state.turn, games, is_decided, fmean(saved or [1.0]), tuple(rolled))


def calm(
    results: Mapping[AnyMove, Sequence[RolloutResult]], numbers: Mapping[AnyMove, Sequence[float]]
) -> dict[AnyMove, list[float]]:
    """What the games came to in these numbers, by move, with the luck taken out."""
    pairs = {
        move: [(number, one.luck) for number, one in zip(numbers[move], results[move], strict=True)]
        for move in results
    }
    part = fitted(list(pairs.values()))
    return {move: [number - part * luck for number, luck in pairs[move]] for move in pairs}


def differences(first: Sequence[float], other: Sequence[float]) -> list[float]:
    """By how much one move did better than another, deal by deal."""
    return [one - another for one, another in zip(first, other, strict=True)]


def fitted(results: Sequence[Sequence[tuple[float, float]]]) -> float:
    """The part of the luck to subtract so that margins vary least, the same for all moves."""
    both = apart = 0.0
    for found in results:
        margins, lucks = fmean([margin for margin, _ in found]), fmean([luck for _, luck in found])
        both += sum([(margin - margins) * (luck - lucks) for margin, luck in found])
        apart += sum([(luck - lucks) ** 2 for _, luck in found])
    return both / apart if apart else 0.0
