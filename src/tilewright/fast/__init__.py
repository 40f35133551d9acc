"""The rules compiled: the same games, hundreds of times faster. Needs numba.

A position is an array with one element of the game's `STATE`; an array with many is a batch. The
functions work in place on `array[i]`, whichever game it belongs to.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tilewright.fast import cache
from tilewright.fast.batch import batch_start, batch_step, first_illegal
from tilewright.fast.compiling import Records
from tilewright.fast.contract import Kernel, game_of, kernels, names
from tilewright.fast.games import copy, outcome, play_games, playout, reward, scores, settle
from tilewright.fast.rules import (
    apply,
    apply_chance,
    chance,
    count_moves,
    hash_state,
    is_legal,
    kth_move,
    list_moves,
    random_step,
    reset,
    standing,
    turn,
    write_mask,
)
from tilewright.fast.words import seeded
from tilewright.games import AnyState, new_game

__all__ = [
    "Kernel",
    "Records",
    "apply",
    "apply_chance",
    "batch_start",
    "batch_step",
    "chance",
    "copy",
    "count_moves",
    "first_illegal",
    "from_state",
    "game_of",
    "hash_state",
    "is_legal",
    "is_warm",
    "kernels",
    "kth_move",
    "list_moves",
    "names",
    "outcome",
    "play_games",
    "playout",
    "random_step",
    "reset",
    "reward",
    "scores",
    "seeded",
    "settle",
    "standing",
    "to_state",
    "turn",
    "warm_up",
    "write_mask",
]


def from_state(state: AnyState) -> Records:
    """An array with one element: the same position."""
    return kernels(state.game).from_state(state)


def to_state(array: Records) -> AnyState:
    """The position of the first element of an array."""
    return kernels(array).to_state(array)


def warm_up(progress: Callable[[str, float], None] | None = None) -> None:
    """Compile the kernels of all games, so that nobody has to wait for them later, in this process
    or another. `progress` is told which game is being compiled and how much is done."""
    work = [(name, step) for name in names() for step in _steps(name)]
    for done, (name, step) in enumerate(work):
        if progress:
            progress(name, done / len(work))
        step()
    if progress:
        progress("", 1.0)
    for name in names():
        cache.note_complete(cache.RULES, name)


def is_warm() -> bool:
    """Tell whether the kernels of exactly this version are all compiled."""
    return all(cache.is_complete(cache.RULES, name) for name in names())


def _steps(name: str) -> list[Callable[[], object]]:
    """Calls of every kernel that Python may call, the small ones first."""
    size = kernels(name).MOVES
    array = from_state(new_game(name))
    other, s, rng, players = array.copy(), array[0], seeded(0), 2
    moves, results = np.zeros(size, np.int32), np.zeros((1, players), np.int64)
    rewards, done = np.zeros((1, players), np.float32), np.zeros(1, np.bool_)
    turns, finals = np.zeros(1, np.int8), np.zeros((1, players), np.int32)
    masks = np.zeros((1, size), np.bool_)
    chosen: Any = np.zeros(1, np.int64)
    return [
        lambda: reset(s),
        lambda: turn(s),
        lambda: settle(s, rng),
        lambda: copy(other, array),
        lambda: hash_state(s),
        lambda: count_moves(s),
        lambda: kth_move(s, 0),
        lambda: list_moves(s, moves),
        lambda: is_legal(s, int(moves[0])),
        lambda: apply(s, int(moves[0])),
        lambda: playout(s, rng),
        lambda: scores(s, results[0]),
        lambda: outcome(s, results[0]),
        lambda: reward(s, 0),
        lambda: play_games(other, 1, rng, results),
        lambda: batch_start(other, rng, turns, masks),
        lambda: first_illegal(other, chosen),
        lambda: batch_step(other, chosen, rng, turns, rewards, finals, done, masks),
    ]
