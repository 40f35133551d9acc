"""Measure the kernel of classic against the reference rules, in one run on one core."""

from __future__ import annotations

import argparse
import hashlib
import random
import time
from collections.abc import Callable

import numpy as np

import tilewright as tw
from tilewright.classic import State
from tilewright.fast import classic as fast
from tilewright.fast.compiling import seeded
from tilewright.market import FACTORIES

CONFIGURATIONS = {
    f"players={players} {wall}": tw.classic.new_game(players, wall=wall)
    for players in (2, 3, 4)
    for wall in ("coloured", "grey")
}
GAMES = 10_000  # a turn of the kernel, and the games of the signature
BATCH = 4096
SIMULATIONS = 10_000


def fastest(work: Callable[[], object], seconds: float) -> float:
    """The shortest time that a piece of work took, tried for so many seconds, three times at
    least."""
    best, tries, end = float("inf"), 0, time.perf_counter() + seconds
    while tries < 3 or time.perf_counter() < end:
        begin = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - begin)
        tries += 1
    return best


def play(state: State, rng: random.Random) -> State:
    """The end of a random game by the reference rules."""
    while state.turn != tw.OVER:
        if state.turn == tw.CHANCE:
            state = state.play(state.sample(rng))
        else:
            state = state.play(rng.choice(state.legal_moves()))
    return state


def reference_speed(start: State, seconds: float) -> float:
    """Random games per second of the reference rules: the best of rounds of ten games."""
    rng = random.Random(1)
    return 10 / fastest(lambda: [play(start, rng) for _ in range(10)], seconds)


def kernel_speed(start: State, seconds: float) -> tuple[float, float, str]:
    """Random games per second, nanoseconds per move of a seat, and the signature."""
    array = fast.from_state(start)
    scores = np.zeros((GAMES, len(start.players)), np.int64)
    moves = fast.play_games(array, GAMES, seeded(1), scores)
    signature = hashlib.sha256(scores.astype("<i8").tobytes()).hexdigest()[:12]
    best = fastest(lambda: fast.play_games(array, GAMES, seeded(1), scores), seconds)
    return GAMES / best, 1e9 * best / moves, signature


def batch_speed(start: State, seconds: float) -> float:
    """Steps per second of many games at once, masks and legality checks included; the actions are
    chosen outside the clock."""
    states = np.repeat(fast.from_state(start), BATCH)
    rng = seeded(1, BATCH)
    turns, done = np.zeros(BATCH, np.int8), np.zeros(BATCH, np.bool_)
    width = fast.MOVES
    if start.options.wall == "coloured":
        width = 30 * (1 + FACTORIES[start.options.players])
    masks = np.zeros((BATCH, width), np.bool_)
    rewards, finals = np.zeros((BATCH, 4), np.float32), np.zeros((BATCH, 4), np.int32)
    actions = np.zeros(BATCH, np.int32)
    choices = np.random.default_rng(1)
    fast.batch_start(states, rng, turns, masks)
    spent, steps, end = 0.0, 0, time.perf_counter() + seconds
    while steps < 100 * BATCH or time.perf_counter() < end:
        counts = masks.sum(axis=1)
        wanted = (choices.random(BATCH) * counts).astype(np.int64)
        legal = np.flatnonzero(masks) % width
        actions[:] = legal[np.concatenate(([0], np.cumsum(counts)[:-1])) + wanted]
        begin = time.perf_counter()
        fast.batch_step(states, actions, rng, turns, rewards, finals, done, masks)
        if steps:  # the first one compiles
            spent += time.perf_counter() - begin
        steps += BATCH
    return (steps - BATCH) / spent


def abreast_speed(start: State, seconds: float) -> tuple[float, str]:
    """Random games per second in lock-step, and the signature."""
    array, rng = fast.from_state(start), seeded(1, GAMES)
    scores = np.zeros((GAMES, 2), np.int64)
    fast.play_abreast(array, rng, scores)
    best = fastest(lambda: fast.play_abreast(array, rng, scores), seconds)
    return GAMES / best, hashlib.sha256(scores.astype("<i8").tobytes()).hexdigest()[:12]


def search_speed(start: State, seconds: float) -> float:
    """Simulations per second of the tree search at the opening, in searches of ten thousand."""
    array = fast.from_state(start)
    fast.chance(array[0], seeded(1))
    fast.uct(array[0], 10, 1)
    return SIMULATIONS / fastest(lambda: fast.uct(array[0], SIMULATIONS, 1), seconds)


def bench(seconds: float = 1.0) -> list[dict[str, object]]:
    """Measure every configuration, print a table and return the numbers."""
    results: list[dict[str, object]] = []

    def note(what: str, value: float, unit: str, configuration: str, signature: str = "") -> None:
        kind = {"game": "classic", "configuration": configuration, "signature": signature}
        results.append({"name": what, "value": value, "unit": unit, **kind})

    costs, speeds = {}, {}
    print("classic              kernel/s  reference/s  ratio  ns/move  batch M/s  signature")
    for name, start in CONFIGURATIONS.items():
        kernel_speed(start, 0)  # compiled before the clock starts
        reference = reference_speed(start, seconds)
        games, cost, signature = kernel_speed(start, seconds)
        batch = batch_speed(start, seconds)
        costs[name], speeds[name] = cost, games
        row = f"{name:19} {games:9,.0f} {reference:12,.1f} {games / reference:6,.0f} {cost:8.1f}"
        print(f"{row} {batch / 1e6:10.2f}  {signature}", flush=True)
        note("random games, kernel", round(games), "games/s", name, signature)
        note("kernel : reference", round(games / reference), "times", name)
        note("cost of a move, kernel", round(cost, 1), "ns", name)
        note(f"batch of {BATCH}, kernel", round(batch), "steps/s", name)
    for wall in ("coloured", "grey"):
        ratio = costs[f"players=4 {wall}"] / costs[f"players=2 {wall}"]
        print(f"4 players : 2 players, cost of a move, {wall}: {ratio:.2f}")
        note("cost of a move, 4 : 2 players", round(ratio, 2), "times", wall)
    name = "players=2 coloured"
    abreast, signature = abreast_speed(CONFIGURATIONS[name], seconds)
    ratio = abreast / speeds[name]
    print(f"in lock-step, {name}: {abreast:,.0f} games/s, {ratio:.2f} x the kernel  {signature}")
    note("random games, lock-step", round(abreast), "games/s", name, signature)
    note("lock-step : kernel", round(ratio, 2), "times", name)
    search = search_speed(CONFIGURATIONS[name], seconds)
    print(f"tree search with random playouts, {name}, opening: {search:,.0f} simulations/s")
    note("tree search, opening", round(search), "simulations/s", name)
    return results


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0, help="time per figure")
    bench(parser.parse_args().seconds)
