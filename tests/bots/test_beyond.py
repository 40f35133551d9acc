"""Beyond the deal: the ends of main lines, the same deals for all, and limits that hold."""

from __future__ import annotations

import random
import time

import numpy as np
import pytest

from tests.bots.positions import asked
from tilewright import fast
from tilewright.bots import BOTS, Limit, beyond, search
from tilewright.bots.memory import Memory, is_solved, outlook
from tilewright.game import CHANCE, OVER
from tilewright.games import AnyState

# Positions that 4000 simulations solve, with several good moves
MOVES = {"classic-2-coloured": 21, "classic-3-coloured": 29, "pavilion-2-coloured": 25}
every_position = pytest.mark.parametrize("name", MOVES)
ENOUGH = Limit(simulations=4000)


def solved(name: str) -> tuple[AnyState, Memory, list[beyond.MainLine]]:
    """A position whose round is solved, and its main lines."""
    state = asked(name, MOVES[name])
    array = fast.from_state(state)
    net = search.net_of(state)
    memory = search.search(array, ENOUGH, fast.seeded(0), net, search.FULL_STRENGTH)
    assert is_solved(memory.tree)
    return state, memory, beyond.main_lines(memory.tree, array)


@every_position
def test_main_lines_end_before_a_deal_with_what_they_are_worth(name: str) -> None:
    state, memory, lines = solved(name)
    root = memory.tree.nodes[memory.tree.used[2]]
    worth = [line.worth[2, state.turn] for line in lines]
    assert len(lines) > 1
    assert lines[0].child == root["best"]
    assert worth[0] == root["low"] == max(worth)
    for line in lines:
        assert fast.turn(line.end[0]) in (CHANCE, OVER)
        assert line.end[0]["round_"] == state.round + 1 or fast.turn(line.end[0]) == OVER


@every_position
def test_lines_are_compared_on_the_same_deals(name: str) -> None:
    state, memory, lines = solved(name)
    array, net, rng = fast.from_state(state), search.net_of(state), fast.seeded(3)
    deals, asks = 2, iter([True, True, False])
    expected = []
    for line in lines:
        found = [beyond.TRUST * line.worth[:2]]
        for deal in range(deals):
            position = line.end.copy()
            stream = fast.seeded(int(rng[0]), beyond.DEALS)[deal : deal + 1]
            fast.settle(position[0], stream)
            limit = Limit(simulations=beyond.SIMULATIONS + beyond.GROWTH * deal + 1)
            tree = search.search(position, limit, stream, net, search.FULL_STRENGTH).tree
            found.append(outlook([tree], len(state.scores)))
        expected.append(np.sum(found, axis=0) / (beyond.TRUST + deals))
    beyond.look_beyond(memory, array, net, search.FULL_STRENGTH, rng, lambda _: next(asks))
    choice = search.read([memory], state, 0.0, rng)
    tree, seat = memory.tree, state.turn
    for line, (chances, margins) in zip(lines, expected, strict=True):
        move = fast.kernels(state.game).decode_move(int(tree.children[line.child]["move"]))
        ranked = next(one for one in choice.ranking if one.move == move)
        assert (ranked.chance, ranked.margin) == pytest.approx(
            (chances[seat], margins[seat]), rel=1e-4
        )
        if move == choice.move:
            assert choice.value.chances == pytest.approx(chances, rel=1e-4)
            assert choice.value.margins == pytest.approx(margins, rel=1e-4)


def test_what_is_left_of_a_limit_goes_beyond_the_deal() -> None:
    state, memory, lines = solved("classic-2-coloured")
    used = int(memory.tree.root_sums[2, 0]) + 1
    first = len(lines) * beyond.SIMULATIONS
    plain = search.choose(state, ENOUGH, random.Random(0))

    def choose(simulations: int) -> object:
        limit = Limit(simulations=simulations)
        return search.choose(state, limit, random.Random(0), beyond=True)

    assert choose(used + first - 1) == plain
    assert choose(used + first) != plain
    assert choose(4000) == choose(4000)


def test_the_master_looks_beyond_the_deal_and_keeps_to_its_time() -> None:
    state = asked("classic-2-coloured", MOVES["classic-2-coloured"])
    chosen = BOTS["master"](state, ENOUGH, random.Random(0))
    assert chosen == search.choose(state, ENOUGH, random.Random(0), beyond=True)
    assert chosen != search.choose(state, ENOUGH, random.Random(0))
    architect = BOTS["architect"](state, ENOUGH, random.Random(0))
    assert architect == search.choose(state, Limit(simulations=400), random.Random(0))
    BOTS["master"](state, Limit(time=0.01), random.Random(0))
    begin = time.thread_time()
    BOTS["master"](state, Limit(time=0.2), random.Random(0))
    assert time.thread_time() - begin < 0.4
