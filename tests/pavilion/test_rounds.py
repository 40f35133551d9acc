"""Rounds, jokers from round to round, and the preparation of the next round."""

from __future__ import annotations

import random
import re

import pytest

import tilewright as tw
from tests.pavilion.boards import (
    FULL,
    STARS,
    game,
    hand,
    heap,
    legal,
    letters,
    play,
    position,
    seat,
)
from tilewright.pavilion import Deal, Place, new_game

LETTER = {"fill": "f", "deal": "d", "take": "t", "place": ".", "pick": ".", "refill": "."}


@pytest.mark.rule("pavilion 4.1", "pavilion 9.1", "pavilion 11.1")
@pytest.mark.parametrize("board", ["coloured", "neutral"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_three_phases_a_round(players: int, board: str) -> None:
    """Take, place, prepare; the last round ends without preparing."""
    past = game(10, players=players, board=board)
    for number in range(1, 7):
        story = "".join(LETTER.get(state.phase, "") for state, _ in past if state.round == number)
        assert re.fullmatch(r"f?dt+\.+", story)
    assert past[-1][0].phase == "over"
    assert past[-1][0].round == 6


@pytest.mark.rule("pavilion 4.3", "pavilion 9.8")
def test_jokers_last_for_a_round() -> None:
    """Purple is kept from its round and then ordinary; green is kept and becomes the joker."""
    state = position(seat(hand="pgb"), seat())
    assert legal(state, "E2") == ["E2b1"]
    assert hand(play(state, "E2b1")) == "g"
    state = play(state, "pass:pgb pass =rryy/rryy/rryy/rryy/oooo 1r 2r 3r 4r 5o 0y")
    state = play(state, "pass")
    assert (state.round, hand(state)) == (2, "pgoooobrrrr")
    assert legal(state, "E2") == ["E2b1"]
    assert hand(play(state, "E2b1")) == "poooorrrr"


@pytest.mark.rule("pavilion 4.4")
def test_a_move_never_changes_the_state_it_is_made_in() -> None:
    """A table that takes a move back has the state as though the move had never been made."""
    state = position(seat("E ....b.", hand="bbbbbbg"))
    before = str(state)
    play(state, "E6b0 *p *p *g +ppp pass")
    assert str(state) == before
    assert play(state, "pass:b") == play(position(seat("E ....b.", hand="bbbbbbg")), "pass:b")


@pytest.mark.rule("pavilion 4.4")
def test_undo_is_no_move() -> None:
    state = play(position(seat(hand="bb")), "E1b0")
    for text in ("undo", "-E1b0", "E1.0"):
        with pytest.raises(tw.InvalidNotation):
            state.parse(text)


def last_pass(**more: str) -> tw.pavilion.State:
    """A position of three where seat 0 is the last to pass and holds four red tiles."""
    seats = (seat(hand="rrrr"), seat(hand="gg", passed=True), seat(hand="b", passed=True))
    return position(*seats, marker="2", **more)  # type: ignore[arg-type]


@pytest.mark.rule("pavilion 9.2", "pavilion 5.10")
def test_the_next_round() -> None:
    """The round moves on, the factories are filled, the marker is back, its owner starts."""
    state = play(last_pass(), "pass:rrrr")
    assert (state.round, state.phase, state.turn) == (2, "deal", tw.CHANCE)
    state = play(state, "=pppp/gggg/oooo/yyyy/bbbb/rrrr/pgoy")
    assert [letters(tiles) for tiles in state.sources] == [
        *["", "pppp", "gggg", "oooo", "yyyy", "bbbb", "rrrr", "pgoy"]
    ]
    assert (state.phase, state.turn, state.starter, state.marker) == ("take", 2, 2, -1)
    state = play(state, "7o 0p")
    assert (state.marker, state.scores) == (0, (4, 5, 5))


@pytest.mark.rule("pavilion 9.8")
def test_kept_tiles_come_back_beside_the_board() -> None:
    state = play(last_pass(), "pass:rrrr")
    assert [hand(state, number) for number in range(3)] == ["rrrr", "gg", "b"]
    assert not any(player.passed for player in state.players)
    state = play(state, "=ryyy/ryyy/ryyy/oooo/oooo/oooo/oooo")
    assert (state.turn, state.round) == (2, 2)
    state = play(state, "1r")
    assert hand(state, 2) == "br"


def short(
    *, hand: str = "", bag: str = "", tower: str = "", supply: str = "ppppgggooo", round: int = 1
) -> tw.pavilion.State:
    """Four players, three of whom have passed; every tile that is not named lies on a board of
    the neutral side, so that bag and tower hold no more than told."""
    named = zip(*map(heap, (hand, bag, tower, supply)), strict=True)
    drawn = [dict.fromkeys(STARS, "......") for _ in range(4)]
    free = [(board, star) for board in drawn for star in STARS]
    for letter, counts in zip("pgoybr", named, strict=True):
        left = 22 - sum(counts)
        while left:
            board, star = free.pop()
            board[star] = (letter * min(6, left)).ljust(6, ".")
            left -= min(6, left)
    boards = [" ".join(f"{star} {tiles}" for star, tiles in board.items()) for board in drawn]
    return position(
        seat(boards[0], hand=hand),
        *[seat(board, passed=True) for board in boards[1:]],
        board="neutral",
        bag=bag,
        tower=tower,
        supply=supply,
        round=round,
        marker="3",
    )


def dealt(state: tw.pavilion.State) -> list[int]:
    """How many tiles chance deals to each factory here."""
    move = state.sample(random.Random(1))
    assert isinstance(move, Deal)
    assert state.parse(str(move)) == move
    return [sum(group) for group in move.factories]


@pytest.mark.rule("pavilion 9.3", "pavilion 9.1")
@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 6])
def test_refill_after_the_last_pass(number: int) -> None:
    """Supply before factories, but nothing after round 6."""
    state = play(short(hand="y8", supply="ppppggg", round=number), "pass")
    if number < 6:
        assert (state.round, state.phase, state.turn) == (number + 1, "fill", tw.CHANCE)
    else:
        assert (state.round, state.phase, state.turn) == (6, "over", tw.OVER)
        assert (letters(state.supply), letters(state.tower)) == ("ppppggg", "yyyyyyyy")


