"""A kernel at work lets other threads run; `make bench` measures what two of them gain."""

from __future__ import annotations

import threading
import time

import numpy as np
import pytest

import tilewright as tw
from tilewright import fast


def play(game: str, size: int) -> None:
    array = fast.from_state(tw.GAMES[game].new_game(2))
    fast.play_games(array, size, fast.seeded(1), np.zeros((size, 2), np.int64))


@pytest.mark.parametrize("game", fast.names())
def test_other_threads_run_during_one_call(game: str) -> None:
    """If the call kept the interpreter's lock, nothing here would run until it ends."""
    play(game, 10)  # compiled
    size, spent = 10_000, 0.0
    while spent < 0.2:  # long enough on any machine
        size *= 2
        begin = time.perf_counter()
        play(game, size)
        spent = time.perf_counter() - begin
    worker = threading.Thread(target=play, args=(game, size))
    worker.start()
    turns = 0
    while worker.is_alive():
        time.sleep(0.001)
        turns += 1
    assert turns > 5
