"""The strong bot: a tree search within the round, with a net that evaluates positions and moves.

The next deal is not searched: the net evaluates the boards before it. Once the round is solved, the
rest of the limit may be spent beyond the deal. A search by time keeps its tree, and the next one
continues in it from wherever the game is by then.
"""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright import fast
from tilewright.bots.beyond import best_end, look_beyond
from tilewright.bots.choice import Choice, Limit, Outlook, Ranked, require_seat
from tilewright.bots.config import SearchConfig
from tilewright.bots.evaluate import new_workspace
from tilewright.bots.features import MOST_MOVES
from tilewright.bots.memory import Memory, is_decided, is_solved, outlook
from tilewright.bots.nets import Net, load, no_net
from tilewright.bots.root import root_policy, sample
from tilewright.bots.shipped import net_file
from tilewright.bots.tree import Tree, clear, find, new_tree, set_root
from tilewright.fast import cache as kept
from tilewright.fast import compiling
from tilewright.fast.compiling import Records
from tilewright.game import Rng
from tilewright.games import AnyMove, AnyState, new_game, side

SIMULATIONS = 2000  # if no limit is given
NODES, CHILDREN = 600_000, 8_000_000  # room for a search by time
ABOUT = 150  # kernels to compile per game, for the progress bar
CHUNK = 0.002  # seconds between checks of the clock
FULL_STRENGTH = SearchConfig()
UCT = SearchConfig(c_puct=0.7, ucb=True, playout=True)
STIR = 0.1  # share of noise at the root when several threads search

MayRun = Callable[[int], bool]  # tells whether so many more simulations may be run


@cache
def _net(path: Path | None) -> Net:
    return load(path) if path else no_net()


def net_of(state: AnyState) -> Net:
    """The net that plays a configuration; without one, the hand-made estimate."""
    return _net(net_file(state.game, len(state.scores), side(state)))


def choose(
    state: AnyState,
    limit: Limit,
    rng: Rng,
    *,
    temperature: float = 0.0,
    threads: int = 1,
    net: Net | None = None,
    config: SearchConfig = FULL_STRENGTH,
    beyond: bool = False,
) -> Choice:
    """Choose the move that was searched most, or another one, the likelier the higher the
    temperature. Searches limited by simulations are repeatable: same seed, same choice. What a
    solved round leaves of the limit is spent `beyond` the deal, or saved."""
    require_seat(state)
    net = net_of(state) if net is None else net
    array = fast.from_state(state)
    seeds = fast.seeded(rng.randrange(2**63), max(threads, 1))
    if threads <= 1:
        memory = search(array, limit, seeds, net, config, beyond=beyond)
        return read([memory], state, temperature, seeds)
    stirred = config._replace(noise=STIR)
    with ThreadPoolExecutor(threads) as pool:
        jobs = [
            pool.submit(
                search,
                array,
                limit,
                seeds[i : i + 1],
                net,
                stirred if i else config,
                beyond=beyond,
            )
            for i in range(threads)
        ]
        return read([job.result() for job in jobs], state, temperature, seeds)


def choose_and_end(state: AnyState, simulations: int, rng: Rng) -> tuple[Choice, AnyState | None]:
    """Choose a move, and tell where the best moves lead before nature deals, if the round is
    solved."""
    require_seat(state)
    array, seeds = fast.from_state(state), fast.seeded(rng.randrange(2**63))
    memory = search(array, Limit(simulations=simulations), seeds, net_of(state), FULL_STRENGTH)
    end = best_end(memory.tree, array) if is_solved(memory.tree) else None
    return read([memory], state, 0.0, seeds), None if end is None else fast.to_state(end)


def judge(state: AnyState, simulations: int, rng: Rng) -> tuple[Outlook, AnyMove | None]:
    """What a search expects, without its choice. Where only one move comes into question, nothing
    is searched: that move, and a guess."""
    require_seat(state)
    array, seeds = fast.from_state(state), fast.seeded(rng.randrange(2**63))
    tree = search(array, Limit(simulations=simulations), seeds, net_of(state), FULL_STRENGTH).tree
    chances, margins = outlook([tree], len(state.scores)).tolist()
    root, only = tree.nodes[tree.used[2]], None
    if root["count"] == 1:
        only = fast.kernels(state.game).decode_move(int(tree.children[root["first"]]["move"]))
    return Outlook(tuple(margins), tuple(chances)), only


def uct(state: AnyState, limit: Limit, rng: Rng) -> Choice:
    """Choose by search with random playouts to the end of the round and a hand-made estimate: how
    strong a bot is without learning."""
    return choose(state, limit, rng, net=no_net(), config=UCT)


class Kept(threading.local):
    """The tree of a thread's last search by time."""

    memory: Memory | None = None
    net: Net | None = None


_kept = Kept()


def search(
    array: Records,
    limit: Limit,
    rng: compiling.RngState,
    net: Net,
    config: SearchConfig,
    *,
    beyond: bool = False,
) -> Memory:
    """Search a position for as long as the limits allow."""
    if limit.time is None:
        simulations = SIMULATIONS if limit.simulations is None else limit.simulations
        memory, may_run = _count(array, simulations, rng, net, config)
    else:
        memory, may_run = _time(array, limit.time, limit.simulations, rng, net, config)
    if beyond and is_solved(memory.tree) and memory.tree.nodes[memory.tree.used[2]]["count"] > 1:
        look_beyond(memory, array, net, config, rng, may_run)
    return memory


