"""What a state tells: whose turn it is, the scoring of a move, and what a move is worth."""

from __future__ import annotations

import random

import pytest

import tilewright as tw
from tests.classic.boards import LAST, board, deal, play, position, scoring
from tilewright.classic import State, description, new_game, picture
from tilewright.classic.board import BLACK, BLUE, RED, WHITE, YELLOW

Told = tuple[str, int, dict[str, int]]


def preview(state: State, move: str) -> list[Told]:
    """What a move is worth, all of it for the seat to move."""
    steps = state.preview(state.parse(move))
    assert all(step.seat == state.turn for step in steps)
    return [(s.code, s.points, dict(s.numbers)) for s in steps if s.kind != "taking"]


def tile(points: int, at: str, color: int, runs: str) -> Told:
    """A tile laid at row and column, in runs across and down."""
    row, column, across, down = map(int, at + runs)
    numbers = {"row": row, "column": column, "color": color, "across": across, "down": down}
    return "tile", points, numbers


def stuck(row: int, *, fallen: int, lid: int = 0) -> Told:
    """Blue tiles of a full line that fit nowhere, and where they fall."""
    numbers = {"row": row, "color": BLUE, "tiles": row, "floor": fallen, "lid": lid}
    return "stuck", 0, numbers


def floor(spaces: int, loss: int) -> Told:
    """More floor spaces filled, and what they cost."""
    return "floor", -loss, {"spaces": spaces, "loss": loss}


def test_a_state_knows_its_game() -> None:
    state = new_game(3)
    assert (state.game, state.turn, state.scores, state.round) == (
        "classic",
        tw.CHANCE,
        (0,) * 3,
        1,
    )
    assert hash(state) == hash(tw.parse(str(state)))


def test_pictures_are_of_this_state() -> None:
    state = deal(new_game())
    assert state.describe() == description.describe(state)
    assert state._repr_svg_() == picture.draw(state)
    assert state.describe() != state._repr_svg_()


def test_steps_of_a_round_that_ends_the_game() -> None:
    first = """
        w      byrk.
        -      .....
        -      .....
        -      .....
        -      .....
    """
    state = position(board(first, score=1, floor="rr"), board(score=4), starter=1, marker=1)
    assert scoring(state, LAST) == (
        (1, "round", "floor", -2, {"spaces": 2, "loss": 2}),
        (0, "round", "tile", 5, {"row": 1, "column": 5, "color": WHITE, "across": 5, "down": 1}),
        (0, "round", "floor", -2, {"spaces": 2, "loss": 2}),
        (0, "end", "row", 2, {"row": 1}),
    )


def test_nothing_is_told_before_the_end_of_a_round() -> None:
    state = new_game()
    assert state.explain(state.sample(random.Random(1))) == ()
    assert state.preview(state.sample(random.Random(1))) == ()
    state = deal(state)
    assert [step.kind for step in state.explain(state.legal_moves()[0])] == ["taking"]


HELD = """
    -      .....
    -      .....
    -      .....
    bbb    .....
    -      .....
"""


@pytest.mark.rule("classic 4.1", "classic 4.3", "classic 4.4", "classic 4.5")
@pytest.mark.parametrize(
    "market, floor, move, tiles, laid, fallen, lid, marker",
    [
        ("-/bbbb/kkkk", "", "1b4", 4, 1, 3, 0, 0),  # the line holds three in the start position
        ("-/bbbb/kkkk", "rrrrr", "1b4", 4, 1, 2, 1, 0),
        ("-/bbkk", "", "1b5", 2, 2, 0, 0, 0),
        ("-/bbkk", "", "1b-", 2, 0, 2, 0, 0),
        ("bbb/k", "", "0b1", 3, 1, 2, 0, 1),
        ("bbb/k", "rrrrrr", "0b1", 3, 1, 0, 2, 1),  # the marker has the last space
        ("bbb/k", "rrrrrrr", "0b-", 3, 0, 0, 3, 1),
    ],
)
def test_what_a_take_takes_and_where_it_lies(
    market: str, floor: str, move: str, tiles: int, laid: int, fallen: int, lid: int, marker: int
) -> None:
    state = position(board(HELD, floor=floor), market=market, seat=0, marker=-1)
    numbers = {"color": BLUE, "tiles": tiles, "laid": laid}
    numbers |= {"floor": fallen, "lid": lid, "marker": marker}
    step = (0, "taking", "take", 0, numbers)
    after, steps = state.step(state.parse(move))
    assert steps[0] == state.preview(state.parse(move))[0] == step
    assert after.lid[BLUE] - state.lid[BLUE] == lid
    assert after.players[0].floor[BLUE] == fallen


@pytest.mark.parametrize("limit, is_last", [(1, True), (2, False), (None, False)])
def test_the_last_round_by_the_limit(limit: int | None, is_last: bool) -> None:
    state = new_game(round_limit=limit)
    assert state.is_last_round == deal(state).is_last_round == is_last


ALMOST = """
    -      .....
    -      .....
    bbb    wrky.
    -      .....
    -      .....
"""


