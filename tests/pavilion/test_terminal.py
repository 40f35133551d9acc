"""Pavilion in the terminal has a sentence for everything."""

from __future__ import annotations

import pytest

from tilewright import pavilion
from tilewright.game import Step
from tilewright.pavilion import terminal
from tilewright.tui import story

SENTENCES = [
    (
        Step(0, "turn", "place", 3, {"star": 3, "slot": 6, "color": 4, "number": 6}),
        "blue on E6: run of 3 = 3",
    ),
    (
        Step(0, "turn", "place", 1, {"star": 0, "slot": 1, "color": 5, "number": 3}),
        "red on C1: alone = 1",
    ),
    (Step(0, "turn", "pillar", 0, {"star": 1, "tiles": 1}), "pillar at NW: 1 bonus tile"),
    (
        Step(0, "turn", "statue", 0, {"star": 6, "tiles": 2}),
        "statue between W and NW: 2 bonus tiles",
    ),
    (Step(0, "turn", "window", 0, {"star": 4, "tiles": 3}), "window at SE: 3 bonus tiles"),
    (
        Step(0, "turn", "short", 0, {"due": 3, "tiles": 2}),
        "the supply is short: 2 of 3 bonus tiles",
    ),
    (Step(0, "loss", "marker", -3, {"tiles": 3, "loss": 3}), "marker with 3 tiles: -3"),
    (
        Step(0, "loss", "marker", -2, {"tiles": 3, "loss": 3}),
        "marker with 3 tiles: -2 of -3, stopped at the lowest score",
    ),
    (Step(0, "loss", "discard", -1, {"tiles": 1, "loss": 1}), "1 tile discarded: -1"),
    (Step(0, "end", "leftover", -2, {"tiles": 2, "loss": 2}), "2 kept tiles left over: -2"),
    (Step(0, "end", "star", 20, {"star": 6, "color": 0}), "purple star W complete: +20"),
    (Step(0, "end", "star", 12, {"star": 0, "color": -1}), "multicolour star C complete: +12"),
    (Step(0, "end", "number", 16, {"number": 4}), "all 4s covered: +16"),
]


@pytest.mark.parametrize("step, sentence", SENTENCES, ids=[words for _, words in SENTENCES])
def test_step(step: Step, sentence: str) -> None:
    assert terminal.tell(step) == sentence


def test_moves_in_words() -> None:
    state = pavilion.new_game(2)
    state = state.play(state.parse("+ppggooyybb"))
    assert terminal.say(state, state.parse("=ppgg/ggoo/bbyy/rrrr/pppp")).endswith("joker is purple")
    state = state.play(state.parse("=ppgg/ggoo/bbyy/rrrr/pppp"))
    assert terminal.say(state, state.parse("1g")) == "2 green and 1 purple from factory 1"
    assert terminal.say(state, state.parse("5p")) == "1 purple from factory 5"
    state = state.play(state.parse("5p"))
    move = state.parse("0p")
    line = story.move_line("Ann", state, move, state.explain(move))
    assert line == "Ann 0p: 1 purple from the centre, and the marker: -1"
