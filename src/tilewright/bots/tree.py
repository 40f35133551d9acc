"""The search graph of one round, grown inside kernels.

A node is a position that has been judged; its children are the moves worth thinking of. The graph
ends where nature deals: there the net has judged what is on the boards. Moves are opened in the
order in which the net prefers them, so the tried ones lie in front. Positions that are reached by
several orders of moves are one node.

Within a round nothing is left to chance, so what a node is worth can be bounded: it is worth at
least as much as any of its moves, and no more than the best of them may be. With two players what
one wins the other loses, and a move that cannot be better than another one is settled before it is
known to the end. A node whose bounds meet is solved. What is settled is not walked through again.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tilewright.bots.evaluate import SECOND, Desk, Net, judge, prefer, utility
from tilewright.bots.sight import advance, cut, explore, is_leaf, list_candidates
from tilewright.fast.compiling import Record, Records, Rng, inner_kernel, lean_kernel
from tilewright.fast.contract import SEATS
from tilewright.fast.rules import count_moves, hash_state, kth_move
from tilewright.fast.words import below, random_bits

Array = NDArray[Any]

NODE = np.dtype(
    [
        ("identity", np.uint64),
        ("visits", np.int32),
        ("first", np.int32),  # child
        ("best", np.int32),  # of the solved children; -1: none is solved
        ("low", np.float32),  # what it is worth to its seat at the least
        ("high", np.float32),  # and at the most
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
        ("visits", np.int32),  # by way of this parent
        ("node", np.int32),  # 0: none yet
        ("high", np.float32),  # what the move was worth at the most when the node looked last
        ("move", np.int16),
    ],
    align=True,
)
DEPTH = 512
SILLY = 0.03  # moves that are so much less likely than the best are never chosen by chance
SETTLED = np.float32(-1e9)  # stands for the pull of a child that is not to be visited again
CREDITS = 32  # times that visits are given to a solved move after one of another
PLENTY = 1 << 24  # visits to which none are given
CLOSE = 0.02  # a move so much worse than the best counts e times less, where values are known
FEW = 500  # visits up to which exploration does not grow
GROWTH = 0.25  # how much it grows while visits become e times as many


class Way(NamedTuple):
    """How to search."""

    explore: float = 0.0  # how much preferred moves are tried; 0: as it suits the game
    doubt: float = 0.2  # how much worse a move is thought to be that was never tried
    noise: float = 0.0  # share of chance in the preferences at the root
    ucb: bool = False  # a plain tree: try every move first, and prefer none; nothing is solved
    playout: bool = False  # to the end of the round, before a position is judged
    growth: float = GROWTH  # of exploration


class Tree(NamedTuple):
    """Room for a search and what it found."""

    nodes: Records  # number 0 is not used
    children: Records
    means: NDArray[np.float32]  # utility of a child, for the seat that makes the move
    pulls: NDArray[np.float32]  # its prior, the weaker the more it was visited
    chances: NDArray[np.float32]  # by node and seat: what was judged, or follows if it is solved
    margins: NDArray[np.float32]
    utilities: NDArray[np.float32]
    totals: NDArray[np.float64]  # utilities by node and seat, over all visits
    thoughts: NDArray[np.float32]  # second layers, for the moves
    table: NDArray[np.int32]  # nodes by their identity
    used: NDArray[np.int64]  # nodes, children, the root
    root_sums: NDArray[np.float64]  # chances and margins of the seats, and the number of them
    child_sums: NDArray[np.float64]  # the same of the seat to move, by child of the root
    path: NDArray[np.int32]
    moves: NDArray[np.int32]
    priors: NDArray[np.float32]


def new_tree(nodes: int, children: int, most_moves: int) -> Tree:
    """An empty tree with room for so many."""
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
def plant(tree: Tree, s: Record, net: Net, desk: Desk, way: Way, rng: Rng) -> None:
    """Begin a tree at a position."""
    tree.used[0] = 1
    tree.used[1] = 0
    tree.table[:] = 0
    root = add_node(tree, s, net, desk, way)
    expand(tree, root, s, net, desk, way)
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
            if tree.pulls[node.first + i] != SETTLED:
                tree.pulls[node.first + i] = child.prior / (1 + child.visits)
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
def add_node(tree: Tree, s: Record, net: Net, desk: Desk, way: Way) -> int:
    """Judge a position and add it; returns its number, or 0 if there is no room. What was judged
    is written at that number either way."""
    new = tree.used[0]
    judge(s, net, desk, tree.chances[new], tree.margins[new])
    weigh(tree, new, s)
    if new + 1 >= len(tree.nodes):
        return 0
    for j in range(SECOND):
        tree.thoughts[new, j] = desk.second[j]
    node = tree.nodes[new]
    node.identity = hash_state(s)
    node.visits = 1
    node.best = -1
    node.count = 0
    node.opened = 0
    node.seat = s.seat
    node.solved = is_leaf(s)
    node.low, node.high = -1, 1
    if node.solved:
        node.low = node.high = tree.utilities[new, s.seat]
    tree.used[0] = new + 1
    if not way.ucb:
        mask = np.uint64(len(tree.table) - 1)
        at = node.identity & mask
        while tree.table[at]:
            at = at + np.uint64(1) & mask
        tree.table[at] = new
    return int(new)


@inner_kernel
def weigh(tree: Tree, at: int, s: Record) -> None:
    """Write what a node is worth to the seats, from their chances and margins."""
    for seat in range(s.players):
        value = utility(s, tree.chances[at, seat], tree.margins[at, seat])
        tree.utilities[at, seat] = value
    if s.players == 2:  # what one wins the other loses
        value = (tree.utilities[at, 0] - tree.utilities[at, 1]) / 2
        tree.utilities[at, 0], tree.utilities[at, 1] = value, -value
    for seat in range(s.players):
        tree.totals[at, seat] = tree.utilities[at, seat]


@inner_kernel
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
        child.prior = tree.priors[i]
        tree.pulls[first + i] = child.prior
        tree.means[first + i] = 0
        child.visits = 0
        child.node = 0
        child.high = 1
        child.move = tree.moves[i]
    node.first = first
    node.count = count
    tree.used[1] += count
    if not way.ucb:
        bring_best(tree, node)
    return True


@inner_kernel
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


@inner_kernel
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


@inner_kernel
def exploration(visits: int, urge: float, way: Way) -> float:
    """How much a prior counts at a node."""
    if visits > FEW:
        urge += way.growth * np.log(visits / FEW)
    return float(urge * np.sqrt(visits))


@inner_kernel
def select(tree: Tree, at: int, urge: float, way: Way) -> int:
    """The child to go to. The moves tried are in front, the next one to try follows."""
    node = tree.nodes[at]
    first, end = node.first, node.first + node.opened
    scale = np.float32(exploration(node.visits, urge, way))
    best, most = first, SETTLED
    for i in range(first, end):
        value = tree.means[i] + scale * tree.pulls[i]
        if value > most:
            best, most = i, value
    if node.opened < node.count:
        unknown = tree.totals[at, node.seat] / node.visits - way.doubt
        if unknown + scale * tree.pulls[end] > most:
            node.opened += 1
            if node.opened < node.count:
                bring_best(tree, node)
            best = end
    return int(best)


@inner_kernel
def is_due(tree: Tree, at: int, urge: float, way: Way, times: int) -> bool:
    """Tell whether the best solved move of a node would be chosen so many times on end, if solved
    moves could be chosen."""
    node = tree.nodes[at]
    child = tree.children[node.best]
    end = node.first + node.opened
    scale = np.float32(exploration(node.visits + times - 1, urge, way))
    most = SETTLED
    for i in range(node.first, end):
        most = max(most, tree.means[i] + scale * tree.pulls[i])
    if node.opened < node.count:
        unknown = tree.totals[at, node.seat] / node.visits - way.doubt
        most = max(most, np.float32(unknown + scale * tree.pulls[end]))
    value = tree.utilities[child.node, node.seat]
    return bool(value + scale * child.prior / (child.visits + times) >= most)


@inner_kernel
def credit(tree: Tree, at: int, urge: float, way: Way) -> None:
    """Give the best solved move of a node the visits it would have if it could be visited, so that
    visits still tell how good moves are."""
    node = tree.nodes[at]
    child = tree.children[node.best]
    times = 1
    for _ in range(CREDITS):
        if node.visits < PLENTY and is_due(tree, at, urge, way, times):
            child.visits += times
            node.visits += times
            for seat in range(SEATS):
                tree.totals[at, seat] += times * tree.utilities[child.node, seat]
            times *= 2
        elif times > 1:
            times = 1
        else:
            return


@inner_kernel
def follow(tree: Tree, start: Record, game: Records, depth: int) -> None:
    """Make the moves of the path."""
    game[0] = start
    for i in range(depth):
        advance(game[0], tree.children[tree.path[1, i]].move)


@inner_kernel
def at_least(tree: Tree, child: Record, seat: int, players: int) -> float:
    """What a child that was judged is worth to the seat that goes there, at the least."""
    node = tree.nodes[child.node]
    if node.solved:
        return float(tree.utilities[child.node, seat])
    if players > 2:
        return -1.0
    return float(node.low if node.seat == seat else -node.high)


@inner_kernel
def at_most(tree: Tree, child: Record, seat: int, players: int) -> float:
    """The same at the most."""
    node = tree.nodes[child.node]
    if node.solved:
        return float(tree.utilities[child.node, seat])
    if players > 2:
        return 1.0
    return float(node.high if node.seat == seat else -node.low)


@inner_kernel
def is_settled(tree: Tree, node: Record, child: Record, players: int) -> bool:
    """Tell whether a child is solved, or cannot be better than another one."""
    high = at_most(tree, child, node.seat, players)
    return bool(high <= node.low or tree.nodes[child.node].solved)


@inner_kernel
def seen(tree: Tree, child: Record, seat: int, players: int) -> float:
    """What a child that was judged seems to be worth."""
    mean = tree.totals[child.node, seat] / tree.nodes[child.node].visits
    low, high = at_least(tree, child, seat, players), at_most(tree, child, seat, players)
    return float(min(max(mean, low), high))


@inner_kernel
def bound(tree: Tree, at: int, players: int) -> None:
    """Look anew at what a node may be worth, and settle the moves that cannot change it. Of moves
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
            tree.pulls[i] = SETTLED
            tree.means[i] = seen(tree, child, node.seat, players)
    if high <= low:
        take_over(tree, at, tree.children[node.best].node)
        node.solved = True


