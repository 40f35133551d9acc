"""Moves that are not what they should be: text, values from elsewhere, moves out of turn."""

from __future__ import annotations

import random
import re

import pytest

import tilewright as tw
from tests.configurations import CONFIGURATIONS, MAIN, choose, playthrough
from tilewright.games import AnyMove, AnyState

RNG = random.Random(3)
FOREIGN = {
    "classic": tw.pavilion.Take(1, 0),
    "pavilion": tw.classic.Take(1, 0, 1),
}


def opening(game: str) -> AnyState:
    """The first position in which a seat is to move."""
    state: AnyState = tw.GAMES[game].new_game(2)
    while state.turn == tw.CHANCE:
        state = state.play(state.sample(RNG))
    return state


every_game = pytest.mark.parametrize("game", tw.GAMES)
each_way = pytest.mark.parametrize("way", ["play", "explain", "preview"])


@every_game
@each_way
def test_text_is_no_move_but_tells_how_it_is_played(game: str, way: str) -> None:
    state = opening(game)
    text = str(state.legal_moves()[0])
    with pytest.raises(TypeError) as error:
        getattr(state, way)(text)
    assert f"state.after({text!r}) plays it" in str(error.value)
    assert state.after(text) == state.play(state.parse(text))


@every_game
@pytest.mark.parametrize("way", ["play", "explain", "preview", "after"])
def test_values_of_elsewhere_are_no_moves(game: str, way: str) -> None:
    state = opening(game)
    same = tuple(state.legal_moves()[0])
    for value in (FOREIGN[game], same, None, 3):
        with pytest.raises(
            TypeError, match=rf"{re.escape(repr(value))}, a value of .*, is not a move of {game}"
        ):
            getattr(state, way)(value)


@every_game
def test_a_move_cannot_be_made_twice_by_the_checked_way(game: str) -> None:
    state = opening(game)
    move = state.legal_moves()[0]
    with pytest.raises(tw.IllegalMove):
        state.after(move, move)
    with pytest.raises(tw.IllegalMove):
        state.after(str(move)).after(str(move))


def test_several_moves_at_once() -> None:
    state: AnyState = tw.classic.new_game(2)
    deal = "=bkww/brkw/bykw/rrrk/yykw"
    assert state.after() == state
    after = state.after(deal, "4r3", tw.classic.Take(1, 4, 2), "0k-")
    assert (after.turn, after.marker) == (1, 0)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "move",
    [
        tw.classic.Take(2, 9, 1),
        tw.classic.Take(2, -1, 1),  # prints as white
        tw.classic.Take(-1, 0, 1),
        tw.classic.Take(2.0, 0, 1),  # type: ignore[arg-type]
        tw.classic.Deal(((1, 2), (3, -1))),
        tw.classic.Deal(7),  # type: ignore[arg-type]
    ],
    ids=repr,
)
def test_numbers_that_make_no_move(move: AnyMove) -> None:
    for state in (opening("classic"), tw.classic.new_game()):
        with pytest.raises((tw.InvalidNotation, tw.IllegalMove)):
            state.after(move)


@pytest.mark.parametrize("name", MAIN)
def test_nature_draws_in_its_turn_only(name: str) -> None:
    state = CONFIGURATIONS[name]()
    while state.turn != tw.OVER:
        if state.turn != tw.CHANCE:
            with pytest.raises(tw.IllegalMove, match=f"turn of seat {state.turn}, not nature"):
                state.sample(RNG)
        state = state.play(choose(state, RNG))
    with pytest.raises(tw.IllegalMove, match="the game is over: there is nothing to draw"):
        state.sample(RNG)


@pytest.mark.parametrize("name", ["classic-2-grey", "pavilion-2-coloured"])
def test_values_show_as_their_text(name: str) -> None:
    kinds = set()
    for state, move, _ in playthrough(CONFIGURATIONS[name](), 0):
        assert repr(state) == f"State('{state}')"
        assert repr(move) == f"{type(move).__name__}('{move}')"
        kinds.add(type(move).__name__)
    assert len(kinds) == (3 if "classic" in name else 6)
    assert repr(tw.classic.Take(99, 99, 99)) == "Take(99, 99, 99)"
