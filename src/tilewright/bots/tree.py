"""The search graph of one round, and its memory.

A node is a position that has been evaluated; its children are the moves worth considering. The
graph ends where nature deals: there the net has evaluated the boards. Moves are opened in the order
of their priors, so the tried ones come first. A position reached by several orders of moves is
one node.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tilewright.bots.config import SearchConfig
from tilewright.bots.evaluate import Workspace, evaluate, policy, utility
from tilewright.bots.features import advance, is_leaf, is_playout_end, list_candidates
from tilewright.bots.nets import SECOND, Net
from tilewright.fast.compiling import (
    Records,
    RngState,
    StateRecord,
    inner_kernel,
    int64,
    lean_kernel,
)
from tilewright.fast.contract import SEATS
from tilewright.fast.rules import count_moves, hash_state, kth_move
from tilewright.fast.words import below, random_bits

# Two lines of the processor's cache: what a walk through the graph reads, and what a node is worth.
NODE = np.dtype(
    [
        ("visits", np.int32),
        ("first", np.int32),  # child
        ("best", np.int32),  # of the solved children; -1: none is solved
        ("low", np.float32),  # the least it can be worth to the seat to move
        ("high", np.float32),  # the most
        ("count", np.int16),  # of children
        ("opened", np.int16),  # of these
        ("seat", np.int8),
        ("solved", np.int8),
        ("unused", np.int8, 6),
        ("totals", np.float64, SEATS),  # utilities by seat, over all visits
        ("utilities", np.float32, SEATS),  # as evaluated, or solved
        ("chances", np.float32, SEATS),
        ("margins", np.float32, SEATS),
        ("identity", np.uint64),
        ("spare", np.int64),
    ],
    align=True,
)
CHILD = np.dtype(
    [
        ("prior", np.float32),
        ("visits", np.int32),  # from this parent
        ("node", np.int32),  # 0: none yet
        ("high", np.float32),  # the most it could be worth when the parent's bounds were updated
        ("move", np.int16),
    ],
    align=True,
)
ENTRY = np.dtype(
    [
        ("identity", np.uint64),
        ("node", np.int32),
        ("epoch", np.int32),  # an entry of an earlier one counts for nothing
    ],
    align=True,
)
SMALLEST = 1 << 10  # entries of the table of a new tree
LINE = 64  # bytes of the processor's cache that are read together
DEPTH = 512
SETTLED = np.float32(-1e9)  # as the U term of a child: it is not visited again


class Tree(NamedTuple):
    """The memory of a search, and what it has found."""

    nodes: Records  # number 0 is not used
    children: Records
    means: NDArray[np.float32]  # utility of a child, for the seat that makes the move
    u_terms: NDArray[np.float32]  # its U term in PUCT, unscaled: prior / (1 + visits)
    hidden: NDArray[np.float32]  # second layers, for the priors
    table: Records  # nodes by their identity
    used: NDArray[np.int64]  # nodes, children, the root, the table's epoch and its entries
    root_sums: NDArray[np.float64]  # chances and margins of the seats, and how many were added up
    child_sums: NDArray[np.float64]  # the same for the seat to move, by child of the root
    path: NDArray[np.int32]
    moves: NDArray[np.int32]
    priors: NDArray[np.float32]


def in_lines(count: int, dtype: np.dtype[np.void]) -> Records:
    """Room for records that begin where lines of the cache do."""
    room = np.empty(count * dtype.itemsize + LINE, np.uint8)
    begin = -room.ctypes.data % LINE
    return room[begin : begin + count * dtype.itemsize].view(dtype)


def new_tree(nodes: int, children: int, most_moves: int) -> Tree:
    """An empty tree with room for so many nodes and children."""
    size = SMALLEST
    while size < 2 * nodes:
        size *= 4
    return Tree(
        in_lines(nodes, NODE),
        np.empty(children, CHILD),
        np.empty(children, np.float32),
        np.empty(children, np.float32),
        np.empty((nodes, SECOND), np.float32),
        np.zeros(size, ENTRY),
        np.array([0, 0, 0, 1, SMALLEST]),
        np.zeros((3, SEATS)),
        np.zeros((3, most_moves)),
        np.empty((2, DEPTH), np.int32),
        np.empty(most_moves, np.int32),
        np.empty(most_moves, np.float32),
    )


@lean_kernel
def clear(tree: Tree) -> None:
    """Forget all nodes."""
    tree.used[:3] = 0
    tree.used[3] += 1
    tree.used[4] = SMALLEST


@lean_kernel
def set_root(tree: Tree, root: int, config: SearchConfig, rng: RngState) -> None:
    """Make a node the root."""
    tree.used[2] = root
    tree.root_sums[:] = 0
    tree.child_sums[:] = 0
    node = tree.nodes[root]
    if config.noise > 0:
        total = 0.0
        for i in range(node.count):
            bits = random_bits(rng) >> np.uint64(11)
            luck = -np.log((np.float64(bits) + 1.0) / 9007199254740993.0)
            tree.priors[i] = luck * luck
            total += luck * luck
        for i in range(node.count):
            child = tree.children[node.first + i]
            child.prior = (1 - config.noise) * child.prior + config.noise * tree.priors[i] / total
            if tree.u_terms[node.first + i] != SETTLED:
                tree.u_terms[node.first + i] = child.prior / (1 + child.visits)
        bring_best(tree, node)


@lean_kernel
def find(tree: Tree, wanted: np.uint64) -> int:
    """The node of a position; 0 if there is none."""
    entry = tree.table[place(tree, wanted)]
    return int(entry.node) if entry.epoch == tree.used[3] else 0


@inner_kernel
def place(tree: Tree, wanted: np.uint64) -> int:
    """Where the table has a position, or has room for it."""
    mask = np.uint64(tree.used[4] - 1)
    at = wanted & mask
    while tree.table[at].epoch == tree.used[3] and tree.table[at].identity != wanted:
        at = at + np.uint64(1) & mask
    return int64(at)


@inner_kernel
def enter(tree: Tree, new: int) -> None:
    """Put a node into the table. It grows with the tree: a small one stays in the cache."""
    if 2 * new > tree.used[4] and tree.used[4] < len(tree.table):
        tree.used[3] += 1
        tree.used[4] *= 4
        for at in range(1, new):
            write_entry(tree, at)
    write_entry(tree, new)


@inner_kernel
def write_entry(tree: Tree, at: int) -> None:
    """Write where a node is."""
    identity = tree.nodes[at].identity
    entry = tree.table[place(tree, identity)]
    entry.identity, entry.node, entry.epoch = identity, at, tree.used[3]


@inner_kernel
def add_node(
    tree: Tree,
    s: StateRecord,
    net: Net,
    workspace: Workspace,
    config: SearchConfig,
    rng: RngState,
) -> int:
    """Evaluate a position, or what random play to the end of the round makes of it, and add it;
    returns its number, or 0 if there is no room. Its value is written at that number either way."""
    new = tree.used[0]
    node = tree.nodes[new]
    node.identity = hash_state(s)
    node.visits = 1
    node.best = -1
    node.count = 0
    node.opened = 0
    node.seat = s.seat
    node.solved = is_leaf(s)
    node.low, node.high = -1, 1
    if config.playout and new > 1 and not node.solved:  # the root is taken as it is
        while not is_playout_end(s):
            advance(s, kth_move(s, below(rng, count_moves(s))))
    evaluate(s, net, workspace, node.chances, node.margins)
    write_utilities(node, s)
    if new + 1 >= len(tree.nodes):
        return 0
    for j in range(SECOND):
        tree.hidden[new, j] = workspace.second[j]
    if node.solved:
        node.low = node.high = node.utilities[node.seat]
    tree.used[0] = new + 1
    if not config.ucb:
        enter(tree, new)
    return int(new)


@inner_kernel
def write_utilities(node: StateRecord, s: StateRecord) -> None:
    """Write what a node is worth to the seats, from their chances and margins."""
    for seat in range(s.players):
        node.utilities[seat] = utility(s, node.chances[seat], node.margins[seat])
    if s.players == 2:  # one's gain is the other's loss
        value = (node.utilities[0] - node.utilities[1]) / 2
        node.utilities[0], node.utilities[1] = value, -value
    for seat in range(s.players):
        node.totals[seat] = node.utilities[seat]


@inner_kernel
def expand(
    tree: Tree, at: int, s: StateRecord, net: Net, workspace: Workspace, config: SearchConfig
) -> bool:
    """Add the moves of an evaluated node; false if there is no room."""
    node = tree.nodes[at]
    first = tree.used[1]
    count = list_candidates(s, tree.moves)
    if first + count > len(tree.children):
        return False
    temperature = config.policy_temperature
    policy(s, net, tree.hidden[at], workspace, tree.moves, count, temperature, tree.priors)
    for i in range(count):
        child = tree.children[first + i]
        child.prior = tree.priors[i]
        tree.u_terms[first + i] = child.prior
        tree.means[first + i] = 0
        child.visits = 0
        child.node = 0
        child.high = 1
        child.move = tree.moves[i]
    node.first = first
    node.count = count
    tree.used[1] += count
    if not config.ucb:
        bring_best(tree, node)
    return True


@inner_kernel
def bring_best(tree: Tree, node: StateRecord) -> None:
    """Put the best of the unopened moves first among them."""
    front = node.first + node.opened
    best = front
    for i in range(front + 1, node.first + node.count):
        if tree.u_terms[i] > tree.u_terms[best]:
            best = i
    if best != front:
        a, b = tree.children[front], tree.children[best]
        prior, move = a.prior, a.move
        a.prior, a.move = b.prior, b.move
        b.prior, b.move = prior, move
        tree.u_terms[front], tree.u_terms[best] = a.prior, b.prior
