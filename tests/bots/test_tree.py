"""The tree grows as the same search written slowly, and stops where a round ends."""

from __future__ import annotations

import random
from math import sqrt, tanh
from typing import Any

import numpy as np
import pytest

from tests.bots import plain
from tests.bots.positions import (
    DESK,
    after,
    asked,
    candidates,
    judged,
    positions,
    preferred,
    sight_of,
)
from tests.configurations import CONFIGURATIONS
from tilewright import fast
from tilewright.bots.evaluate import Net, new_net, no_net
from tilewright.bots.sight import MOST_MOVES
from tilewright.bots.tree import SILLY, Tree, Way, find, grow, most_visited, new_tree, plant, sample
from tilewright.fast.compiling import Records
from tilewright.game import OVER

every_configuration = pytest.mark.parametrize("name", CONFIGURATIONS)

WAY = Way()


def value(array: Records, net: Net) -> list[float]:
    """What a position is worth to each seat."""
    chances, margins = judged(array, net)
    players, spread = len(chances), sight_of(array).SPREAD
    won = [(players * float(chance) - 1) / (players - 1) for chance in chances]
    ahead = [tanh(float(margin) / spread) for margin in margins]
    return [0.5 * a + 0.5 * b for a, b in zip(won, ahead, strict=True)]


class Slow:
    """A node of the same search, in plain Python."""

    def __init__(self, array: Records, net: Net) -> None:
        self.array, self.net, self.seat = array, net, int(array[0]["seat"])
        self.value = value(array, net)
        self.second = DESK.second.copy()
        self.visits, self.total = 1, self.value[self.seat]
        self.leaf = bool(sight_of(array).is_leaf(array[0]))
        self.priors: dict[int, float] = {}
        self.tried: dict[int, Slow] = {}
        self.counts: dict[int, int] = {}
        self.totals: dict[int, float] = {}

    def visit(self, way: Way) -> list[float]:
        """One simulation."""
        if self.leaf:
            return self.value
        if not self.priors:
            moves = candidates(self.array)
            priors = preferred(self.array, self.net, self.second, moves)
            self.priors = dict(zip(moves, priors, strict=True))
        move = self.select(way)
        if move in self.tried:
            found = self.tried[move].visit(way)
        else:
            self.tried[move] = Slow(after(self.array, move), self.net)
            self.counts[move], self.totals[move] = 0, 0.0
            found = self.tried[move].value
        self.visits += 1
        self.total += found[self.seat]
        self.counts[move] += 1
        self.totals[move] += found[self.seat]
        return found

    def select(self, way: Way) -> int:
        """The move to try: its mean, or that of the node less the doubt; and its prior."""
        urge = way.explore or sight_of(self.array).EXPLORE

        def promise(move: int) -> float:
            count = self.counts.get(move, 0)
            mean = self.totals[move] / count if count else self.total / self.visits - way.doubt
            return mean + urge * sqrt(self.visits) * self.priors[move] / (1 + count)

        return max([*self.tried, *self.priors], key=promise)


def grown(
    array: Records, net: Net, times: int, way: Way = WAY, room: tuple[int, int] = (0, 0)
) -> Tree:
    """A tree after so many simulations."""
    nodes, children = room if any(room) else (times + 8, 200 * times + MOST_MOVES)
    tree, rng = new_tree(nodes, children, MOST_MOVES), fast.seeded(1)
    plant(tree, array[0], net, DESK, way, rng)
    grow(tree, array[0], array.copy(), net, DESK, way, rng, times)
    return tree


def children(tree: Tree, at: int) -> Any:
    """The children of a node."""
    node = tree.nodes[at]
    return tree.children[node["first"] : node["first"] + node["count"]]


def visits(tree: Tree) -> dict[int, int]:
    """How often the moves of the root were tried."""
    found = children(tree, int(tree.used[2]))
    return {int(child["move"]): int(child["visits"]) for child in found if child["visits"]}


@every_configuration
def test_the_search_is_that_of_a_slow_one(name: str) -> None:
    net = plain.lively_net(new_net(name.partition("-")[0], 1), 1)
    for moves in (0, 5, 14, 23):
        array = fast.from_state(asked(name, moves, seed=moves))
        for way in (Way(), Way(explore=2.5, doubt=-0.1)):
            slow = Slow(array, net)
            for _ in range(60):
                slow.visit(way)
            tree = grown(array, net, 60, way)
            root = tree.nodes[1]
            assert visits(tree) == slow.counts
            assert root["visits"] == slow.visits == 61
            assert root["total"] == pytest.approx(slow.total, abs=1e-4)
            for child in children(tree, 1):
                if child["visits"]:
                    total = slow.totals[int(child["move"])]
                    assert child["total"] == pytest.approx(total, abs=1e-4)


@every_configuration
@pytest.mark.parametrize("way", [Way(), Way(noise=0.3), Way(ucb=True, playout=True)])
def test_visits_add_up(name: str, way: Way) -> None:
    net = no_net() if way.ucb else plain.lively_net(new_net(name.partition("-")[0], 1))
    tree = grown(fast.from_state(asked(name, 12)), net, 300, way)
    leaves = 0
    for at in range(1, int(tree.used[0])):
        node = tree.nodes[at]
        assert node["visits"] == 1 + sum(child["visits"] for child in children(tree, at))
        leaves += int(node["leaf"])
        for child in children(tree, at):
            if child["visits"]:
                below = tree.nodes[child["node"]]
                assert child["node"] > at
                assert below["leaf"] or below["visits"] == child["visits"]
        tried = [bool(child["visits"]) for child in children(tree, at)]
        assert tried == sorted(tried, reverse=True)
        assert node["opened"] == sum(tried)
        assert abs(node["total"]) <= node["visits"]
    assert tree.nodes[1]["visits"] == 301
    assert tree.root_sums[2, 0] == tree.child_sums[2].sum() == 300


