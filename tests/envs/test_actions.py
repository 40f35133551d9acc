"""Every move has one id, and every legal move of every kind of game is among them."""

from __future__ import annotations

import numpy as np
import pytest

import tilewright as tw
from tests.configurations import CONFIGURATIONS, playthrough
from tilewright.envs.actions import (
    action_count,
    legal_ids,
    legal_mask,
    moves,
    to_id,
    to_move,
)
from tilewright.envs.game import seen


@pytest.mark.parametrize(
    "game, kinds",
    [
        ("classic", {"take": 300, "lay": 25}),
        ("pavilion", {"take": 60, "place": 1512, "pick": 6, "pass": 210}),
    ],
)
def test_the_numbers_of_moves(game: str, kinds: dict[str, int]) -> None:
    assert {block.kind: block.size for block in seen(game).BLOCKS} == kinds
    assert action_count(game) == sum(kinds.values())


@pytest.mark.parametrize("game", tw.GAMES)
def test_ids_and_moves_are_one_to_one(game: str) -> None:
    for number in range(action_count(game)):
        move = to_move(game, number)
        assert to_id(game, move) == number
        assert type(tw.GAMES[game].parse_move(str(move))) is type(move)
    assert len({str(move) for move in moves(game)}) == action_count(game)


@pytest.mark.parametrize(
    "game, text, number",
    [
        ("classic", "0b-", 0),
        ("classic", "2r4", 2 * 30 + 2 * 6 + 4),
        ("classic", "3c2", 300 + 2 * 5 + 1),
        ("pavilion", "9r", 59),
        ("pavilion", "E6b3", 60 + 3 * 216 + 5 * 36 + 4 * 6 + 3),
        ("pavilion", "*p", 1572),
        ("pavilion", "pass", 1578),
        ("pavilion", "pass:pppp", 1787),
    ],
)
def test_ids_stay_what_they_are(game: str, text: str, number: int) -> None:
    assert to_id(game, tw.GAMES[game].parse_move(text)) == number


@pytest.mark.parametrize("number", [-1, 325])
def test_other_numbers_are_refused(number: int) -> None:
    with pytest.raises(ValueError, match="expected 0 to 324 in classic"):
        to_move("classic", number)


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_every_legal_move_has_an_id(name: str) -> None:
    for seed in range(3):
        for state, _, _ in playthrough(CONFIGURATIONS[name](), seed):
            ids = legal_ids(state)
            assert ids == sorted(set(ids))
            assert [to_move(state.game, number) for number in ids] == state.legal_moves()
            assert np.flatnonzero(legal_mask(state)).tolist() == ids
