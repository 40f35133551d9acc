"""Observation tensors: everything that lies on the table, as one seat, the observer, sees it.

A tensor is a flat vector. Its layout is data: `TABLE` has the parts that all share, `BOARD` the
parts of one player board, repeated for every seat in turn order, starting with the observer.
Every number is a flag or a count; in float32 it is divided by the scale of its part, in uint8 it is
not, and a score above 255 becomes 255.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tilewright.envs.game import seen
from tilewright.envs.parts import Part
from tilewright.game import Seat
from tilewright.games import AnyState

Tensor: TypeAlias = NDArray[Any]  # of float32 or uint8


class PartSlice(NamedTuple):
    """Where a part lies in the tensor."""

    part: Part
    board: Seat | None  # whose board, in seats after the observer; None for the table
    start: int
    stop: int
    shape: tuple[int, ...]

    @property
    def name(self) -> str:
        """`market`, or `wall 0` for the observer's wall."""
        return self.part.name if self.board is None else f"{self.part.name} {self.board}"


@cache
def layout(game: str, players: int) -> tuple[PartSlice, ...]:
    """Where every part of an observation lies."""
    parts: list[tuple[Part, Seat | None]] = [(part, None) for part in seen(game).TABLE]
    parts += [(part, seat) for seat in range(players) for part in seen(game).BOARD]
    spans: list[PartSlice] = []
    start = 0
    for part, board in parts:
        shape = part.shape(players)
        stop = start + int(np.prod(shape, dtype=int))
        spans.append(PartSlice(part, board, start, stop, shape))
        start = stop
    return tuple(spans)


def size(game: str, players: int) -> int:
    """The length of the tensor."""
    return layout(game, players)[-1].stop


@cache
def scales(game: str, players: int) -> Tensor:
    """What every count is divided by in float32."""
    return _by_span(game, players, "float32", lambda part: part.scale)


@cache
def bounds(game: str, players: int, dtype: str = "float32") -> Tensor:
    """The largest value of every number; the least is 0."""
    return _by_span(game, players, dtype, lambda part: worths(part, dtype)[-1])


def _by_span(game: str, players: int, dtype: str, value: Callable[[Part], float]) -> Tensor:
    found = np.zeros(size(game, players), dtype)
    for span in layout(game, players):
        found[span.start : span.stop] = value(span.part)
    found.setflags(write=False)
    return found


def worths(part: Part, dtype: str) -> Tensor:
    """What every count from 0 to the largest stands as."""
    counts = np.arange(part.most + 1, dtype=np.float32)
    if dtype == "uint8":
        return np.minimum(counts, 255).astype(np.uint8)
    return counts / np.float32(part.scale)


def observe(state: AnyState, seat: Seat, dtype: str = "float32") -> Tensor:
    """The state as a seat sees it: the table, its own board, the others in turn order."""
    players = len(state.scores)
    counts: list[int] = []
    for part in seen(state.game).TABLE:
        counts += part.read(state, seat)
    for board in range(seat, seat + players):
        for part in seen(state.game).BOARD:
            counts += part.read(state, board % players)
    if dtype == "uint8":
        return np.minimum(counts, 255).astype(np.uint8)
    return np.array(counts, np.float32) / scales(state.game, players)


def split(game: str, players: int, tensor: Tensor) -> dict[str, Tensor]:
    """The parts of a tensor by name, each in its shape; views, not copies."""
    return {s.name: tensor[s.start : s.stop].reshape(s.shape) for s in layout(game, players)}