@inner_kernel
def take_over(tree: Tree, at: int, of: int) -> None:
    """Let a node be worth what another one is worth."""
    for seat in range(SEATS):
        tree.chances[at, seat] = tree.chances[of, seat]
        tree.margins[at, seat] = tree.margins[of, seat]
        tree.utilities[at, seat] = tree.utilities[of, seat]


@inner_kernel
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
        source = at  # the node whose value is found
        if node.solved or depth == DEPTH:
            break
        if node.count == 0:
            if not there:
                follow(tree, start, game, depth)
                there = True
            if not expand(tree, at, game[0], net, desk, way):
                break
        chosen = select_ucb(tree, at, urge) if way.ucb else select(tree, at, urge, way)
        child = tree.children[chosen]
        tree.path[0, depth] = at
        tree.path[1, depth] = chosen
        if there:
            advance(game[0], child.move)
        if child.node == 0:
            if not there:
                follow(tree, start, game, depth + 1)
                there = True
            known = 0 if way.ucb else find(tree, hash_state(game[0]))
            if known == 0:
                depth += 1
                source = tree.used[0]
                child.node = add_node(tree, game[0], net, desk, way)
                if way.playout and not is_leaf(game[0]):
                    play_out(tree, source, game[0], net, desk, rng)
                break
            child.node = known
        if not way.ucb and is_settled(tree, node, child, start.players):
            bound(tree, at, start.players)  # and choose again
            there = False
            continue
        depth += 1
        at = child.node
    tell(tree, source, depth, start.players, way)
    if tree.nodes[root].best >= 0 and not tree.nodes[root].solved:
        credit(tree, root, urge, way)


