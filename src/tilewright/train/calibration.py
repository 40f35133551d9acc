"""How far a net's first thought is from what a search with it finds, round by round."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tilewright.bots.evaluate import Net, new_desk
from tilewright.bots.sight import MOST_MOVES
from tilewright.bots.tree import Way
from tilewright.train.play import Effort, glance
from tilewright.train.run import Lesson, Table, teach

GAMES = 12
EFFORT = Effort(full=2000, quick=40, share=0.1, temperature=0.5)


class Error(NamedTuple):
    """What is wrong in one round, on the average over its positions."""

    chance: float  # of the seat to move to win
    margin: float  # points
    positions: int


def calibrate(
    table: Table, net: Net, *, games: int = GAMES, effort: Effort = EFFORT, seed: int = 1
) -> dict[int, Error]:
    """Let a net play by itself; returns by round how far its judgements are from those of the
    search."""
    _, samples = teach(Lesson(table, net, Way(), effort, games, seed))
    thought = np.zeros_like(samples.found)
    glance(samples.states, net, new_desk(MOST_MOVES), thought)
    asked, states = samples.counts > 0, samples.states  # the others lie before a deal
    off = np.abs(thought - samples.found)[np.arange(len(states)), :, states["seat"]]
    errors = {}
    for number in np.unique(states["round_"][asked]):
        of = off[asked & (states["round_"] == number)]
        chance, margin = of.mean(axis=0).tolist()
        errors[int(number)] = Error(chance, margin, len(of))
    return errors
