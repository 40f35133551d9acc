"""What a bot sees of pavilion is the same from every seat, and leaves out nothing that matters."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import tilewright as tw
from tests.configurations import CONFIGURATIONS, playthrough
from tilewright import fast
from tilewright.bots import BOTS, Limit
from tilewright.fast import from_state, seeded
from tilewright.fast.compiling import Records
from tilewright.fast.contract import SEATS
from tilewright.market import NOBODY
from tilewright.pavilion import Pass, State
from tilewright.pavilion import features as bot
from tilewright.pavilion.features.layout import BOARD, FACTORY
from tilewright.pavilion.kernel import decode_move
from tilewright.pavilion.kernel.layout import (
    END,
    FACTORIES_OF,
    FIRST_PASS,
    KEPT,
    MOST_MOVES,
    TAKE,
    unpack,
)

GAMES: dict[str, Callable[[], Any]] = {
    name: new_game for name, new_game in CONFIGURATIONS.items() if name.startswith("pavilion")
}
every_game = pytest.mark.parametrize("new_game", GAMES.values(), ids=GAMES)

ACTIVE = np.zeros(bot.MOST_ACTIVE, np.int32)
SEEN = np.zeros(bot.NUMBERS, np.float32)
MOVES = np.zeros(MOST_MOVES, np.int32)
MOVE_FEATURES = np.zeros(bot.MOST_MOVE_FEATURES, np.int32)
EXPECTED = np.zeros(SEATS)


def positions(new_game: Callable[[], Any], seeds: range) -> Iterator[Records]:
    """The positions of some games, by random and by greedy players."""
    for seed in seeds:
        for _, _, state in playthrough(new_game(), seed):
            assert isinstance(state, State)
            yield from_state(state)


def view(array: Records) -> tuple[list[int], list[float]]:
    """The features and numbers of a position."""
    ACTIVE[:] = -1
    count = bot.position_features(array[0], ACTIVE, SEEN)
    return ACTIVE[:count].tolist(), SEEN.tolist()


def expected(array: Records) -> list[float]:
    """The estimate of every seat."""
    bot.estimate(array[0], EXPECTED)
    return [float(score) for score in EXPECTED[: array[0]["players"]]]


def candidates(array: Records) -> list[int]:
    """The moves of a search."""
    return [int(move) for move in MOVES[: bot.list_candidates(array[0], MOVES)]]


def rotated(array: Records) -> Records:
    """The same position with every seat moved on by one."""
    turned = array.copy()
    players = int(array[0]["players"])
    for field in ("hand", "filled", "laid", "takes", "colors", "score"):
        turned[field][0, :players] = np.roll(array[field][0, :players], 1, axis=0)
    for field in ("seat", "starter", "marker"):
        if array[field][0] != NOBODY:
            turned[field][0] = (array[field][0] + 1) % players
    seats = range(players)
    turned["passed"][0] = sum(
        1 << (at + 1) % players for at in seats if array["passed"][0] >> at & 1
    )
    return turned


def shuffled(array: Records, rng: random.Random) -> Records:
    """The same position with the factories in another order."""
    mixed = array.copy()
    order = list(range(1, 1 + FACTORIES_OF[array[0]["players"]]))
    rng.shuffle(order)
    offers = int(array["offers"][0])
    mixed["offers"][0] = offers & 63
    for to, of in enumerate(order, 1):
        mixed["sources"][0, to] = array["sources"][0, of]
        mixed["offers"][0] |= (offers >> 6 * of & 63) << 6 * to
    return mixed


@every_game
def test_every_view_is_in_range(new_game: Callable[[], Any]) -> None:
    for array in positions(new_game, range(2)):
        active, numbers = view(array)
        assert len(active) == len(set(active)) <= bot.MOST_ACTIVE
        assert all(0 <= feature < bot.POSITION_FEATURES for feature in active)
        assert np.isfinite(numbers).all()
        assert max(map(abs, numbers)) < 8
        absent = range(int(array[0]["players"]) * BOARD, FACTORY)
        assert not any(feature in absent for feature in active)


@every_game
def test_every_seat_sees_the_same_way(new_game: Callable[[], Any]) -> None:
    for array in positions(new_game, range(2)):
        turned = rotated(array)
        assert view(array) == view(turned)
        assert np.roll(expected(array), 1) == pytest.approx(expected(turned))
        assert candidates(array) == candidates(turned)


@every_game
def test_the_order_of_factories_does_not_matter(new_game: Callable[[], Any]) -> None:
    rng = random.Random(1)
    for array in positions(new_game, range(2)):
        if array[0]["phase"] == TAKE:
            mixed = shuffled(array, rng)
            assert expected(array) == expected(mixed)
            (features, numbers), (others, same) = view(array), view(mixed)
            assert set(features) == set(others)
            assert numbers == same
            assert len(candidates(array)) == len(candidates(mixed))


@every_game
def test_candidates_are_all_that_matters(new_game: Callable[[], Any]) -> None:
    for array in positions(new_game, range(2)):
        s = array[0]
        legal = MOVES[: fast.list_moves(s, MOVES)].tolist()
        found = candidates(array)
        assert found == [move for move in legal if move in set(found)]
        assert bool(found) == bool(legal)
        ends = {identity_after(array, move) for move in found}
        hand = sum(unpack(s["hand"][s["seat"]]))
        for move in set(legal) - set(found):
            if move >= FIRST_PASS:
                kept = sum(unpack(KEPT[move - FIRST_PASS]))
                assert kept > 0 if s["round_"] == 6 else kept < min(4, hand)
            else:
                assert identity_after(array, move) in ends


def identity_after(array: Records, move: int) -> int:
    """The hash of the position after a move, whatever the order of the factories."""
    after = array.copy()
    bot.advance(after[0], move)
    after["sources"][0, 1:].sort()
    return int(fast.hash_state(after[0]))


@every_game
def test_every_move_has_traits(new_game: Callable[[], Any]) -> None:
    for array in positions(new_game, range(2)):
        for move in candidates(array):
            MOVE_FEATURES[:] = -1
            count = bot.move_features(array[0], move, MOVE_FEATURES)
            found = MOVE_FEATURES[:count].tolist()
            assert 0 < count == len(set(found))
            assert all(0 <= feature < bot.MOVE_FEATURES for feature in found)


def test_moves_have_traits_of_their_own() -> None:
    array = from_state(
        tw.pavilion.new_game(2).play(tw.pavilion.new_game(2).sample(random.Random(3)))
    )
    fast.settle(array[0], seeded(3))
    seen = set()
    for move in candidates(array):
        count = bot.move_features(array[0], move, MOVE_FEATURES)
        seen.add(tuple(MOVE_FEATURES[:count].tolist()))
    assert len(seen) == len(candidates(array))


@every_game
def test_the_estimate_ends_in_the_score(new_game: Callable[[], Any]) -> None:
    for array in positions(new_game, range(2)):
        found = expected(array)
        assert np.isfinite(found).all()
        if array[0]["phase"] == END:
            assert found == array[0]["score"][: array[0]["players"]].tolist()
            assert bot.is_leaf(array[0])


@every_game
def test_no_chance_inside_a_round(new_game: Callable[[], Any]) -> None:
    rng = random.Random(2)
    for seed in range(20):
        array = from_state(new_game())
        fast.settle(array[0], seeded(seed))
        assert not bot.is_playout_end(array[0])
        while not bot.is_leaf(array[0]):
            assert fast.turn(array[0]) >= 0
            found = candidates(array)
            bot.advance(array[0], found[int(len(found) * rng.random() ** 3)])
        assert bot.is_playout_end(array[0])
        assert array[0]["round_"] == 2


def test_the_last_pass_keeps_nothing() -> None:
    """pavilion 8.9: what the lowest score forgives is forgiven before the bonuses only."""
    for discard in ("after_bonuses", "at_pass"):
        state = tw.pavilion.new_game(2, last_round_discard=discard)
        seen = 0
        for before, _, _ in playthrough(state, 6):
            assert isinstance(before, State)
            if before.round == 6 and before.phase == "place":
                passes = [
                    decode_move(move)
                    for move in candidates(from_state(before))
                    if move >= FIRST_PASS
                ]
                assert passes == [Pass((0,) * 6)]
                seen += 1
        assert seen


def best_by_estimate(array: Records) -> int:
    """The candidate after which the seat to move may expect most."""
    seat = int(array[0]["seat"])
    margins = {}
    for move in candidates(array):
        after = array.copy()
        bot.advance(after[0], move)
        hopes = expected(after)
        margins[move] = hopes.pop(seat) - max(hopes)
    return max(margins, key=lambda move: margins[move])


def test_the_estimate_beats_greedy() -> None:
    wins = 0
    for game in range(6):
        rng = random.Random(game // 2)
        state = tw.pavilion.new_game(2)
        while state.turn != tw.OVER:
            if state.turn == tw.CHANCE:
                state = state.play(state.sample(rng))
            elif state.turn == game % 2:
                state = state.play(decode_move(best_by_estimate(from_state(state))))
            else:
                state = state.play(BOTS["greedy"](state, Limit(), rng).move)
        wins += state.scores[game % 2] > state.scores[1 - game % 2]
    assert wins >= 4
