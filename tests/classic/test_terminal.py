"""Classic in the terminal has a sentence for everything."""

from __future__ import annotations

import pytest

from tilewright import classic
from tilewright.classic import terminal
from tilewright.game import Step

SENTENCES = [
    (
        Step(0, "round", "tile", 5, {"row": 3, "column": 2, "color": 2, "across": 2, "down": 3}),
        "red to row 3: 2 across + 3 down = 5",
    ),
    (
        Step(0, "round", "tile", 4, {"row": 1, "column": 2, "color": 0, "across": 4, "down": 1}),
        "blue to row 1: 4 across = 4",
    ),
    (
        Step(0, "round", "tile", 2, {"row": 5, "column": 2, "color": 3, "across": 1, "down": 2}),
        "black to row 5: 2 down = 2",
    ),
    (
        Step(0, "round", "tile", 1, {"row": 2, "column": 1, "color": 4, "across": 1, "down": 1}),
        "white to row 2: alone = 1",
    ),
    (Step(0, "round", "floor", -4, {"spaces": 3, "loss": 4}), "floor, 3 spaces: -4"),
    (Step(0, "round", "floor", -1, {"spaces": 1, "loss": 1}), "floor, 1 space: -1"),
    (
        Step(0, "round", "floor", -2, {"spaces": 3, "loss": 4}),
        "floor, 3 spaces: -2 of -4, stopped at 0",
    ),
    (
        Step(0, "round", "floor", 0, {"spaces": 3, "loss": 4}),
        "floor, 3 spaces: 0 of -4, stopped at 0",
    ),
    (
        Step(0, "round", "stuck", 0, {"row": 3, "color": 1, "tiles": 3}),
        "yellow fits nowhere in row 3: 3 tiles to the floor",
    ),
    (Step(0, "end", "row", 2, {"row": 4}), "row 4 complete: +2"),
    (Step(0, "end", "column", 7, {"column": 5}), "column 5 complete: +7"),
    (Step(0, "end", "color", 10, {"color": 4}), "all five white: +10"),
]


@pytest.mark.parametrize("step, sentence", SENTENCES, ids=[words for _, words in SENTENCES])
def test_step(step: Step, sentence: str) -> None:
    assert terminal.tell(step) == sentence


def test_moves_in_words() -> None:
    state = classic.new_game(2)
    state = state.play(state.parse("=byrr/kkww/bbbb/yyyy/wwww"))
    say = terminal.say
    assert say(state, state.parse("1r3")) == "2 red from factory 1 to line 3"
    assert say(state, state.parse("1r1")) == "2 red from factory 1 to line 1, 1 to the floor"
    assert say(state, state.parse("2k-")) == "2 black from factory 2 to the floor"
    state = state.play(state.parse("1r3"))
    taken = "1 blue from the centre to line 2, and the marker"
    assert say(state, state.parse("0b2")) == taken
