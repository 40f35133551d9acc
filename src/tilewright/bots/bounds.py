"""Lower and upper bounds on what a node is worth, and when they settle it.

Within a round nothing is left to chance: a node is worth at least as much as any of its moves, and
at most as much as the best of them could be. With two players, one's gain is the other's loss, and
a move that cannot beat another is settled before it has been searched to the end. A node whose
bounds meet is solved. What is settled is not visited again.
"""

from __future__ import annotations

import numpy as np

from tilewright.bots.tree import SETTLED, Tree
from tilewright.fast.compiling import StateRecord, inner_kernel
from tilewright.fast.contract import SEATS


@inner_kernel
def at_least(tree: Tree, child: StateRecord, seat: int, players: int) -> float:
    """The least that an evaluated child can be worth to the seat that chooses it."""
    node = tree.nodes[child.node]
    if node.solved:
        return float(node.utilities[seat])
    if players > 2:
        return -1.0
    return float(node.low if node.seat == seat else -node.high)


@inner_kernel
def at_most(tree: Tree, child: StateRecord, seat: int, players: int) -> float:
    """The most that it can be worth."""
    node = tree.nodes[child.node]
    if node.solved:
        return float(node.utilities[seat])
    if players > 2:
        return 1.0
    return float(node.high if node.seat == seat else -node.low)


@inner_kernel
def is_settled(tree: Tree, node: StateRecord, child: StateRecord, players: int) -> bool:
    """Tell whether a child is solved or cannot beat another one."""
    high = at_most(tree, child, node.seat, players)
    return bool(high <= node.low or tree.nodes[child.node].solved)


@inner_kernel
def child_value(tree: Tree, child: StateRecord, seat: int, players: int) -> float:
    """The mean value of an evaluated child, within its bounds."""
    node = tree.nodes[child.node]
    mean = node.totals[seat] / node.visits
    low, high = at_least(tree, child, seat, players), at_most(tree, child, seat, players)
    return float(min(max(mean, low), high))


@inner_kernel
def bound(tree: Tree, at: int, players: int) -> None:
    """Update the bounds of a node and settle the moves that can no longer change them. Among moves
    worth the same, the first in the game's order counts."""
    node = tree.nodes[at]
    end = node.first + node.opened
    low, high = np.float32(-1), np.float32(-1 if node.opened == node.count else 1)
    top = np.float32(-2)
    for i in range(node.first, end):
        child = tree.children[i]
        if child.node == 0:  # there was no room for it
            high = np.float32(1)
            continue
        value = child.high = np.float32(at_most(tree, child, node.seat, players))
        high = max(high, value)
        low = max(low, np.float32(at_least(tree, child, node.seat, players)))
        if tree.nodes[child.node].solved:
            if value > top or (value == top and child.move < tree.children[node.best].move):
                node.best, top = i, value
    node.low, node.high = low, high
    for i in range(node.first, end):
        child = tree.children[i]
        if child.node and child.high <= low:
            tree.u_terms[i] = SETTLED
            tree.means[i] = child_value(tree, child, node.seat, players)
    if high <= low:
        copy_value(tree, at, tree.children[node.best].node)
        node.solved = True


@inner_kernel
def copy_value(tree: Tree, at: int, of: int) -> None:
    """Give a node the value of another one."""
    node, other = tree.nodes[at], tree.nodes[of]
    for seat in range(SEATS):
        node.chances[seat] = other.chances[seat]
        node.margins[seat] = other.margins[seat]
        node.utilities[seat] = other.utilities[seat]
