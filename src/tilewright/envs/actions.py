"""Action ids: every move of a seat has a number that is the same in every state and every game.

An id is the first id of its block plus the place of the move in the block, with the last axis
varying fastest. `moves` has the move of every id, `ids` the id of every move.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from tilewright.envs.game import seen
from tilewright.games import AnyMove, AnyState

Mask: TypeAlias = NDArray[np.int8]


@cache
def moves(game: str) -> tuple[AnyMove, ...]:
    """The moves of a game in the order of their ids."""
    return tuple([move for block in seen(game).BLOCKS for move in block.moves()])


@cache
def ids(game: str) -> dict[AnyMove, int]:
    """The id of every move of a game. No two compare equal, whatever their kind: they differ in
    length or in their first item."""
    return {move: number for number, move in enumerate(moves(game))}


def action_count(game: str) -> int:
    """How many action ids a game has."""
    return len(moves(game))


def to_id(game: str, move: AnyMove) -> int:
    """The id of a move of a seat."""
    return ids(game)[move]


def to_move(game: str, action: int) -> AnyMove:
    """The move of an id; whether it is legal is another question."""
    if not 0 <= action < len(moves(game)):
        raise ValueError(f"action {action}: expected 0 to {len(moves(game)) - 1} in {game}")
    return moves(game)[action]


def legal_ids(state: AnyState) -> list[int]:
    """The ids of the legal moves, in ascending order; none for nature or after the end."""
    known = ids(state.game)
    return [known[move] for move in state.legal_moves()]


def make_mask(game: str, some: Sequence[int]) -> Mask:
    """1 at each of some ids, 0 elsewhere."""
    mask = np.zeros(len(moves(game)), np.int8)
    mask[list(some)] = 1
    return mask


def legal_mask(state: AnyState) -> Mask:
    """1 at the id of every legal move, 0 elsewhere."""
    return make_mask(state.game, legal_ids(state))