@pytest.mark.parametrize(
    "drawing, wall, is_last",
    [
        (ALMOST.replace("wrky.", "kw.yr"), "coloured", True),
        (ALMOST.replace("wrky.", "kw.y."), "coloured", False),
        (ALMOST.replace("bbb", "bb").replace("wrky.", "kw.yr"), "coloured", False),
        (ALMOST, "grey", False),  # a blue tile above could still take the column
        (ALMOST.replace("-      .....", "-      ....y", 1), "grey", False),
        (ALMOST.replace(".....", "y..bk", 1).replace(".....", ".b...", 1), "grey", True),
        (ALMOST.replace("-      .....", "-      ....b", 1), "grey", False),  # no column is left
    ],
)
def test_the_last_round_by_a_row(drawing: str, wall: str, is_last: bool) -> None:
    state = position(board(drawing), wall=wall, market="k/bbbb")
    assert state.is_last_round == is_last


HALF_DONE = """
    b      .....
    w      .....
    k      ..b..
    kkkk   ..wb.
    -      .....
"""


@pytest.mark.parametrize(
    "market, move, expected",
    [
        ("-/w", "1w2", [tile(2, "21", WHITE, "12")]),  # under the blue tile of line 1
        ("-/www", "1w2", [tile(2, "21", WHITE, "12"), floor(2, 2)]),
        ("-/k", "1k3", []),  # two of three
        ("-/kk", "1k3", [tile(1, "31", BLACK, "11")]),  # line 4 comes later
        ("-/kkk", "1k-", [floor(3, 4)]),
        ("y/w", "0y-", [floor(2, 2)]),
        ("y/w", "0y5", [floor(1, 1)]),
        ("yyyyyyyyy", "0y-", [floor(7, 14)]),
        ("yyyyyyyyy", "0y5", [tile(1, "51", YELLOW, "11"), floor(5, 8)]),
        ("-/yyyy", "1y5", []),
    ],
)
def test_what_a_take_is_worth(market: str, move: str, expected: list[Told]) -> None:
    state = position(board(HALF_DONE), market=market, seat=0)
    assert preview(state, move) == expected


@pytest.mark.parametrize(
    "lying, marker, market, move, expected",
    [
        ("rr", -1, "-/yy", "1y-", [floor(2, 4)]),
        ("rr", 0, "-/yy", "1y-", [floor(2, 4)]),
        ("rrr", 0, "-/yy", "1y-", [floor(2, 5)]),
        ("rrr", 1, "-/yy", "1y-", [floor(2, 4)]),
        ("rrrrr", -1, "yy", "0y-", [floor(2, 6)]),
        ("rrrrrr", -1, "yy", "0y-", [floor(1, 3)]),
        ("rrrrrr", 0, "-/yy", "1y-", []),
        ("rrrrrrr", -1, "yy", "0y-", []),
        ("rrrrrrr", -1, "yy", "0y5", []),
    ],
)
def test_what_the_floor_will_cost(
    lying: str, marker: int, market: str, move: str, expected: list[Told]
) -> None:
    state = position(board(floor=lying), market=market, marker=marker, seat=0)
    assert preview(state, move) == expected


# Blue fits nowhere in rows 3 and 4; red may choose in row 5, best under yellow and black.
GREY = """
    -      ...b.
    -      ....b
    -      kyr..
    bbbb   rkw..
    r      .....
"""

# White in row 1 scores two points beside blue, on its left or on its right.
CHOICES = """
    w      ...b.
    -      .....
    -      .....
    -      .....
    -      .....
"""


@pytest.mark.parametrize(
    "drawing, market, move, expected",
    [
        (GREY, "-/rrrr", "1r5", [tile(3, "52", RED, "13")]),
        (GREY, "-/bbb", "1b3", [stuck(3, fallen=3), floor(3, 4)]),
        (GREY, "bbbb/w", "0b3", [stuck(3, fallen=3), floor(5, 8)]),
        (GREY, "-/bb", "1b3", []),
        (GREY, "-/w", "1w1", [tile(4, "15", WHITE, "22")]),
        (
            GREY.replace("bbbb", "bbb "),
            "bbbbbbbb",
            "0b4",
            [stuck(4, fallen=0, lid=4), floor(7, 14)],
        ),
        (CHOICES, "-/yy", "1y2", [tile(2, "23", YELLOW, "12")]),
        (CHOICES, "-/yyy", "1y3", [tile(1, "31", YELLOW, "11")]),
    ],
)
def test_what_a_take_is_worth_on_the_grey_wall(
    drawing: str, market: str, move: str, expected: list[Told]
) -> None:
    state = position(board(drawing), market=market, wall="grey", seat=0)
    assert preview(state, move) == expected


def test_what_a_column_is_worth() -> None:
    boards = board(GREY.replace("bbbb", "-"), score=9, floor="k"), board(score=9, floor="k")
    state = play(position(*boards, wall="grey", market="rrrr", seat=0), "0r5")
    assert preview(state, "5c2") == [tile(3, "52", RED, "13"), floor(2, 2)]
    assert {step.seat for step in scoring(state, "5c2")} == {0, 1}


def test_a_preview_changes_nothing() -> None:
    state = position(board(HALF_DONE), market="-/www", seat=0)
    text = str(state)
    for move in state.legal_moves():
        state.preview(move)
    assert str(state) == text


@pytest.mark.parametrize("wall", ["coloured", "grey"])
def test_previews_of_all_moves_are_those_of_each(wall: str) -> None:
    state = tw.classic.new_game(2, wall=wall)
    phases = set()
    for number in range(60):
        if state.turn == tw.CHANCE:
            state = state.play(state.sample(tw.DealStream(bytes(32), (), number)))
        moves = state.legal_moves()
        assert state.previews() == [(move, state.preview(move)) for move in moves]
        phases.add(state.phase)
        state = state.play(moves[-1])
    assert phases == ({"take", "tile"} if wall == "grey" else {"take"})
