"""Action ids: every move of a seat has a number that is the same in every state and every game.

An id is the first id of its block plus the place of the move in the block, the last axis counted
fastest. `MOVES` has the move of every id, `IDS` the id of every move.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tilewright import classic, pavilion
from tilewright.classic.board import SIZE
from tilewright.games import AnyMove, AnyState
from tilewright.market import FACTORIES
from tilewright.pavilion.board import MOST_KEPT, SLOTS, STAR_NAMES
from tilewright.tiles import spell

Mask: TypeAlias = NDArray[np.int8]

SOURCES = 1 + max(FACTORIES.values())  # the centre and the factories of four players
JOKERS = 6  # a space costs up to 6 tiles, one of them no joker

# What a player may keep: up to four tiles, ordered by how many of each colour, purple first.
KEPT = tuple(
    kept
    for kept in product(range(MOST_KEPT + 1), repeat=len(pavilion.COLOR_LETTERS))
    if sum(kept) <= MOST_KEPT
)


class Axis(NamedTuple):
    """One choice inside a move: its name, and how its values are written."""

    name: str
    values: tuple[str, ...]


class Block(NamedTuple):
    """All moves of one kind."""

    kind: str
    axes: tuple[Axis, ...]
    make: Callable[..., AnyMove]  # the move, from a place on every axis

    @property
    def size(self) -> int:
        """How many ids the block has."""
        return int(np.prod([len(axis.values) for axis in self.axes]))

    def moves(self) -> list[AnyMove]:
        """The moves in the order of their ids."""
        return [self.make(*at) for at in product(*[range(len(a.values)) for a in self.axes])]


def count(name: str, first: int, last: int) -> Axis:
    """An axis of numbers."""
    return Axis(name, tuple(map(str, range(first, last + 1))))


SOURCE = count("source", 0, SOURCES - 1)

BLOCKS: dict[str, tuple[Block, ...]] = {
    "classic": (
        Block(
            "take",
            (SOURCE, Axis("colour", tuple(classic.COLOR_LETTERS)), Axis("line", tuple("-12345"))),
            classic.Take,
        ),
        Block(
            "lay",
            (count("line", 1, SIZE), count("column", 1, SIZE)),
            lambda row, column: classic.Lay(row + 1, column + 1),
        ),
    ),
    "pavilion": (
        Block("take", (SOURCE, Axis("colour", tuple(pavilion.COLOR_LETTERS))), pavilion.Take),
        Block(
            "place",
            (
                Axis("star", STAR_NAMES),
                count("slot", 1, SLOTS),
                Axis("colour", tuple(pavilion.COLOR_LETTERS)),
                count("jokers", 0, JOKERS - 1),
            ),
            lambda star, slot, color, jokers: pavilion.Place(star, slot + 1, color, jokers),
        ),
        Block("pick", (Axis("colour", tuple(pavilion.COLOR_LETTERS)),), pavilion.Pick),
        Block(
            "pass",
            (Axis("kept", tuple([spell(kept, pavilion.COLOR_LETTERS) or "-" for kept in KEPT])),),
            lambda kept: pavilion.Pass(KEPT[kept]),
        ),
    ),
}

MOVES: dict[str, tuple[AnyMove, ...]] = {
    game: tuple([move for block in blocks for move in block.moves()])
    for game, blocks in BLOCKS.items()
}
# Moves of one game never compare equal across kinds: they differ in length or in their first item.
IDS: dict[str, dict[AnyMove, int]] = {
    game: {move: number for number, move in enumerate(moves)} for game, moves in MOVES.items()
}


def action_count(game: str) -> int:
    """How many action ids a game has."""
    return len(MOVES[game])


def to_id(game: str, move: AnyMove) -> int:
    """The id of a move of a seat."""
    return IDS[game][move]


def to_move(game: str, action: int) -> AnyMove:
    """The move of an id; whether it is legal is another question."""
    if not 0 <= action < len(MOVES[game]):
        raise ValueError(f"action {action}: expected 0 to {len(MOVES[game]) - 1} in {game}")
    return MOVES[game][action]


def legal_ids(state: AnyState) -> list[int]:
    """The ids of the legal moves, in rising order; none for nature or after the end."""
    ids = IDS[state.game]
    return [ids[move] for move in state.legal_moves()]


def make_mask(game: str, ids: Sequence[int]) -> Mask:
    """1 at each of some ids, 0 elsewhere."""
    mask = np.zeros(len(MOVES[game]), np.int8)
    mask[list(ids)] = 1
    return mask


def legal_mask(state: AnyState) -> Mask:
    """1 at the id of every legal move, 0 elsewhere."""
    return make_mask(state.game, legal_ids(state))
