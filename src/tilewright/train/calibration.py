"""How far a net's raw evaluation is from what a search with it finds, round by round."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tilewright.bots.config import SearchConfig
from tilewright.bots.evaluate import new_workspace
from tilewright.bots.features import MOST_MOVES
from tilewright.bots.nets import Net
from tilewright.train.jobs import Configuration, SelfPlayJob, self_play
from tilewright.train.play import Effort, evaluate_all

GAMES = 12
EFFORT = Effort(full=2000, quick=40, share=0.1, temperature=0.5)


class Error(NamedTuple):
    """The error in one round, averaged over its positions."""

    chance: float  # that the seat to move wins
    margin: float  # points
    positions: int
    standard_error: float = 0.0  # of the first


def calibrate(
    configuration: Configuration,
    net: Net,
    *,
    games: int = GAMES,
    effort: Effort = EFFORT,
    seed: int = 1,
) -> dict[int, Error]:
    """Let a net play against itself; returns by round how far its evaluations are from those of the
    search."""
    _, samples = self_play(SelfPlayJob(configuration, net, SearchConfig(), effort, games, seed))
    raw = np.zeros_like(samples.found)
    evaluate_all(samples.states, net, new_workspace(MOST_MOVES), raw)
    asked, states = samples.counts > 0, samples.states  # the others come before a deal
    off = np.abs(raw - samples.found)[np.arange(len(states)), :, states["seat"]]
    errors = {}
    for number in np.unique(states["round_"][asked]):
        of = off[asked & (states["round_"] == number)]
        chance, margin = of.mean(axis=0).tolist()
        standard_error = float(of[:, 0].std() / np.sqrt(len(of)))
        errors[int(number)] = Error(chance, margin, len(of), standard_error)
    return errors
