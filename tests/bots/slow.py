"""The search written again in plain Python, and what a round is worth by trying everything."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import log, sqrt, tanh

from tests.bots.positions import WORKSPACE, after, candidates, evaluated, features_of, priors_of
from tilewright import fast
from tilewright.bots.config import USUAL, SearchConfig
from tilewright.bots.nets import Net
from tilewright.bots.selection import CREDITS, FEW, PLENTY
from tilewright.fast.compiling import Records


def key(array: Records) -> int:
    """The same for equal positions."""
    return int(fast.kernels(array).hash_state(array[0]))


def value(array: Records, net: Net) -> list[float]:
    """What a position is worth to each seat."""
    chances, margins = evaluated(array, net)
    players, spread = len(chances), features_of(array).SPREAD
    won = [(players * float(chance) - 1) / (players - 1) for chance in chances]
    ahead = [tanh(float(margin) / spread) for margin in margins]
    worth = [0.5 * a + 0.5 * b for a, b in zip(won, ahead, strict=True)]
    if players == 2:
        worth = [(worth[0] - worth[1]) / 2, (worth[1] - worth[0]) / 2]
    return worth


class TooLarge(Exception):
    """A round with more positions than we want to look at."""


def solve(array: Records, net: Net, known: dict[int, list[float]], most: int) -> list[float]:
    """What the rest of a round is worth to each seat, if each plays for itself; `known` gets what
    all positions on the way are worth."""
    at = key(array)
    if at not in known:
        if len(known) >= most:
            raise TooLarge
        if features_of(array).is_leaf(array[0]):
            known[at] = value(array, net)
        else:
            seat = int(array[0]["seat"])
            moves = sorted(candidates(array))
            ends = [solve(after(array, move), net, known, most) for move in moves]
            known[at] = max(ends, key=lambda end: end[seat])
    return known[at]


@dataclass
class Edge:
    """A move that was tried."""

    to: Node
    visits: int = 0
    mean: float = 0.0
    high: float = 1.0
    settled: bool = False


@dataclass
class Node:
    """A position that was evaluated."""

    array: Records
    net: Net
    value: list[float] = field(init=False)
    visits: int = 1
    low: float = -1.0
    high: float = 1.0
    best: int | None = None
    priors: dict[int, float] = field(default_factory=dict)
    edges: dict[int, Edge] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.seat = int(self.array[0]["seat"])
        self.value = value(self.array, self.net)
        self.second = WORKSPACE.second.copy()
        self.totals = [*self.value]
        self.solved = bool(features_of(self.array).is_leaf(self.array[0]))
        if self.solved:
            self.low = self.high = self.value[self.seat]

    def expand(self, config: SearchConfig) -> None:
        """Find the moves, at the second visit."""
        moves, usual = candidates(self.array), features_of(self.array).POLICY_TEMPERATURE
        temperature = config.policy_temperature
        if temperature == USUAL:
            temperature = usual[len(self.value) - 2]
        priors = priors_of(self.array, self.net, self.second, moves, temperature)
        self.priors = dict(zip(moves, priors, strict=True))

    def bounds(self, edge: Edge) -> tuple[float, float]:
        """What a move is worth to the seat here, at the least and at the most."""
        to = edge.to
        if to.solved:
            return to.value[self.seat], to.value[self.seat]
        if len(self.value) > 2:
            return -1.0, 1.0
        return (to.low, to.high) if to.seat == self.seat else (-to.high, -to.low)

    def mean(self, edge: Edge) -> float:
        """What a move seems to be worth."""
        low, high = self.bounds(edge)
        return min(max(edge.to.totals[self.seat] / edge.to.visits, low), high)

    def bound(self) -> None:
        """Bring the bounds up to date, and settle what cannot change them."""
        found = {move: self.bounds(edge) for move, edge in self.edges.items()}
        highs = [high for _, high in found.values()]
        self.low = max(low for low, _ in found.values())
        self.high = max(highs) if len(found) == len(self.priors) else 1.0
        solved = [move for move, edge in self.edges.items() if edge.to.solved]
        self.best = max(solved, key=lambda move: (found[move][0], -move), default=None)
        for move, edge in self.edges.items():
            edge.high = found[move][1]
            if edge.high <= self.low:
                edge.settled, edge.mean = True, self.mean(edge)
        if self.high <= self.low:
            assert self.best is not None
            self.value, self.solved = self.edges[self.best].to.value, True

    def scale(self, config: SearchConfig, more: int = 0) -> float:
        """How much a prior counts."""
        rules, players, visits = features_of(self.array), len(self.value), self.visits + more
        c_puct = config.c_puct if config.c_puct != USUAL else rules.C_PUCT[players - 2]
        if visits > FEW:
            c_puct += config.growth * log(visits / FEW)
        return float(c_puct * sqrt(visits))

    def puct_score(self, move: int, config: SearchConfig, more: int = 0) -> float:
        """How much a visit to a move is worth, or would be after some more to the node."""
        scale, edge = self.scale(config, more), self.edges.get(move)
        if edge:
            return edge.mean + scale * self.priors[move] / (1 + edge.visits)
        untried = self.totals[self.seat] / self.visits - config.fpu_reduction
        return untried + scale * self.priors[move]

    def select(self, config: SearchConfig, more: int = 0) -> int:
        """The move to try next, or after some more visits to the node."""
        alive = [
            move for move in self.priors if move not in self.edges or not self.edges[move].settled
        ]
        return max(alive, key=lambda move: self.puct_score(move, config, more))

    def credit(self, config: SearchConfig) -> None:
        """Give the best solved move the visits that it would get."""
        if self.best is None or self.solved:
            return
        edge, times = self.edges[self.best], 1
        for _ in range(CREDITS):
            more = times - 1
            mine = self.scale(config, more) * self.priors[self.best] / (edge.visits + times)
            other = self.puct_score(self.select(config, more), config, more)
            if self.visits < PLENTY and edge.to.value[self.seat] + mine >= other:
                edge.visits += times
                self.hear(edge.to.value, times)
                times *= 2
            elif times > 1:
                times = 1
            else:
                return

    def hear(self, found: list[float], times: int = 1) -> None:
        """Count visits that have found something."""
        self.visits += times
        self.totals = [total + times * one for total, one in zip(self.totals, found, strict=True)]


class Search:
    """A search from a position."""

    def __init__(self, array: Records, net: Net, config: SearchConfig) -> None:
        self.net, self.root = net, Node(array, net)
        self.root.expand(config)
        self.nodes = {key(array): self.root}

    def visit(self, config: SearchConfig) -> None:
        """One simulation."""
        path: list[tuple[Node, Edge]] = []
        node = self.root
        while not node.solved:
            if not node.priors:
                node.expand(config)
            move = node.select(config)
            if move not in node.edges:
                array = after(node.array, move)
                known = self.nodes.get(key(array))
                edge = node.edges[move] = Edge(known or Node(array, self.net))
                if known is None:
                    self.nodes[key(array)] = edge.to
                    path.append((node, edge))
                    node = edge.to
                    break
            edge = node.edges[move]
            if edge.to.solved or node.bounds(edge)[1] <= node.low:
                node.bound()
            else:
                path.append((node, edge))
                node = edge.to
        found = node.value
        for node, edge in reversed(path):
            edge.visits += 1
            low, high = node.bounds(edge)
            if low > node.low or high < edge.high:
                node.bound()
            edge.mean = node.mean(edge)
            if node.solved:
                found = node.value
            elif node.best is not None:
                best = node.edges[node.best].to.value
                found = best if best[node.seat] >= edge.mean else found
            node.hear(found)
        self.root.credit(config)
