"""The net in plain numpy, written a second time."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tests.bots.positions import sight_of, traits, view
from tilewright.bots.evaluate import Net
from tilewright.fast.compiling import Records
from tilewright.fast.contract import SEATS

Doubles = NDArray[np.float64]


class Thought(NamedTuple):
    """What a net makes of a position, boards in the order in which the seat to move sees them."""

    second: Doubles
    logits: Doubles
    chances: Doubles
    margins: Doubles


def level(logits: Doubles) -> float:
    """How high logits are on the whole."""
    return float(logits.max() + np.log(np.exp(logits - logits.max()).sum()))


def softmax(logits: Doubles) -> Doubles:
    """Shares that add up to 1."""
    weights: Doubles = np.exp(logits - logits.max())
    shares: Doubles = weights / weights.sum()
    return shares


def inputs(array: Records) -> Doubles:
    """How often each feature is present, then the numbers."""
    features, numbers = view(array)
    counts = np.bincount(features, minlength=sight_of(array).FEATURES)
    return np.concatenate([counts, numbers])


def think(net: Net, array: Records) -> Thought:
    """Judge a position."""
    players = int(array[0]["players"])
    first = np.maximum(inputs(array) @ net.rows + net.first, 0)
    second = np.maximum(first @ net.middle + net.second, 0)
    ends = net.heads @ second + net.ends
    margins = ends[SEATS : SEATS + players]
    return Thought(second, ends[:players], softmax(ends[:players]), margins)


def tastes(net: Net, array: Records, second: Doubles, moves: list[int]) -> Doubles:
    """How good each move looks."""
    of = [traits(array, move) for move in moves]
    logits = [sum(net.traits[t] @ second + net.tastes[t] for t in found) for found in of]
    return np.array(logits, np.float64)


def prefer(net: Net, array: Records, second: Doubles, moves: list[int]) -> Doubles:
    """How likely each move is to be the best."""
    return softmax(tastes(net, array, second, moves))


def doubled(net: Net) -> Any:
    """The same net in double precision."""
    return Net(*[array.astype(np.float64) for array in net])  # type: ignore[arg-type]


def lively_net(net: Net, seed: int = 0) -> Net:
    """The same net with opinions: what was 0 or small is not."""
    rng = np.random.default_rng(seed)
    strong = {"heads": 0.3, "ends": 0.3, "traits": 0.4, "tastes": 0.4, "first": 0.1, "second": 0.1}
    arrays = {
        name: (scale * rng.standard_normal(getattr(net, name).shape)).astype(np.float32)
        for name, scale in strong.items()
    }
    return net._replace(**arrays)
