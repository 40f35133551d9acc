"""The rules of whichever game a record belongs to: calls of its own kernels."""

from __future__ import annotations

import numpy as np

from tilewright.fast.compiling import Array, RngState, StateRecord
from tilewright.fast.contract import kernels
from tilewright.fast.dispatch import dispatched

rule = dispatched(kernels)


@rule
def turn(s: StateRecord) -> int:
    """The seat to move, `CHANCE` or `OVER`."""
    raise NotImplementedError


@rule
def count_moves(s: StateRecord) -> int:
    """How many moves the seat to move has; none for nature or after the end."""
    raise NotImplementedError


@rule
def kth_move(s: StateRecord, k: int) -> int:
    """The k-th legal move, from 0, in the order of the readable rules."""
    raise NotImplementedError


@rule
def list_moves(s: StateRecord, out: Array) -> int:
    """Write the legal moves in the order of the readable rules; returns how many there are."""
    raise NotImplementedError


@rule
def write_mask(s: StateRecord, mask: Array) -> None:
    """Mark the legal moves."""
    raise NotImplementedError


@rule
def is_legal(s: StateRecord, move: int) -> bool:
    """Tell whether a number is a legal move here."""
    raise NotImplementedError


@rule
def apply(s: StateRecord, move: int) -> None:
    """Make a move, which is trusted to be legal."""
    raise NotImplementedError


@rule
def chance(s: StateRecord, rng: RngState) -> None:
    """Make nature's move at random."""
    raise NotImplementedError


@rule
def apply_chance(s: StateRecord, groups: Array) -> None:
    """Make a given move for nature."""
    raise NotImplementedError


@rule
def random_step(s: StateRecord, rng: RngState) -> None:
    """Make a random legal move, all equally likely."""
    raise NotImplementedError


@rule
def reset(s: StateRecord) -> None:
    """Go back to the beginning of a game with the same options."""
    raise NotImplementedError


@rule
def standing(s: StateRecord, seat: int) -> int:
    """What players are ranked by, the highest first."""
    raise NotImplementedError


@rule
def hash_state(s: StateRecord) -> np.uint64:
    """A hash of the position: equal for equal positions, almost never for others."""
    raise NotImplementedError
