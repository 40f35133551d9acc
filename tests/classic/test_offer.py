"""Section 3: the factory offer."""

from __future__ import annotations

import itertools
import random

import pytest

import tilewright as tw
from tests.classic.boards import (
    NOBODY,
    board,
    check,
    deal,
    heap,
    legal,
    play,
    position,
    sources,
)
from tilewright.classic import Take, new_game


@pytest.mark.rule("classic 3.1")
@pytest.mark.parametrize(
    "wall, phases", [("coloured", ["deal", "take"]), ("grey", ["deal", "take", "tile"])]
)
def test_a_round_has_its_phases_in_order(wall: str, phases: list[str]) -> None:
    state = new_game(wall=wall, round_limit=3)
    seen = []
    while state.turn != tw.OVER:
        seen.append((state.round, state.phase))
        chance = state.turn == tw.CHANCE
        state = state.play(state.sample(random.Random(1)) if chance else state.legal_moves()[-1])
    order = [step for step, _ in itertools.groupby(seen)]
    assert order == [(round, phase) for round in (1, 2, 3) for phase in phases]


@pytest.mark.rule("classic 3.2")
@pytest.mark.parametrize("starter", [0, 1, 2, 3])
def test_the_starter_goes_first_and_the_others_follow_clockwise(starter: int) -> None:
    state = position(players=4, phase="deal", market="", seat=starter, starter=starter)
    state = play(state, "=" + "/".join(["bykw"] * 9))
    assert state.marker == NOBODY  # in the centre
    turns = []
    for source in range(1, 10):
        turns.append(state.turn)
        state = play(state, f"{source}b-")
    assert turns == [(starter + turn) % 4 for turn in range(9)]


@pytest.mark.rule("classic 3.3", "classic 3.7")
def test_a_turn_is_one_colour_from_one_source_to_one_place() -> None:
    state = deal(new_game())
    assert legal(state)
    for move in state.legal_moves():
        assert isinstance(move, Take)
        after = state.play(move)
        check(after)
        taken = state.sources[move.source][move.color]
        assert taken > 0
        before, now = state.players[0], after.players[0]
        changed = [i for i in range(5) if before.lines[i] != now.lines[i]]
        assert changed == [move.line - 1] * bool(move.line)
        assert sum(count for _, count in now.lines) + sum(now.floor) == taken
        assert after.players[1] == state.players[1]


@pytest.mark.rule("classic 3.3")
@pytest.mark.parametrize("text", ["", "-", "pass", "0--", "1-1"])
def test_nobody_may_pass(text: str) -> None:
    with pytest.raises(tw.InvalidNotation, match="is not a move"):
        position(seat=0).parse(text)


@pytest.mark.rule("classic 3.4")
@pytest.mark.parametrize(
    "market, move, after, line",
    [
        ("-/kkyw", "1k2", "yw/-", (3, 2)),
        ("-/kkyw", "1y2", "kkw/-", (1, 1)),
        ("r/bbbb", "1b5", "r/-", (0, 4)),
        ("by/bbyr", "1b4", "byyr/-", (0, 2)),
        ("-/kkyw/kkkb/kkkk", "2k4", "b/kkyw/-/kkkk", (3, 3)),
        ("r/-/-/-/-/rrrw", "5w1", "rrrr", (4, 1)),
    ],
)
def test_from_a_factory(market: str, move: str, after: str, line: tuple[int, int]) -> None:
    state = play(position(market=market, seat=0), move)
    assert state.sources == sources(after)
    assert state.players[0].lines[int(move[2]) - 1] == line
    assert state.marker == NOBODY
    assert state.turn == 1


@pytest.mark.rule("classic 3.5")
@pytest.mark.parametrize(
    "market, move, after, line",
    [
        ("rrkb", "0r2", "kb", (2, 2)),
        ("rrkb", "0k2", "rrb", (3, 1)),
        ("rrrrb/rryy", "0r5", "b/rryy", (2, 4)),
        ("w/rryy", "0w1", "-/rryy", (4, 1)),
    ],
)
def test_from_the_centre(market: str, move: str, after: str, line: tuple[int, int]) -> None:
    state = play(position(market=market, seat=0), move)
    assert state.sources == sources(after)
    assert state.players[0].lines[int(move[2]) - 1] == line
    assert state.turn == 1


@pytest.mark.rule("classic 3.6")
def test_only_the_first_from_the_centre_takes_the_marker() -> None:
    boards = [board(score=9) for _ in range(3)]
    state = position(*boards, players=3, market="-/kkrb", seat=0)
    state = play(state, "1k2")
    assert state.marker == NOBODY
    state = play(state, "0r1")
    assert state.marker == 1
    state = play(state, "0b1")
    assert state.turn == tw.CHANCE
    assert state.scores == (9 + 1, 9 + 1 - 1, 9 + 1)
    assert state.starter == 1


@pytest.mark.rule("classic 3.8")
def test_a_line_is_complete_when_its_last_space_is_filled() -> None:
    state = position(market="-/k/k/k/w/w", seat=0)
    counts = []
    for moves in ("1k3", "4w- 2k3", "5w- 3k3"):
        assert "3" in {move[2] for move in legal(state)}
        state = play(state, moves)
        counts.append(state.players[0].lines[2])
        if moves != "5w- 3k3":
            assert state.players[0].wall == board().wall
    assert counts[:2] == [(3, 1), (3, 2)]
    assert state.turn == tw.CHANCE
    assert state.players[0].wall.index(3) == 10  # the third tile completed line 3


