"""Measurements of the kernels of both games."""

from __future__ import annotations

import hashlib
import random
import time
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

import tilewright as tw
from tilewright import fast
from tilewright.envs.vector import BatchEnv
from tilewright.games import AnyState
from tilewright.market import FACTORIES

BATCH = 4096


class Bench:
    """The figures of one game."""

    def __init__(self, game: str, sides: dict[str, tuple[str, ...]], games: int) -> None:
        self.game = game
        self.games = games  # per measurement of the kernel, and for the signature
        self.sides = [side for values in sides.values() for side in values]
        self.starts: dict[str, AnyState] = {
            f"players={players} {side}": tw.GAMES[game].new_game(players, **{option: side})
            for players in (2, 3, 4)
            for option, values in sides.items()
            for side in values
        }
        self.speeds: dict[str, float] = {}  # of the kernel, by configuration
        self.results: list[dict[str, object]] = []

    def note(self, what: str, value: float, unit: str, configuration: str, sign: str = "") -> None:
        """Keep a figure for the file."""
        kind = {"game": self.game, "configuration": configuration, "signature": sign}
        self.results.append({"name": what, "value": value, "unit": unit, **kind})

    def measure(self, seconds: float) -> None:
        """Measure every configuration and print a table."""
        costs = {}
        print(f"{self.game:19}  kernel/s  reference/s  ratio  ns/move  batch M/s  signature")
        for name, start in self.starts.items():
            self.kernel_speed(start, 0)  # compiled before the clock starts
            reference = reference_speed(start, seconds)
            games, cost, signature = self.kernel_speed(start, seconds)
            batch = self.batch_speed(start, seconds)
            costs[name], self.speeds[name] = cost, games
            ratio = games / reference
            row = f"{name:19} {games:9,.0f} {reference:12,.1f} {ratio:6,.0f} {cost:8.1f}"
            print(f"{row} {batch / 1e6:10.2f}  {signature}", flush=True)
            self.note("random games, kernel", round(games), "games/s", name, signature)
            self.note("kernel : reference", round(ratio), "times", name)
            self.note("cost of a move, kernel", round(cost, 1), "ns", name)
            self.note(f"batch of {BATCH}, kernel", round(batch), "steps/s", name)
        for side in self.sides:
            ratio = costs[f"players=4 {side}"] / costs[f"players=2 {side}"]
            print(f"4 players : 2 players, cost of a move, {side}: {ratio:.2f}")
            self.note("cost of a move, 4 : 2 players", round(ratio, 2), "times", side)
        for dtype in ("uint8", "float32"):
            steps = environment_speed(self.game, dtype, seconds)
            print(f"environment of {BATCH} games, seen as {dtype}: {steps / 1e6:.2f} M steps/s")
            self.note(f"environment of {BATCH}, {dtype}", round(steps), "steps/s", "players=2")

    def kernel_speed(self, start: AnyState, seconds: float) -> tuple[float, float, str]:
        """Random games per second, nanoseconds per move of a seat, and the signature."""
        array = fast.from_state(start)
        scores = np.zeros((self.games, len(start.scores)), np.int64)

        def play() -> int:
            moves: int = fast.play_games(array, self.games, fast.seeded(1), scores)
            return moves

        moves = play()
        best = fastest(play, seconds)
        return self.games / best, 1e9 * best / moves, sign(scores)

    def batch_speed(self, start: AnyState, seconds: float) -> float:
        """Steps per second of many games at once, masks and legality checks included."""
        states = np.repeat(fast.from_state(start), BATCH)
        rng = fast.seeded(1, BATCH)
        turns, done = np.zeros(BATCH, np.int8), np.zeros(BATCH, np.bool_)
        masks = np.zeros((BATCH, mask_width(start)), np.bool_)
        rewards, finals = np.zeros((BATCH, 4), np.float32), np.zeros((BATCH, 4), np.int32)
        fast.batch_start(states, rng, turns, masks)

        def step(actions: NDArray[np.int64]) -> NDArray[np.bool_]:
            fast.batch_step(states, actions, rng, turns, rewards, finals, done, masks)
            return masks

        return step_speed(step, masks, seconds)


def sign(scores: NDArray[np.int64]) -> str:
    """A hash of the results of seeded games."""
    return hashlib.sha256(scores.astype("<i8").tobytes()).hexdigest()[:12]


def fastest(work: Callable[[], object], seconds: float) -> float:
    """The shortest time that a piece of work took, tried for this many seconds and at least three
    times."""
    best, tries, end = float("inf"), 0, time.perf_counter() + seconds
    while tries < 3 or time.perf_counter() < end:
        begin = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - begin)
        tries += 1
    return best


def play(state: AnyState, rng: random.Random) -> AnyState:
    """The end of a random game by the reference rules."""
    while state.turn != tw.OVER:
        if state.turn == tw.CHANCE:
            state = state.play(state.sample(rng))
        else:
            state = state.play(rng.choice(state.legal_moves()))
    return state


def reference_speed(start: AnyState, seconds: float) -> float:
    """Random games per second of the reference rules: the best of rounds of ten games."""
    rng = random.Random(1)
    return 10 / fastest(lambda: [play(start, rng) for _ in range(10)], seconds)


def mask_width(start: AnyState) -> int:
    """How long masks must be: on the coloured wall of classic they end after the takes."""
    if start.game == "classic" and "wall=coloured" in str(start.options):
        return 30 * (1 + FACTORIES[len(start.scores)])
    return int(fast.kernels(start.game).MOVES)


def environment_speed(game: str, dtype: str, seconds: float) -> float:
    """Steps per second of the vector environment: masks, observations and all."""
    envs = BatchEnv(game, BATCH, dtype=dtype, copy=False)
    _, info = envs.reset(seed=1)

    def step(actions: NDArray[np.int64]) -> NDArray[np.bool_]:
        masks: NDArray[np.bool_] = envs.step(actions)[-1]["action_mask"]
        return masks

    return step_speed(step, info["action_mask"], seconds)


def step_speed(
    step: Callable[[NDArray[np.int64]], NDArray[np.bool_]],
    masks: NDArray[np.bool_],
    seconds: float,
) -> float:
    """Steps per second; the actions are chosen at random outside the clock."""
    rng = np.random.default_rng(1)
    spent, steps, end = 0.0, 0, time.perf_counter() + seconds
    while steps < 50 or time.perf_counter() < end:
        counts = masks.sum(axis=1)
        firsts = np.cumsum(counts) - counts
        wanted = (rng.random(len(masks)) * counts).astype(np.int64)
        actions = (np.flatnonzero(masks) % masks.shape[1])[firsts + wanted]
        begin = time.perf_counter()
        masks = step(actions)
        if steps:  # the first one compiles
            spent += time.perf_counter() - begin
        steps += 1
    return (steps - 1) * len(masks) / spent
