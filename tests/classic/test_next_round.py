"""Section 7: preparing the next round."""

from __future__ import annotations

import random

import pytest

import tilewright as tw
from tests.classic.boards import (
    LAST,
    NOBODY,
    board,
    deal,
    heap,
    legal,
    play,
    position,
    sources,
    through_the_floor,
)
from tilewright.classic import State, new_game
from tilewright.tiles import contains

# Boards as full as they can be before a deal: 20 tiles on the wall, 10 on the lines.
FIRST_OPEN = """
    -      .yrkw
    w      .byrk
    kk     .wbyr
    rrr    .kwby
    yyyy   .rkwb
"""
SECOND_OPEN = """
    -      b.rkw
    b      w.yrk
    ww     k.byr
    kkk    r.wby
    rrrr   y.kwb
"""
FOURTH_OPEN = """
    -      byr.w
    r      wby.k
    yy     kwb.r
    bbb    rkw.y
    wwww   yrk.b
"""


def to_deal(*boards: tw.classic.Player, players: int = 2, bag: str | None = None) -> State:
    """A position in which nature is to deal; what is not drawn is in the bag, or in the lid."""
    return position(*boards, players=players, phase="deal", market="", seat=0, bag=bag)


@pytest.mark.rule("classic 7.1")
def test_no_next_round_after_the_end() -> None:
    drawing = """
        w      byrk.
        -      .....
        -      .....
        -      .....
        -      .....
    """
    state = play(position(board(drawing)), LAST)
    assert (state.turn, state.round) == (tw.OVER, 2)
    assert state.legal_moves() == []
    with pytest.raises(tw.IllegalMove, match="the game is over"):
        state.parse("=bbbb/yyyy/rrrr/kkkk/wwww")


@pytest.mark.rule("classic 7.2", "classic 4.7")
def test_the_owner_of_the_marker_starts_the_new_round() -> None:
    state = play(position(market="k/w", seat=1), "0k2 1w1")
    assert (state.turn, state.seat, state.starter, state.round) == (tw.CHANCE, 1, 1, 3)
    assert state.legal_moves() == []  # which tiles come is no choice
    state = play(state, "=bbyy/rrkk/wwbb/yyrr/kkww")
    assert (state.turn, state.starter, state.marker) == (1, 1, NOBODY)
    assert state.sources == sources("-/bbyy/rrkk/wwbb/yyrr/kkww")


@pytest.mark.rule("classic 7.2")
def test_tiles_come_out_of_the_bag() -> None:
    state = play(to_deal(), "=bbyy/rrkk/wwbb/yyrr/kkww")
    assert state.bag == (16, 16, 16, 16, 16)
    state = position(phase="deal", market="", seat=0, lid="b" * 20)
    state = play(state, "=yyyy/rrrr/kkkk/wwww/wwww")
    assert state.bag == (0, 16, 16, 16, 12)
    assert state.lid == heap("b" * 20)


@pytest.mark.rule("classic 7.3", "classic 1.4")
@pytest.mark.parametrize(
    "bag, text, left",
    [
        ("", "=bbbb/yyyy/rrrr/kkkk/wwww", (16, 16, 16, 16, 16)),
        ("y", "=bbby/yyyy/rrrr/kkkk/wwww", (17, 15, 16, 16, 16)),
        ("yyyy", "=yyyy/bbbb/rrrr/kkkk/wwww", (16, 16, 16, 16, 16)),
        ("yyyyrr", "=yyyy/bbrr/rrrr/kkkk/wwww", (18, 16, 14, 16, 16)),
        ("w" * 18, "=wwww/wwww/wwww/wwww/rrww", (20, 20, 18, 20, 2)),
        ("w" * 19, "=wwww/wwww/wwww/wwww/rwww", (20, 20, 19, 20, 1)),
    ],
)
def test_the_lid_is_poured_into_an_empty_bag(bag: str, text: str, left: tuple[int, ...]) -> None:
    state = play(to_deal(bag=bag), text)
    assert state.bag == left
    assert state.lid == heap("")


@pytest.mark.rule("classic 7.3")
@pytest.mark.parametrize("seed", range(20))
def test_what_is_left_in_the_bag_comes_first(seed: int) -> None:
    state = to_deal(bag="yyrrrk")
    first, second, *_ = state.sample(random.Random(seed)).factories
    assert contains(heap("yyrrrk"), first)
    assert contains(tuple(a + b for a, b in zip(first, second, strict=True)), heap("yyrrrk"))
    deal(state, seed)


