"""Every step of scoring and every kind of move has its sentence."""

from __future__ import annotations

import random

import pytest

import tilewright as tw
from tilewright import classic, pavilion
from tilewright.games import AnyState
from tilewright.tui import story
from tilewright.tui.game import on_screen


@pytest.mark.parametrize(
    "state",
    [
        classic.new_game(2),
        classic.new_game(4, wall="grey"),
        pavilion.new_game(2),
        pavilion.new_game(3, board="neutral", last_round_discard="at_pass"),
    ],
    ids=str,
)
def test_whole_games_can_be_told(state: AnyState) -> None:
    rng = random.Random(5)
    while state.turn != tw.OVER:
        if state.turn == tw.CHANCE:
            move = state.sample(rng)
        else:
            move = rng.choice(state.legal_moves())
        after, told = state.step(move)
        steps = [step for step in told if step.kind != "taking"]
        assert story.move_line("Ann", state, move, steps).startswith(f"Ann {move}: ")
        later = [step for _, steps_told in story.chapters(steps, 1) for step in steps_told]
        at_once = [step for step in steps if on_screen(state).tell_at_once(step)]
        assert len(later) + len(at_once) == len(steps)
        assert all(map(on_screen(state).tell, steps))
        state = after


@pytest.mark.parametrize(
    "parts, words",
    [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")],
)
def test_join(parts: list[str], words: str) -> None:
    assert story.join(parts) == words
