"""Section 9: the worked examples of the rulebooks."""

from __future__ import annotations

import pytest

import tilewright as tw
from tests.classic.boards import (
    LAST,
    NOBODY,
    board,
    heap,
    legal,
    play,
    position,
    scoring,
    sources,
    told,
)
from tilewright.classic import new_game

# The first turns of a game of three: two black ones; one yellow beside three red ones.
FIRST_DEAL = "=bykk/yrrr/bbww/yykw/rkww/bbyy/rkkw"
OTHERS = "/-/-/bbww/yykw/rkww/bbyy/rkkw"


@pytest.mark.rule("classic 9.1", "classic 3.4")
def test_first_turn_two_black_tiles_from_a_factory() -> None:
    state = play(new_game(3), f"{FIRST_DEAL} 1k2")
    assert state.players[0].lines[1] == (3, 2)
    assert state.sources == sources("by" + OTHERS.replace("/-/-", "/-/yrrr"), 3)
    assert (state.turn, state.marker) == (1, NOBODY)


@pytest.mark.rule("classic 9.2", "classic 3.4")
def test_second_turn_the_yellow_tile_beside_three_red_ones() -> None:
    state = play(new_game(3), f"{FIRST_DEAL} 1k2 2y1")
    assert state.players[1].lines[0] == (1, 1)
    assert state.sources == sources("byrrr" + OTHERS, 3)
    assert (state.turn, state.marker) == (2, NOBODY)


@pytest.mark.rule("classic 9.3", "classic 3.5", "classic 3.6")
def test_third_turn_the_three_red_tiles_and_the_marker() -> None:
    state = play(new_game(3), f"{FIRST_DEAL} 1k2 2y1 0r3")
    assert state.players[2].lines[2] == (2, 3)
    assert state.sources == sources("by" + OTHERS, 3)
    assert (state.turn, state.marker) == (0, 2)
    assert state.players[2].floor == heap("")  # the marker takes a space, but is no tile


@pytest.mark.rule("classic 9.3", "classic 4.2")
def test_the_marker_lies_on_space_1() -> None:
    state = position(players=3, market="-/bykk/yrrr", seat=0)
    state = play(state, "1k2 2y1 0r3 0b1")
    floors = [step for step in scoring(state, "0y2") if step.code == "floor"]
    assert floors == [(2, "round", "floor", -1, {"spaces": 1, "loss": 1})]
    assert play(state, "0y2").starter == 2


YELLOW = """
    -      .....
    -      ..y..
    -      ...y.
    b      .....
    -      .....
"""


@pytest.mark.rule("classic 9.4", "classic 3.9", "classic 3.11")
def test_three_places_for_two_yellow_tiles() -> None:
    state = position(board(YELLOW), market="-/yykw", seat=0)
    assert [move for move in legal(state) if move.startswith("1y")] == ["1y-", "1y1", "1y5"]


@pytest.mark.rule("classic 9.5", "classic 9.6", "classic 9.7")
@pytest.mark.parametrize(
    "move, drawing, floor",
    [
        pytest.param("1y1", YELLOW.replace("-  ", "y  ", 1), "y", id="A"),
        pytest.param("1y5", "yy".join(YELLOW.rsplit("- ", 1)), "", id="B"),
        pytest.param("1y-", YELLOW, "yy", id="C"),
    ],
)
def test_the_three_possibilities(move: str, drawing: str, floor: str) -> None:
    state = play(position(board(YELLOW), market="-/yykw", seat=0), move)
    assert state.players[0] == board(drawing, floor=floor)
    assert state.sources == sources("kw")


@pytest.mark.rule("classic 9.8", "classic 9.9")
def test_tiling() -> None:
    drawing = """
        -      .....
        rr     .....
        y      .....
        bbbb   .....
        kk     .....
    """
    state = position(board(drawing))
    red, blue, _ = scoring(state, LAST)
    assert red == (
        0,
        "round",
        "tile",
        1,
        {"row": 2, "column": 4, "color": 2, "across": 1, "down": 1},
    )
    assert blue == (
        0,
        "round",
        "tile",
        1,
        {"row": 4, "column": 4, "color": 0, "across": 1, "down": 1},
    )
    state = play(state, LAST)
    expected = """
        -      .....
        -      ...r.
        y      .....
        -      ...b.
        kk     .....
    """
    assert state.players[0] == board(expected, score=2)
    assert state.lid == heap("r" + "bbb" + "w")  # the white tile is the other player's


@pytest.mark.rule("classic 9.10", "classic 9.11", "classic 9.12", "classic 9.13")
@pytest.mark.parametrize(
    "drawing, points",
    [
        pytest.param(
            """
            -      b....
            rr     .....
            -      .....
            -      ..w..
            -      .....
            """,
            1,
            id="red alone",
        ),
        pytest.param(
            """
            -      .....
            -      .....
            yyy    .wb..
            -      .....
            -      .....
            """,
            3,
            id="yellow, three across",
        ),
        pytest.param(
            """
            -      ..r..
            -      ..y..
            bbb    .....
            -      .....
            -      .....
            """,
            3,
            id="blue, three down",
        ),
        pytest.param(
            """
            -      .....
            -      ...r.
            yyy    kwb..
            -      ...b.
            -      .....
            """,
            7,
            id="yellow, four across and three down",
        ),
    ],
)
def test_points(drawing: str, points: int) -> None:
    state = position(board(drawing))
    assert told(state, LAST) == [(0, "tile", points), (1, "floor", 0)]
    assert play(state, LAST).scores == (points, 0)


@pytest.mark.rule("classic 9.14")
def test_four_tiles_and_the_marker_cost_eight_points() -> None:
    state = position(board(score=10), market="bb/kk/-/-/-/w", seat=0)
    state = play(state, "0b- 5w- 1k-")
    assert (state.turn, state.scores) == (tw.CHANCE, (10 - 8, 0))
