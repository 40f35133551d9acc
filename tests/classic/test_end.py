"""Section 8: the end of the game."""

from __future__ import annotations

import pytest

import tilewright as tw
from tests.classic.boards import LAST, board, deal, heap, legal, play, position, scoring, told
from tilewright.classic import State

ROW = """
    w      byrk.
    -      .....
    -      .....
    -      .....
    -      .....
"""
LAST_ROW = """
    -      .....
    -      .....
    -      .....
    -      .....
    bbbbb  yrkw.
"""
COLUMN = """
    b      .....
    -      w....
    -      k....
    -      r....
    -      y....
"""
COLOUR = """
    b      .....
    -      .b...
    -      ..b..
    -      ...b.
    -      ....b
"""
FOUR = """
    -      byrk.
    k      wbyr.
    -      kwby.
    -      rkwb.
    -      yrkw.
"""
TWO_ROWS = """
    w      byrk.
    -      .....
    rrr    kwby.
    -      .....
    -      .....
"""
EVERYTHING = """
    w      byrk.
    kk     wbyr.
    rrr    kwby.
    yyyy   rkwb.
    bbbbb  yrkw.
"""


@pytest.mark.rule("classic 8.1", "classic 7.1")
@pytest.mark.parametrize(
    "drawing, ends",
    [
        pytest.param(ROW, True, id="a row"),
        pytest.param(LAST_ROW, True, id="the last row"),
        pytest.param(COLUMN, False, id="a column"),
        pytest.param(COLOUR, False, id="a colour"),
        pytest.param(FOUR, False, id="four tiles in every row"),
    ],
)
@pytest.mark.parametrize("seat", [0, 1])
def test_a_full_row_ends_the_game(drawing: str, ends: bool, seat: int) -> None:
    boards = [board(), board()]
    boards[seat] = board(drawing)
    state = play(position(*boards), LAST)
    assert (state.turn, state.round) == ((tw.OVER, 2) if ends else (tw.CHANCE, 3))


@pytest.mark.rule("classic 8.2")
def test_the_round_is_played_to_its_end() -> None:
    state = position(board(ROW.replace("w ", "- ")), market="b/w/kk", seat=0)
    state = play(state, "1w1")  # the line is complete, the row is not
    assert state.turn == 1
    state = play(state, "2k1")
    assert state.turn == 0
    assert play(state, "0b-").turn == tw.OVER


@pytest.mark.rule("classic 8.2")
def test_all_players_finish_the_phase() -> None:
    boards = board(ROW), board(COLUMN, score=3, floor="rr"), board(COLOUR)
    state = play(position(*boards, players=3), LAST)
    assert state.turn == tw.OVER
    assert state.scores == (5 + 2, 3 + 5 - 4 + 7, 1 + 10)
    assert state.lid == heap("rrw")


@pytest.mark.rule("classic 8.2")
def test_all_players_finish_the_phase_on_the_grey_wall() -> None:
    boards = board(ROW), board(COLUMN), board(COLOUR)
    state = play(position(*boards, players=3, wall="grey"), LAST)
    state = play(state, "1c5")
    assert state.turn == 1  # though seat 0 has a full row
    state = play(state, "1c1")
    assert state.turn == 2
    assert play(state, "1c1").turn == tw.OVER


@pytest.mark.rule("classic 8.3", "classic 8.8")
@pytest.mark.parametrize(
    "drawings, rows",
    [((ROW, ROW), (1, 1)), ((LAST_ROW, TWO_ROWS), (1, 2)), ((TWO_ROWS, FOUR), (2, 0))],
)
def test_all_rows_of_the_phase_count(drawings: tuple[str, str], rows: tuple[int, int]) -> None:
    state = position(*[board(drawing) for drawing in drawings])
    steps = told(state, LAST)
    for seat in (0, 1):
        assert steps.count((seat, "row", 2)) == rows[seat]
    assert play(state, LAST).turn == tw.OVER


# All hundred tiles are on the boards or, one of them, in a factory. Four columns of every wall
# are full; white is missing in row 1 of seat 1 and in row 3 of seat 2.
CROWD = [
    board(
        """
        -      .yrkw
        -      .byrk
        -      .wbyr
        -      .kwby
        yyyy   .rkwb
        """
    ),
    board(
        """
        -      byrk.
        -      wbyr.
        -      kwby.
        -      rkwb.
        bbbb   yrkw.
        """
    ),
    board(
        """
        -      b.rkw
        -      w.yrk
        -      k.byr
        -      r.wby
        rrrr   y.kwb
        """
    ),
    board(
        """
        -      by.kw
        -      wb.rk
        -      kw.yr
        www    rk.by
        kkkk   yr.wb
        """
    ),
]


