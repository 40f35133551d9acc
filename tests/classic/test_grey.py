"""Section 6: the grey wall."""

from __future__ import annotations

import pytest

import tilewright as tw
from tests.classic.boards import LAST, board, heap, legal, play, position, scoring, told

OPEN = """
    -      .....
    -      .....
    bbb    .....
    -      .....
    -      .....
"""
ROW_TAKEN = """
    -      .....
    -      .....
    bbb    k..y.
    -      .....
    -      .....
"""
COLUMNS_TAKEN = """
    -      b....
    -      .....
    bbb    .....
    -      .....
    -      ....b
"""
OTHER_COLOURS = """
    -      yrkw.
    -      k.yrw
    bbb    .....
    -      wkry.
    -      .ywkr
"""
ONE_COLUMN = """
    -      ..b..
    -      .....
    bbb    ky..r
    -      .....
    -      .....
"""
NO_COLUMN = """
    -      ...b.
    -      ....b
    bbb    kyr..
    -      .....
    -      .....
"""


@pytest.mark.rule("classic 6.2", "classic 6.5")
@pytest.mark.parametrize(
    "drawing, columns",
    [
        (OPEN, "12345"),
        (ROW_TAKEN, "235"),
        (COLUMNS_TAKEN, "234"),
        (OTHER_COLOURS, "12345"),
        (ONE_COLUMN, "4"),
    ],
)
def test_the_player_chooses_the_column(drawing: str, columns: str) -> None:
    state = play(position(board(drawing), wall="grey"), LAST)
    assert (state.turn, state.phase) == (0, "tile")
    assert legal(state) == [f"3c{column}" for column in columns]
    for column in "12345":
        if column in columns:
            after = play(state, f"3c{column}")
            assert after.players[0].wall[10 + int(column) - 1] == 0
            assert after.players[0].wall.count(0) == state.players[0].wall.count(0) + 1
            assert after.turn == tw.CHANCE
        else:
            with pytest.raises(tw.IllegalMove, match=f"3c{column}: .* already has "):
                state.parse(f"3c{column}")


@pytest.mark.rule("classic 6.1")
def test_tiles_and_bonuses_score_as_on_the_coloured_wall() -> None:
    drawing = """
        w      yrkb.
        -      rkby.
        -      ..y..
        -      .....
        -      .....
    """
    state = play(position(board(drawing, floor="k"), wall="grey"), LAST)
    assert told(state, "1c5") == [(0, "tile", 5), (0, "floor", -1), (1, "floor", 0), (0, "row", 2)]
    state = play(state, "1c5")
    assert (state.turn, state.scores) == (tw.OVER, (6, 0))


@pytest.mark.rule("classic 6.1")
def test_columns_and_colours_count_at_the_end_of_a_grey_game() -> None:
    drawing = """
        b      y....
        -      rb...
        -      k.b..
        -      w..b.
        -      b....
    """
    state = play(position(board(drawing, score=1), wall="grey", round_limit=2), LAST)
    assert legal(state) == ["1c5"]
    assert told(state, "1c5") == [
        (0, "tile", 1),
        (1, "floor", 0),
        (0, "column", 7),
        (0, "color", 10),
    ]
    assert play(state, "1c5").scores == (19, 0)


@pytest.mark.rule("classic 6.3")
def test_a_colour_may_be_collected_without_a_column_for_it() -> None:
    drawing = NO_COLUMN.replace("bbb", "-")
    state = position(board(drawing), wall="grey", market="b/bb", seat=0)
    assert legal(state) == ["0b-", "0b3", "0b4", "0b5", "1b-", "1b3", "1b4", "1b5"]
    state = play(state, "1b3")
    assert state.players[0].lines[2] == (0, 2)


@pytest.mark.rule("classic 6.3")
def test_a_colour_of_the_row_may_not_be_collected_on_the_grey_wall_either() -> None:
    state = position(board(NO_COLUMN.replace("bbb", "-")), wall="grey", market="-/y", seat=0)
    assert legal(state) == ["1y-", "1y1", "1y2", "1y4", "1y5"]


# Blue can go to row 2 in column 2 only.
PAIR = """
    b      .....
    bb     k.ry.
    -      .....
    -      .....
    -      ....b
"""


@pytest.mark.rule("classic 6.4")
def test_rows_are_done_from_top_to_bottom() -> None:
    drawing = """
        r      .....
        -      .....
        kkk    .....
        y      .....
        wwwww  .....
    """
    state = play(position(board(drawing), wall="grey"), LAST)
    for line in "135":
        assert legal(state) == [f"{line}c{column}" for column in "12345"]
        state = play(state, f"{line}c4")
    assert state.turn == tw.CHANCE
    assert state.scores == (3, 0)


@pytest.mark.rule("classic 6.4", "classic 6.5")
def test_a_choice_takes_account_of_the_tiles_moved_before_it() -> None:
    state = play(position(board(PAIR), wall="grey"), LAST)
    assert legal(state) == ["1c1", "1c2", "1c3", "1c4"]
    state = play(state, "1c1")
    assert legal(state) == ["2c2"]  # one column: nothing to choose, and a duty
    assert play(state, "2c2").scores == (2 + 4, 0)


@pytest.mark.rule("classic 6.4", "classic 6.6")
def test_a_choice_may_leave_no_column_for_a_later_row() -> None:
    state = play(position(board(PAIR, score=9), wall="grey"), LAST)
    assert told(state, "1c2") == [
        (0, "tile", 1),
        (0, "stuck", 0),
        (0, "floor", -2),
        (1, "floor", 0),
    ]
    state = play(state, "1c2")
    expected = """
        -      .b...
        -      k.ry.
        -      .....
        -      .....
        -      ....b
    """
    assert state.players[0] == board(expected, score=9 + 1 - 2)
    assert state.lid == heap("bbw")


