"""Section 4: the floor line."""

from __future__ import annotations

import pytest

import tilewright as tw
from tests.classic.boards import LAST, NOBODY, board, heap, play, position, told


@pytest.mark.rule("classic 4.1")
def test_dropped_tiles_cost_points_only_in_the_tiling_phase() -> None:
    state = play(position(board(score=9), market="-/kkk/w", seat=0), "1k-")
    assert state.scores == (9, 0)
    assert state.players[0].floor == heap("kkk")
    assert play(state, "2w-").scores == (9 - 4, 0)


@pytest.mark.rule("classic 4.2", "classic 5.11")
@pytest.mark.parametrize("tiles, loss", list(enumerate([1, 2, 4, 6, 8, 11, 14])))
def test_the_marker_counts_like_a_tile(tiles: int, loss: int) -> None:
    state = position(board(score=20, floor="r" * tiles), market="k/w", seat=0)
    state = play(state, "0k2")
    assert state.players[0].floor == heap("r" * tiles)
    assert play(state, "1w-").scores == (20 - loss, 0)


@pytest.mark.rule("classic 4.2")
@pytest.mark.parametrize("tiles, loss", list(enumerate([0, 1, 2, 4, 6, 8, 11, 14])))
def test_the_marker_costs_its_taker_only(tiles: int, loss: int) -> None:
    state = position(board(score=20, floor="r" * tiles), board(score=20), market="-/k/w", marker=1)
    state = play(state, "1k2 2w2")
    assert state.scores == (20 - loss, 20 - 1)


@pytest.mark.rule("classic 4.1", "classic 4.4")
@pytest.mark.parametrize(
    "floor, market, move, after, lid",
    [
        ("", "bbbb", "0b-", "bbbb", ""),
        ("rrr", "bbbb", "0b-", "rrrbbbb", ""),
        ("rrrr", "bbbb", "0b-", "rrrrbbb", "b"),
        ("rrrrr", "bbbb", "0b3", "rrrrrb", ""),
        ("rrrrr", "bbbb", "0b1", "rrrrrbb", "b"),
        ("rrrrrr", "bbb", "0b2", "rrrrrrb", ""),
        ("rrrrrrr", "bbb", "0b2", "rrrrrrr", "b"),
        ("rrrrrrr", "bb", "0b-", "rrrrrrr", "bb"),
        ("", "bbbbbbbbb", "0b-", "bbbbbbb", "bb"),
    ],
)
def test_a_full_floor_line_passes_tiles_to_the_lid(
    floor: str, market: str, move: str, after: str, lid: str
) -> None:
    state = position(board(score=20, floor=floor), market=f"{market}/w", seat=0, marker=1, lid="y")
    state = play(state, move)
    assert state.players[0].floor == heap(after)
    assert state.lid == heap("y" + lid)
    loss = [0, 1, 2, 4, 6, 8, 11, 14][len(after)]
    assert state.players[0].score == 20
    assert (0, "floor", -loss) in told(state, "1w-")


@pytest.mark.rule("classic 4.3", "classic 4.5")
@pytest.mark.parametrize(
    "floor, market, move, after, lid, loss",
    [
        ("", "bbb", "0b2", "b", "", 2),
        ("rrrr", "bbb", "0b-", "rrrrbb", "b", 14),
        ("rrrrr", "bbb", "0b-", "rrrrrb", "bb", 14),
        ("rrrrr", "bbb", "0b2", "rrrrrb", "", 14),
        ("rrrrrr", "bbb", "0b-", "rrrrrr", "bbb", 14),
        ("rrrrrr", "bbb", "0b2", "rrrrrr", "b", 14),
        ("rrrrrr", "bbb", "0b4", "rrrrrr", "", 14),
        ("rrrrrrr", "bbb", "0b-", "rrrrrrr", "bbb", 14),
        ("rrrrrrr", "bbb", "0b4", "rrrrrrr", "", 14),
    ],
)
def test_the_marker_goes_down_before_the_tiles(
    floor: str, market: str, move: str, after: str, lid: str, loss: int
) -> None:
    state = position(board(score=20, floor=floor), market=f"{market}/w", seat=0)
    state = play(state, move)
    assert state.marker == 0
    assert state.players[0].floor == heap(after)
    assert state.lid == heap(lid)
    assert (0, "floor", -loss) in told(state, "1w-")
    assert play(state, "1w-").starter == 0