def _count(
    array: Records, simulations: int, rng: compiling.RngState, net: Net, config: SearchConfig
) -> tuple[Memory, MayRun]:
    """Run a number of simulations in a new tree; also returns whether more may be run."""
    tree = new_tree(simulations + 8, 32 * simulations + 4 * MOST_MOVES, MOST_MOVES)
    memory = Memory(tree, new_workspace(MOST_MOVES), array.copy())
    memory.run(array, net, config, rng, 0)
    if not is_decided(tree):
        memory.run(array, net, config, rng, max(simulations - 1, 0))
    left = simulations - 1 - int(tree.root_sums[2, 0])

    def may_run(times: int) -> bool:
        nonlocal left
        left -= times
        return left >= 0

    return memory, may_run


def _time(
    array: Records,
    limit: float,
    simulations: int | None,
    rng: compiling.RngState,
    net: Net,
    config: SearchConfig,
) -> tuple[Memory, MayRun]:
    """Search by the clock, in the kept tree if it has the position; also returns whether there is
    time for as much again as was just run."""
    end = time.perf_counter() + limit
    memory = _timed_memory(array, net, config, rng)
    done, step = 0, 16
    while not is_decided(memory.tree) and (simulations is None or done < simulations):
        at = time.perf_counter()
        if at >= end:
            break
        if simulations is not None:
            step = min(step, simulations - done)
        memory.run(array, net, config, rng, step)
        done += step
        now = time.perf_counter()
        step = max(1, int(step / (now - at) * min(CHUNK, max(end - now, 0))))
    last = time.perf_counter()

    def may_run(times: int) -> bool:
        nonlocal done, last
        before, last, done = last, time.perf_counter(), done + times
        return 2 * last - before <= end and (simulations is None or done <= simulations)

    return memory, may_run


def _timed_memory(
    array: Records, net: Net, config: SearchConfig, rng: compiling.RngState
) -> Memory:
    """The kept tree with the position as its root, or a new one."""
    memory = _kept.memory
    if memory is None or memory.game.dtype != array.dtype:
        memory = Memory(
            new_tree(NODES, CHILDREN, MOST_MOVES), new_workspace(MOST_MOVES), array.copy()
        )
    elif _kept.net is net and not config.ucb and memory.tree.used[0] < NODES // 2:
        node = find(memory.tree, np.uint64(fast.kernels(array).hash_state(array[0])))
        if node and memory.tree.nodes[node]["count"]:
            set_root(memory.tree, node, config, rng)
            return memory
    _kept.memory, _kept.net = memory, net
    clear(memory.tree)
    memory.run(array, net, config, rng, 0)
    return memory


def read(
    memories: list[Memory], state: AnyState, temperature: float, rng: compiling.RngState
) -> Choice:
    """The choice that trees of one position lead to. One that has solved it decides alone."""
    trees = [memory.tree for memory in memories]
    trees = [tree for tree in trees if is_solved(tree)][:1] or trees
    seat, players = state.turn, len(state.scores)
    decode = fast.kernels(state.game).decode_move
    found: dict[int, Any] = {}
    for tree in trees:
        for move, sums in tally(tree, seat):
            found[move] = found.get(move, 0) + sums / len(trees)
    means = outlook(trees, players)
    total = sum(sums[0] for sums in found.values())
    ranking = []
    for move, (weight, prior, chance, margin, counted) in found.items():
        if weight or not total:
            seen = (chance / counted, margin / counted) if counted else means[:, seat]
            share = weight / total if total else prior
            ranking.append(Ranked(decode(move), float(seen[1]), float(seen[0]), float(share)))
    chosen = None
    if temperature > 0 or len(trees) == 1:
        at = sample(trees[0], temperature, rng[:1])
        chosen = decode(int(trees[0].children[at]["move"]))
    ranking.sort(key=lambda one: (-one.weight, one.move != chosen, -one.margin))
    move = chosen or ranking[0].move
    return Choice(move, Outlook(tuple(means[1].tolist()), tuple(means[0].tolist())), tuple(ranking))


def tally(tree: Tree, seat: int) -> Iterator[tuple[int, NDArray[np.float64]]]:
    """The moves of the root, each with its weight, its prior, the sums of its chances and margins,
    and how many were added up."""
    root = tree.nodes[tree.used[2]]
    first, count = int(root["first"]), int(root["count"])
    root_policy(tree)
    for i, child in enumerate(tree.children[first : first + count]):
        sums, node = tree.child_sums[:, i], int(child["node"])
        if node and tree.nodes[node]["solved"]:  # known to the end
            seen = tree.nodes[node]
            sums = np.array([seen["chances"][seat], seen["margins"][seat], 1.0])
            sums *= max(1, child["visits"])
        yield int(child["move"]), np.array([tree.priors[i], child["prior"], *sums])


def warm_up(
    progress: Callable[[str, float], None] = lambda *_: None,
    games: Sequence[str] = tuple(fast.names()),
) -> None:
    """Compile the search of some games, so that nobody has to wait for it later."""
    for done, name in enumerate(games):

        def tell(compiled: int, name: str = name, done: int = done) -> None:
            progress(name, (done + min(compiled / ABOUT, 0.99)) / len(games))

        tell(0)
        with compiling.counted(tell):
            _use(name)
        kept.note_complete(kept.SEARCH, name)
    progress("", 1.0)


def _use(name: str) -> None:
    """Search a game in every way there is."""
    state = new_game(name)
    luck = random.Random(0)
    while state.turn < 0:
        state = state.play(state.sample(luck))
    for limit in (
        Limit(simulations=4),
        Limit(time=0.001),
        Limit(time=0.001),
    ):  # last: a kept tree
        choose(state, limit, luck, temperature=1.0)
    array, seeds, net = fast.from_state(state), fast.seeded(0), net_of(state)
    memory = search(array, Limit(simulations=4), seeds, net, FULL_STRENGTH)
    look_beyond(memory, array, net, FULL_STRENGTH, seeds, lambda _: False)
    uct(state, Limit(simulations=4), luck)
