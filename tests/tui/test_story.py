"""Every step of scoring and every kind of move has its sentence."""

from __future__ import annotations

import random

import pytest

import tilewright as tw
from tilewright import classic, pavilion
from tilewright.game import Step
from tilewright.games import AnyState
from tilewright.tui import story

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
    (
        Step(0, "taking", "place", 3, {"star": 3, "slot": 6, "color": 4, "number": 6}),
        "blue on E6: run of 3 = 3",
    ),
    (
        Step(0, "taking", "place", 1, {"star": 0, "slot": 1, "color": 5, "number": 3}),
        "red on C1: alone = 1",
    ),
    (Step(0, "taking", "pillar", 0, {"star": 1, "tiles": 1}), "pillar at NW: 1 bonus tile"),
    (
        Step(0, "taking", "statue", 0, {"star": 6, "tiles": 2}),
        "statue between W and NW: 2 bonus tiles",
    ),
    (Step(0, "taking", "window", 0, {"star": 4, "tiles": 3}), "window at SE: 3 bonus tiles"),
    (
        Step(0, "taking", "short", 0, {"due": 3, "tiles": 2}),
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
    assert story.tell(step) == sentence


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
        after, steps = state.step(move)
        assert story.move_line("Ann", state, move, steps).startswith(f"Ann {move}: ")
        later = [step for _, steps_told in story.chapters(steps, 1) for step in steps_told]
        at_once = [step for step in steps if step.kind in ("taking", "loss")]
        assert len(later) + len(at_once) == len(steps)
        assert all(map(story.tell, steps))
        state = after


def test_moves_of_classic() -> None:
    state: AnyState = classic.new_game(2)
    state = state.play(state.parse("=byrr/kkww/bbbb/yyyy/wwww"))
    assert story.say(state, state.parse("1r3")) == "2 red from factory 1 to line 3"
    assert story.say(state, state.parse("1r1")) == "2 red from factory 1 to line 1, 1 to the floor"
    assert story.say(state, state.parse("2k-")) == "2 black from factory 2 to the floor"
    state = state.play(state.parse("1r3"))
    assert (
        story.say(state, state.parse("0b2")) == "1 blue from the centre to line 2, and the marker"
    )


def test_moves_of_pavilion() -> None:
    state: AnyState = pavilion.new_game(2)
    state = state.play(state.parse("+ppggooyybb"))
    assert story.say(state, state.parse("=ppgg/ggoo/bbyy/rrrr/pppp")).endswith("joker is purple")
    state = state.play(state.parse("=ppgg/ggoo/bbyy/rrrr/pppp"))
    assert story.say(state, state.parse("1g")) == "2 green and 1 purple from factory 1"
    assert story.say(state, state.parse("5p")) == "1 purple from factory 5"
    state = state.play(state.parse("5p"))
    move = state.parse("0p")
    line = story.move_line("Ann", state, move, state.explain(move))
    assert line == "Ann 0p: 1 purple from the centre, and the marker: -1"


@pytest.mark.parametrize(
    "parts, words",
    [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")],
)
def test_join(parts: list[str], words: str) -> None:
    assert story.join(parts) == words
