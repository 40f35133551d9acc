"""Rollouts: a position played out many times, and how its best moves turn out.

After every deal that begins a round its luck is subtracted: what a glance at the position after it
sees, minus the mean of glances at other deals. That has mean 0, so the mean of the results stays
the same, but they vary less. How much of it is subtracted is fitted to the games.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from math import sqrt
from statistics import fmean, stdev, variance

from msgspec import Struct

from tilewright.analysis.engine import GLANCE, Engine, deal, judge
from tilewright.analysis.moves import several
from tilewright.analysis.playing import Player
from tilewright.bots.choice import outlook
from tilewright.game import CHANCE, OVER, IllegalMove
from tilewright.games import AnyMove, AnyState

OTHERS = 6  # deals that a deal is compared with
ROUND = 8  # games between two looks at the result
LEAST = 3 * ROUND  # games before it may stop
SURE = 2.8  # standard errors: 95 % by Pocock's bound, since one looks again and again
EFFORT = 2000  # simulations that find the moves
NOW, LATER = 400, 48  # simulations per move in the current round, and in those that follow:
# until the next deal all games may go the same way, so that a slip there would never average out


class Rolled(Struct, frozen=True):
    """A move and what the games after it came to, for the seat that makes it."""

    move: str
    margin: float
    error: float  # standard error of the margin
    plain: float  # what that would be without taking out luck
    behind: float = 0.0  # how far the margin is below the best move's
    behind_error: float = 0.0


class Rollout(Struct, frozen=True):
    """What rollouts say about a position."""

    position: str
    seat: int
    games: int  # after each move
    is_decided: bool  # with 95 % confidence, the best move is better than the next
    saved: float  # how many times as many games it would take without removing luck
    moves: tuple[Rolled, ...]  # the best first


def rollouts(
    state: AnyState, games: int, moves: int = 2, *, among: Sequence[AnyMove] = ()
) -> Iterator[Rollout]:
    """Play a position out after each of its best moves, or of given ones, with the same deals for
    all; yield the standing from time to time, until the best move is known or all games have been
    played."""
    if state.turn in (CHANCE, OVER):
        raise IllegalMove("no seat is to move: there is nothing to compare")
    engine = Engine(state.game)
    count = min(moves, len(state.legal_moves()))
    tried = list(among) or several(engine, state, EFFORT, count)
    player = Player(state, NOW, LATER, temperature=0.0)
    results: dict[AnyMove, list[tuple[float, float]]] = {move: [] for move in tried}
    for seed in range(games):
        for move in tried:
            results[move].append(roll(player, state, move, seed))
        if seed + 1 == games or (seed + 1) % ROUND == 0:
            found = sum_up(state, results)
            yield found
            if found.is_decided and seed + 1 >= LEAST:
                return


def roll(player: Player, state: AnyState, move: AnyMove, seed: int) -> tuple[float, float]:
    """Play one game: the margin of the seat to move at the end, and the luck of its deals."""
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
    return outlook(last.scores).margins[seat], luck


def surprise(before: AnyState, after: AnyState, seat: int, seed: int) -> float:
    """How much better a deal looks for a seat than others would."""
    others = [
        judge(deal(before, random.Random(f"{seed} {number}")), GLANCE).margins[seat]
        for number in range(OTHERS)
    ]
    return judge(after, GLANCE).margins[seat] - fmean(others)


def sum_up(state: AnyState, results: dict[AnyMove, list[tuple[float, float]]]) -> Rollout:
    """How it stands."""
    games = len(next(iter(results.values())))
    part = fitted(list(results.values()))
    calm = {move: [margin - part * luck for margin, luck in results[move]] for move in results}
    ranked = sorted(results, key=lambda move: -fmean(calm[move]))
    rolled, saved = [], []
    for move in ranked:
        plain = [margin for margin, _ in results[move]]
        behind = [one - other for one, other in zip(calm[ranked[0]], calm[move], strict=True)]
        rolled.append(
            Rolled(
                str(move),
                fmean(calm[move]),
                error(calm[move]),
                error(plain),
                fmean(behind),
                error(behind),
            )
        )
        if games > 1 and variance(calm[move]):
            saved.append(variance(plain) / variance(calm[move]))
    is_decided = len(rolled) < 2 or rolled[1].behind > SURE * rolled[1].behind_error
    return Rollout(str(state), state.turn, games, is_decided, fmean(saved or [1.0]), tuple(rolled))


def fitted(results: Sequence[Sequence[tuple[float, float]]]) -> float:
    """The part of the luck to subtract so that margins vary least, the same for all moves."""
    both = apart = 0.0
    for found in results:
        margins, lucks = fmean([margin for margin, _ in found]), fmean([luck for _, luck in found])
        both += sum([(margin - margins) * (luck - lucks) for margin, luck in found])
        apart += sum([(luck - lucks) ** 2 for _, luck in found])
    return both / apart if apart else 0.0


def error(numbers: tuple[float, ...] | list[float]) -> float:
    """The standard error of a mean."""
    return stdev(numbers) / sqrt(len(numbers)) if len(numbers) > 1 else 0.0
