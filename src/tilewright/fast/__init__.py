"""The rules compiled: the same games, hundreds of times faster. Needs numba.

A position is an array of one element of the game's `STATE`; an array of many is a batch. The
modules `classic` and `pavilion` have the same functions, which work on `array[i]` in place.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

import numpy as np

from tilewright.fast import classic, compiling, pavilion
from tilewright.fast.compiling import Records, seeded
from tilewright.games import AnyState, new_game

__all__ = [
    "KERNELS",
    "Records",
    "from_state",
    "is_warm",
    "kernels",
    "seeded",
    "to_state",
    "warm_up",
]

KERNELS: dict[str, ModuleType] = {"classic": classic, "pavilion": pavilion}


def kernels(of: str | Records) -> ModuleType:
    """The kernels of a game, given its name or one of its arrays."""
    if isinstance(of, str):
        return KERNELS[of]
    return next(module for module in KERNELS.values() if of.dtype == module.STATE)


def from_state(state: AnyState) -> Records:
    """An array with one element: the same position."""
    array: Records = kernels(state.game).from_state(state)
    return array


def to_state(array: Records) -> AnyState:
    """The position of the first element of an array."""
    state: AnyState = kernels(array).to_state(array)
    return state


def warm_up(progress: Callable[[str, float], None] | None = None) -> None:
    """Compile the kernels of both games, so that nobody has to wait for them later. `progress`
    hears the game being compiled and the share that is done; later processes find it all done."""
    work = [(name, step) for name in KERNELS for step in _steps(name)]
    for done, (name, step) in enumerate(work):
        if progress:
            progress(name, done / len(work))
        step()
    if progress:
        progress("", 1.0)
    compiling.note_complete()


def is_warm() -> bool:
    """Tell whether `warm_up` has been through with the kernels of this very version."""
    return compiling.is_complete()


def _steps(name: str) -> list[Callable[[], object]]:
    """Calls that use every kernel meant to be called from Python, the small ones first."""
    module = kernels(name)
    array = from_state(new_game(name))
    copy, s, rng, players = array.copy(), array[0], seeded(0), 2
    moves, results = np.zeros(module.MOVES, np.int32), np.zeros((1, players), np.int64)
    rewards, done = np.zeros((1, players), np.float32), np.zeros(1, np.bool_)
    turns, finals = np.zeros(1, np.int8), np.zeros((1, players), np.int32)
    masks = np.zeros((1, module.MOVES), np.bool_)
    steps: list[Callable[[], object]] = [
        lambda: module.reset(s),
        lambda: module.turn(s),
        lambda: module.settle(s, rng),
        lambda: module.copy(copy, array),
        lambda: module.hash_state(s),
        lambda: module.count_moves(s),
        lambda: module.kth_move(s, 0),
        lambda: module.list_moves(s, moves),
        lambda: module.is_legal(s, int(moves[0])),
        lambda: module.apply(s, int(moves[0])),
        lambda: module.playout(s, rng),
        lambda: module.scores(s, results[0]),
        lambda: module.outcome(s, results[0]),
        lambda: module.reward(s, 0),
        lambda: module.play_games(copy, 1, rng, results),
        lambda: module.batch_start(copy, rng, turns, masks),
        lambda: module.batch_step(copy, moves[:1], rng, turns, rewards, finals, done, masks),
    ]
    if name == "classic":
        steps.append(lambda: classic.play_abreast(copy, rng, results))
        steps.append(lambda: classic.uct(copy[0], 1, 0))
    return steps