@pytest.mark.rule("pavilion 9.3")
def test_the_supply_is_filled_before_the_factories() -> None:
    """Nine tiles for three gaps and nine factories: six are left to deal."""
    state = play(short(hand="y9", supply="ppppggg"), "pass")
    with pytest.raises(tw.IllegalMove, match="the supply is to be filled"):
        state.parse("=yyyy/yyyy/y//////")
    state = play(state, "+yyy")
    assert state.phase == "deal"
    state = play(state, "=yyyy/yy///////")
    assert [sum(tiles) for tiles in state.sources] == [0, 4, 2, 0, 0, 0, 0, 0, 0, 0]


@pytest.mark.rule("pavilion 9.3", "pavilion 9.5", "pavilion 5.13")
@pytest.mark.parametrize("tiles", ["y", "yyy"])
def test_a_discard_that_only_fills_the_supply(tiles: str) -> None:
    """When nothing is left for the factories, placing begins at once."""
    state = play(short(hand=tiles, supply="ppppggg"), f"pass +{tiles}")
    assert (state.round, state.phase, state.turn) == (2, "place", 3)
    assert sum(state.supply) == 7 + len(tiles)
    assert legal(state) == ["pass"]


SHORTAGES = [
    # bag, tower, deal
    ("y9", "", "=yyyy/yyyy/y//////"),
    ("", "y9", "=yyyy/yyyy/y//////"),
    ("y4", "b5", "=yyyy/bbbb/b//////"),
    ("y6", "b3", "=yyyy/yybb/b//////"),
    ("b1", "", "=b////////"),
    ("y12", "b8r4", "=yyyy/yyyy/yyyy/bbbb/bbbb/rrrr///"),
]


@pytest.mark.rule("pavilion 9.4", "pavilion 9.5", "pavilion 9.6", "pavilion 9.7")
@pytest.mark.parametrize("bag, tower, deal", SHORTAGES)
def test_short_factories(bag: str, tower: str, deal: str) -> None:
    """The bag first, then the tower; the last factories stay short or empty, and play goes on."""
    state = play(short(bag=bag, tower=tower), "pass")
    assert state.phase == "deal"
    assert dealt(state) == [len(group) for group in deal.removeprefix("=").split("/")]
    state = play(state, deal)
    assert (state.phase, state.turn) == ("take", 3)
    assert not any(state.bag + state.tower)
    assert "1" + deal[1] in legal(state)


