"""Passing, what is kept, and what discarded tiles cost."""

from __future__ import annotations

from itertools import product

import pytest

import tilewright as tw
from tests.pavilion.boards import (
    game,
    hand,
    heap,
    legal,
    letters,
    placements,
    play,
    position,
    seat,
)
from tilewright.pavilion import Pass


def kept(state: tw.pavilion.State) -> list[str]:
    """What a pass may keep here."""
    return [text.removeprefix("pass").removeprefix(":") for text in legal(state, "pass")]


@pytest.mark.rule("pavilion 12.12", "pavilion 8.1", "pavilion 8.4")
def test_example_f() -> None:
    """Four green tiles are kept, two red ones cost 2 points; a red one could have been placed."""
    state = position(seat(hand="ggggrr"))
    assert "NE2r0" in legal(state)
    steps = state.explain(state.parse("pass:gggg"))
    assert steps == ((0, "loss", "discard", -2, {"tiles": 2, "loss": 2}),)
    state = play(state, "pass:gggg")
    assert (hand(state), letters(state.tower), state.scores) == ("gggg", "rr", (3, 5))
    assert state.players[0].passed
    state = play(state, "pass")
    assert (state.round, hand(state), state.joker) == (2, "gggg", 1)


KEEPING = [
    ("", [""]),
    ("r", ["", "r"]),
    ("gr", ["", "r", "g", "gr"]),
    ("rrrr", ["", "r", "rr", "rrr", "rrrr"]),
    ("rrrrrr", ["", "r", "rr", "rrr", "rrrr"]),
    (
        "ggggrr",
        ["", "r", "rr", "g", "gr", "grr", "gg", "ggr", "ggrr", "ggg", "gggr", "gggg"],
    ),
]


@pytest.mark.rule("pavilion 8.2", "pavilion 8.3")
@pytest.mark.parametrize("tiles, choices", KEEPING)
def test_any_choice_of_up_to_four_tiles(tiles: str, choices: list[str]) -> None:
    assert kept(position(seat(hand=tiles))) == choices


@pytest.mark.rule("pavilion 8.2", "pavilion 8.3")
@pytest.mark.parametrize("tiles", ["pgoybr", "ppggooyybbrr", "p5g4o3y2b1", "b10r10"])
def test_every_choice_is_there(tiles: str) -> None:
    """All heaps of none to four of the tiles, and no other."""
    state = position(seat(hand=tiles))
    counts = [range(count + 1) for count in state.players[0].hand]
    expected = [heap for heap in product(*counts) if sum(heap) <= 4]
    assert [move.kept for move in state.legal_moves() if isinstance(move, Pass)] == expected
    assert {sum(heap) for heap in expected} == {0, 1, 2, 3, 4}


@pytest.mark.rule("pavilion 8.1")
def test_pass_is_always_there() -> None:
    for state, _ in game(9, players=3):
        if state.phase == "place":
            assert "pass" in legal(state)


@pytest.mark.rule("pavilion 8.1", "pavilion 6.1")
def test_a_player_who_has_passed_has_no_more_turns() -> None:
    """Also with tiles that could be placed."""
    state = position(seat(hand="bb"), seat(hand="bbbb"))
    state = play(state, "pass:bb E1b0")
    assert state.turn == 1
    state = play(state, "E2b0")
    assert state.turn == 1
    assert hand(state) == "bb"


@pytest.mark.rule("pavilion 8.3")
def test_no_placement_but_a_choice() -> None:
    """Red and yellow tiles that fit nowhere may be kept all, in part or not at all."""
    full = "C yr.... NE rrrrrr SE yyyyyy"
    state = position(seat(full, hand="yr"))
    assert placements(state) == []
    assert kept(state) == ["", "r", "y", "yr"]


@pytest.mark.rule("pavilion 8.2")
def test_kept_tiles_score_nothing() -> None:
    state = position(seat(hand="ggrr"))
    assert state.explain(state.parse("pass:ggrr")) == ()
    state = play(state, "pass:ggrr")
    assert (state.scores, hand(state), letters(state.tower)) == ((5, 5), "ggrr", "")


DISCARDS = [
    # edition, score, hand, kept, score after
    ("2019", 20, "gggrrr", "", 14),
    ("2019", 20, "gggrrr", "g", 15),
    ("2019", 20, "gggrrr", "gr", 16),
    ("2019", 20, "gggrrr", "grr", 17),
    ("2019", 20, "gggrrr", "ggrr", 18),
    ("2019", 20, "gr", "gr", 20),
    ("2019", 5, "rrrrrr", "", 1),
    ("2019", 3, "rrrrrr", "rrrr", 1),
    ("2019", 2, "rrrrrr", "rrrr", 1),
    ("2019", 1, "rrrrrr", "", 1),
    ("mini", 7, "rrrrrr", "", 1),
    ("mini", 6, "rrrrrr", "", 0),
    ("mini", 5, "rrrrrr", "", 0),
    ("mini", 1, "rr", "", 0),
    ("mini", 0, "rr", "", 0),
]