# Lines 1 and 4 are complete, 2 and 5 are not; row 3 has blue, row 5 has yellow.
CROWDED = """
    b      .....
    y      .....
    -      ..b..
    kkkk   .....
    ww     y....
"""
COMPLETE = """
    b      .....
    yy     .....
    rrr    .....
    kkkk   .....
    wwwww  .....
"""
TILED = """
    -      byr..
    -      ..yrk
    -      k.by.
    -      rkwb.
    -      .rkwb
"""


@pytest.mark.rule("classic 3.9", "classic 3.10", "classic 3.11", "classic 3.13")
@pytest.mark.parametrize(
    "drawing, color, targets",
    [
        (CROWDED, "b", "-"),
        (CROWDED, "y", "-23"),
        (CROWDED, "r", "-3"),
        (CROWDED, "k", "-3"),
        (CROWDED, "w", "-35"),
        (COMPLETE, "b", "-"),
        (COMPLETE, "w", "-"),
        (TILED, "b", "-2"),
        (TILED, "y", "-45"),
        (TILED, "r", "-3"),
        (TILED, "k", "-1"),
        (TILED, "w", "-123"),
    ],
)
def test_where_tiles_may_go(drawing: str, color: str, targets: str) -> None:
    state = position(board(drawing), market=f"-/{color}{color}", seat=0)
    assert legal(state) == [f"1{color}{target}" for target in targets]


@pytest.mark.rule("classic 3.9", "classic 3.10", "classic 3.11")
@pytest.mark.parametrize(
    "drawing, move, reason",
    [
        (CROWDED, "1b2", "line 2 already holds yellow"),
        (CROWDED, "1b1", "line 1 is full"),
        (CROWDED, "1k4", "line 4 is full"),
        (CROWDED, "1b3", "row 3 of the wall already has blue"),
        (CROWDED, "1y5", "line 5 already holds white"),
    ],
)
def test_where_tiles_may_not_go(drawing: str, move: str, reason: str) -> None:
    state = position(board(drawing), market="-/byk", seat=0)
    with pytest.raises(tw.IllegalMove) as error:
        state.parse(move)
    assert f"{move}: {reason} (legal: " in str(error.value)


@pytest.mark.rule("classic 3.9")
def test_only_the_movers_board_matters() -> None:
    state = position(board(COMPLETE), board(), market="-/bb", seat=1)
    assert legal(state) == ["1b-", "1b1", "1b2", "1b3", "1b4", "1b5"]


@pytest.mark.rule("classic 3.12", "classic 4.1")
@pytest.mark.parametrize(
    "held, move, line, floor",
    [
        ("-", "1k1", "k", "kkk"),
        ("-", "1k2", "kk", "kk"),
        ("-", "1k4", "kkkk", ""),
        ("-", "1k-", "-", "kkkk"),
        ("k", "1k2", "kk", "kkk"),
        ("kk", "1k3", "kkk", "kkk"),
        ("kkk", "1k5", "kkkkk", "kk"),
    ],
)
def test_what_the_line_cannot_hold_goes_to_the_floor(
    held: str, move: str, line: str, floor: str
) -> None:
    def drawing(word: str) -> str:
        return "\n".join(f"{word if move[2] == str(row) else '-'} ....." for row in range(1, 6))

    state = play(position(board(drawing(held), score=3), market="w/kkkk", seat=0), move)
    assert state.players[0] == board(drawing(line), score=3, floor=floor)
    assert state.lid == heap("")


@pytest.mark.rule("classic 3.13")
def test_the_floor_may_be_chosen_though_a_line_is_free() -> None:
    state = play(position(market="w/kk", seat=0), "1k-")
    assert state.players[0] == board(floor="kk")


@pytest.mark.rule("classic 3.13")
def test_there_is_a_move_when_no_line_takes_anything() -> None:
    state = position(board(COMPLETE), market="b/yr/k/w", seat=0)
    assert legal(state) == ["0b-", "1y-", "1r-", "2k-", "3w-"]


@pytest.mark.rule("classic 3.14")
@pytest.mark.parametrize(
    "market, move, ends",
    [
        ("-/w", "1w-", True),  # the marker alone is left in the centre
        ("w", "0w-", True),
        ("-/wwww", "1w4", True),
        ("-/wb", "1w-", False),
        ("w/b", "1b-", False),
        ("w/b", "0w-", False),
        ("wb", "0w-", False),
        ("-/-/-/-/w/b", "4w-", False),
    ],
)
def test_the_phase_ends_when_no_tile_is_left(market: str, move: str, ends: bool) -> None:
    state = play(position(market=market, seat=1), move)
    assert (state.turn, state.round) == ((tw.CHANCE, 3) if ends else (0, 2))


@pytest.mark.rule("classic 3.15")
def test_a_move_taken_back_leaves_no_trace() -> None:
    state = deal(new_game())
    text = str(state)
    afters = [str(state.play(move)) for move in state.legal_moves()]
    assert str(state) == text
    assert [str(tw.parse(text).play(move)) for move in state.legal_moves()] == afters
    assert len(set(afters)) == len(afters)
