"""Measure the kernel of classic against the reference rules, in one run on one core."""

from __future__ import annotations

import argparse
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from benchmarks.kernels import Bench, fastest, sign
from benchmarks.lockstep import play_abreast
from benchmarks.uct import uct
from tilewright.fast import Records, chance, from_state, seeded
from tilewright.games import AnyState

GAMES = 10_000
SIMULATIONS = 10_000
THREADS = 2


def abreast_speed(start: AnyState, seconds: float) -> tuple[float, str]:
    """Random games per second in lock-step, and the signature."""
    array, rng = from_state(start), seeded(1, GAMES)
    scores = np.zeros((GAMES, 2), np.int64)
    play_abreast(array, rng, scores)
    best = fastest(lambda: play_abreast(array, rng, scores), seconds)
    return GAMES / best, sign(scores)


def opening(start: AnyState) -> Records:
    """The first position of a game in which a seat is to move."""
    array = from_state(start)
    chance(array[0], seeded(1))
    uct(array, 10, 1)  # compiled before the clock starts
    return array


def search_speed(start: AnyState, seconds: float) -> float:
    """Simulations per second of the tree search at the opening, in searches of ten thousand."""
    array = opening(start)
    return SIMULATIONS / fastest(lambda: uct(array, SIMULATIONS, 1), seconds)


def thread_shares(start: AnyState, seconds: float) -> dict[int, tuple[float, float]]:
    """Simulations and CPU seconds per second of real time, by the number of threads that search at
    the same time. Each share is over all runs, so other work on the machine lowers it."""
    array = opening(start)
    shares = {}
    for threads in (1, THREADS):
        simulations, cpu, begin = 0, time.process_time(), time.perf_counter()
        with ThreadPoolExecutor(threads) as pool:
            while simulations == 0 or time.perf_counter() - begin < seconds:
                for visits in pool.map(lambda seed: uct(array, 100_000, seed), range(threads)):
                    simulations += int(visits.sum())
        wall = time.perf_counter() - begin
        shares[threads] = simulations / wall, (time.process_time() - cpu) / wall
    return shares


def bench(seconds: float = 1.0) -> list[dict[str, object]]:
    """Measure every configuration, print a table and return the numbers."""
    classic = Bench("classic", {"wall": ("coloured", "grey")}, GAMES)
    classic.measure(seconds)
    name = "players=2 coloured"
    start = classic.starts[name]
    abreast, signature = abreast_speed(start, seconds)
    ratio = abreast / classic.speeds[name]
    print(f"in lock-step, {name}: {abreast:,.0f} games/s, {ratio:.2f} x the kernel  {signature}")
    classic.note("random games, lock-step", round(abreast), "games/s", name, signature)
    classic.note("lock-step : kernel", round(ratio, 2), "times", name)
    search = search_speed(start, seconds)
    print(f"tree search with random playouts, {name}, opening: {search:,.0f} simulations/s")
    classic.note("tree search, opening", round(search), "simulations/s", name)
    shares = thread_shares(start, seconds)
    (one, _), (both, cpu) = shares[1], shares[THREADS]
    told = f"{both:,.0f} simulations/s, {both / one:.2f} x one, {cpu:.2f} s of CPU a second"
    print(f"tree search in {THREADS} threads at once: {told}")
    classic.note(f"tree search, {THREADS} threads", round(both), "simulations/s", name)
    classic.note(f"tree search, {THREADS} threads : 1", round(both / one, 2), "times", name)
    classic.note(f"CPU in {THREADS} threads : time", round(cpu, 2), "times", name)
    return classic.results


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0, help="time per figure")
    bench(parser.parse_args().seconds)
