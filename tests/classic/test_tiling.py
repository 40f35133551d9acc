"""Section 5: wall tiling."""

from __future__ import annotations

import pytest

import tilewright as tw
from tests.classic.boards import LAST, board, heap, legal, play, position, scoring, told

BUSY = """
    b      .....
    ww     .....
    k      ..b..
    kkkk   .....
    yyy    .....
"""


@pytest.mark.rule("classic 5.1")
@pytest.mark.parametrize("starter", [0, 1, 2])
def test_boards_do_not_affect_each_other(starter: int) -> None:
    boards = board(BUSY, score=4, floor="rrr"), board(score=2), board(BUSY, floor="y")
    state = play(position(*boards, players=3, starter=starter), LAST)
    assert [player.score for player in state.players] == [4 + 4 - 4, 2 - 1, 0 + 4 - 1]
    assert state.players[0].wall == state.players[2].wall
    alone = play(position(boards[0]), LAST)
    assert alone.players[0] == state.players[0]


@pytest.mark.rule("classic 5.2")
@pytest.mark.parametrize("starter, order", [(0, [0, 1, 2]), (1, [1, 2, 0]), (2, [2, 0, 1])])
def test_seats_go_clockwise_from_the_starter_each_with_its_losses(
    starter: int, order: list[int]
) -> None:
    boards = [board(BUSY, floor="r", score=5) for _ in range(3)]
    state = position(*boards, players=3, starter=starter, market="b/w", seat=0)
    state = play(state, "0b-")  # seat 0 is not always the starter, but has the marker
    steps = told(state, LAST)
    assert [(seat, code) for seat, code, _ in steps] == [
        (seat, code) for seat in order for code in ["tile", "tile", "tile", "floor"]
    ]


@pytest.mark.rule("classic 5.3", "classic 5.9", "classic 5.10")
def test_complete_lines_move_and_incomplete_lines_stay() -> None:
    state = play(position(board(BUSY)), LAST)
    expected = """
        -      b....
        -      w....
        k      ..b..
        -      .k...
        yyy    .....
    """
    assert state.players[0] == board(expected, score=4)
    assert state.lid == heap("w" + "kkk" + "w")  # of line 2, of line 4, of the other's floor


@pytest.mark.rule("classic 5.3", "classic 5.5")
def test_lines_are_done_from_top_to_bottom() -> None:
    drawing = """
        b      .....
        ww     .....
        kkk    .....
        rrrr   .....
        yyyyy  .....
    """
    state = position(board(drawing))
    steps = scoring(state, LAST)
    tiles = [step.numbers for step in steps if step.code == "tile"]
    assert [numbers["row"] for numbers in tiles] == [1, 2, 3, 4, 5]
    assert [numbers["column"] for numbers in tiles] == [1, 1, 1, 1, 1]
    assert [numbers["down"] for numbers in tiles] == [1, 2, 3, 4, 5]
    assert [step.points for step in steps if step.seat == 0] == [1, 2, 3, 4, 5]
    assert play(state, LAST).scores == (15, 0)


@pytest.mark.rule("classic 5.4")
def test_a_complete_line_never_waits() -> None:
    state = play(position(board(BUSY), board(BUSY)), LAST)
    for player in state.players:
        assert [count for _, count in player.lines] == [0, 0, 1, 0, 3]


@pytest.mark.rule("classic 5.4")
def test_a_complete_line_never_waits_on_the_grey_wall() -> None:
    state = play(position(board(BUSY), wall="grey"), LAST)
    rows = []
    while state.turn == 0:
        rows.append({move[0] for move in legal(state)})
        state = play(state, legal(state)[0])
    assert rows == [{"1"}, {"2"}, {"4"}]
    assert state.turn == tw.CHANCE
    assert [count for _, count in state.players[0].lines] == [0, 0, 1, 0, 3]


