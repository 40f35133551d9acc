"""The tree grows like that of the plain search, and is exact where it says so."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from tests.bots import plain, slow
from tests.bots.positions import WORKSPACE, after, asked, candidates, features_of, positions
from tests.configurations import CONFIGURATIONS
from tilewright import fast
from tilewright.bots.config import SearchConfig
from tilewright.bots.features import MOST_MOVES
from tilewright.bots.nets import Net, new_net, no_net
from tilewright.bots.root import SILLY, best_child, sample
from tilewright.bots.simulation import run_simulations
from tilewright.bots.tree import SMALLEST, Tree, clear, find, new_tree
from tilewright.fast.compiling import Records
from tilewright.game import OVER

every_configuration = pytest.mark.parametrize("name", CONFIGURATIONS)

CONFIG = SearchConfig()


def lively(name: str) -> Net:
    """A net with opinions, for a configuration."""
    return plain.lively_net(new_net(name.partition("-")[0], 1), 1)


def grown(
    array: Records,
    net: Net,
    times: int,
    config: SearchConfig = CONFIG,
    room: tuple[int, int] = (0, 0),
) -> Tree:
    """A tree after this many simulations."""
    nodes, children = room if any(room) else (times + 8, 200 * times + MOST_MOVES)
    tree, rng = new_tree(nodes, children, MOST_MOVES), fast.seeded(1)
    run_simulations(tree, array[0], array.copy(), net, WORKSPACE, config, rng, times)
    return tree


def children(tree: Tree, at: int) -> Any:
    """The children of a node."""
    node = tree.nodes[at]
    return tree.children[node["first"] : node["first"] + node["count"]]


def visits(tree: Tree) -> dict[int, int]:
    """How often the moves of the root were tried."""
    found = children(tree, int(tree.used[2]))
    return {int(child["move"]): int(child["visits"]) for child in found if child["visits"]}


def walk(tree: Tree, array: Records) -> Any:
    """Every node with its position."""
    waiting, met = [(1, array)], set()
    while waiting:
        at, here = waiting.pop()
        if at not in met:
            met.add(at)
            yield at, here
            for child in children(tree, at) if tree.nodes[at]["count"] else ():
                if child["node"]:
                    waiting.append((int(child["node"]), after(here, int(child["move"]))))


def compare(array: Records, net: Net, times: int, config: SearchConfig) -> None:
    """Search a position in both ways."""
    search = slow.Search(array, net, config)
    for _ in range(times):
        if not search.root.solved:
            search.visit(config)
    tree = grown(array, net, times, config)
    root = tree.nodes[1]
    edges = search.root.edges
    assert visits(tree) == {move: edge.visits for move, edge in edges.items() if edge.visits}
    assert tree.used[0] == len(search.nodes) + 1
    assert root["visits"] == search.root.visits
    assert bool(root["solved"]) == search.root.solved
    totals = search.root.totals
    assert tree.nodes["totals"][1, : len(totals)] == pytest.approx(totals, rel=1e-4, abs=1e-3)
    assert (root["low"], root["high"]) == pytest.approx(
        (search.root.low, search.root.high), abs=1e-5
    )


@every_configuration
def test_the_search_is_that_of_a_slow_one(name: str) -> None:
    other = SearchConfig(c_puct=2.5, fpu_reduction=-0.1, policy_temperature=1.5)
    for moves, config in ((0, CONFIG), (5, other), (14, other), (23, CONFIG)):
        array = fast.from_state(asked(name, moves, seed=moves))
        compare(array, lively(name), 60, config)


@pytest.mark.parametrize("name", ["classic-2-coloured", "classic-3-grey", "pavilion-2-neutral"])
def test_a_long_search_is_that_of_a_slow_one(name: str) -> None:
    """So long that exploration grows and moves are settled."""
    for moves in (4, 7):
        array = fast.from_state(asked(name, moves, seed=moves))
        compare(array, lively(name), 900, SearchConfig(growth=0.5))


@every_configuration
def test_what_is_solved_is_exact(name: str) -> None:
    """Near the end of a round, where all that may follow can be tried."""
    net, found, solved = lively(name), positions(name), 0
    for at in range(len(found)):
        array, known = found[at : at + 1].copy(), dict[int, list[float]]()
        if fast.kernels(found).turn(array[0]) < 0 or len(candidates(array)) < 2:
            continue
        try:
            worth = slow.solve(array, net, known, 300)
        except slow.TooLarge:
            continue
        tree = grown(array, net, 4000)
        assert tree.nodes[1]["solved"]
        assert tree.nodes["utilities"][1, : len(worth)] == pytest.approx(worth, abs=1e-5)
        then = after(array, int(tree.children[best_child(tree)]["move"]))
        seat = int(array[0]["seat"])
        assert known[slow.key(then)][seat] == pytest.approx(worth[seat], abs=1e-5)
        for number, here in walk(tree, array):
            node, exact = tree.nodes[number], known[slow.key(here)]
            assert node["low"] - 1e-5 < exact[node["seat"]] < node["high"] + 1e-5
            if node["solved"]:
                value = tree.nodes["utilities"][number, : len(exact)]
                assert value == pytest.approx(exact, abs=1e-5)
        solved += 1
        if solved == 2:
            break
    assert solved == 2


@pytest.mark.parametrize("game", fast.names())
def test_a_search_stops_where_all_is_known(game: str) -> None:
    array = fast.from_state(asked(f"{game}-2-coloured", 9 if game == "classic" else 10))
    tree = grown(array, lively(game), 200_000)
    done = int(tree.root_sums[2, 0])
    assert tree.nodes[1]["solved"]
    assert done < 200_000
    again = grown(array, lively(game), done)
    assert again.nodes[1]["solved"]
    assert not grown(array, lively(game), done - 1).nodes[1]["solved"]


@pytest.mark.parametrize("game", fast.names())
@pytest.mark.parametrize("moves", [0, 3, 6])
def test_most_visits_find_a_new_position(game: str, moves: int) -> None:
    array = fast.from_state(asked(f"{game}-2-coloured", moves, seed=moves))
    tree = grown(array, lively(game), 50_000)
    assert (tree.used[0] - 1) / tree.root_sums[2, 0] > 0.6


@every_configuration
@pytest.mark.parametrize(
    "config", [SearchConfig(), SearchConfig(noise=0.3), SearchConfig(ucb=True, playout=True)]
)
def test_visits_add_up(name: str, config: SearchConfig) -> None:
    net = no_net() if config.ucb else lively(name)
    array = fast.from_state(asked(name, 12))
    tree, players = grown(array, net, 300, config), array[0]["players"]
    met = np.zeros(tree.used[0], np.int64)
    for at in range(1, int(tree.used[0])):
        node = tree.nodes[at]
        if node["count"]:
            assert node["visits"] == 1 + sum(child["visits"] for child in children(tree, at))
            opened = [bool(child["node"]) for child in children(tree, at)]
            assert opened == sorted(opened, reverse=True)
            assert node["opened"] == sum(opened)
            for child in children(tree, at)[: node["opened"]]:
                met[child["node"]] += child["visits"]
        assert abs(tree.nodes["totals"][at, :players]).max() <= node["visits"] + 1e-4
    for at in range(2, int(tree.used[0])):
        node = tree.nodes[at]
        assert met[at] >= 1
        if not node["solved"]:
            assert node["visits"] == met[at]
    assert tree.root_sums[2, 0] == tree.child_sums[2].sum() <= 300
    assert tree.root_sums[2, 0] == 300 or tree.nodes[1]["solved"]


@every_configuration
def test_the_tree_ends_with_the_round(name: str) -> None:
    """Walked down again, every node is where it says it is, and leaves have no moves."""
    found, leaves = positions(name), 0
    asks = [at for at in range(len(found)) if fast.turn(found[at]) >= 0]
    for at in asks[:: max(1, len(asks) // 12)]:
        array = found[at : at + 1]
        tree = grown(array, lively(name), 150)
        for number, here in walk(tree, array):
            node = tree.nodes[number]
            assert node["identity"] == slow.key(here)
            assert node["seat"] == here[0]["seat"]
            if features_of(here).is_leaf(here[0]):
                assert node["solved"]
                assert node["count"] == 0
                leaves += 1
                assert here[0]["round_"] <= array[0]["round_"] + 1
            else:
                assert here[0]["round_"] == array[0]["round_"]
            moves = [int(child["move"]) for child in children(tree, number)]
            assert node["count"] == 0 or sorted(moves) == sorted(candidates(here))
    assert leaves


@pytest.mark.parametrize("game", fast.names())
@pytest.mark.parametrize("room", [(3, MOST_MOVES), (6, MOST_MOVES), (40, 300)])
def test_a_search_without_room_goes_on(game: str, room: tuple[int, int]) -> None:
    state = asked(f"{game}-2-coloured", 6)
    array = fast.from_state(state)
    net = plain.lively_net(new_net(game, 1))
    for config in (SearchConfig(), SearchConfig(ucb=True, playout=True)):
        tree = grown(array, net, 500, config, room)
        assert tree.root_sums[2, 0] == 500
        assert tree.used[0] <= room[0]
        assert tree.used[1] <= room[1]
        chosen = tree.children[best_child(tree)]["move"]
        assert fast.kernels(game).decode_move(int(chosen)) in state.legal_moves()


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
            seat, known = int(before[0]["seat"]), dict[int, list[float]]()
            try:
                slow.solve(before, no_net(), known, 40)
            except slow.TooLarge:
                continue
            worth = {
                move: known[slow.key(after(before, move))][seat] for move in candidates(before)
            }
            gap = max(worth.values()) - min(worth.values())
            if gap > 0.1 and before[0]["round_"] == array[0]["round_"]:
                found.append((before, worth))
                break
    return found


@pytest.mark.parametrize(
    "name",
    ["classic-2-coloured", "classic-2-grey", "pavilion-2-coloured", "pavilion-2-neutral"],
)
def test_the_winning_move_is_found(name: str) -> None:
    for array, worth in last_moves(name, 6):
        for config in (SearchConfig(), SearchConfig(ucb=True, c_puct=0.7)):
            tree = grown(array, no_net(), 3000, config)
            chosen = int(tree.children[best_child(tree)]["move"])
            assert worth[chosen] > max(worth.values()) - 0.03


def test_a_position_is_found_again() -> None:
    array = fast.from_state(asked("classic-2-coloured", 3))
    tree = grown(array, lively("classic"), 400)
    best = tree.children[best_child(tree)]
    then = after(array, int(best["move"]))
    found = find(tree, tree.nodes[best["node"]]["identity"])
    assert found == best["node"]
    assert tree.nodes[found]["visits"] >= best["visits"]
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
    assert sample(tree, 0.0, rng) == best_child(tree)


def test_every_node_is_found_while_the_table_grows_and_none_once_forgotten() -> None:
    array = fast.from_state(asked("classic-2-coloured"))
    tree = grown(array, lively("classic"), 3000)
    assert tree.used[4] > SMALLEST, "the table has not grown"
    nodes = tree.nodes[1 : int(tree.used[0])]
    assert [find(tree, node["identity"]) for node in nodes] == [*range(1, len(nodes) + 1)]
    clear(tree)
    assert not any(find(tree, node["identity"]) for node in nodes)