@pytest.mark.rule("pavilion 9.6", "pavilion 9.4")
@pytest.mark.parametrize(
    "deal, reason",
    [
        ("=yyyy/b/bbbb//////", "group 2: expected 4 tiles, found 1"),
        ("=/yyyy/bbbb/b/////", "group 1: expected 4 tiles, found 0"),
        ("=yyyy/bbbb///////", "group 3: expected 1 tiles, found 0"),
        ("=yyyb/ybbb/b//////", "group 1: not all of these tiles are there to be drawn"),
        ("=yyyy/bbbb/b", "expected 9 groups of tiles, found 3"),
    ],
)
def test_short_factories_are_the_last_ones(deal: str, reason: str) -> None:
    state = play(short(bag="y4", tower="b5"), "pass")
    with pytest.raises(tw.IllegalMove, match=reason):
        state.parse(deal)


@pytest.mark.rule("pavilion 9.4")
@pytest.mark.parametrize(
    "bag, tower, bag_after, tower_after",
    [("y20", "b5", "", "b5"), ("y22", "b5", "y2", "b5"), ("y19", "b5", "b4", "")],
)
def test_the_tower_is_poured_only_when_needed(
    bag: str, tower: str, bag_after: str, tower_after: str
) -> None:
    """Twenty tiles are dealt to two players."""
    state = position(rest="hand", bag=bag, tower=tower, supply="ppppggggoo", phase="deal")
    last = "yyyy" if bag != "y19" else "yyyb"
    state = play(state, f"=yyyy/yyyy/yyyy/yyyy/{last}")
    assert (state.bag, state.tower) == (heap(bag_after), heap(tower_after))


@pytest.mark.rule("pavilion 9.7")
def test_two_players_never_meet_short_factories() -> None:
    """Two full boards, eight kept tiles and the supply are 102; 30 are left for 20."""
    state = position(seat(FULL, hand="pgoy"), seat(FULL, hand="brpg", passed=True), rest="tower")
    assert sum(state.tower) == 132 - 102
    state = play(state, "pass:pgoy")
    assert dealt(state) == [4] * 5


@pytest.mark.rule("pavilion 9.7")
def test_three_players_can_run_out_of_tiles() -> None:
    """Three full boards and six tiles in the supply are all 132."""
    boards = [seat(FULL), seat(FULL, passed=True), seat(FULL, passed=True)]
    state = play(position(*boards, supply="pgoybr"), "pass")
    assert (state.round, state.phase, sum(state.supply)) == (2, "place", 6)


def thrifty(players: int, seed: int) -> list[list[int]]:
    """What each deal of a game brings whose seats place cheaply and keep what they can."""
    rng = random.Random(seed)
    state = new_game(players)
    deals = []
    while state.turn != tw.OVER:
        moves = state.legal_moves()
        placing = [move for move in moves if isinstance(move, Place)]
        if state.turn == tw.CHANCE:
            if isinstance(move := state.sample(rng), Deal):
                deals.append([sum(group) for group in move.factories])
            state = state.play(move)
        elif placing:
            state = state.play(min(placing, key=lambda move: (move.slot, rng.random())))
        elif state.phase == "place":
            state = state.play(max(moves, key=lambda move: len(str(move))))
        else:
            state = state.play(rng.choice(moves))
    return deals


@pytest.mark.rule("pavilion 9.7", "pavilion 9.5", "pavilion 9.6")
@pytest.mark.parametrize("seed", range(5))
def test_four_players_are_short_in_round_six(seed: int) -> None:
    """Seats that place what they can leave less than 36 tiles for the last deal."""
    *others, last = thrifty(4, seed)
    assert others == [[4] * 9] * 5
    assert 0 < sum(last) < 36
    full, rest = divmod(sum(last), 4)
    assert last == ([4] * full + [rest] + [0] * 9)[:9]


@pytest.mark.rule("pavilion 9.7")
@pytest.mark.parametrize("seed", range(5))
def test_two_players_are_never_short(seed: int) -> None:
    assert thrifty(2, seed) == [[4] * 5] * 6


@pytest.mark.rule("pavilion 9.2")
def test_the_deal_waits_for_chance() -> None:
    state = new_game().play(new_game().parse("+ppggooyybr"))
    assert (state.turn, state.legal_moves(), state.phase) == (tw.CHANCE, [], "deal")