@pytest.mark.rule("pavilion 8.4", "pavilion 8.5", "pavilion 3.1")
@pytest.mark.parametrize("edition, score, tiles, keep, after", DISCARDS)
def test_discarded_tiles_cost_a_point_each(
    edition: str, score: int, tiles: str, keep: str, after: int
) -> None:
    """Down to the lowest score of the edition; the tiles go into the tower all the same."""
    state = position(seat(), seat(hand=tiles, score=score), turn=1, edition=edition)
    move = f"pass:{keep}" if keep else "pass"
    steps = state.explain(state.parse(move))
    gone = len(tiles) - len(keep)
    told = (1, "loss", "discard", after - score, {"tiles": gone, "loss": gone})
    assert steps == ((told,) if gone else ())
    state = play(state, move)
    assert (state.scores, hand(state, 1)) == ((5, after), keep)
    assert state.tower == tuple(a - b for a, b in zip(heap(tiles), heap(keep), strict=True))


@pytest.mark.rule("pavilion 8.5")
def test_what_could_not_be_taken_off_is_forgotten() -> None:
    """Six tiles at score 3 leave 1; the next point makes 2."""
    state = position(seat(hand="rrrrrr", score=3), seat(hand="b"))
    state = play(state, "pass pass:b =oooy/oooy/oooy/bbbb/bbbb 1o 2o 3o 4b 5b 0y")
    assert state.scores == (1, 2)
    state = play(state, "pass C1o0")
    assert state.scores[0] == 2


@pytest.mark.rule("pavilion 8.6")
def test_no_tile_at_all() -> None:
    """A pass is the only move, costs nothing, and is a move."""
    state = position(seat(), seat(hand="b"))
    assert legal(state) == ["pass"]
    assert state.explain(state.parse("pass")) == ()
    after = play(state, "pass")
    assert (after.scores, after.turn) == ((5, 5), 1)
    assert after != state
    with pytest.raises(tw.IllegalMove, match="not all of these tiles are beside the board"):
        state.parse("pass:b")


LAST_ROUND = [
    # option, edition, score, hand, choices, keep, score after the pass, at the end
    ("after_bonuses", "2019", 3, "rrrrrr", 5, "rrrr", 1, 14 + 1 - 4),
    ("at_pass", "2019", 3, "rrrrrr", 1, "", 1, 14 + 1),
    ("after_bonuses", "2019", 3, "rrrrrr", 5, "", 1, 14 + 1),
    ("after_bonuses", "mini", 3, "rrrrrr", 5, "rrrr", 1, 14 + 1 - 4),
    ("at_pass", "mini", 3, "rrrrrr", 1, "", 0, 14 + 0),
    ("after_bonuses", "2019", 20, "rrrrrr", 5, "rrrr", 18, 20 - 6 + 14),
    ("after_bonuses", "2019", 20, "rrrrrr", 5, "r", 15, 20 - 6 + 14),
    ("at_pass", "2019", 20, "rrrrrr", 1, "", 14, 20 - 6 + 14),
    ("at_pass", "2019", 20, "", 1, "", 20, 20 + 14),
]


@pytest.mark.rule("pavilion 3.5", "pavilion 8.7", "pavilion 8.8", "pavilion 8.9", "pavilion 11.6")
@pytest.mark.parametrize("option, edition, score, tiles, choices, keep, passed, end", LAST_ROUND)
def test_tiles_left_in_the_last_round(
    option: str,
    edition: str,
    score: int,
    tiles: str,
    choices: int,
    keep: str,
    passed: int,
    end: int,
) -> None:
    """A full red star is worth 14; tiles are kept until then, or cost points at the pass."""
    red = seat("NE rrrrrr", hand=tiles, score=score)
    state = position(red, seat(), round=6, last_round_discard=option, edition=edition)
    assert len(legal(state, "pass")) == choices
    state = play(state, f"pass:{keep}" if keep else "pass")
    assert (state.scores[0], hand(state)) == (passed, keep)
    state = play(state, "pass")
    assert (state.scores[0], hand(state), state.turn) == (end, "", tw.OVER)
    assert state.tower == heap(tiles)


@pytest.mark.rule("pavilion 8.8")
def test_nothing_can_be_kept_at_pass() -> None:
    state = position(seat(hand="rr"), round=6, last_round_discard="at_pass")
    with pytest.raises(tw.IllegalMove, match="no tiles may be kept in the last round"):
        state.parse("pass:r")


@pytest.mark.rule("pavilion 8.8", "pavilion 3.5")
@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_at_pass_is_for_the_last_round_only(number: int) -> None:
    state = position(seat(hand="rr"), round=number, last_round_discard="at_pass")
    assert kept(state) == ["", "r", "rr"]


@pytest.mark.rule("pavilion 8.9")
@pytest.mark.parametrize("score", range(1, 12))
@pytest.mark.parametrize("edition", ["2019", "mini"])
def test_who_keeps_nothing_gets_the_same_either_way(score: int, edition: str) -> None:
    ends = []
    for option in ("after_bonuses", "at_pass"):
        red = seat("NE rrrrrr", hand="ggggg", score=score)
        state = position(red, round=6, last_round_discard=option, edition=edition)
        ends.append(play(state, "pass pass").scores)
    assert ends[0] == ends[1]
