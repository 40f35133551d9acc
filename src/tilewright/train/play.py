"""Self-play, and games to compare nets, inside kernels."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tilewright.bots.config import SearchConfig
from tilewright.bots.evaluate import Workspace, evaluate, result
from tilewright.bots.features import is_leaf, list_candidates
from tilewright.bots.nets import Net
from tilewright.bots.root import best_child, root_policy, sample
from tilewright.bots.simulation import run_simulations
from tilewright.bots.tree import Tree, clear
from tilewright.fast.compiling import Records, RngState, StateRecord, kernel
from tilewright.fast.rules import apply, chance, turn
from tilewright.fast.words import GOLDEN, below, mix
from tilewright.game import CHANCE, OVER

Array = NDArray[Any]


class Effort(NamedTuple):
    """How much is searched at the moves of a self-play game."""

    full: int = 500  # simulations at moves to learn from
    quick: int = 100  # elsewhere
    share: float = 0.25  # of moves to learn from
    temperature: float = 0.35


class Samples(NamedTuple):
    """Positions to learn from: what was found there, and how the game ended."""

    states: Records
    first: NDArray[np.int32]  # where the weights of a position's candidates begin
    counts: NDArray[np.int16]  # of candidates; 0 before a deal
    found: NDArray[np.float32]  # chances and margins by seat, from the search
    ended: NDArray[np.float32]  # the same, from the end of the game
    weights: NDArray[np.float32]  # how often candidates were visited, as shares
    used: NDArray[np.int64]  # positions and weights


@kernel
def new_samples(like: Records, positions: int, weights: int) -> Samples:
    """Room for so many positions and weights."""
    return Samples(
        np.empty(positions, like.dtype),
        np.zeros(positions, np.int32),
        np.zeros(positions, np.int16),
        np.zeros((positions, 2, 4), np.float32),
        np.zeros((positions, 2, 4), np.float32),
        np.zeros(weights, np.float32),
        np.zeros(2, np.int64),
    )


@kernel
def note(out: Samples, s: StateRecord) -> int:
    """Keep a position; returns its number."""
    at = out.used[0]
    out.states[at] = s
    out.first[at] = out.used[1]
    out.counts[at] = 0
    out.used[0] += 1
    return int(at)


@kernel
def note_search(out: Samples, at: int, s: StateRecord, tree: Tree) -> None:
    """Keep how often the candidates were visited, in the order of the candidates."""
    node = tree.nodes[tree.used[2]]
    count = list_candidates(s, tree.moves)
    root_policy(tree)
    total = tree.priors[: node.count].sum()
    for k in range(count):
        for i in range(node.count):
            if tree.children[node.first + i].move == tree.moves[k]:
                out.weights[out.used[1] + k] = tree.priors[i] / total
                break
    out.counts[at] = count
    out.used[1] += count


@kernel
def note_value(out: Samples, at: int, players: int, tree: Tree) -> None:
    """Keep what the search expects."""
    root = tree.used[2]
    for seat in range(players):
        if tree.nodes[root].solved:
            out.found[at, 0, seat] = tree.nodes[root].chances[seat]
            out.found[at, 1, seat] = tree.nodes[root].margins[seat]
        else:
            out.found[at, 0, seat] = tree.root_sums[0, seat] / tree.root_sums[2, seat]
            out.found[at, 1, seat] = tree.root_sums[1, seat] / tree.root_sums[2, seat]


@kernel
def self_play_game(
    game: Records,
    net: Net,
    tree: Tree,
    workspace: Workspace,
    config: SearchConfig,
    effort: Effort,
    rng: RngState,
    out: Samples,
) -> None:
    """Play a game to its end and keep positions from it."""
    quiet = SearchConfig(
        config.c_puct,
        config.fpu_reduction,
        0.0,
        config.ucb,
        config.playout,
        config.growth,
        config.policy_temperature,
    )
    other = np.empty_like(game)
    s = game[0]
    begin, waiting = out.used[0], -1
    while turn(s) != OVER:
        if turn(s) == CHANCE:
            if is_leaf(s):
                if waiting < 0:
                    waiting = note(out, s)
                out.states[waiting] = s  # nature may move more than once: the last position counts
            chance(s, rng)
            continue
        if list_candidates(s, tree.moves) == 1:
            apply(s, tree.moves[0])
            continue
        full = below(rng, 1 << 20) < effort.share * (1 << 20)
        times = effort.full if full else effort.quick
        clear(tree)
        run_simulations(tree, s, other, net, workspace, config if full else quiet, rng, times)
        if full:
            at = note(out, s)
            note_search(out, at, s, tree)
            note_value(out, at, s.players, tree)
        if waiting >= 0:  # what is found after the deal is the value of the position before it
            note_value(out, waiting, s.players, tree)
            waiting = -1
        apply(s, tree.children[sample(tree, effort.temperature, rng)].move)
    for at in range(begin, out.used[0]):
        result(s, workspace, out.ended[at, 0], out.ended[at, 1])


@kernel
def self_play_games(
    starts: Records,
    games: int,
    net: Net,
    tree: Tree,
    workspace: Workspace,
    config: SearchConfig,
    effort: Effort,
    rng: RngState,
    out: Samples,
) -> int:
    """Play games to learn from, as many as there is room for; returns how many."""
    game = np.empty_like(starts[:1])
    for number in range(games):
        if out.used[0] + 300 > len(out.states) or out.used[1] + 20000 > len(out.weights):
            return number
        game[0] = starts[below(rng, len(starts))]
        self_play_game(game, net, tree, workspace, config, effort, rng, out)
    return games


@kernel
def evaluate_all(states: Records, net: Net, workspace: Workspace, out: NDArray[np.float32]) -> None:
    """Evaluate positions without a search; writes chances and margins by seat."""
    for at in range(len(states)):
        evaluate(states[at], net, workspace, out[at, 0], out[at, 1])


@kernel
def play_game(
    start: StateRecord,
    game: Records,
    nets: tuple[Net, Net],
    configs: tuple[SearchConfig, SearchConfig],
    times: tuple[int, int],
    seat: int,
    seed: np.uint64,
    tree: Tree,
    workspace: Workspace,
    out: Array,
) -> None:
    """Play a game with the first net at one seat and the second at all others; writes chances and
    margins by seat. Nature's moves depend only on the seed and on how many she has made."""
    other = np.empty_like(game)
    luck = np.empty(1, np.uint64)
    rng = np.empty(1, np.uint64)
    rng[0] = mix(seed)
    game[0] = start
    s = game[0]
    draws = 0
    while turn(s) != OVER:
        if turn(s) == CHANCE:
            luck[0] = mix(seed + np.uint64(draws) * GOLDEN)
            chance(s, luck)
            draws += 1
            continue
        if list_candidates(s, tree.moves) == 1:
            apply(s, tree.moves[0])
            continue
        who = 0 if s.seat == seat else 1
        clear(tree)
        run_simulations(tree, s, other, nets[who], workspace, configs[who], rng, times[who])
        apply(s, tree.children[best_child(tree)].move)
    result(s, workspace, out[0], out[1])


@kernel
def play_deals(
    start: StateRecord,
    nets: tuple[Net, Net],
    configs: tuple[SearchConfig, SearchConfig],
    times: tuple[int, int],
    seeds: NDArray[np.uint64],
    tree: Tree,
    workspace: Workspace,
    game: Records,
    out: Array,
) -> None:
    """Play each deal once from every seat; writes the first net's share of the win and its margin,
    by deal and seat."""
    ends = np.empty((2, 4), np.float32)
    for i in range(len(seeds)):
        for seat in range(start.players):
            play_game(start, game, nets, configs, times, seat, seeds[i], tree, workspace, ends)
            out[i, seat, 0] = ends[0, seat]
            out[i, seat, 1] = ends[1, seat]