@pytest.mark.rule("classic 7.3")
@pytest.mark.parametrize(
    "bag, text, group",
    [
        ("yy", "=ybbb/yyyy/rrrr/kkkk/wwww", "group 1: what is left in the bag must be drawn first"),
        ("k" * 5, "=kkkk/wwww/wwww/rrrr/rrrr", "group 2: what is left in the bag must be drawn f"),
        ("k" * 8, "=kkkk/wwww/wwww/rrrr/rrrr", "group 2: not all of these tiles are there"),
    ],
)
def test_the_lid_is_not_poured_early(bag: str, text: str, group: str) -> None:
    with pytest.raises(tw.IllegalMove, match=group):
        to_deal(bag=bag).parse(text)


@pytest.mark.rule("classic 7.4")
@pytest.mark.parametrize(
    "bag, poured", [("b" * 20, False), ("b" * 20 + "k", False), ("b" * 19, True)]
)
def test_the_lid_is_poured_only_for_a_tile_that_is_needed(bag: str, poured: bool) -> None:
    state = to_deal(bag=bag)
    for seed in range(5):
        after = deal(state, seed)
        assert (after.lid == heap("")) == poured
        assert (after.lid == state.lid) != poured
        assert sum(after.bag) == (80 if poured else len(bag) - 20)


@pytest.mark.rule("classic 7.4")
def test_the_fifth_deal_of_two_players_empties_the_bag_exactly() -> None:
    state = through_the_floor(new_game(), 4)
    assert (state.round, sum(state.bag), sum(state.lid)) == (5, 20, 80)
    state = deal(state)
    assert (sum(state.bag), sum(state.lid)) == (0, 80)
    state = through_the_floor(state, 1)
    assert (state.round, sum(state.bag), sum(state.lid)) == (6, 0, 100)
    state = deal(state)
    assert (sum(state.bag), sum(state.lid)) == (80, 0)


@pytest.mark.rule("classic 7.5", "classic 7.6", "classic 8.4")
@pytest.mark.parametrize("bag", ["", "b", "bbbbyy", None])
def test_a_shortage_leaves_the_last_factories_short_or_empty(bag: str | None) -> None:
    boards = board(FIRST_OPEN), board(SECOND_OPEN), board(FOURTH_OPEN)
    state = to_deal(*boards, players=3, bag=bag)
    assert sum(state.bag) + sum(state.lid) == 10
    for seed in range(5):
        after = deal(state, seed)
        assert [sum(tiles) for tiles in after.sources] == [0, 4, 4, 2, 0, 0, 0, 0]
        assert (after.bag, after.lid, after.turn) == (heap(""), heap(""), 0)
        assert legal(after)


@pytest.mark.rule("classic 7.6")
@pytest.mark.parametrize(
    "text, reason",
    [
        ("=bbbb/yykk/kw////", ""),
        ("=bbbb/yykk/k/w///", "group 3: expected 2 tiles, found 1"),
        ("=bbb/yykk/kw/b///", "group 1: expected 4 tiles, found 3"),
        ("=////bbbb/yykk/kw", "group 1: expected 4 tiles, found 0"),
        ("=bbbb/yykk/kw/b///", "group 4: expected 0 tiles, found 1"),
        ("=bbbb/yykk/kw", "expected 7 groups of tiles, found 3"),
    ],
)
def test_factories_are_filled_one_after_the_other(text: str, reason: str) -> None:
    boards = board(FIRST_OPEN), board(SECOND_OPEN), board(FOURTH_OPEN)
    state = to_deal(*boards, players=3)
    if reason:
        with pytest.raises(tw.IllegalMove) as error:
            state.parse(text)
        assert str(error.value) == f"{text}: {reason}"
    else:
        assert play(state, text).sources == sources("-/bbbb/yykk/kw", 3)


@pytest.mark.rule("classic 7.7")
def test_two_players_never_meet_a_shortage() -> None:
    state = to_deal(board(FIRST_OPEN), board(SECOND_OPEN))
    assert sum(state.bag) == 40
    state = deal(state)
    assert [sum(tiles) for tiles in state.sources] == [0, 4, 4, 4, 4, 4]
    assert sum(state.bag) == 20


@pytest.mark.rule("classic 7.7", "classic 3.11")
@pytest.mark.parametrize("drawing", [FIRST_OPEN, SECOND_OPEN, FOURTH_OPEN])
def test_no_board_holds_more_than_thirty_tiles_before_a_deal(drawing: str) -> None:
    player = board(drawing)
    assert sum(color != -1 for color in player.wall) == 20
    assert sum(count for _, count in player.lines) == 10
    state = position(player, market="byrkw", seat=0, players=2)
    for move in legal(state):
        line = int(move[2].replace("-", "0"))
        if line:  # one tile more completes the line, and that ends the game
            after = play(position(player, market=f"-/{move[1]}", seat=0), f"1{move[1]}{line}")
            assert after.turn == tw.OVER
