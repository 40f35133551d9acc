"""A kernel at work lets other threads run; `make bench` measures what two of them gain."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import numpy as np
import pytest

import tilewright as tw
from tilewright.fast import classic, pavilion
from tilewright.fast.compiling import seeded


def search(size: int) -> None:
    array = classic.from_state(tw.classic.new_game(2))
    classic.chance(array[0], seeded(1))
    classic.uct(array[0], size, 1)


def play_classic(size: int) -> None:
    array = classic.from_state(tw.classic.new_game(2))
    classic.play_games(array, size, seeded(1), np.zeros((size, 2), np.int64))


def play_pavilion(size: int) -> None:
    array = pavilion.from_state(tw.pavilion.new_game(2))
    pavilion.play_games(array, size, seeded(1), np.zeros((size, 2), np.int64))


@pytest.mark.parametrize("work", [search, play_classic, play_pavilion])
def test_other_threads_run_during_one_call(work: Callable[[int], None]) -> None:
    """If the call kept the interpreter's lock, nothing here would run until it ends."""
    work(10)  # compiled
    size, spent = 10_000, 0.0
    while spent < 0.2:  # long enough on any machine
        size *= 2
        begin = time.perf_counter()
        work(size)
        spent = time.perf_counter() - begin
    worker = threading.Thread(target=work, args=(size,))
    worker.start()
    turns = 0
    while worker.is_alive():
        time.sleep(0.001)
        turns += 1
    assert turns > 5
