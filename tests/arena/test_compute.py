"""The pool: results as they come, errors, and workers that die."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.children import child
from tilewright.arena import Contest, ContestState, run
from tilewright.compute import NoCompute, Pool, processes

HAS_RAY = find_spec("ray") is not None


def square(number: int) -> int:
    return number * number


def sleep(seconds: float) -> float:
    time.sleep(seconds)
    return seconds


def fail(number: int) -> int:
    raise ValueError(f"{number} is a bad number")


def die(number: int) -> int:
    os._exit(number)


def die_once(mark: str) -> str:
    """Kill the worker, unless that has been done already."""
    if not Path(mark).exists():
        Path(mark).touch()
        os._exit(9)
    return mark


def test_ctrl_c_does_not_reach_a_worker_that_starts() -> None:
    code = (
        "import os, signal\n"
        "from tilewright.compute import Processes\n"
        "signal.signal(signal.SIGINT, lambda *heard: print('heard'))\n"
        "workers = Processes(1)\n"
        "task = workers.submit(abs, -3)\n"
        "os.killpg(0, signal.SIGINT)  # as a terminal does: to everybody\n"
        "print(workers.result(workers.finished([task])))\n"
        "workers.close(now=False)\n"
    )
    pipe = subprocess.PIPE
    with child([sys.executable, "-c", code], stdout=pipe, stderr=pipe) as process:
        assert process.communicate(timeout=60) == ("heard\n3\n", "")


def test_everything_comes_back() -> None:
    with Pool("2") as pool:
        assert pool.count == 2
        assert sorted(pool.map(square, range(40))) == [n * n for n in range(40)]
        assert list(pool.map(square, [])) == []


def test_what_is_ready_first_comes_first() -> None:
    with Pool("2") as pool:
        list(pool.map(sleep, [0.0, 0.0]))  # both are running
        assert list(pool.map(sleep, [1.0, 0.1])) == [0.1, 1.0]


def test_items_are_asked_for_when_they_are_needed() -> None:
    asked, seen = 0, 0

    def items() -> Iterator[int]:
        nonlocal asked
        while seen < 5:
            asked += 1
            yield asked

    with Pool("1") as pool:
        for _ in pool.map(square, items()):
            seen += 1
    assert 5 <= asked <= 8


def test_an_error_is_that_of_the_function() -> None:
    with Pool("1") as pool, pytest.raises(ValueError, match="3 is a bad number"):
        list(pool.map(fail, [3]))


def test_a_dead_worker_is_told() -> None:
    with Pool("1") as pool, pytest.raises(NoCompute, match="a worker process has died"):
        list(pool.map(die, [9] * 5))


@pytest.mark.parametrize("setting", ["many", "-1", "1.5", "rays", "redis://"])
def test_bad_settings(setting: str) -> None:
    with pytest.raises(NoCompute, match=f"TILEWRIGHT_COMPUTE={setting}: expected a number"):
        Pool(setting)


@pytest.mark.parametrize("setting", ["", "0"])
def test_by_default_a_core_is_left_to_others(setting: str) -> None:
    with Pool(setting) as pool:
        assert pool.count == max(1, (os.cpu_count() or 2) - 1)


@pytest.mark.skipif(HAS_RAY, reason="Ray is installed")
def test_without_ray_it_says_what_to_install() -> None:
    with pytest.raises(NoCompute, match=r"install tilewright\[cluster\]"):
        Pool("ray")


@pytest.mark.skipif(not HAS_RAY, reason="Ray is not installed: the extra `cluster`")
def test_a_cluster_plays_the_same_games_and_survives_a_worker(tmp_path: Path) -> None:
    contest = Contest(("greedy", "random"))
    here, there = ContestState(contest, 4, None), ContestState(contest, 4, None)
    with Pool("1") as pool:
        run(here, pool)
    with Pool("ray") as pool:
        assert pool.count >= 1
        assert sorted(pool.map(square, range(10))) == [n * n for n in range(10)]
        with pytest.raises(ValueError, match="3 is a bad number"):
            list(pool.map(fail, [3]))
        mark = str(tmp_path / "died")
        assert list(pool.map(die_once, [mark])) == [mark]
        run(there, pool)
    assert [pair.games for pair in here.played()[0]] == [pair.games for pair in there.played()[0]]


def test_a_server_has_processes_whatever_is_set() -> None:
    assert processes("3") == 3
    assert processes("") == processes("0") == processes("ray") == processes("ray://host:1") > 0
    with pytest.raises(NoCompute, match="TILEWRIGHT_COMPUTE=many: expected a number"):
        processes("many")
