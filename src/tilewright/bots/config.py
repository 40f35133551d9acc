"""How a position is searched."""

from __future__ import annotations

from typing import NamedTuple


class SearchConfig(NamedTuple):
    """Settings of PUCT, or of plain UCT."""

    c_puct: float = 0.0  # how much priors count; 0: the game's own default
    fpu_reduction: float = 0.2  # first-play urgency: how much worse an untried move is
    noise: float = 0.0  # share of noise in the priors at the root
    ucb: bool = False  # UCB1 in a plain tree: every move is tried once first, nothing is solved
    playout: bool = False  # play at random to the end of the round before evaluating
    growth: float = 0.25  # of c_puct, each time visits become e times as many