@pytest.mark.rule("classic 5.5")
def test_tiles_of_the_same_phase_are_neighbours() -> None:
    drawing = """
        y      b.r..
        bb     .....
        -      .....
        -      .....
        -      .....
    """
    assert told(position(board(drawing)), LAST)[:2] == [(0, "tile", 3), (0, "tile", 2)]


# Walls with one complete line, the length of the runs across and down, and the points.
POINTS = [
    pytest.param(
        """
        -      .....
        -      .....
        bbb    .....
        -      .....
        -      .....
        """,
        (1, 1, 1),
        id="alone",
    ),
    pytest.param(
        """
        -      b.r.w
        -      .b.r.
        bbb    k...r
        -      .k.b.
        -      y.k.b
        """,
        (1, 1, 1),
        id="corners and tiles further off do not count",
    ),
    pytest.param(
        """
        -      .....
        -      .....
        bbb    .w...
        -      .....
        -      .....
        """,
        (2, 1, 2),
        id="left",
    ),
    pytest.param(
        """
        -      .....
        -      .....
        bbb    ...y.
        -      .....
        -      .....
        """,
        (2, 1, 2),
        id="right",
    ),
    pytest.param(
        """
        -      .....
        -      ..y..
        bbb    .....
        -      .....
        -      .....
        """,
        (1, 2, 2),
        id="above",
    ),
    pytest.param(
        """
        -      .....
        -      .....
        bbb    .....
        -      ..w..
        -      .....
        """,
        (1, 2, 2),
        id="below",
    ),
    pytest.param(
        """
        -      .....
        -      .....
        bbb    .w.y.
        -      .....
        -      .....
        """,
        (3, 1, 3),
        id="between two",
    ),
    pytest.param(
        """
        -      .....
        -      .....
        bbb    kw..r
        -      .....
        -      .....
        """,
        (3, 1, 3),
        id="the run breaks on the right",
    ),
    pytest.param(
        """
        -      .....
        -      .....
        bbb    k..yr
        -      .....
        -      .....
        """,
        (3, 1, 3),
        id="the run breaks on the left",
    ),
    pytest.param(
        """
        -      ..r..
        -      ..y..
        bbb    .....
        -      .....
        -      ..k..
        """,
        (1, 3, 3),
        id="the run breaks below",
    ),
    pytest.param(
        """
        -      ..r..
        -      .....
        bbb    .....
        -      ..w..
        -      ..k..
        """,
        (1, 3, 3),
        id="the run breaks above",
    ),
    pytest.param(
        """
        -      .....
        -      ..y..
        bbb    .w...
        -      .....
        -      .....
        """,
        (2, 2, 4),
        id="both ways counts twice",
    ),
    pytest.param(
        """
        -      ..r..
        -      ..y..
        bbb    kw.yr
        -      ..w..
        -      ..k..
        """,
        (5, 5, 10),
        id="a whole row and a whole column",
    ),
    pytest.param(
        """
        b      .yrk.
        -      w....
        -      k....
        -      .....
        -      y....
        """,
        (4, 3, 7),
        id="upper left",
    ),
    pytest.param(
        """
        w      .yrk.
        -      ....k
        -      .....
        -      ....y
        -      ....b
        """,
        (4, 2, 6),
        id="upper right",
    ),
    pytest.param(
        """
        -      b....
        -      w....
        -      .....
        -      r....
        yyyyy  .rk.b
        """,
        (3, 2, 5),
        id="lower left",
    ),
    pytest.param(
        """
        -      ....w
        -      .....
        -      ....r
        -      ....y
        bbbbb  yr.w.
        """,
        (2, 3, 5),
        id="lower right",
    ),
    pytest.param(
        """
        -      ....w
        ww     .....
        -      .....
        -      .....
        -      .....
        """,
        (1, 1, 1),
        id="no run from the end of a row to the next",
    ),
    pytest.param(
        """
        -      .....
        kk     .....
        -      k....
        -      .....
        -      .....
        """,
        (1, 1, 1),
        id="no run from the beginning of a row to the one before",
    ),
    pytest.param(
        """
        b      ....w
        -      .....
        -      .....
        -      .....
        -      yrkw.
        """,
        (1, 1, 1),
        id="no run round the edge of the wall from the first space",
    ),
    pytest.param(
        """
        -      byrk.
        -      .....
        -      .....
        -      .....
        bbbbb  y....
        """,
        (1, 1, 1),
        id="no run round the edge of the wall from the last space",
    ),
]


