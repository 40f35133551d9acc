"""Positions of every configuration, and what the bots' kernels say about them."""

from __future__ import annotations

import random
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tests.configurations import CONFIGURATIONS, choose, playthrough
from tilewright import fast
from tilewright.bots.evaluate import Workspace, evaluate, new_workspace, policy
from tilewright.bots.features import FEATURES, MOST_MOVES, Features
from tilewright.bots.nets import Net
from tilewright.fast.compiling import Records, StateRecord, lean_kernel
from tilewright.fast.contract import SEATS
from tilewright.game import OVER
from tilewright.games import AnyState

WORKSPACE: Workspace = new_workspace(MOST_MOVES)
Floats = NDArray[np.float32]


@lean_kernel
def ask_evaluate(
    s: StateRecord, net: Net, workspace: Workspace, chances: Floats, margins: Floats
) -> None:
    """The way in from Python."""
    evaluate(s, net, workspace, chances, margins)


@lean_kernel
def ask_policy(
    s: StateRecord,
    net: Net,
    second: Floats,
    workspace: Workspace,
    moves: Any,
    n: int,
    temperature: float,
    priors: Floats,
) -> None:
    """Likewise."""
    policy(s, net, second, workspace, moves, n, temperature, priors)


@cache
def positions(name: str, games: int = 2) -> Records:
    """The positions of some games of a configuration, the first of them by greedy players."""
    found = []
    for seed in range(games):
        for _, _, state in playthrough(CONFIGURATIONS[name](), seed):
            found.append(fast.from_state(state))
    return np.concatenate(found)


def asked(name: str, moves: int = 0, seed: int = 0) -> AnyState:
    """A position in which a seat is to move, after so many moves of the seats."""
    state, rng = CONFIGURATIONS[name](), random.Random(seed)
    while moves or state.turn < 0:
        moves -= state.turn >= 0
        state = state.play(choose(state, rng))
        assert state.turn != OVER
    return state


class View(NamedTuple):
    """What a bot sees of a position."""

    features: list[int]
    numbers: list[float]


def view(array: Records) -> View:
    """What the seat to move sees."""
    features = features_of(array)
    active = np.full(features.MOST_ACTIVE, -1, np.int32)
    numbers = np.zeros(features.NUMBERS, np.float32)
    count = features.position_features(array[0], active, numbers)
    return View(active[:count].tolist(), numbers.tolist())


def features_of(array: Records) -> Features:
    """What bots see of the game."""
    return FEATURES[game_of(array)]


def game_of(array: Records) -> str:
    """The name of the game."""
    return fast.game_of(array.dtype)


def same(one: Records, other: Records) -> bool:
    """Tell whether arrays hold the same positions, whatever lies between their fields."""
    assert one.dtype == other.dtype
    return all(np.array_equal(one[field], other[field]) for field in one.dtype.names or ())


def candidates(array: Records) -> list[int]:
    """The moves worth thinking of."""
    moves = np.zeros(MOST_MOVES, np.int32)
    count: int = features_of(array).list_candidates(array[0], moves)
    return [*moves[:count].tolist()]


def move_features(array: Records, move: int) -> list[int]:
    """The features of a move."""
    features = features_of(array)
    out = np.full(features.MOST_MOVE_FEATURES, -1, np.int32)
    count: int = features.move_features(array[0], move, out)
    return [*out[:count].tolist()]


def after(array: Records, move: int) -> Records:
    """The position after a move of the search."""
    then = array.copy()
    features_of(array).advance(then[0], move)
    return then


def expected(array: Records) -> list[float]:
    """The estimate made by hand."""
    out = np.zeros(SEATS)
    features_of(array).estimate(array[0], out)
    return [*out[: array[0]["players"]].tolist()]


def evaluated(array: Records, net: Net) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Chances and margins by seat; the second layer is left in the workspace."""
    chances, margins = np.zeros((2, SEATS), np.float32)
    ask_evaluate(array[0], net, WORKSPACE, chances, margins)
    players = array[0]["players"]
    return chances[:players], margins[:players]


def priors_of(
    array: Records,
    net: Net,
    second: NDArray[np.float32],
    moves: list[int],
    temperature: float = 1.0,
) -> list[float]:
    """How likely each move is to be the best."""
    priors, n = np.zeros(MOST_MOVES, np.float32), len(moves)
    asked = np.array(moves, np.int32)
    ask_policy(array[0], net, second, WORKSPACE, asked, n, temperature, priors)
    return [*priors[:n].tolist()]
