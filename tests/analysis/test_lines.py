"""The best lines of a position."""

from __future__ import annotations

import random

import pytest

import tilewright as tw

pytestmark = pytest.mark.usefixtures("compiled_search")


def dealt(game: str) -> tw.State[object]:
    state, luck = tw.GAMES[game].new_game(), random.Random(1)
    while state.turn == tw.CHANCE:
        state = state.play(state.sample(luck))
    return state


@pytest.mark.parametrize("game", tw.GAMES)
def test_lines_are_legal_and_the_best_is_first(game: str) -> None:
    state = dealt(game)
    found = tw.analyse(state, 200)
    assert found == tw.analyse(state, 200)
    assert (found.position, found.seat, found.effort) == (str(state), 0, 200)
    assert len(found.candidates) == 4
    assert found.candidates[0].margin == found.value.margins[0]
    for candidate in found.candidates:
        state.after(*candidate.line)
        assert candidate.line[0] == candidate.move
        assert candidate.loss >= 0


@pytest.mark.parametrize("game", tw.GAMES)
def test_before_a_deal_there_is_a_value_alone(game: str) -> None:
    found = tw.analyse(tw.GAMES[game].new_game(), 50)
    assert found.candidates == ()
    assert found.value.margins[0] == -found.value.margins[1]
    assert found.value.spread[0] > 0


def test_after_the_end_there_is_nothing_to_analyse() -> None:
    state, luck = tw.classic.new_game(round_limit=1), random.Random(0)
    while state.turn != tw.OVER:
        move = state.sample(luck) if state.turn == tw.CHANCE else state.legal_moves()[-1]
        state = state.play(move)
    with pytest.raises(tw.IllegalMove, match="over"):
        tw.analyse(state)