@inner_kernel
def play_out(tree: Tree, at: int, s: Record, net: Net, desk: Desk, rng: Rng) -> None:
    """Judge a node by what becomes of it in random play to the end of the round."""
    while not cut(s):
        advance(s, kth_move(s, below(rng, count_moves(s))))
    judge(s, net, desk, tree.chances[at], tree.margins[at])
    weigh(tree, at, s)


@inner_kernel
def tell(tree: Tree, source: int, depth: int, players: int, way: Way) -> None:
    """Tell the nodes on the path what was found. Where a solved move is better for the seat to
    move than the one that was tried, that is what it would choose."""
    found = source
    for i in range(depth - 1, -1, -1):
        at, chosen = tree.path[0, i], tree.path[1, i]
        node, child = tree.nodes[at], tree.children[chosen]
        child.visits += 1
        if tree.pulls[chosen] != SETTLED:
            tree.pulls[chosen] = child.prior / (1 + child.visits)
        found = source
        if way.ucb or child.node == 0:
            value = tree.utilities[source, node.seat]
            tree.means[chosen] += (value - tree.means[chosen]) / child.visits
        else:
            source = choice(tree, at, chosen, source, players)
        node.visits += 1
        for k in range(players):
            tree.totals[at, k] += tree.utilities[source, k]
    for seat in range(players):
        tree.root_sums[0, seat] += tree.chances[source, seat]
        tree.root_sums[1, seat] += tree.margins[source, seat]
        tree.root_sums[2, seat] += 1
    if depth:
        root = tree.nodes[tree.used[2]]
        i = tree.path[1, 0] - root.first
        tree.child_sums[0, i] += tree.chances[found, root.seat]
        tree.child_sums[1, i] += tree.margins[found, root.seat]
        tree.child_sums[2, i] += 1