def crowd(seat: int, round: int = 2) -> State:
    """A full table: nothing in bag and lid, one white tile left to take."""
    state = position(*CROWD, players=4, seat=seat, starter=3, round=round)
    assert not any(state.bag)
    return state


@pytest.mark.rule("classic 8.4", "classic 7.5", "classic 4.8")
def test_a_shortage_does_not_end_the_game_while_a_tile_can_be_dealt() -> None:
    state = play(crowd(seat=2), LAST)
    assert (state.turn, state.lid) == (tw.CHANCE, heap("w"))
    state = deal(state)
    assert (state.turn, state.round) == (3, 3)
    assert legal(state) == ["1w-", "1w4"]


@pytest.mark.rule("classic 8.5", "classic 7.7")
def test_no_tile_to_deal_ends_the_game_with_the_usual_scoring() -> None:
    state = play(crowd(seat=2), "1w3")
    assert (state.turn, state.round) == (tw.OVER, 2)
    assert state.scores == (28, 28, 28, 28)
    assert state.outcome() == (1, 1, 1, 1)


@pytest.mark.rule("classic 8.6")
@pytest.mark.parametrize(
    "round, limit, ends",
    [
        (1, 1, True),
        (1, 2, False),
        (2, 2, True),
        (39, 40, False),
        (40, 40, True),
        (40, 41, False),
        (40, None, False),
        (5000, None, False),
    ],
)
def test_the_round_limit_ends_the_game(round: int, limit: int | None, ends: bool) -> None:
    state = position(board(COLUMN, floor="r"), round=round, round_limit=limit)
    state = play(state, LAST)
    assert (state.turn, state.round) == ((tw.OVER, round) if ends else (tw.CHANCE, round + 1))
    assert state.scores == (5 - 1 + 7 * ends, 0)
    assert state.end == ("round_limit" if ends else None)


@pytest.mark.rule("classic 8.6")
def test_the_round_limit_waits_for_the_choices_on_grey_walls() -> None:
    state = play(position(board(COLUMN), board(COLUMN), wall="grey", round_limit=2), LAST)
    assert state.turn == 0
    state = play(state, "1c1")
    assert state.turn == 1
    assert play(state, "1c1").scores == (12, 11)


# Which of the tests come first cannot be seen: the game ends with the same final scoring.
@pytest.mark.rule("classic 8.7")
@pytest.mark.parametrize(
    "seat, move, has_row, has_tiles",
    [
        pytest.param(1, "1w1", True, False, id="row, no tiles"),
        pytest.param(2, "1w3", False, False, id="no row, no tiles"),
        pytest.param(2, LAST, False, True, id="no row, a tile"),
    ],
)
@pytest.mark.parametrize("at_limit", [False, True])
def test_any_of_the_three_tests_ends_the_game_once(
    seat: int, move: str, has_row: bool, has_tiles: bool, at_limit: bool
) -> None:
    state = crowd(seat, round=40 if at_limit else 39)
    ends = has_row or at_limit or not has_tiles
    after = play(state, move)
    assert after.turn == (tw.OVER if ends else tw.CHANCE)
    reasons = ["row"] * has_row + ["round_limit"] * at_limit + ["no_tiles"] * (not has_tiles)
    assert after.end == next(iter(reasons), None)
    columns = [(seat, "column", 7) for seat in range(4) for _ in range(4)]
    row = [(1, "row", 2), (1, "color", 10)]  # the last white tile of seat 1
    bonuses = [step for step in told(state, move) if step[1] not in ("tile", "floor")]
    assert sorted(bonuses) == sorted(columns * ends + row * has_row)


@pytest.mark.rule("classic 8.7")
def test_a_full_row_ends_the_game_before_the_limit_and_with_tiles_to_deal() -> None:
    state = play(position(board(ROW), round_limit=None), LAST)
    assert state.turn == tw.OVER
    assert any(state.bag)


