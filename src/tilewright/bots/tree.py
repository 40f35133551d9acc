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
from tilewright.fast.compiling import Records, RngState, StateRecord, inner_kernel, lean_kernel
from tilewright.fast.contract import SEATS
from tilewright.fast.rules import count_moves, hash_state, kth_move
from tilewright.fast.words import below, random_bits

NODE = np.dtype(
    [
        ("identity", np.uint64),
        ("visits", np.int32),
        ("first", np.int32),  # child
        ("best", np.int32),  # of the solved children; -1: none is solved
        ("low", np.float32),  # the least it can be worth to the seat to move
        ("high", np.float32),  # the most
        ("count", np.int16),  # of children
        ("opened", np.int16),  # of these
        ("seat", np.int8),
        ("solved", np.int8),
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
DEPTH = 512
SETTLED = np.float32(-1e9)  # as the U term of a child: it is not visited again


class Tree(NamedTuple):
    """The memory of a search, and what it has found."""

    nodes: Records  # number 0 is not used
    children: Records
    means: NDArray[np.float32]  # utility of a child, for the seat that makes the move
    u_terms: NDArray[np.float32]  # its U term in PUCT, unscaled: prior / (1 + visits)
    chances: NDArray[np.float32]  # by node and seat: as evaluated, or solved
    margins: NDArray[np.float32]
    utilities: NDArray[np.float32]
    totals: NDArray[np.float64]  # utilities by node and seat, over all visits
    hidden: NDArray[np.float32]  # second layers, for the priors
    table: NDArray[np.int32]  # nodes by their identity
    used: NDArray[np.int64]  # nodes, children, the root
    root_sums: NDArray[np.float64]  # chances and margins of the seats, and how many were added up
    child_sums: NDArray[np.float64]  # the same for the seat to move, by child of the root
    path: NDArray[np.int32]
    moves: NDArray[np.int32]
    priors: NDArray[np.float32]


def new_tree(nodes: int, children: int, most_moves: int) -> Tree:
    """An empty tree with room for so many nodes and children."""
    size = 64
    while size < 2 * nodes:
        size *= 2
    return Tree(
        np.empty(nodes, NODE),
        np.empty(children, CHILD),
        np.empty(children, np.float32),
        np.empty(children, np.float32),
        np.empty((nodes, SEATS), np.float32),
        np.empty((nodes, SEATS), np.float32),
        np.empty((nodes, SEATS), np.float32),
        np.empty((nodes, SEATS)),
        np.empty((nodes, SECOND), np.float32),
        np.zeros(size, np.int32),
        np.zeros(3, np.int64),
        np.zeros((3, SEATS)),
        np.zeros((3, most_moves)),
        np.empty((2, DEPTH), np.int32),
        np.empty(most_moves, np.int32),
        np.empty(most_moves, np.float32),
    )


@lean_kernel
def clear(tree: Tree) -> None:
    """Forget all nodes."""
    tree.used[:] = 0
    tree.table[:] = 0


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
    mask = np.uint64(len(tree.table) - 1)
    at = wanted & mask
    while tree.table[at]:
        if tree.nodes[tree.table[at]].identity == wanted:
            return int(tree.table[at])
        at = at + np.uint64(1) & mask
    return 0


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
    evaluate(s, net, workspace, tree.chances[new], tree.margins[new])
    write_utilities(tree, new, s)
    if new + 1 >= len(tree.nodes):
        return 0
    for j in range(SECOND):
        tree.hidden[new, j] = workspace.second[j]
    if node.solved:
        node.low = node.high = tree.utilities[new, node.seat]
    tree.used[0] = new + 1
    if not config.ucb:
        mask = np.uint64(len(tree.table) - 1)
        at = node.identity & mask
        while tree.table[at]:
            at = at + np.uint64(1) & mask
        tree.table[at] = new
    return int(new)


@inner_kernel
def write_utilities(tree: Tree, at: int, s: StateRecord) -> None:
    """Write what a node is worth to the seats, from their chances and margins."""
    for seat in range(s.players):
        value = utility(s, tree.chances[at, seat], tree.margins[at, seat])
        tree.utilities[at, seat] = value
    if s.players == 2:  # one's gain is the other's loss
        value = (tree.utilities[at, 0] - tree.utilities[at, 1]) / 2
        tree.utilities[at, 0], tree.utilities[at, 1] = value, -value
    for seat in range(s.players):
        tree.totals[at, seat] = tree.utilities[at, seat]


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
