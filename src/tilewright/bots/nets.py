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
HEADS = 2 * SEATS  # logits of winning, then margins
# The names of a net's arrays in its file, kept so that old nets stay readable.
STORED = ("rows", "first", "middle", "second", "heads", "ends", "traits", "tastes")


class Net(NamedTuple):
    """The weights."""

    rows: Floats  # (features and numbers, FIRST)
    first: Floats  # biases, here and below
    middle: Floats  # (FIRST, SECOND)
    second: Floats
    heads: Floats  # (HEADS, SECOND)
    head_biases: Floats
    move_rows: Floats  # (features of moves, SECOND)
    move_biases: Floats


def new_net(game: str, seed: int = 0) -> Net:
    """An untrained net."""
    rng = np.random.default_rng(seed)
    features = FEATURES[game]

    def layer(*shape: int, scale: float) -> Floats:
        return (scale * rng.standard_normal(shape)).astype(np.float32)

    return Net(
        layer(features.POSITION_FEATURES + features.NUMBERS, FIRST, scale=0.1),
        layer(FIRST, scale=0.0),
        layer(FIRST, SECOND, scale=(2 / FIRST) ** 0.5),
        layer(SECOND, scale=0.0),
        layer(HEADS, SECOND, scale=0.02),
        layer(HEADS, scale=0.0),
        layer(features.MOVE_FEATURES, SECOND, scale=0.02),
        layer(features.MOVE_FEATURES, scale=0.0),
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
        return Net(*[np.ascontiguousarray(file[name], np.float32) for name in STORED])


def save(net: Net, path: Path) -> None:
    """Write a net to a file in half precision; the file is either complete or absent."""
    part = path.with_name(f"part-{path.name}")
    halves = [array.astype(np.float16) for array in net]
    arrays: dict[str, Any] = dict(zip(STORED, halves, strict=True))
    np.savez_compressed(part, **arrays)
    part.replace(path)
