"""The rules of whichever game a record belongs to: calls of its own kernels."""

from __future__ import annotations

import numpy as np

from tilewright.fast.compiling import Array, Record, Rng
from tilewright.fast.contract import kernels
from tilewright.fast.dispatch import dispatched

rule = dispatched(kernels)


@rule
def turn(s: Record) -> int:
    """The seat to move, `CHANCE` or `OVER`."""
    raise NotImplementedError


@rule
def count_moves(s: Record) -> int:
    """How many moves the seat to move has; none for nature or after the end."""
    raise NotImplementedError


@rule
def kth_move(s: Record, k: int) -> int:
    """The k-th legal move, from 0, in the order of the readable rules."""
    raise NotImplementedError


@rule
def list_moves(s: Record, out: Array) -> int:
    """Write the legal moves in the order of the readable rules; returns how many there are."""
    raise NotImplementedError


@rule
def write_mask(s: Record, mask: Array) -> None:
    """Mark the legal moves."""
    raise NotImplementedError


@rule
def is_legal(s: Record, move: int) -> bool:
    """Tell whether a number is a legal move here."""
    raise NotImplementedError


@rule
def apply(s: Record, move: int) -> None:
    """Make a move, which is trusted to be legal."""
    raise NotImplementedError


@rule
def chance(s: Record, rng: Rng) -> None:
    """Make nature's move at random."""
    raise NotImplementedError


@rule
def apply_chance(s: Record, groups: Array) -> None:
    """Make a given move for nature."""
    raise NotImplementedError


@rule
def random_step(s: Record, rng: Rng) -> None:
    """Make a random legal move, all equally likely."""
    raise NotImplementedError


@rule
def reset(s: Record) -> None:
    """Go back to the beginning of a game with the same options."""
    raise NotImplementedError


@rule
def standing(s: Record, seat: int) -> int:
    """What players are ranked by, the highest first."""
    raise NotImplementedError


@rule
def hash_state(s: Record) -> np.uint64:
    """A hash of the position: equal for equal positions, almost never for others."""
    raise NotImplementedError
