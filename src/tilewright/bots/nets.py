"""A small net that predicts how a game will end and which moves look good.

Each feature of a position selects a row of weights. The sum of these rows, rectified, is the first
layer; a second rectified layer follows. From it come a logit of winning and a margin for each
board, and a logit for each move, which is the sum of those of its features.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tilewright.bots.features import FEATURES
from tilewright.fast.contract import SEATS

Floats = NDArray[np.float32]

FIRST, SECOND = 128, 64  # units of the layers
WIDEST = 256  # units that the first layer of a net may have
HEADS = 2 * SEATS  # logits of winning, then margins
# The names of a net's arrays in its file, kept so that old nets stay readable.
STORED = ("rows", "first", "middle", "second", "heads", "ends", "traits", "tastes")


class Net(NamedTuple):
    """The weights."""

    rows: Floats  # (features and numbers, units of the first layer)
    first: Floats  # biases, here and below
    middle: Floats  # (units of the first layer, SECOND)
    second: Floats
    heads: Floats  # (HEADS, SECOND)
    head_biases: Floats
    move_rows: Floats  # (features of moves, SECOND)
    move_biases: Floats


def new_net(game: str, seed: int = 0, units: int = FIRST) -> Net:
    """An untrained net with so many units in its first layer."""
    rng = np.random.default_rng(seed)
    features = FEATURES[game]

    def layer(*shape: int, scale: float) -> Floats:
        return (scale * rng.standard_normal(shape)).astype(np.float32)

    return Net(
        layer(features.POSITION_FEATURES + features.NUMBERS, units, scale=0.1),
        layer(units, scale=0.0),
        layer(units, SECOND, scale=(2 / units) ** 0.5),
        layer(SECOND, scale=0.0),
        layer(HEADS, SECOND, scale=0.02),
        layer(HEADS, scale=0.0),
        layer(features.MOVE_FEATURES, SECOND, scale=0.02),
        layer(features.MOVE_FEATURES, scale=0.0),
    )


def is_of(net: Net, game: str) -> bool:
    """Tell whether a net belongs to a game, as this version sees it."""
    fresh = new_net(game, units=len(net.first))
    return [one.shape for one in net] == [one.shape for one in fresh]


def with_units(net: Net, units: int, seed: int = 0) -> Net:
    """Give the first layer of a net more units. They change nothing until they have learned."""
    more = units - len(net.first)
    if more < 0:
        raise ValueError(f"{units} units: the net has {len(net.first)}")
    fresh = np.random.default_rng(seed).standard_normal((len(net.rows), more)).astype(np.float32)
    return net._replace(
        rows=np.concatenate([net.rows, np.float32(0.05) * fresh], axis=1),
        first=np.concatenate([net.first, np.zeros(more, np.float32)]),
        middle=np.concatenate([net.middle, np.zeros((more, SECOND), np.float32)]),
    )


def widen(net: Net, game: str, players: int) -> Net:
    """Make a net for so many players into one for more, which sees further boards as it saw the
    last: a start for training."""
    net = Net(*[array.copy() for array in net])
    last = players - 2  # counted from the second board
    for board in range(players - 1, SEATS - 1):
        for at, step in FEATURES[game].LATER_BOARDS:
            to, of = at + board * step, at + last * step
            net.rows[to : to + step] = net.rows[of : of + step]
        for first in (1, SEATS + 1):
            net.heads[first + board] = net.heads[first + last]
            net.head_biases[first + board] = net.head_biases[first + last]
    return net


def no_net() -> Net:
    """An empty net, which means the hand-made estimate."""
    empty = np.zeros((0, 0), np.float32)
    flat = np.zeros(0, np.float32)
    return Net(empty, flat, empty, flat, empty, flat, empty, flat)


def load(path: Path) -> Net:
    """Load a net from a file."""
    with np.load(path) as file:
        net = Net(*[np.ascontiguousarray(file[name], np.float32) for name in STORED])
    if len(net.first) > WIDEST:
        raise ValueError(f"{path}: {len(net.first)} units; a first layer has at most {WIDEST}")
    return net


def save(net: Net, path: Path) -> None:
    """Write a net to a file in half precision; the file is either complete or absent."""
    part = path.with_name(f"part-{path.name}")
    halves = [array.astype(np.float16) for array in net]
    arrays: dict[str, Any] = dict(zip(STORED, halves, strict=True))
    np.savez_compressed(part, **arrays)
    part.replace(path)