@pytest.mark.rule("classic 5.6", "classic 5.7", "classic 5.8")
@pytest.mark.parametrize("drawing, expected", POINTS)
def test_points_for_a_tile(drawing: str, expected: tuple[int, int, int]) -> None:
    state = position(board(drawing, score=1))
    step = scoring(state, LAST)[0]
    assert (step.seat, step.code) == (0, "tile")
    assert (step.numbers["across"], step.numbers["down"], step.points) == expected
    score = play(state, LAST).scores[0]
    assert score == 1 + sum(points for seat, _, points in told(state, LAST) if seat == 0)


@pytest.mark.rule("classic 5.9")
@pytest.mark.parametrize("line", [1, 2, 3, 4, 5])
def test_the_other_tiles_of_a_complete_line_go_to_the_lid(line: int) -> None:
    drawing = "\n".join(f"{'k' * line if row == line else '-'} ....." for row in range(1, 6))
    state = play(position(board(drawing), lid="y"), LAST)
    assert state.lid == heap("yw" + "k" * (line - 1))
    assert state.players[0].lines == board().lines


@pytest.mark.rule("classic 5.10")
def test_an_incomplete_line_is_filled_in_a_later_round() -> None:
    drawing = """
        -      .....
        -      .....
        kk     .....
        -      .....
        -      .....
    """
    state = play(position(board(drawing)), LAST)
    assert state.players[0] == board(drawing)
    state = play(state, "=kbbb/yyyy/rrrr/rrrr/wwww 1k3")
    assert state.players[0].lines[2] == (3, 3)


@pytest.mark.rule("classic 5.12")
@pytest.mark.parametrize(
    "score, floor, expected, change",
    [
        (0, "", 4, None),
        (0, "r", 3, -1),
        (0, "rrr", 0, -4),
        (0, "rrrr", 0, -4),
        (0, "rrrrrrr", 0, -4),
        (1, "rrr", 1, -4),
        (3, "rrrrr", 0, -7),
        (10, "rrrrrrr", 0, -14),
        (11, "rrrrrrr", 1, -14),
    ],
)
def test_points_first_then_losses_down_to_nothing(
    score: int, floor: str, expected: int, change: int | None
) -> None:
    state = position(board(BUSY, score=score, floor=floor))  # BUSY scores 1 + 2 + 1 points
    assert play(state, LAST).scores == (expected, 0)
    losses = [points for seat, code, points in told(state, LAST) if (seat, code) == (0, "floor")]
    assert losses == ([] if change is None else [change])


@pytest.mark.rule("classic 5.12")
def test_what_could_not_be_taken_off_is_forgotten() -> None:
    state = play(position(board(floor="rrrrrrr")), LAST)
    assert state.scores == (0, 0)
    state = play(state, "=bbbb/yyyy/rrrr/kkkk/wwww 1b4 2y- 3r5 4k- 5w3")
    assert state.scores == (1 + 1 - 1, 0)  # blue, white, and one white tile on the floor


@pytest.mark.rule("classic 5.13")
def test_floor_tiles_go_to_the_lid_and_the_marker_to_its_owner() -> None:
    state = position(board(floor="rkk"), board(floor="yyb"), market="k/w", seat=0, lid="b")
    state = play(state, "0k- 1w-")
    assert state.lid == heap("b" + "rkk" + "k" + "yyb" + "w")
    assert [player.floor for player in state.players] == [heap(""), heap("")]
    assert (state.starter, state.marker) == (0, -1)