@pytest.mark.rule("classic 4.3")
def test_the_marker_keeps_its_space_for_the_rest_of_the_round() -> None:
    state = position(board(floor="rrrrr"), market="k/bb/w/w", seat=0)
    state = play(state, "0k1 2w- 1b-")
    assert state.players[0].floor == heap("rrrrrb")
    assert state.lid == heap("b")


@pytest.mark.rule("classic 4.5", "classic 4.7")
def test_a_marker_beside_a_full_floor_costs_nothing_and_starts_all_the_same() -> None:
    boards = board(score=20), board(score=20, floor="rrrrrrr")
    state = play(position(*boards, market="kk/w", seat=1), "0k2 1w1")
    assert state.scores == (20 + 1, 20 + 1 - 14)
    assert (state.turn, state.starter, state.marker) == (tw.CHANCE, 1, NOBODY)
    assert state.lid == heap("rrrrrrrk")


@pytest.mark.rule("classic 4.6")
@pytest.mark.parametrize(
    "moves", ["0k- 4w- 1r- 5w- 2b-", "1r- 4w- 0k- 5w- 2b-", "2b- 4w- 1r- 5w- 0k-"]
)
def test_the_loss_depends_on_the_number_of_spaces_only(moves: str) -> None:
    state = position(board(score=20), market="k/r/bb/-/w/w", seat=0)
    state = play(state, moves)
    assert state.scores == (20 - 8, 0)  # the marker is the first, second or fourth of five
    assert state.turn == tw.CHANCE


@pytest.mark.rule("classic 4.6")
@pytest.mark.parametrize("dropped", [7, 8, 12])
def test_nobody_loses_more_than_fourteen(dropped: int) -> None:
    state = position(board(score=20), market="b" * dropped + "/w", seat=0)
    assert play(state, "0b- 1w-").scores == (20 - 14, 0)


@pytest.mark.rule("classic 4.7", "classic 7.2")
@pytest.mark.parametrize("taker", [0, 1, 2])
@pytest.mark.parametrize("floor", ["", "rrr", "rrrrrr", "rrrrrrr"])
def test_whoever_took_the_marker_starts_next(taker: int, floor: str) -> None:
    boards = [board(floor=floor if seat == taker else "") for seat in range(3)]
    state = position(*boards, players=3, market="k/w", seat=taker, starter=1)
    state = play(state, "0k- 1w-")
    assert (state.turn, state.seat, state.starter) == (tw.CHANCE, taker, taker)
    assert state.round == 3


@pytest.mark.rule("classic 4.8")
@pytest.mark.parametrize("starter", [0, 1, 2])
def test_if_nobody_took_the_marker_the_starter_starts_again(starter: int) -> None:
    state = position(players=3, starter=starter, seat=1, market="-/ww/bbbb")
    state = play(state, "1w2 2b4")
    assert (state.turn, state.seat, state.starter) == (tw.CHANCE, starter, starter)
    assert state.marker == NOBODY


@pytest.mark.rule("classic 4.8")
def test_a_whole_round_of_factories_in_one_colour_each() -> None:
    state = position(phase="deal", market="", seat=1, starter=1)
    state = play(state, "=bbbb/yyyy/rrrr/kkkk/wwww 1b4 2y4 3r5 4k5 5w-")
    assert (state.turn, state.starter, state.round) == (tw.CHANCE, 1, 3)
    assert state.lid == heap("bbbyyywwww")


def test_last_take_of_a_drawn_position() -> None:
    """What other tests rely on: one white tile to the floor of seat 1, and the round is over."""
    state = play(position(board(score=3), board(score=3)), LAST)
    assert (state.scores, state.lid, state.turn) == ((3, 2), heap("w"), tw.CHANCE)