@inner_kernel
def choice(tree: Tree, at: int, chosen: int, source: int, players: int) -> int:
    """What a node is worth after a visit to one of its children, as the number of a node."""
    node, child = tree.nodes[at], tree.children[chosen]
    seat = node.seat
    better = at_least(tree, child, seat, players) > node.low
    if better or at_most(tree, child, seat, players) < child.high:
        bound(tree, at, players)
    tree.means[chosen] = seen(tree, child, seat, players)
    if node.solved:
        return at
    if node.best >= 0:
        other = tree.children[node.best].node
        if tree.utilities[other, seat] >= tree.means[chosen]:
            return int(other)
    return source


@lean_kernel
def grow(
    tree: Tree, start: Record, game: Records, net: Net, desk: Desk, way: Way, rng: Rng, times: int
) -> None:
    """Visit so many times, or until the position is solved."""
    for _ in range(times):
        if tree.nodes[tree.used[2]].solved:
            return
        visit(tree, start, game, net, desk, way, rng)


@lean_kernel
def best_child(tree: Tree) -> int:
    """The child of the root to choose: the best if all is known, else the one visited most, the
    better one of equals."""
    node = tree.nodes[tree.used[2]]
    if node.solved:
        return int(node.best)
    best = node.best
    for i in range(node.first, node.first + node.count):
        if tree.pulls[i] == SETTLED:
            continue
        visits = tree.children[i].visits
        most = tree.children[best].visits if best >= 0 else -1
        if visits > most or (visits == most and visits > 0 and tree.means[i] > tree.means[best]):
            best = i
    return int(best)


@lean_kernel
def weigh_moves(tree: Tree) -> None:
    """Write what the children of the root count, where the priors were: their visits, or how good
    they are where that is known. None counts more than the one to choose."""
    root = tree.used[2]
    node, chosen = tree.nodes[root], best_child(tree)
    for i in range(node.count):
        at = node.first + i
        behind = np.exp((tree.means[at] - node.low) / CLOSE)
        if node.solved:
            tree.priors[i] = behind
        elif tree.pulls[at] == SETTLED and at != node.best:
            tree.priors[i] = behind * min(tree.children[at].visits, tree.children[chosen].visits)
        else:
            tree.priors[i] = tree.children[at].visits


@lean_kernel
def sample(tree: Tree, temperature: float, rng: Rng) -> int:
    """A child of the root, the likelier the more it was visited."""
    node = tree.nodes[tree.used[2]]
    if temperature <= 0:
        return best_child(tree)
    weigh_moves(tree)
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
    """How likely a child is chosen, against the most visited one. Without visits the preference
    counts."""
    first = tree.nodes[tree.used[2]].first
    if most > 0:
        part = tree.priors[i - first] / most
    else:
        part = tree.children[i].prior / tree.children[first].prior
    return float(part ** (1 / temperature)) if part > SILLY else 0.0
