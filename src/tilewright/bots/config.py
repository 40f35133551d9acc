"""How a position is searched."""

from __future__ import annotations

from typing import NamedTuple

USUAL = -1.0  # a setting that the game itself knows, for its number of players


class SearchConfig(NamedTuple):
    """Settings of PUCT, or of plain UCT."""

    c_puct: float = USUAL  # how much priors count
    fpu_reduction: float = 0.2  # first-play urgency: how much worse an untried move is
    noise: float = 0.0  # share of noise in the priors at the root
    ucb: bool = False  # UCB1 in a plain tree: every move is tried once first, nothing is solved
    playout: bool = False  # play at random to the end of the round before evaluating
    growth: float = 0.25  # of c_puct, each time visits become e times as many
    policy_temperature: float = USUAL  # of the priors' softmax: above 1 they are flattened
