"""The net in plain numpy, written a second time."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tests.bots.positions import features_of, move_features, view
from tilewright.bots.nets import Net
from tilewright.fast.compiling import Records
from tilewright.fast.contract import SEATS

Doubles = NDArray[np.float64]


class Evaluation(NamedTuple):
    """What a net makes of a position, boards in the order in which the seat to move sees them."""

    second: Doubles
    logits: Doubles
    chances: Doubles
    margins: Doubles


def level(logits: Doubles) -> float:
    """The common level of logits."""
    return float(logits.max() + np.log(np.exp(logits - logits.max()).sum()))


def softmax(logits: Doubles) -> Doubles:
    """Shares that add up to 1."""
    weights: Doubles = np.exp(logits - logits.max())
    shares: Doubles = weights / weights.sum()
    return shares


def inputs(array: Records) -> Doubles:
    """How often each feature is present, then the numbers."""
    features, numbers = view(array)
    counts = np.bincount(features, minlength=features_of(array).POSITION_FEATURES)
    return np.concatenate([counts, numbers])


def forward(net: Net, array: Records) -> Evaluation:
    """Evaluate a position."""
    players = int(array[0]["players"])
    first = np.maximum(inputs(array) @ net.rows + net.first, 0)
    second = np.maximum(first @ net.middle + net.second, 0)
    outputs = net.heads @ second + net.head_biases
    margins = outputs[SEATS : SEATS + players]
    return Evaluation(second, outputs[:players], softmax(outputs[:players]), margins)


def move_logits(net: Net, array: Records, second: Doubles, moves: list[int]) -> Doubles:
    """How good each move looks."""
    of = [move_features(array, move) for move in moves]
    logits = [sum(net.move_rows[t] @ second + net.move_biases[t] for t in found) for found in of]
    return np.array(logits, np.float64)


def policy(net: Net, array: Records, second: Doubles, moves: list[int]) -> Doubles:
    """How likely each move is to be the best."""
    return softmax(move_logits(net, array, second, moves))


def doubled(net: Net) -> Any:
    """The same net in double precision."""
    return Net(*[array.astype(np.float64) for array in net])  # type: ignore[arg-type]


def lively_net(net: Net, seed: int = 0) -> Net:
    """The same net with opinions: what was 0 or small is not."""
    rng = np.random.default_rng(seed)
    strong = {"heads": 0.3, "head_biases": 0.3, "move_rows": 0.4, "move_biases": 0.4}
    strong |= {"first": 0.1, "second": 0.1}
    arrays = {
        name: (scale * rng.standard_normal(getattr(net, name).shape)).astype(np.float32)
        for name, scale in strong.items()
    }
    return net._replace(**arrays)
