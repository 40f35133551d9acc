"""What a game must provide to be played by kernels: the module `kernel` in its own folder."""

from __future__ import annotations

from typing import Any, Protocol, cast

import numpy as np

from tilewright.fast.compiling import Array, Records, RngState, StateRecord
from tilewright.game import State
from tilewright.games import games_with, part

SEATS = 4  # that a state has room for


class Kernel(Protocol):
    """A game as a module of kernels. Its functions change a record in place; `tilewright.fast` has
    them for the records of any game, with documentation."""

    STATE: np.dtype[np.void]  # of a record
    MOVES: int  # how many moves there are in all
    MOST_MOVES: int  # how many can be legal at once

    def from_state(self, of: Any, /) -> Records: ...  # noqa: ANN401
    def to_state(self, array: Records, /) -> State[Any]: ...
    def encode_move(self, move: Any, /) -> int: ...  # noqa: ANN401
    def decode_move(self, code: int, /) -> Any: ...  # noqa: ANN401
    def encode_chance(self, move: Any, /) -> Array: ...  # noqa: ANN401

    def turn(self, s: StateRecord, /) -> int: ...
    def count_moves(self, s: StateRecord, /) -> int: ...
    def kth_move(self, s: StateRecord, k: int, /) -> int: ...
    def list_moves(self, s: StateRecord, out: Array, /) -> int: ...
    def write_mask(self, s: StateRecord, mask: Array, /) -> None: ...
    def is_legal(self, s: StateRecord, move: int, /) -> bool: ...
    def apply(self, s: StateRecord, move: int, /) -> None: ...
    def chance(self, s: StateRecord, rng: RngState, /) -> None: ...
    def apply_chance(self, s: StateRecord, groups: Array, /) -> None: ...
    def random_step(self, s: StateRecord, rng: RngState, /) -> None: ...
    def reset(self, s: StateRecord, /) -> None: ...
    def standing(self, s: StateRecord, seat: int, /) -> int: ...
    def hash_state(self, s: StateRecord, /) -> np.uint64: ...


def names() -> list[str]:
    """The games that have kernels."""
    return games_with("kernel")


def kernels(of: str | Records) -> Kernel:
    """The kernels of a game, given its name or one of its arrays."""
    name = of if isinstance(of, str) else game_of(of.dtype)
    return cast(Kernel, part(name, "kernel"))


def game_of(dtype: np.dtype[Any]) -> str:
    """The name of the game whose states have this type."""
    for name in names():
        if dtype == kernels(name).STATE:
            return name
    raise TypeError(f"no game has records of {dtype}")
