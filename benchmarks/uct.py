"""A plain tree search with random playouts to the end of the game, for measuring playouts."""

from __future__ import annotations

import numpy as np

from tilewright.fast.compiling import Array, Records, inner_kernel, kernel
from tilewright.fast.contract import SEATS
from tilewright.fast.games import playout, reward
from tilewright.fast.rules import apply, count_moves, kth_move, turn
from tilewright.fast.words import mix

NODE = np.dtype(
    [
        ("value", np.float32),  # the sum of rewards of `seat`
        ("scale", np.float32),  # 1 / sqrt(visits)
        ("visits", np.int32),
        ("sibling", np.int32),  # the next older one, or 0
        ("child", np.int32),  # the newest, or 0
        ("move", np.int16),  # that led here
        ("tried", np.int16),  # how many moves have nodes
        ("moves", np.int16),  # how many moves there are; 0 until they are counted
        ("seat", np.int8),  # who made the move
    ],
    align=True,
)
DEPTH = 64  # a round has at most 36 takes and 20 tiles to lay


@inner_kernel
def best_child(nodes: Records, parent: int, exploration: float) -> int:
    """The child with the highest upper bound: value / visits + width / sqrt(visits)."""
    best, highest = 0, -np.inf
    width = exploration * np.sqrt(np.log(nodes[parent].visits))
    child = nodes[parent].child
    while child:
        node = nodes[child]
        bound = node.scale * (node.scale * node.value + width)
        if bound > highest:
            best, highest = child, bound
        child = node.sibling
    return best


@kernel
def uct(start: Records, simulations: int, seed: int, exploration: float = 1.0) -> Array:
    """Search a position of classic with random playouts. The tree ends with the round: what is
    dealt then is left to chance. Returns how often each legal move was tried, in the order of
    `list_moves`."""
    nodes = np.zeros(simulations + 1, dtype=NODE)
    path = np.zeros(DEPTH, dtype=np.int32)
    values = np.zeros(SEATS)
    game = np.empty_like(start)
    rng = np.empty(1, dtype=np.uint64)
    rng[0] = mix(np.uint64(seed))
    for new in range(1, simulations + 1):
        game[0] = start[0]
        g = game[0]
        node = depth = 0
        while turn(g) >= 0:
            parent = nodes[node]
            if parent.moves == 0:
                parent.moves = count_moves(g)
            is_new = parent.tried < parent.moves
            if is_new:
                nodes[new].move = kth_move(g, parent.tried)
                nodes[new].seat = g.seat
                nodes[new].sibling = parent.child
                parent.child = new
                parent.tried += 1
                node = new
            else:
                node = best_child(nodes, node, exploration)
            path[depth] = node
            depth += 1
            apply(g, nodes[node].move)
            if is_new:
                break
        playout(g, rng)
        for seat in range(g.players):
            values[seat] = reward(g, seat)
        nodes[0].visits += 1
        for i in range(depth):
            passed = nodes[path[i]]
            passed.visits += 1
            passed.value += values[passed.seat]
            passed.scale = 1 / np.sqrt(passed.visits)
    visits = np.zeros(count_moves(start[0]), dtype=np.int64)
    child, k = nodes[0].child, nodes[0].tried
    while child:  # from the newest, which has the last move
        k -= 1
        visits[k] = nodes[child].visits
        child = nodes[child].sibling
    return visits
