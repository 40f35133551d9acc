"""What a bot is asked and what it answers."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import NamedTuple, Protocol

from tilewright.game import Rng, no_decision
from tilewright.games import AnyMove, AnyState

POINTS = 10  # a lead of this many points makes a win e times as likely


class Limit(NamedTuple):
    """How long a bot may think; None is no limit of that kind."""

    time: float | None = None  # seconds
    simulations: int | None = None


class Outlook(NamedTuple):
    """How a game is expected to end, seat by seat."""

    margins: tuple[float, ...]  # points ahead of the best opponent
    chances: tuple[float, ...]  # of winning; they add up to 1


class Ranked(NamedTuple):
    """A move that a bot compared, as the seat to move sees it."""

    move: AnyMove
    margin: float
    chance: float
    weight: float  # the share of the search that was spent on it


class Choice(NamedTuple):
    """A bot's answer: its move, how it expects the game to end, and the moves it compared."""

    move: AnyMove
    value: Outlook
    ranking: tuple[Ranked, ...]  # the best first


class Choose(Protocol):
    """All that a bot has to be: a function from a state with a seat to move to a choice."""

    def __call__(self, state: AnyState, limit: Limit, rng: Rng) -> Choice: ...


def require_seat(state: AnyState) -> None:
    """Make sure that a seat is to move: bots decide nothing else."""
    if state.turn < 0:
        raise no_decision(state.turn)


def outlook(scores: Sequence[float]) -> Outlook:
    """The outlook if the seats end with these scores."""
    margins = [
        mine - max(other for at, other in enumerate(scores) if at != seat)
        for seat, mine in enumerate(scores)
    ]
    weights = [exp((score - max(scores)) / POINTS) for score in scores]
    return Outlook(tuple(margins), tuple([weight / sum(weights) for weight in weights]))


def best(state: AnyState, ranked: list[tuple[AnyMove, float]], rng: Rng) -> Choice:
    """Choose the move that gains the most points, at random among equals."""
    require_seat(state)
    top = max(gain for _, gain in ranked)
    equals = [move for move, gain in ranked if gain == top]
    ranking = [Ranked(move, *margin_and_chance(state, gain), gain == top) for move, gain in ranked]
    ranking.sort(key=lambda one: -one.margin)
    move = equals[rng.randrange(len(equals))]
    return Choice(move, outlook(gaining(state, top)), tuple(ranking))


def gaining(state: AnyState, gain: float) -> list[float]:
    """The scores after the seat to move has gained points."""
    return [score + gain * (seat == state.turn) for seat, score in enumerate(state.scores)]


def margin_and_chance(state: AnyState, gain: float) -> tuple[float, float]:
    """The margin and the chance of the seat to move after it has gained points."""
    margins, chances = outlook(gaining(state, gain))
    return margins[state.turn], chances[state.turn]
