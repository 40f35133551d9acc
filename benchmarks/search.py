"""Measurements of the bots: simulations per second, how many of them reach a new position, and what
one evaluation costs.

python -m benchmarks.search
"""

from __future__ import annotations

import random
import time
from typing import Any

import numpy as np

import tilewright as tw
from tilewright import fast
from tilewright.bots import evaluate, nets, search, tree
from tilewright.bots.config import SearchConfig
from tilewright.bots.evaluate import Workspace
from tilewright.bots.features import MOST_MOVES, list_candidates
from tilewright.bots.memory import Memory
from tilewright.bots.nets import Net
from tilewright.fast.compiling import Records, kernel
from tilewright.games import AnyState

DEALS = 8
SIMULATIONS = (1_000, 10_000, 100_000)


def opening(game: str, seed: int) -> AnyState:
    """The first position of a game with a decision in it."""
    rng = random.Random(seed)
    state: AnyState = tw.GAMES[game].new_game(2)
    while state.turn == tw.CHANCE:
        state = state.play(state.sample(rng))
    return state


def speed(state: AnyState, simulations: int, net: Net, config: SearchConfig) -> tuple[float, float]:
    """Simulations per second of processor time at the start of a round, and distinct positions per
    simulation."""
    array, rng = fast.from_state(state), fast.seeded(0)
    memory = Memory(
        tree.new_tree(simulations + 8, 64 * simulations + 4 * MOST_MOVES, MOST_MOVES),
        evaluate.new_workspace(MOST_MOVES),
        array.copy(),
    )
    memory.run(array, net, config, rng, 0)
    begin = time.thread_time()
    memory.run(array, net, config, rng, simulations)
    spent, done = time.thread_time() - begin, memory.tree.root_sums[2, 0]
    return done / spent, memory.tree.used[0] / done


@kernel
def evaluate_all(
    states: Records,
    net: Net,
    workspace: Workspace,
    chances: Any,
    margins: Any,
    moves: Any,
    priors: Any,
) -> None:
    """Evaluate positions and their moves."""
    for i in range(len(states)):
        evaluate.evaluate(states[i], net, workspace, chances, margins)
        count = list_candidates(states[i], moves)
        if count:
            evaluate.policy(states[i], net, workspace.second, workspace, moves, count, 1.0, priors)


def cost(game: str, net: Net) -> float:
    """Seconds of processor time for one evaluation with the priors of all moves, over the positions
    of random games."""
    rng = fast.seeded(1)
    states = []
    for seed in range(30):
        array = fast.from_state(opening(game, seed))
        while fast.turn(array[0]) != tw.OVER:
            states.append(array.copy())
            fast.apply(array[0], fast.kth_move(array[0], seed % fast.count_moves(array[0])))
            fast.settle(array[0], rng)
    positions = np.concatenate(states)
    out = np.zeros((2, 4), np.float32)
    moves, priors = np.zeros(MOST_MOVES, np.int32), np.zeros(MOST_MOVES, np.float32)
    workspace = evaluate.new_workspace(MOST_MOVES)
    times = []
    for _ in range(30):
        begin = time.thread_time()
        evaluate_all(positions, net, workspace, out[0], out[1], moves, priors)
        times.append((time.thread_time() - begin) / len(positions))
    return min(times[1:])


def measure() -> list[dict[str, object]]:
    """Measure both games, print a table, and return the figures for the file."""
    results: list[dict[str, object]] = []
    for game in fast.names():
        states = [opening(game, seed) for seed in range(DEALS)]
        net = search.net_of(states[0])
        speed(states[0], 16, net, search.FULL_STRENGTH)  # compiled before the clock starts
        speed(states[0], 16, nets.no_net(), search.UCT)
        figures = {
            f"{simulations} simulations": [
                speed(state, simulations, net, search.FULL_STRENGTH) for state in states
            ]
            for simulations in SIMULATIONS
        }
        figures["uct, 10000 simulations"] = [
            speed(state, 10_000, nets.no_net(), search.UCT) for state in states
        ]
        for name, values in figures.items():
            middle, new = np.median(values, axis=0)
            best = max(values)[0]
            told = f"{middle:10,.0f} simulations/s (best {best:,.0f}), {new:.0%} new positions"
            print(f"{game:9} {name:24} {told}")
            results.append(
                {"game": game, "name": name, "value": round(middle), "unit": "simulations/s"}
            )
            results.append(
                {"game": game, "name": f"{name}, new positions", "value": round(new, 2), "unit": ""}
            )
        each = 1e6 * cost(game, net)
        print(f"{game:9} {'evaluation with moves':24} {each:10.2f} µs")
        results.append(
            {"game": game, "name": "evaluation with moves", "value": round(each, 2), "unit": "µs"}
        )
    return results


if __name__ == "__main__":
    measure()