@every_configuration
def test_the_tree_ends_with_the_round(name: str) -> None:
    """Walked down again, every node is where it says it is, and leaves have no moves."""
    net = plain.lively_net(new_net(name.partition("-")[0], 1))
    found, leaves = positions(name), 0
    asks = [at for at in range(len(found)) if fast.turn(found[at]) >= 0]
    for at in asks[:: max(1, len(asks) // 12)]:
        array = found[at : at + 1]
        tree = grown(array, net, 150)
        waiting = [(1, array)]
        while waiting:
            number, here = waiting.pop()
            node = tree.nodes[number]
            assert node["leaf"] == sight_of(here).is_leaf(here[0])
            assert node["seat"] == here[0]["seat"]
            if node["leaf"]:
                assert node["count"] == 0
                leaves += 1
                assert here[0]["round_"] <= array[0]["round_"] + 1
            else:
                assert here[0]["round_"] == array[0]["round_"]
            moves = [int(child["move"]) for child in children(tree, number)]
            assert node["count"] == 0 or sorted(moves) == sorted(candidates(here))
            for child in children(tree, number):
                if child["node"]:
                    waiting.append((int(child["node"]), after(here, int(child["move"]))))
    assert leaves


@pytest.mark.parametrize("game", fast.names())
@pytest.mark.parametrize("room", [(3, MOST_MOVES), (6, MOST_MOVES), (40, 300)])
def test_a_search_without_room_goes_on(game: str, room: tuple[int, int]) -> None:
    state = asked(f"{game}-2-coloured", 6)
    array = fast.from_state(state)
    net = plain.lively_net(new_net(game, 1))
    for way in (Way(), Way(ucb=True, playout=True)):
        tree = grown(array, net, 500, way, room)
        assert tree.nodes[1]["visits"] == 501
        assert sum(visits(tree).values()) == 500
        assert tree.used[0] <= room[0]
        assert tree.used[1] <= room[1]
        chosen = tree.children[most_visited(tree)]["move"]
        assert fast.kernels(game).decode_move(int(chosen)) in state.legal_moves()


def solve(array: Records, budget: list[int]) -> list[float]:
    """What the rest of a round is worth to each seat, if all play well."""
    budget[0] -= 1
    if sight_of(array).is_leaf(array[0]) or budget[0] < 0:
        return value(array, no_net())
    seat = int(array[0]["seat"])
    ends = [solve(after(array, move), budget) for move in candidates(array)]
    return max(ends, key=lambda end: end[seat])


def last_moves(name: str, wanted: int) -> list[tuple[Records, dict[int, float]]]:
    """Positions near the end of games where it matters what is played, with what each move is
    worth."""
    found: list[tuple[Records, dict[int, float]]] = []
    seed = 0
    while len(found) < wanted:
        seed += 1
        assert seed < 400
        luck, stream = random.Random(seed), fast.seeded(seed)
        array = fast.from_state(CONFIGURATIONS[name]())
        history = []
        while fast.turn(array[0]) != OVER:
            fast.settle(array[0], stream)
            if fast.turn(array[0]) >= 0:
                history.append(array.copy())
                moves = candidates(array)
                fast.apply(array[0], moves[int(len(moves) * luck.random() ** 1.5)])
        for before in history[-4:]:
            budget, seat = [150], int(before[0]["seat"])
            worth = {move: solve(after(before, move), budget)[seat] for move in candidates(before)}
            gap = max(worth.values()) - min(worth.values())
            if budget[0] >= 0 and gap > 0.1 and before[0]["round_"] == array[0]["round_"]:
                found.append((before, worth))
                break
    return found


@pytest.mark.parametrize(
    "name",
    ["classic-2-coloured", "classic-2-grey", "pavilion-2-coloured", "pavilion-2-neutral"],
)
def test_the_winning_move_is_found(name: str) -> None:
    for array, worth in last_moves(name, 6):
        for way in (Way(), Way(ucb=True, explore=0.7)):
            tree = grown(array, no_net(), 3000, way)
            chosen = int(tree.children[most_visited(tree)]["move"])
            assert worth[chosen] > max(worth.values()) - 0.03


def test_a_position_is_found_again() -> None:
    array = fast.from_state(asked("classic-2-coloured", 3))
    net = plain.lively_net(new_net("classic", 1))
    tree = grown(array, net, 400)
    best = tree.children[most_visited(tree)]
    then = after(array, int(best["move"]))
    found = find(tree, tree.nodes[best["node"]]["identity"])
    assert tree.nodes[found]["visits"] == best["visits"]
    assert sorted(child["move"] for child in children(tree, found)) == sorted(candidates(then))
    assert find(tree, np.uint64(1)) == 0


def test_chance_chooses_what_was_visited() -> None:
    array = fast.from_state(asked("pavilion-2-coloured"))
    tree = grown(array, plain.lively_net(new_net("pavilion", 1)), 200)
    rng, counts = fast.seeded(3), dict.fromkeys(visits(tree), 0)
    for _ in range(4000):
        counts[int(tree.children[sample(tree, 1.0, rng)]["move"])] += 1
    most = max(visits(tree).values())
    sane = {move: times for move, times in visits(tree).items() if times / most > SILLY}
    assert len(sane) > 1
    for move, times in counts.items():
        share = sane.get(move, 0) / sum(sane.values())
        assert times / 4000 == pytest.approx(share, abs=0.04 if share else 0)
    assert sample(tree, 0.0, rng) == most_visited(tree)
