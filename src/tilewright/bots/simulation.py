"""Simulations: down the tree to a new position, and back up with its value."""

from __future__ import annotations

from tilewright.bots.bounds import at_least, at_most, bound, child_value, is_settled
from tilewright.bots.config import SearchConfig
from tilewright.bots.evaluate import Workspace
from tilewright.bots.features import advance, default_exploration
from tilewright.bots.nets import Net
from tilewright.bots.selection import credit, select, select_ucb
from tilewright.bots.tree import DEPTH, SETTLED, Tree, add_node, expand, find, set_root
from tilewright.fast.compiling import (
    Records,
    RngState,
    StateRecord,
    inner_kernel,
    int64,
    lean_kernel,
    part_kernel,
)
from tilewright.fast.rules import hash_state


@inner_kernel
def follow(tree: Tree, start: StateRecord, game: Records, depth: int) -> None:
    """Play the moves of the path."""
    game[0] = start
    for i in range(depth):
        advance(game[0], tree.children[tree.path[1, i]].move)


@part_kernel
def simulate(
    tree: Tree,
    start: StateRecord,
    game: Records,
    net: Net,
    workspace: Workspace,
    config: SearchConfig,
    rng: RngState,
) -> None:
    """Run one simulation: go down to a position that was never evaluated, evaluate it, and back up
    its value. A node gets its moves on its second visit, since most are visited only once."""
    root = tree.used[2]
    at, depth = root, 0
    there = False  # whether `game` has been played up to the node
    while True:
        node = tree.nodes[at]
        source = at  # the node whose value is backed up
        if node.solved or depth == DEPTH:
            break
        if node.count == 0:
            if not there:
                follow(tree, start, game, depth)
                there = True
            if not expand(tree, at, game[0], net, workspace, config):
                break
        chosen = select_ucb(tree, at, config) if config.ucb else select(tree, at, config)
        child = tree.children[chosen]
        tree.path[0, depth] = at
        tree.path[1, depth] = chosen
        if there:
            advance(game[0], child.move)
        if child.node == 0:
            if not there:
                follow(tree, start, game, depth + 1)
                there = True
            known = 0 if config.ucb else find(tree, hash_state(game[0]))
            if known == 0:
                depth += 1
                source = tree.used[0]
                child.node = add_node(tree, game[0], net, workspace, config, rng)
                break
            child.node = known
        if not config.ucb and is_settled(tree, node, child, start.players):
            bound(tree, at, start.players)  # and choose again
            there = False
            continue
        depth += 1
        at = child.node
    back_up(tree, source, depth, start.players, config)
    if tree.nodes[root].best >= 0 and not tree.nodes[root].solved:
        credit(tree, root, config)


@part_kernel
def back_up(tree: Tree, source: int, depth: int, players: int, config: SearchConfig) -> None:
    """Back up the value along the path. Where a solved move is better for the seat to move than
    the one that was tried, it counts instead, for the seat would choose it."""
    found = source
    for i in range(depth - 1, -1, -1):
        at, chosen = int64(tree.path[0, i]), int64(tree.path[1, i])
        node, child = tree.nodes[at], tree.children[chosen]
        child.visits += 1
        if tree.u_terms[chosen] != SETTLED:
            tree.u_terms[chosen] = child.prior / (1 + child.visits)
        found = source
        if config.ucb or child.node == 0:
            value = tree.nodes[source].utilities[node.seat]
            tree.means[chosen] += (value - tree.means[chosen]) / child.visits
        else:
            source = value_source(tree, at, chosen, source, players)
        node.visits += 1
        for k in range(players):
            node.totals[k] += tree.nodes[source].utilities[k]
    seen = tree.nodes[source]
    for seat in range(players):
        tree.root_sums[0, seat] += seen.chances[seat]
        tree.root_sums[1, seat] += seen.margins[seat]
        tree.root_sums[2, seat] += 1
    if depth:
        root, seen = tree.nodes[tree.used[2]], tree.nodes[found]
        i = tree.path[1, 0] - root.first
        tree.child_sums[0, i] += seen.chances[root.seat]
        tree.child_sums[1, i] += seen.margins[root.seat]
        tree.child_sums[2, i] += 1


@inner_kernel
def value_source(tree: Tree, at: int, chosen: int, source: int, players: int) -> int:
    """The node whose value another one takes on after a visit to one of its children."""
    node, child = tree.nodes[at], tree.children[chosen]
    seat = node.seat
    better = at_least(tree, child, seat, players) > node.low
    if better or at_most(tree, child, seat, players) < child.high:
        bound(tree, at, players)
    tree.means[chosen] = child_value(tree, child, seat, players)
    if node.solved:
        return at
    if node.best >= 0:
        other = tree.children[node.best].node
        if tree.nodes[other].utilities[seat] >= tree.means[chosen]:
            return int(other)
    return source


@inner_kernel
def completed(config: SearchConfig, s: StateRecord) -> SearchConfig:
    """The settings, with those that the game knows for its number of players."""
    c_puct, temperature = default_exploration(s)
    return SearchConfig(
        config.c_puct if config.c_puct >= 0 else c_puct,
        config.fpu_reduction,
        config.noise,
        config.ucb,
        config.playout,
        config.growth,
        config.policy_temperature if config.policy_temperature >= 0 else temperature,
    )


@lean_kernel
def run_simulations(
    tree: Tree,
    start: StateRecord,
    game: Records,
    net: Net,
    workspace: Workspace,
    config: SearchConfig,
    rng: RngState,
    times: int,
) -> None:
    """Run so many simulations, or until the position is solved. An empty tree first gets a root."""
    config = completed(config, start)
    if tree.used[0] == 0:
        tree.used[0] = 1
        root = add_node(tree, start, net, workspace, config, rng)
        expand(tree, root, start, net, workspace, config)
        set_root(tree, root, config, rng)
    for _ in range(times):
        if tree.nodes[tree.used[2]].solved:
            return
        simulate(tree, start, game, net, workspace, config, rng)
