"""Which child a simulation visits: PUCT, or UCB1 where there are no priors."""

from __future__ import annotations

import numpy as np

from tilewright.bots.config import SearchConfig
from tilewright.bots.tree import SETTLED, Tree, bring_best
from tilewright.fast.compiling import inner_kernel
from tilewright.fast.contract import SEATS

CREDITS = 32  # times that a solved move is given visits after each visit to another move
PLENTY = 1 << 24  # visits from which on none are given
FEW = 500  # visits up to which exploration does not grow


@inner_kernel
def select_ucb(tree: Tree, at: int, config: SearchConfig) -> int:
    """The child to visit, where there are no priors."""
    node = tree.nodes[at]
    first, end = node.first, node.first + node.opened
    if node.opened < node.count:
        node.opened += 1
        return int(end)
    scale = config.c_puct * np.sqrt(np.log(node.visits))
    best, most = first, -1e9
    for i in range(first, end):
        child = tree.children[i]
        value = tree.means[i] + scale / np.sqrt(child.visits)
        if value > most:
            best, most = i, value
    return int(best)


@inner_kernel
def exploration(visits: int, config: SearchConfig) -> float:
    """How much a prior counts at a node: c_puct, which grows with the visits, times the square root
    of the visits."""
    c_puct = config.c_puct
    if visits > FEW:
        c_puct += config.growth * np.log(visits / FEW)
    return float(c_puct * np.sqrt(visits))


@inner_kernel
def select(tree: Tree, at: int, config: SearchConfig) -> int:
    """The child to visit. The moves already tried come first, the next one to try follows."""
    node = tree.nodes[at]
    first, end = node.first, node.first + node.opened
    scale = np.float32(exploration(node.visits, config))
    best, most = first, SETTLED
    for i in range(first, end):
        value = tree.means[i] + scale * tree.u_terms[i]
        if value > most:
            best, most = i, value
    if node.opened < node.count:
        unknown = node.totals[node.seat] / node.visits - config.fpu_reduction
        if unknown + scale * tree.u_terms[end] > most:
            node.opened += 1
            if node.opened < node.count:
                bring_best(tree, node)
            best = end
    return int(best)


@inner_kernel
def is_due(tree: Tree, at: int, config: SearchConfig, times: int) -> bool:
    """Tell whether the best solved move of a node would be chosen so many times in a row, if solved
    moves were still visited."""
    node = tree.nodes[at]
    child = tree.children[node.best]
    end = node.first + node.opened
    scale = np.float32(exploration(node.visits + times - 1, config))
    most = SETTLED
    for i in range(node.first, end):
        most = max(most, tree.means[i] + scale * tree.u_terms[i])
    if node.opened < node.count:
        unknown = node.totals[node.seat] / node.visits - config.fpu_reduction
        most = max(most, np.float32(unknown + scale * tree.u_terms[end]))
    value = tree.nodes[child.node].utilities[node.seat]
    return bool(value + scale * child.prior / (child.visits + times) >= most)


@inner_kernel
def credit(tree: Tree, at: int, config: SearchConfig) -> None:
    """Give the best solved move of a node the visits it would have if solved moves were still
    visited, so that visits still tell how good moves are."""
    node = tree.nodes[at]
    child = tree.children[node.best]
    times = 1
    for _ in range(CREDITS):
        if node.visits < PLENTY and is_due(tree, at, config, times):
            child.visits += times
            node.visits += times
            for seat in range(SEATS):
                node.totals[seat] += times * tree.nodes[child.node].utilities[seat]
            times *= 2
        elif times > 1:
            times = 1
        else:
            return
