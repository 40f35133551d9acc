"""What every environment does: begin a game, let nature move, and say what a game was worth."""

from __future__ import annotations

import random

from tilewright.game import CHANCE, Rng, expected
from tilewright.games import AnyState, new_game

# outcome: at the end 1 for a victory, -1 for a defeat, 0 for a draw; with more seats the mean over
# the others. score: after every move the points won, minus the mean of what the others won.
REWARDS = ("outcome", "score")


def begin(name: str, players: int, options: dict[str, object]) -> AnyState:
    """The beginning of a game, nature to move; the options are those of the game."""
    return new_game(name, players, options)


def settle(state: AnyState, rng: Rng) -> AnyState:
    """Let nature move until a seat is to move or the game is over."""
    while state.turn == CHANCE:
        state = state.play(state.sample(rng))
    return state


def outcome_rewards(state: AnyState) -> tuple[float, ...]:
    """What a finished game is worth to every seat, from -1 to 1; the sum is 0."""
    ranks = state.outcome()
    others = len(ranks) - 1
    return tuple([sum((o > own) - (o < own) for o in ranks) / others for own in ranks])


def score_rewards(before: AnyState, after: AnyState) -> tuple[float, ...]:
    """What every seat has won in points, minus the mean of the others; the sum is 0."""
    gains = [b - a for a, b in zip(before.scores, after.scores, strict=True)]
    others = len(gains) - 1
    return tuple([gain - (sum(gains) - gain) / others for gain in gains])


def check_reward(reward: str) -> None:
    """Raise ValueError unless there is such a kind of reward."""
    if reward not in REWARDS:
        raise ValueError(f"reward {reward!r}: {expected(reward, REWARDS)}")


def make_rng(seed: int | None) -> random.Random:
    """A generator of chance; without a seed the system's entropy decides."""
    return random.Random(seed)
