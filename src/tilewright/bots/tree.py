"""The search tree of one round, grown inside kernels.

A node is a position that has been judged; its children are the moves worth thinking of. The tree
ends where nature deals: there the net has judged what is on the boards. Moves are opened in the
order in which the net prefers them, so the tried ones lie in front.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tilewright.bots.evaluate import SECOND, Desk, Net, judge, prefer, utility
from tilewright.bots.sight import advance, cut, explore, is_leaf, list_candidates
from tilewright.fast.compiling import Record, Records, Rng, kernel, lean_kernel
from tilewright.fast.contract import SEATS
from tilewright.fast.rules import count_moves, hash_state, kth_move
from tilewright.fast.words import below, random_bits

Array = NDArray[Any]

NODE = np.dtype(
    [
        ("identity", np.uint64),
        ("total", np.float64),  # utility of the seat to move, over all visits
        ("visits", np.int32),
        ("first", np.int32),  # child
        ("count", np.int16),  # of children
        ("opened", np.int16),  # of these
        ("seat", np.int8),
        ("leaf", np.int8),
    ],
    align=True,
)
CHILD = np.dtype(
    [
        ("total", np.float64),  # utility of the seat that makes the move
        ("prior", np.float32),
        ("visits", np.int32),
        ("node", np.int32),  # 0: none yet
        ("move", np.int16),
    ],
    align=True,
)
DEPTH = 512
SILLY = 0.03  # moves that are so much less likely than the best are never chosen by chance


class Way(NamedTuple):
    """How to search."""

    explore: float = 0.0  # how much preferred moves are tried; 0: as it suits the game
    doubt: float = 0.2  # how much worse a move is thought to be that was never tried
    noise: float = 0.0  # share of chance in the preferences at the root
    ucb: bool = False  # try every move first, and prefer none
    playout: bool = False  # to the end of the round, before a position is judged


class Tree(NamedTuple):
    """Room for a search and what it found."""

    nodes: Records  # number 0 is not used
    children: Records
    means: NDArray[np.float32]  # utility of a child, for the seat that makes the move
    pulls: NDArray[np.float32]  # its prior, the weaker the more it was visited
    chances: NDArray[np.float32]  # what was judged at the leaves
    margins: NDArray[np.float32]
    thoughts: NDArray[np.float32]  # second layers, for the moves
    used: NDArray[np.int64]  # nodes, children, the root
    root_sums: NDArray[np.float64]  # chances and margins of the seats, and the number of them
    child_sums: NDArray[np.float64]  # the same of the seat to move, by child of the root
    path: NDArray[np.int32]
    values: NDArray[np.float64]  # of the last leaf, by seat
    moves: NDArray[np.int32]
    priors: NDArray[np.float32]


@kernel
def new_tree(nodes: int, children: int, most_moves: int) -> Tree:
    """An empty tree with room for so many."""
    return Tree(
        np.empty(nodes, NODE),
        np.empty(children, CHILD),
        np.empty(children, np.float32),
        np.empty(children, np.float32),
        np.empty((nodes, SEATS), np.float32),
        np.empty((nodes, SEATS), np.float32),
        np.empty((nodes, SECOND), np.float32),
        np.zeros(3, np.int64),
        np.zeros((3, SEATS)),
        np.zeros((3, most_moves)),
        np.empty((2, DEPTH), np.int32),
        np.empty(SEATS),
        np.empty(most_moves, np.int32),
        np.empty(most_moves, np.float32),
    )


@lean_kernel
def plant(tree: Tree, s: Record, net: Net, desk: Desk, way: Way, rng: Rng) -> None:
    """Begin a tree at a position."""
    tree.used[0] = 1
    tree.used[1] = 0
    root = add_node(tree, s, net, desk)
    expand(tree, root, s, net, desk, way)
    node = tree.nodes[root]
    node.visits = 1
    node.total = utility(s, tree.chances[root, s.seat], tree.margins[root, s.seat])
    settle_at(tree, root, way, rng)


@lean_kernel
def settle_at(tree: Tree, root: int, way: Way, rng: Rng) -> None:
    """Make a node the root."""
    tree.used[2] = root
    tree.root_sums[:] = 0
    tree.child_sums[:] = 0
    node = tree.nodes[root]
    if way.noise > 0:
        total = 0.0
        for i in range(node.count):
            bits = random_bits(rng) >> np.uint64(11)
            luck = -np.log((np.float64(bits) + 1.0) / 9007199254740993.0)
            tree.priors[i] = luck * luck
            total += luck * luck
        for i in range(node.count):
            child = tree.children[node.first + i]
            child.prior = (1 - way.noise) * child.prior + way.noise * tree.priors[i] / total
            tree.pulls[node.first + i] = child.prior / (1 + child.visits)
        bring_best(tree, node)


@lean_kernel
def add_node(tree: Tree, s: Record, net: Net, desk: Desk) -> int:
    """Judge a position and add it; returns its number, or 0 if there is no room. What was judged
    is written at that number either way."""
    new = tree.used[0]
    judge(s, net, desk, tree.chances[new], tree.margins[new])
    if new + 1 >= len(tree.nodes):
        return 0
    for j in range(SECOND):
        tree.thoughts[new, j] = desk.second[j]
    node = tree.nodes[new]
    node.identity = hash_state(s)
    node.total = 0
    node.visits = 0
    node.count = 0
    node.opened = 0
    node.seat = s.seat
    node.leaf = is_leaf(s)
    tree.used[0] = new + 1
    return int(new)


@lean_kernel
def expand(tree: Tree, at: int, s: Record, net: Net, desk: Desk, way: Way) -> bool:
    """Add the moves of a node that was judged before; false if there is no room."""
    node = tree.nodes[at]
    first = tree.used[1]
    count = list_candidates(s, tree.moves)
    if first + count > len(tree.children):
        return False
    prefer(s, net, tree.thoughts[at], desk, tree.moves, count, tree.priors)
    for i in range(count):
        child = tree.children[first + i]
        child.total = 0
        child.prior = tree.priors[i]
        tree.pulls[first + i] = child.prior
        child.visits = 0
        child.node = 0
        child.move = tree.moves[i]
    node.first = first
    node.count = count
    tree.used[1] += count
    if not way.ucb:
        bring_best(tree, node)
    return True


@lean_kernel
def bring_best(tree: Tree, node: Record) -> None:
    """Move the best of the moves not yet opened to their front."""
    front = node.first + node.opened
    best = front
    for i in range(front + 1, node.first + node.count):
        if tree.pulls[i] > tree.pulls[best]:
            best = i
    if best != front:
        a, b = tree.children[front], tree.children[best]
        prior, move = a.prior, a.move
        a.prior, a.move = b.prior, b.move
        b.prior, b.move = prior, move
        tree.pulls[front], tree.pulls[best] = a.prior, b.prior


@lean_kernel
def select_ucb(tree: Tree, at: int, urge: float) -> int:
    """The child to go to, where no move is preferred."""
    node = tree.nodes[at]
    first, end = node.first, node.first + node.opened
    if node.opened < node.count:
        node.opened += 1
        return int(end)
    scale = urge * np.sqrt(np.log(node.visits))
    best, most = first, -1e9
    for i in range(first, end):
        child = tree.children[i]
        value = tree.means[i] + scale / np.sqrt(child.visits)
        if value > most:
            best, most = i, value
    return int(best)


@lean_kernel
def select(tree: Tree, at: int, urge: float, doubt: float) -> int:
    """The child to go to. The moves tried are in front, the next one to try follows."""
    node = tree.nodes[at]
    first, end = node.first, node.first + node.opened
    scale = np.float32(urge * np.sqrt(node.visits))
    best, most = first, -np.float32(1e9)
    for i in range(first, end):
        value = tree.means[i] + scale * tree.pulls[i]
        if value > most:
            best, most = i, value
    if node.opened < node.count:
        unknown = node.total / node.visits - doubt
        if unknown + scale * tree.pulls[end] > most:
            node.opened += 1
            if node.opened < node.count:
                bring_best(tree, node)
            best = end
    return int(best)


@lean_kernel
def follow(tree: Tree, start: Record, game: Records, depth: int) -> None:
    """Make the moves of the path."""
    game[0] = start
    for i in range(depth):
        advance(game[0], tree.children[tree.path[1, i]].move)


@lean_kernel
def visit(
    tree: Tree, start: Record, game: Records, net: Net, desk: Desk, way: Way, rng: Rng
) -> None:
    """One simulation: go down to a position that was never judged, judge it, and tell the nodes
    on the way. A node gets its moves at its second visit, for most are visited once."""
    root = tree.used[2]
    urge = way.explore if way.explore > 0 else explore(start)
    at, depth = root, 0
    there = False  # whether the game is at the node
    while True:
        node = tree.nodes[at]
        leaf = at
        if node.leaf or depth == DEPTH:
            break
        if node.count == 0:
            follow(tree, start, game, depth)
            there = True
            if not expand(tree, at, game[0], net, desk, way):
                break
        chosen = select_ucb(tree, at, urge) if way.ucb else select(tree, at, urge, way.doubt)
        child = tree.children[chosen]
        tree.path[0, depth] = at
        tree.path[1, depth] = chosen
        depth += 1
        at = child.node
        if at == 0:
            if there:
                advance(game[0], child.move)
            else:
                follow(tree, start, game, depth)
            g = game[0]
            leaf = tree.used[0]
            at = add_node(tree, g, net, desk)
            child.node = at
            if way.playout and not is_leaf(g):
                while not cut(g):
                    advance(g, kth_move(g, below(rng, count_moves(g))))
                judge(g, net, desk, tree.chances[leaf], tree.margins[leaf])
            break
    for seat in range(start.players):
        tree.values[seat] = utility(start, tree.chances[leaf, seat], tree.margins[leaf, seat])
    if at and tree.nodes[at].visits == 0:
        tree.nodes[at].visits = 1
        tree.nodes[at].total = tree.values[tree.nodes[at].seat]
    for i in range(depth):
        node = tree.nodes[tree.path[0, i]]
        child = tree.children[tree.path[1, i]]
        value = tree.values[node.seat]
        node.visits += 1
        node.total += value
        child.visits += 1
        child.total += value
        tree.means[tree.path[1, i]] = child.total / child.visits
        tree.pulls[tree.path[1, i]] = child.prior / (1 + child.visits)
    for seat in range(start.players):
        tree.root_sums[0, seat] += tree.chances[leaf, seat]
        tree.root_sums[1, seat] += tree.margins[leaf, seat]
        tree.root_sums[2, seat] += 1
    if depth:
        node = tree.nodes[root]
        i = tree.path[1, 0] - node.first
        tree.child_sums[0, i] += tree.chances[leaf, node.seat]
        tree.child_sums[1, i] += tree.margins[leaf, node.seat]
        tree.child_sums[2, i] += 1


@lean_kernel
def grow(
    tree: Tree, start: Record, game: Records, net: Net, desk: Desk, way: Way, rng: Rng, times: int
) -> None:
    """Visit so many times."""
    for _ in range(times):
        visit(tree, start, game, net, desk, way, rng)


@lean_kernel
def most_visited(tree: Tree) -> int:
    """The child of the root that was visited most; the better one of equals."""
    node = tree.nodes[tree.used[2]]
    best = node.first
    for i in range(node.first, node.first + node.count):
        child, top = tree.children[i], tree.children[best]
        if child.visits > top.visits or (
            child.visits == top.visits and child.visits > 0 and child.total > top.total
        ):
            best = i
    return int(best)


@lean_kernel
def sample(tree: Tree, temperature: float, rng: Rng) -> int:
    """A child of the root, the likelier the more it was visited."""
    node = tree.nodes[tree.used[2]]
    if temperature <= 0:
        return most_visited(tree)
    most = tree.children[most_visited(tree)].visits
    total = 0.0
    for i in range(node.first, node.first + node.count):
        total += weight(tree, i, most, temperature)
    luck = total * (float(random_bits(rng) >> np.uint64(11)) / 9007199254740992.0)
    last = node.first
    for i in range(node.first, node.first + node.count):
        share = weight(tree, i, most, temperature)
        if share > 0:
            last = i
            luck -= share
            if luck < 0:
                break
    return int(last)


@lean_kernel
def weight(tree: Tree, i: int, most: int, temperature: float) -> float:
    """How likely a child is chosen, against the most visited one. Without visits the preference
    counts."""
    child = tree.children[i]
    if most > 0:
        part = child.visits / most
    else:
        part = child.prior / tree.children[tree.nodes[tree.used[2]].first].prior
    return float(part ** (1 / temperature)) if part > SILLY else 0.0


@lean_kernel
def find(tree: Tree, wanted: np.uint64) -> int:
    """The node of a position with its moves, the most visited of several; 0 if there is none."""
    best, visits = 0, 0
    for at in range(1, tree.used[0]):
        node = tree.nodes[at]
        if node.identity == wanted and node.count > 0 and node.visits > visits:
            best, visits = at, node.visits
    return best
