"""The value of a position, from a search of fixed effort and seed: the same every time.

Before nature's move it is the mean over sampled moves. Few of these are searched; a glance at many
more takes most of the randomness out of the mean.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import isqrt
from statistics import fmean, pstdev
from typing import NamedTuple

from msgspec.structs import replace

from tilewright import fast
from tilewright.analysis.report import POINT_PARTS, Value, on_grid, rounded
from tilewright.bots import search, warming
from tilewright.bots.choice import Choice, Outlook, outlook
from tilewright.bots.features import is_leaf
from tilewright.game import CHANCE, OVER
from tilewright.games import AnyState

GLANCE = 24  # simulations per glance
FEWEST, DEAREST = 4, 256  # deals that are searched, and how many times as hard in all
TRIED = 250  # simulations from which on games try out what looks bad: they cost the same for fewer


class Depth(NamedTuple):
    """How hard to search positions."""

    simulations: int  # per search
    deals: int  # of nature's moves that are searched
    glances: int  # of nature's moves that get a glance
    has_trials: bool = False  # whether games try out moves that look bad

    def times(self, times: int) -> Depth:
        """The same with several times the simulations; with very many, fewer of nature's moves."""
        deals = min(self.deals, max(FEWEST, DEAREST // times))
        return self._replace(simulations=times * self.simulations, deals=deals)

    @property
    def beyond(self) -> Depth:
        """For positions before a deal that are compared: more deals, each searched less."""
        return Depth(4 * isqrt(self.simulations), 2 * self.deals, self.glances)


def full(simulations: int) -> Depth:
    """A full effort for searches of this size."""
    deals, glances = simulations // 64, simulations // 16
    has_trials = simulations >= TRIED
    return Depth(simulations, min(16, max(FEWEST, deals)), min(128, max(16, glances)), has_trials)


def coarse(simulations: int) -> Depth:
    """A first look, before searches of this size."""
    return Depth(max(1, simulations // 16), deals=0, glances=16)


class Engine:
    """Searches positions, each once."""

    def __init__(self, game: str) -> None:
        warming.require(game)
        self._searches: dict[tuple[AnyState, int], tuple[Choice, AnyState | None]] = {}
        self._values: dict[tuple[AnyState, Depth], Value] = {}

    def search(self, state: AnyState, simulations: int) -> Choice:
        """What a search finds in a position where a seat is to move."""
        return self._search(state, simulations)[0]

    def _search(self, state: AnyState, simulations: int) -> tuple[Choice, AnyState | None]:
        key = state, simulations
        if key not in self._searches:
            self._searches[key] = search.choose_and_end(state, simulations, random.Random(0))
        return self._searches[key]

    def end(self, state: AnyState, simulations: int) -> AnyState | None:
        """Where the best moves lead before nature deals, if a search sees that far."""
        if is_end(state):
            return state
        if state.turn == CHANCE:
            return None
        choice, end = self._search(state, simulations)
        return self.end(state.play(choice.move), simulations) if is_forced(choice) else end

    def value(self, state: AnyState, effort: Depth) -> Value:
        """What a position is worth to the seats."""
        key = state, effort
        if key not in self._values:
            self._values[key] = self._look(state, effort)
        return self._values[key]

    def _look(self, state: AnyState, effort: Depth) -> Value:
        if state.turn == CHANCE:
            return expect(state, effort)
        if found := result(state):
            return rounded(found)
        choice = self.search(state, effort.simulations)
        if is_forced(choice):
            return self.value(state.play(choice.move), effort)
        return rounded(choice.value)


def judge(state: AnyState, simulations: int) -> Outlook:
    """What the seats may expect when it is not nature's move."""
    if found := result(state):
        return found
    value, only = search.judge(state, simulations, random.Random(0))
    if only is not None and (after := state.play(only)).turn != CHANCE:
        return judge(after, simulations)
    return value


def judge_all(states: Sequence[AnyState], simulations: int) -> list[Outlook]:
    """Judge positions, equal ones once: a refill of one tile has only six outcomes."""
    found = {state: judge(state, simulations) for state in dict.fromkeys(states)}
    return [found[state] for state in states]


def is_forced(choice: Choice) -> bool:
    """Whether there was nothing to choose. Then nothing was searched either: the value is a guess,
    and a search of the position after the move tells more."""
    return len(choice.ranking) == 1


def expect(state: AnyState, effort: Depth) -> Value:
    """The mean over nature's possible moves, searched as hard as the one that comes: a deeper
    search is kinder to the seat to move, and what it sees would be called luck."""
    dealt = [deal(state, random.Random(number)) for number in range(effort.glances)]
    glances = judge_all(dealt, GLANCE)
    looks = judge_all(dealt[: effort.deals], effort.simulations)
    means = []
    for which in (0, 1):
        corrections = [
            [seen - guessed for seen, guessed in zip(look[which], glance[which], strict=True)]
            for look, glance in zip(looks, glances, strict=False)
        ]
        guesses = zip(*[glance[which] for glance in glances], strict=True)
        means.append([fmean(seat) for seat in guesses])
        if corrections:
            right = [fmean(seat) for seat in zip(*corrections, strict=True)]
            means[which] = [a + b for a, b in zip(means[which], right, strict=True)]
    chances = tuple([min(1.0, max(0.0, chance)) for chance in means[1]])
    margins = zip(*[glance.margins for glance in glances], strict=True)
    value = rounded(Outlook(tuple(means[0]), chances))
    return replace(value, spread=tuple([on_grid(pstdev(seat), POINT_PARTS) for seat in margins]))


def deal(state: AnyState, rng: random.Random) -> AnyState:
    """Let nature move until it is a seat's turn or the game is over."""
    while state.turn == CHANCE:
        state = state.play(state.sample(rng))
    return state


def is_end(state: AnyState) -> bool:
    """Tell whether a round is over: nature deals, or the game is over."""
    return state.turn in (CHANCE, OVER) and bool(is_leaf(fast.from_state(state)[0]))


def result(state: AnyState) -> Outlook | None:
    """How a game has ended, if it has."""
    if state.turn != OVER:
        return None
    ranks = state.outcome()
    winners = ranks.count(1)
    return Outlook(
        outlook(state.scores).margins,
        tuple([(rank == 1) / winners for rank in ranks]),
    )
