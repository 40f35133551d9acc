"""What a search says about the moves at its root: which to choose, and how good each is."""

from __future__ import annotations

import numpy as np

from tilewright.bots.tree import SETTLED, Tree
from tilewright.fast.compiling import RngState, inner_kernel, lean_kernel
from tilewright.fast.words import random_bits

SILLY = 0.03  # moves with a smaller share of the best move's weight are never chosen by chance
CLOSE = 0.02  # where values are known, a move this much worse than the best counts e times less


@lean_kernel
def best_child(tree: Tree) -> int:
    """The child of the root to choose: the best if the round is solved, else the most visited, and
    of equals the better."""
    node = tree.nodes[tree.used[2]]
    if node.solved:
        return int(node.best)
    best = node.best
    for i in range(node.first, node.first + node.count):
        if tree.u_terms[i] == SETTLED:
            continue
        visits = tree.children[i].visits
        most = tree.children[best].visits if best >= 0 else -1
        if visits > most or (visits == most and visits > 0 and tree.means[i] > tree.means[best]):
            best = i
    return int(best)


@lean_kernel
def root_policy(tree: Tree) -> None:
    """Write the weights of the root's children where the priors were: their visits, or how good
    they are where that is known. None weighs more than the one to choose."""
    root = tree.used[2]
    node, chosen = tree.nodes[root], best_child(tree)
    for i in range(node.count):
        at = node.first + i
        behind = np.exp((tree.means[at] - node.low) / CLOSE)
        if node.solved:
            tree.priors[i] = behind
        elif tree.u_terms[at] == SETTLED and at != node.best:
            tree.priors[i] = behind * min(tree.children[at].visits, tree.children[chosen].visits)
        else:
            tree.priors[i] = tree.children[at].visits


@lean_kernel
def sample(tree: Tree, temperature: float, rng: RngState) -> int:
    """A random child of the root: the more visits, the likelier."""
    node = tree.nodes[tree.used[2]]
    if temperature <= 0:
        return best_child(tree)
    root_policy(tree)
    most = tree.priors[best_child(tree) - node.first]
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


@inner_kernel
def weight(tree: Tree, i: int, most: float, temperature: float) -> float:
    """How likely a child is to be chosen, compared with the most visited one; without visits, the
    prior counts."""
    first = tree.nodes[tree.used[2]].first
    if most > 0:
        part = tree.priors[i - first] / most
    else:
        part = tree.children[i].prior / tree.children[first].prior
    return float(part ** (1 / temperature)) if part > SILLY else 0.0
