"""Beyond the deal: how the time left over by a solved round is spent.

The end of a round is worth what the net says of the boards before the deal. If several moves are
close, the ends of their main lines are examined again: nature deals, the same deals for all of
them, and a small search of the next round says what each is worth. The net's verdict counts as
much as a few deals.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tilewright import fast
from tilewright.bots.bounds import at_least
from tilewright.bots.config import SearchConfig
from tilewright.bots.features import MOST_MOVES, advance, is_leaf
from tilewright.bots.memory import Memory, is_solved, outlook
from tilewright.bots.nets import Net
from tilewright.bots.tree import Tree, clear, new_tree
from tilewright.fast import compiling
from tilewright.fast.compiling import Records, lean_kernel
from tilewright.fast.rules import apply
from tilewright.game import OVER

LINES = 6  # compared at most
NEAR = 0.15  # a move may seem this much worse than the best and still be compared
TRUST = 2  # deals that the net's verdict counts as much as
DEALS = 128  # at most
BATCH = 4  # deals between two checks of which moves have fallen behind
BEHIND = 1.5  # standard errors: a move further behind than that is dropped
SIMULATIONS = 64  # after the first deal
GROWTH = 8  # more simulations after each further deal

VALUES = "chances", "margins", "utilities"  # as nodes have them
Values = NDArray[np.float64]  # these, by seat


class MainLine(NamedTuple):
    """The main line of a move."""

    child: int  # of the root
    end: Records  # the position before the deal
    worth: Values  # what the net said of it


def look_beyond(
    memory: Memory,
    start: Records,
    net: Net,
    config: SearchConfig,
    rng: compiling.RngState,
    may_run: Callable[[int], bool],
) -> None:
    """Look beyond the deal, in a tree that has solved its round, for as long as `may_run` allows.
    The tree then says which move is best and what each move is worth."""
    tree, seat = memory.tree, int(start[0]["seat"])
    lines = main_lines(tree, start)
    if len(lines) < 2 or all(fast.turn(line.end[0]) == OVER for line in lines):
        return
    most = SIMULATIONS + GROWTH * DEALS
    small = new_tree(most + 8, 32 * most + 4 * MOST_MOVES, MOST_MOVES)
    later = Memory(small, memory.workspace, start.copy())
    luck = fast.seeded(int(rng[0]), DEALS)
    found: list[list[Values]] = [[] for _ in lines]
    left = list(range(len(lines)))
    for deal in range(DEALS):
        simulations = SIMULATIONS + GROWTH * deal
        if len(left) < 2 or not may_run(len(left) * simulations):
            break
        for at in left:
            stream = luck[deal : deal + 1].copy()
            found[at].append(deal_and_search(lines[at], later, net, config, stream, simulations))
        if deal % BATCH == BATCH - 1:
            left = not_behind(lines, found, left, seat)
    if found[0]:
        write(tree, lines, [mean(*each) for each in zip(lines, found, strict=True)], left, seat)


def main_lines(tree: Tree, start: Records) -> list[MainLine]:
    """The main lines of the best moves, best first; only one of those that end alike."""
    root = tree.nodes[tree.used[2]]
    first, best, players = int(root["first"]), int(root["best"]), int(start[0]["players"])
    tried = [i for i in range(first, first + int(root["opened"])) if tree.children[i]["node"]]
    near = [i for i in tried if i == best or tree.means[i] > root["low"] - NEAR]
    near.sort(key=lambda i: (i != best, -tree.means[i]))
    lines: dict[int, MainLine] = {}
    for i in near:
        game = np.repeat(start, 2)
        node = int(walk(tree, game, i))
        if node and node not in lines and len(lines) < LINES:
            worth = [tree.nodes[node][name][:players] for name in VALUES]
            lines[node] = MainLine(i, game[1:], np.array(worth, np.float64))
    return list(lines.values())


def best_end(tree: Tree, start: Records) -> Records | None:
    """Where the best moves lead by the end of a solved round, if that is known."""
    game = np.repeat(start, 2)
    best = int(tree.nodes[tree.used[2]]["best"])
    return game[1:] if walk(tree, game, best) else None


@lean_kernel
def walk(tree: Tree, game: Records, i: int) -> int:
    """Play a child of the root, then the best known moves to the end of the round; returns the node
    reached, or 0 if it is unknown. The first game is played as in the search; the second ends as
    it would at the table, with nature to move."""
    s = game[0]
    while True:
        child = tree.children[i]
        game[1] = s
        apply(game[1], child.move)
        advance(s, child.move)
        if child.node == 0 or is_leaf(s):
            return int(child.node)
        node = tree.nodes[child.node]
        i, top = node.best, -1.0
        if not node.solved:  # then the move with the highest lower bound
            for k in range(node.first, node.first + node.opened):
                if tree.children[k].node:
                    low = at_least(tree, tree.children[k], node.seat, s.players)
                    if low > top:
                        i, top = k, low
            if top == -1:
                return 0


def deal_and_search(
    line: MainLine,
    memory: Memory,
    net: Net,
    config: SearchConfig,
    rng: compiling.RngState,
    simulations: int,
) -> Values:
    """What the end of a line is worth after a deal."""
    position, tree = line.end.copy(), memory.tree
    if fast.turn(position[0]) == OVER:
        return line.worth
    fast.settle(position[0], rng)
    clear(tree)
    memory.run(position, net, config, rng, simulations)
    players = line.worth.shape[1]
    node = tree.nodes[tree.used[2]]
    worth = node["utilities"] if is_solved(tree) else node["totals"] / node["visits"]
    return np.vstack([outlook([tree], players), worth[:players]])


def mean(line: MainLine, found: list[Values]) -> Values:
    """What a line is worth, by the net's verdict and all deals together."""
    means: Values = (TRUST * line.worth + np.sum(found, axis=0)) / (TRUST + len(found))
    return means


def not_behind(
    lines: list[MainLine], found: list[list[Values]], left: list[int], seat: int
) -> list[int]:
    """The lines that may still be best: on the same deals, no other line is clearly better."""
    worth = {at: mean(lines[at], found[at])[2, seat] for at in left}
    best = max(left, key=lambda at: worth[at])
    gaps = {at: np.subtract(found[best], found[at])[:, 2, seat] for at in left}
    errors = {at: gap.std(ddof=1) / len(gap) ** 0.5 for at, gap in gaps.items()}
    return [at for at in left if worth[best] - worth[at] <= BEHIND * errors[at]]


def write(
    tree: Tree, lines: list[MainLine], means: list[Values], left: list[int], seat: int
) -> None:
    """Write the findings into the root. No move may count for more than the best of those that
    were compared to the end."""
    at = int(tree.used[2])
    root = tree.nodes[at]
    best = max(left, key=lambda at: means[at][2, seat])
    low = np.float32(means[best][2, seat])
    for line, worth in zip(lines, means, strict=True):
        child = tree.children[line.child]
        tree.means[line.child] = worth[2, seat]
        tree.child_sums[:, line.child - root["first"]] = worth[0, seat], worth[1, seat], 1
        if tree.nodes[child["node"]]["solved"]:
            write_value(tree, int(child["node"]), worth)
    every = slice(int(root["first"]), int(root["first"]) + int(root["count"]))
    tree.means[every] = np.minimum(tree.means[every], low)
    write_value(tree, at, means[best])
    root["best"], root["low"], root["high"] = lines[best].child, low, low


def write_value(tree: Tree, at: int, worth: Values) -> None:
    """Set what a node is worth."""
    for name, of_seats in zip(VALUES, worth, strict=True):
        tree.nodes[at][name][: len(of_seats)] = of_seats
