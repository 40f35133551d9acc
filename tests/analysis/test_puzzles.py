"""How puzzles are found: what is clear, what is obvious, and what new nets leave of a set."""

from __future__ import annotations

import msgspec

import tilewright as tw
from tilewright.analysis.collection import shipped
from tilewright.analysis.engine import Engine
from tilewright.analysis.puzzles import (
    LIKELY,
    LOOK,
    POINTS,
    SCREEN,
    candidate,
    chance_gap,
    checked,
    clear,
    is_obvious,
    may_be_clear,
)

EASY = next(one for one in shipped("classic").values() if one.difficulty == 1)


def test_a_clear_decision_is_seen_with_little_effort() -> None:
    engine, state = Engine("classic"), tw.parse(EASY.position)
    some = [tw.parse(one.position) for one in shipped("classic").values()][::12]
    seen = [may_be_clear(engine, each, SCREEN, LIKELY) for each in some]
    assert sum(seen) > len(seen) / 2
    found = clear(engine, state, LOOK)
    assert found and str(found[0][0]) in EASY.solution
    wrong = [found[1].losses[at] for at, move in enumerate(found[1].moves) if move not in found[0]]
    assert all(points >= POINTS and chance >= chance_gap(2) for points, chance in wrong)
    seen_in = next(each for each, is_seen in zip(some, seen, strict=True) if is_seen)
    assert candidate(engine, seen_in)


def test_an_open_decision_is_none() -> None:
    state = tw.classic.new_game()
    state = state.play(state.parse("=bbyy/bbyy/bbyy/bbyy/bbyy"))
    assert candidate(Engine("classic"), state) is None  # all factories are the same


def test_the_move_that_scores_most_is_obvious_only_if_no_wrong_move_scores_as_much() -> None:
    state = tw.parse(EASY.position)
    points = {move: sum([step.points for step in steps]) for move, steps in state.previews()}
    most = [move for move in points if points[move] == max(points.values())]
    assert is_obvious(state, most)
    if len(most) > 1:
        assert not is_obvious(state, most[1:])
    assert not is_obvious(state, [move for move in points if move not in most])


def test_new_nets_keep_a_puzzle_only_if_its_answer_is_still_clear() -> None:
    again = checked(EASY)
    assert again and (again.id, again.themes) == (EASY.id, EASY.themes)
    assert again.gap >= POINTS and again.solution[0] == again.line[0]
    state = tw.parse(EASY.position)
    wrong = next(str(move) for move in state.legal_moves() if str(move) not in EASY.solution)
    assert checked(msgspec.structs.replace(EASY, solution=(wrong,))) is None