@pytest.mark.rule("classic 6.4", "classic 5.2")
@pytest.mark.parametrize("starter, order", [(0, [0, 1, 2]), (1, [1, 2, 0]), (2, [2, 0, 1])])
def test_seats_tile_clockwise_from_the_starter(starter: int, order: list[int]) -> None:
    drawing = """
        b      .....
        kk     .....
        -      .....
        -      .....
        -      .....
    """
    boards = [board(drawing, score=9, floor="rr") for _ in range(3)]
    state = position(*boards, players=3, wall="grey", starter=starter, market="y/w", seat=0)
    state = play(state, "0y- 1w-")
    turns = []
    while state.turn != tw.CHANCE:
        turns.append(state.turn)
        done = [seat for seat in order if not any(state.players[seat].floor)]
        assert done == order[: order.index(state.turn)]
        state = play(state, legal(state)[-1])
    assert turns == [seat for seat in order for _ in range(2)]
    losses = [6, 4, 2]  # seat 0 has a tile and the marker more, seat 1 a tile
    assert state.scores == tuple(9 + 1 + 2 - loss for loss in losses)


@pytest.mark.rule("classic 6.4")
def test_seats_without_a_complete_line_are_passed_over() -> None:
    boards = board(floor="r", score=5), board(floor="r", score=5), board(OPEN)
    state = play(position(*boards, players=3, wall="grey"), LAST)
    assert state.turn == 2
    assert state.scores == (4, 3, 0)
    assert state.lid == heap("rrw")


@pytest.mark.rule("classic 6.6")
@pytest.mark.parametrize(
    "floor, loss", [("", 4), ("r", 6), ("rr", 8), ("rrr", 11), ("rrrr", 14), ("rrrrrrr", 14)]
)
def test_a_line_without_a_column_goes_to_the_floor_at_once(floor: str, loss: int) -> None:
    state = position(board(NO_COLUMN, score=20, floor=floor), wall="grey")
    assert told(state, LAST) == [(0, "stuck", 0), (0, "floor", -loss), (1, "floor", 0)]
    stuck = scoring(state, LAST)[0]
    fell = min(3, 7 - len(floor))
    numbers = {"row": 3, "color": 0, "tiles": 3, "floor": fell, "lid": 3 - fell}
    assert stuck.numbers == numbers
    state = play(state, LAST)
    assert state.turn == tw.CHANCE
    assert state.players[0] == board(NO_COLUMN.replace("bbb", "-"), score=20 - loss)
    assert state.lid == heap(floor + "bbb" + "w")


@pytest.mark.rule("classic 6.6", "classic 4.2")
def test_a_line_without_a_column_lies_on_the_floor_with_the_marker() -> None:
    state = position(board(NO_COLUMN, score=20), wall="grey", marker=0)
    assert play(state, LAST).scores == (20 - 6, 0)


@pytest.mark.rule("classic 6.6")
def test_two_lines_without_a_column() -> None:
    drawing = """
        -      ...b.
        -      ....b
        bbb    kyr..
        bbbb   rky..
        -      .....
    """
    state = position(board(drawing, score=20), wall="grey")
    assert [code for _, code, _ in told(state, LAST)] == ["stuck", "stuck", "floor", "floor"]
    assert play(state, LAST).scores == (20 - 14, 0)


# Blue has no column in row 3, red has five in row 5: a look at the table in between.
BEFORE_A_CHOICE = """
    -      ...b.
    -      ....b
    bbb    kyw..
    -      .....
    rrrrr  .....
"""


@pytest.mark.rule("classic 6.7", "classic 6.6")
@pytest.mark.parametrize(
    "floor, marker, after, lid",
    [
        ("", 1, "bbb", ""),
        ("kk", 1, "kkbbb", ""),
        ("kkkk", 1, "kkkkbbb", ""),
        ("kkkkk", 1, "kkkkkbb", "b"),
        ("kkkkkk", 1, "kkkkkkb", "bb"),
        ("kkkkkkk", 1, "kkkkkkk", "bbb"),
        ("kkk", 0, "kkkbbb", ""),
        ("kkkk", 0, "kkkkbb", "b"),
        ("kkkkkk", 0, "kkkkkk", "bbb"),
        ("kkkkkkk", 0, "kkkkkkk", "bbb"),
    ],
)
def test_dropped_lines_fill_the_floor_and_then_the_lid(
    floor: str, marker: int, after: str, lid: str
) -> None:
    state = position(board(BEFORE_A_CHOICE, score=20, floor=floor), wall="grey", marker=marker)
    state = play(state, LAST)
    assert (state.turn, legal(state)[0]) == (0, "5c1")
    expected = board(BEFORE_A_CHOICE.replace("bbb", "-"), score=20, floor=after)
    assert state.players[0] == expected
    assert state.lid == heap(lid)
    spaces = min(7, len(after) + (marker == 0))
    loss = [0, 1, 2, 4, 6, 8, 11, 14][spaces]
    assert play(state, "5c3").scores[0] == 20 + 1 - loss


@pytest.mark.rule("classic 6.2")
def test_the_other_tiles_of_the_line_go_to_the_lid() -> None:
    state = play(position(board(OPEN), wall="grey"), f"{LAST} 3c5")
    assert state.lid == heap("bbw")
    assert state.players[0].lines == board().lines
