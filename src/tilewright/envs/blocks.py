"""Action ids in blocks: all moves of one kind, counted over the axes of the kind."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import NamedTuple

import numpy as np

from tilewright.games import AnyMove
from tilewright.market import FACTORIES

SOURCES = 1 + max(FACTORIES.values())  # the centre and the factories of four players


class MoveAxis(NamedTuple):
    """One choice inside a move: its name, and how its values are written."""

    name: str
    values: tuple[str, ...]
    listed: bool = True  # in the table of axes; if not, the game's notes explain it


class Block(NamedTuple):
    """All moves of one kind."""

    kind: str
    axes: tuple[MoveAxis, ...]
    make: Callable[..., AnyMove]  # the move, from a place on every axis

    @property
    def size(self) -> int:
        """How many ids the block has."""
        return int(np.prod([len(axis.values) for axis in self.axes]))

    def moves(self) -> list[AnyMove]:
        """The moves in the order of their ids."""
        return [self.make(*at) for at in product(*[range(len(a.values)) for a in self.axes])]


def count(name: str, first: int, last: int) -> MoveAxis:
    """An axis of numbers."""
    return MoveAxis(name, tuple(map(str, range(first, last + 1))))


SOURCE = count("source", 0, SOURCES - 1)
