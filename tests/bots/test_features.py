"""What a bot sees of a game is the same from every seat, and leaves out nothing that matters."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from tests.bots.positions import (
    after,
    asked,
    candidates,
    expected,
    features_of,
    game_of,
    move_features,
    positions,
    same,
    view,
)
from tests.configurations import CONFIGURATIONS
from tilewright import fast
from tilewright.bots.features import MOST_MOVES
from tilewright.fast.compiling import Records
from tilewright.game import OVER
from tilewright.games import AnyState, part
from tilewright.market import NOBODY
from tilewright.pavilion.kernel.layout import FIRST_PASS, unpack

every_configuration = pytest.mark.parametrize("name", CONFIGURATIONS)
every_game = pytest.mark.parametrize("game", fast.names())

OF_SEATS = {
    "classic": ("floor", "room", "shown", "lines", "wall", "hues", "score"),
    "pavilion": ("hand", "filled", "laid", "takes", "colors", "score"),
}
SEATS_OF = ("seat", "starter", "marker")


def each(name: str, step: int = 1) -> list[Records]:
    """The positions of a configuration, one by one."""
    found = positions(name)
    return [found[at : at + 1] for at in range(0, len(found), step)]


def rotated(array: Records) -> Records:
    """The same position with every seat moved on by one."""
    turned, players = array.copy(), int(array["players"][0])
    for field in OF_SEATS[game_of(array)]:
        turned[field][0, :players] = np.roll(array[field][0, :players], 1, axis=0)
    for field in SEATS_OF:
        if array[field][0] != NOBODY:
            turned[field][0] = (array[field][0] + 1) % players
    if game_of(array) == "pavilion":
        passed = int(array["passed"][0])
        turned["passed"][0] = (passed << 1 | passed >> players - 1) & (1 << players) - 1
    return turned


def shuffled(array: Records, rng: random.Random) -> Records:
    """The same position with the factories in another order."""
    mixed = array.copy()
    order = list(range(1, 2 * int(array["players"][0]) + 2))
    rng.shuffle(order)
    heaps = "factories" if game_of(array) == "classic" else "sources"
    for to, of in enumerate(order, 1):
        mixed[heaps][0, to] = array[heaps][0, of]
    return with_offers(mixed)


def with_offers(array: Records) -> Records:
    """A position whose offers follow from its sources."""
    again: Records = fast.from_state(fast.to_state(array))
    return again


@every_configuration
def test_every_view_is_in_range(name: str) -> None:
    for array in each(name):
        of, (features, numbers) = features_of(array), view(array)
        assert 0 < len(features) <= of.MOST_ACTIVE
        assert 0 <= min(features) <= max(features) < of.POSITION_FEATURES
        assert np.isfinite(numbers).all()
        assert max(map(abs, numbers)) < 8
        layout = part(game_of(array), "features.layout")
        absent = range(int(array[0]["players"]) * layout.BOARD, layout.FACTORY)
        assert not any(feature in absent for feature in features)


@every_configuration
def test_every_seat_sees_the_same_way(name: str) -> None:
    for array in each(name, 2):
        turned = rotated(array)
        for _ in range(int(array[0]["players"]) - 1):
            assert view(array) == view(turned)
            assert candidates(array) == candidates(turned)
            turned = rotated(turned)
        assert same(turned, array)
        assert np.roll(expected(array), 1) == pytest.approx(expected(rotated(array)))


@every_configuration
def test_the_order_of_factories_does_not_matter(name: str) -> None:
    rng = random.Random(1)
    for array in each(name, 3):
        mixed = shuffled(array, rng)
        (features, numbers), (others, same) = view(array), view(mixed)
        assert sorted(features) == sorted(others)
        assert numbers == same
        assert expected(array) == pytest.approx(expected(mixed))
        assert len(candidates(array)) == len(candidates(mixed))
        seen = sorted(sorted(move_features(array, move)) for move in candidates(array))
        assert seen == sorted(sorted(move_features(mixed, move)) for move in candidates(mixed))


@every_configuration
def test_candidates_are_legal_and_all_that_matters(name: str) -> None:
    moves = np.zeros(MOST_MOVES, np.int32)
    for array in each(name):
        s = array[0]
        legal = moves[: fast.list_moves(s, moves)].tolist()
        found = candidates(array)
        assert len(found) <= fast.kernels(array).MOST_MOVES <= MOST_MOVES
        assert found == [move for move in legal if move in set(found)]
        assert bool(found) == bool(legal)
        others = set(legal) - set(found)
        others -= {move for move in others if is_worse_pass(array, move)}
        if others:
            ends = {ordered(after(array, move)) for move in found}
            assert {ordered(after(array, move)) for move in others} <= ends


def ordered(array: Records) -> AnyState:
    """A position with its factories in order."""
    state: Any = fast.to_state(array)
    centre, *factories = state.sources
    again: AnyState = state._replace(sources=(centre, *sorted(factories)))
    return again


def is_worse_pass(array: Records, move: int) -> bool:
    """Tell whether a move is a pass that keeps fewer tiles than it could, or any in the end."""
    if game_of(array) == "classic" or move < FIRST_PASS:
        return False
    s = array[0]
    kept = sum(fast.kernels(array).decode_move(move).kept)
    held = sum(unpack(s["hand"][s["seat"]]))
    return bool(kept > 0 if s["round_"] == 6 else kept < min(4, held))


@every_configuration
def test_every_move_has_traits(name: str) -> None:
    for array in each(name):
        features = features_of(array)
        for move in candidates(array):
            found = move_features(array, move)
            assert 0 < len(found) == len(set(found)) <= features.MOST_MOVE_FEATURES
            assert 0 <= min(found) <= max(found) < features.MOVE_FEATURES


@every_game
def test_moves_have_traits_of_their_own(game: str) -> None:
    array = fast.from_state(asked(f"{game}-2-coloured", seed=3))
    moves = candidates(array)
    assert len({tuple(move_features(array, move)) for move in moves}) == len(moves)


@every_configuration
def test_the_estimate_ends_in_the_score(name: str) -> None:
    ended = 0
    for array in each(name):
        found = expected(array)
        assert np.isfinite(found).all()
        if fast.kernels(array).turn(array[0]) == OVER:
            assert found == array[0]["score"][: array[0]["players"]].tolist()
            assert features_of(array).is_leaf(array[0])
            ended += 1
    assert ended == 2


@every_configuration
def test_no_chance_inside_a_round(name: str) -> None:
    rng = random.Random(2)
    for seed in range(8):
        array = fast.from_state(CONFIGURATIONS[name]())
        features = features_of(array)
        fast.settle(array[0], fast.seeded(seed))
        assert not features.is_playout_end(array[0])
        while not features.is_leaf(array[0]):
            assert fast.turn(array[0]) >= 0
            found = candidates(array)
            features.advance(array[0], found[int(len(found) * rng.random() ** 3)])
        assert features.is_playout_end(array[0])
        assert array[0]["round_"] == 2
