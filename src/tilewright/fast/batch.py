"""Many games at once, with masks and rewards; a game that has ended is dealt anew."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tilewright.fast.compiling import Array, Records, RngState, lean_kernel
from tilewright.fast.games import reward, settle
from tilewright.fast.rules import apply, is_legal, reset, turn, write_mask
from tilewright.game import OVER


@lean_kernel
def batch_start(
    states: Records, rng: RngState, turns: NDArray[np.int8], masks: NDArray[np.bool_]
) -> None:
    """Make nature's first moves in every game; write who is to move and which moves are legal."""
    for i in range(len(states)):
        settle(states[i], rng[i : i + 1])
        turns[i] = turn(states[i])
        write_mask(states[i], masks[i])


@lean_kernel
def batch_step(
    states: Records,
    actions: Array,
    rng: RngState,
    turns: NDArray[np.int8],
    rewards: NDArray[np.float32],
    finals: NDArray[np.int32],
    done: NDArray[np.bool_],
    masks: NDArray[np.bool_],
) -> int:
    """Make a move in every game, and nature's moves after it; a game that ends starts afresh.

    `rng` has a counter for each game. `turns` and `masks` then say who is to move and which moves
    are legal. For a game that ended, `done` is set, and `rewards` and `finals` hold the reward and
    the score of every seat. An illegal action leaves its game unchanged; the number of such actions
    is returned.
    """
    illegal = 0
    for i in range(len(states)):
        s = states[i]
        done[i] = False
        rewards[i] = 0
        if is_legal(s, actions[i]):
            apply(s, actions[i])
        else:
            illegal += 1
        if turn(s) == OVER:
            done[i] = True
            for seat in range(s.players):
                rewards[i, seat] = reward(s, seat)
                finals[i, seat] = s.score[seat]
            reset(s)
        settle(s, rng[i : i + 1])
        turns[i] = s.seat
        write_mask(s, masks[i])
    return illegal


@lean_kernel
def first_illegal(states: Records, actions: NDArray[np.int64]) -> int:
    """The first game whose action is illegal, or -1."""
    for i in range(len(states)):
        if not is_legal(states[i], actions[i]):
            return i
    return -1