@pytest.mark.rule("classic 8.8", "classic 8.9", "classic 8.10")
@pytest.mark.parametrize(
    "drawing, bonuses",
    [
        pytest.param(FOUR, [("column", which, 7) for which in (1, 2, 3, 4)], id="columns"),
        pytest.param(ROW, [("row", 1, 2)], id="a row"),
        pytest.param(LAST_ROW, [("row", 5, 2)], id="the last row"),
        pytest.param(TWO_ROWS, [("row", 1, 2), ("row", 3, 2)], id="two rows"),
        pytest.param(COLUMN, [("column", 1, 7)], id="a column"),
        pytest.param(COLOUR, [("color", 0, 10)], id="a colour"),
        pytest.param(
            EVERYTHING,
            [("row", which, 2) for which in (1, 2, 3, 4, 5)]
            + [("column", which, 7) for which in (1, 2, 3, 4, 5)]
            + [("color", which, 10) for which in (0, 1, 2, 3, 4)],
            id="everything",
        ),
    ],
)
def test_final_scoring(drawing: str, bonuses: list[tuple[str, int, int]]) -> None:
    state = position(board(drawing), round_limit=2)
    steps = [step for step in scoring(state, LAST) if step.seat == 0]
    tiles = sum(step.points for step in steps if step.code == "tile")
    final = [step for step in steps if step.code != "tile"]
    assert [(step.code, step.numbers[step.code], step.points) for step in final] == bonuses
    assert all(len(step.numbers) == 1 for step in final)
    assert play(state, LAST).scores == (tiles + sum(points for *_, points in bonuses), 0)


@pytest.mark.rule("classic 8.8", "classic 8.9", "classic 8.10")
def test_the_greatest_final_scoring() -> None:
    state = play(position(board(EVERYTHING)), LAST)
    assert state.scores == (5 + 7 + 8 + 9 + 10 + 5 * (2 + 7 + 10), 0)


def final(*results: tuple[int, int]) -> State:
    """A finished game with these scores and numbers of full rows."""
    rows = ["byrkw", "wbyrk", "kwbyr", "rkwby", "yrkwb"]
    boards = [
        board("\n".join(f"- {rows[r] if r < full else '.....'}" for r in range(5)), score=score)
        for score, full in results
    ]
    table = {"phase": "over", "market": "", "seat": 0, "round": 40}
    return position(*boards, players=len(boards), **table)  # type: ignore[arg-type]


@pytest.mark.rule("classic 1.2", "classic 8.11", "classic 8.12", "classic 8.13", "classic 8.14")
@pytest.mark.parametrize(
    "results, ranks",
    [
        ([(30, 1), (40, 0)], (2, 1)),
        ([(40, 0), (30, 2)], (1, 2)),
        ([(40, 1), (40, 0)], (1, 2)),
        ([(40, 1), (40, 2)], (2, 1)),
        ([(40, 1), (40, 1)], (1, 1)),
        ([(0, 0), (0, 0), (0, 0)], (1, 1, 1)),
        ([(30, 1), (40, 1), (40, 1)], (3, 1, 1)),
        ([(50, 0), (40, 1), (40, 1)], (1, 2, 2)),
        ([(10, 1), (20, 0), (30, 0), (40, 0)], (4, 3, 2, 1)),
        ([(30, 0), (40, 1), (30, 1), (40, 1)], (4, 1, 3, 1)),
        ([(40, 1), (30, 1), (30, 1), (20, 0)], (1, 2, 2, 4)),
        ([(40, 1), (30, 0), (30, 2), (30, 1)], (1, 4, 2, 3)),
    ],
)
def test_ranks(results: list[tuple[int, int]], ranks: tuple[int, ...]) -> None:
    assert final(*results).outcome() == ranks


@pytest.mark.rule("classic 8.12")
def test_a_tie_is_broken_by_the_row_that_ended_the_game() -> None:
    state = play(position(board(score=12), board(ROW, score=4), seat=0), LAST)
    assert state.scores == (12 - 1, 4 + 5 + 2)
    assert state.outcome() == (2, 1)


@pytest.mark.rule("classic 8.13")
def test_neither_columns_nor_the_marker_break_a_tie() -> None:
    state = position(board(FOUR, score=9), board(score=35), seat=0, market="w", round_limit=2)
    state = play(state, "0w-")
    assert state.scores == (9 - 2 + 28, 35)
    assert state.outcome() == (1, 1)


@pytest.mark.rule("classic 8.1")
def test_nothing_is_played_after_the_end() -> None:
    state = play(position(board(ROW), starter=1), LAST)
    assert (state.turn, state.phase, state.seat, state.legal_moves()) == (tw.OVER, "over", 1, [])
