"""Every game offers what game-independent kernels ask for."""

from __future__ import annotations

import numpy as np
import pytest

import tilewright as tw
from tilewright import fast
from tilewright.fast.compiling import StateRecord, lean_kernel

every_game = pytest.mark.parametrize("name", fast.names())


@lean_kernel
def moves_there_are(s: StateRecord) -> int:
    """Asked by a kernel that knows no game."""
    return fast.count_moves(s)


@every_game
def test_a_name_or_an_array_tells_the_game(name: str) -> None:
    array = fast.from_state(tw.GAMES[name].new_game(3))
    assert fast.kernels(name) is fast.kernels(array)
    assert fast.game_of(array.dtype) == name


def test_what_no_game_has_is_refused() -> None:
    with pytest.raises(TypeError, match="no game has records of"):
        fast.kernels(np.zeros(1, [("a", np.int8)]))


@every_game
def test_one_function_serves_every_game_in_python_and_in_kernels(name: str) -> None:
    array = fast.from_state(tw.GAMES[name].new_game(2))
    fast.settle(array[0], fast.seeded(1))
    count = len(fast.to_state(array).legal_moves())
    assert fast.count_moves(array[0]) == moves_there_are(array[0]) == count > 1
    assert fast.kernels(name).count_moves(array[0]) == count


@every_game
def test_equal_positions_have_equal_bytes(name: str) -> None:
    # NumPy copies the fields of a record, not the gaps between them: what lies there is random.
    dtype = fast.kernels(name).STATE
    assert sum(dtype[field].itemsize for field in dtype.names or ()) == dtype.itemsize
    array = fast.from_state(tw.GAMES[name].new_game(2))
    other = np.full(array.nbytes, 255, np.uint8).view(dtype)
    other[:] = array
    assert other.tobytes() == array.tobytes()
