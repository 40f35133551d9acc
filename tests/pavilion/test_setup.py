"""Pieces, options and how a game begins."""

from __future__ import annotations

import random
from itertools import permutations

import pytest

import tilewright as tw
from tests.pavilion.boards import FULL, OWN, game, hand, heap, legal, play, position, seat
from tilewright.pavilion import COLOR_LETTERS, COLOR_NAMES, Deal, Refill, State, new_game
from tilewright.pavilion.notation import heaps

EVERY = "players=2 edition=2019 board=coloured joker_order=pgoybr last_round_discard=after_bonuses"
STAR_POINTS = [("r", 14), ("b", 15), ("y", 16), ("o", 17), ("g", 18), ("p", 20)]


class Tile:
    """Chance that always answers the same number."""

    def __init__(self, at: int) -> None:
        self.at = at

    def randrange(self, stop: int, /) -> int:
        assert self.at < stop
        return self.at


def set_up(players: int) -> State:
    """A game whose supply and factories nature has filled."""
    rng = random.Random(players)
    state = new_game(players)
    state = state.play(state.sample(rng))
    return state.play(state.sample(rng))


@pytest.mark.rule("pavilion 1.1", "pavilion 5.1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_seats_take_turns_in_order(players: int) -> None:
    state = set_up(players)
    assert len(state.players) == len(state.scores) == players
    turns = []
    for _ in range(2 * players):
        turns.append(state.turn)
        state = state.play(state.legal_moves()[-1])
    assert turns == 2 * list(range(players))


@pytest.mark.rule("pavilion 1.1")
def test_everyone_has_a_board_and_a_score_of_their_own() -> None:
    state = position(seat(hand="b"), seat(hand="b", score=7), seat(score=9))
    state = play(state, "E1b0")
    assert state.scores == (6, 7, 9)
    assert legal(state, "E1") == ["E1b0"]


@pytest.mark.rule("pavilion 1.1")
@pytest.mark.parametrize("players", [-1, 0, 1, 5, 22])
def test_other_numbers_of_players_are_refused(players: int) -> None:
    with pytest.raises(tw.InvalidNotation, match="expected a number from 2 to 4"):
        new_game(players)


@pytest.mark.rule("pavilion 1.2", "pavilion 11.1")
@pytest.mark.parametrize("board", ["coloured", "neutral"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_lasts_six_rounds(players: int, board: str) -> None:
    """Whatever is played, rounds 1 to 6 follow each other; then scores decide."""
    states = [state for state, _ in game(1, players=players, board=board)]
    rounds = [state.round for state in states]
    assert sorted(rounds) == rounds
    assert set(rounds) == {1, 2, 3, 4, 5, 6}
    assert [state.turn == tw.OVER for state in states].index(True) == len(states) - 1
    best = max(states[-1].scores)
    assert [rank == 1 for rank in states[-1].outcome()] == [
        score == best for score in states[-1].scores
    ]


@pytest.mark.rule("pavilion 1.3")
def test_132_tiles() -> None:
    assert new_game().bag == (22, 22, 22, 22, 22, 22)
    assert COLOR_NAMES == ("purple", "green", "orange", "yellow", "blue", "red")
    assert [name[0] for name in COLOR_NAMES] == list(COLOR_LETTERS)


@pytest.mark.rule("pavilion 1.4", "pavilion 3.7", "pavilion 3.8")
@pytest.mark.parametrize("players, factories", [(2, 5), (3, 7), (4, 9)])
def test_set_up(players: int, factories: int) -> None:
    """Supply first, then four tiles on each factory; the marker and nothing else in the centre."""
    rng = random.Random(players)
    state = new_game(players)
    assert (state.turn, state.legal_moves()) == (tw.CHANCE, [])
    fill = state.sample(rng)
    assert isinstance(fill, Refill)
    state = state.play(fill)
    assert sum(state.supply) == 10
    assert (state.turn, state.legal_moves()) == (tw.CHANCE, [])
    deal = state.sample(rng)
    assert isinstance(deal, Deal)
    state = state.play(deal)
    assert [sum(tiles) for tiles in state.sources] == [0] + [4] * factories
    assert state.sources[1:] == deal.factories
    assert sum(state.bag) == 132 - 10 - 4 * factories
    assert not any(state.tower)
    assert (state.marker, state.round) == (-1, 1)


@pytest.mark.rule("pavilion 3.8")
@pytest.mark.parametrize(
    "moves, reason",
    [
        ("+ppppppppp", r"expected 10 tiles, found 9"),
        ("+ppppppppppg", r"expected 10 tiles, found 11"),
        ("+pppppppppp =pppp/gggg/oooo/yyyy", "expected 5 groups of tiles, found 4"),
        ("+pppppppppp =pppp/gggg/oooo/yyyy/bbb", "group 5: expected 4 tiles, found 3"),
        ("+pppppppppp =pppp/pppp/pppp/pppp/bbbb", "group 4: not all of these tiles are there"),
    ],
)
def test_set_up_is_checked(moves: str, reason: str) -> None:
    with pytest.raises(tw.IllegalMove, match=reason):
        play(new_game(), moves)


@pytest.mark.rule("pavilion 1.4", "pavilion 1.9")
def test_every_tile_of_the_bag_is_equally_likely() -> None:
    """Chance picks one of the tiles, counted by colour, and knows no other order."""
    state = position(bag="p2g1b3", rest="hand", supply="ppggooyyb", phase="refill")
    drawn = [state.sample(Tile(at)) for at in range(6)]
    assert [str(move) for move in drawn] == ["+p", "+p", "+g", "+b", "+b", "+b"]


@pytest.mark.rule("pavilion 1.9")
def test_everything_is_open() -> None:
    """The text of a position tells all there is, and equal heaps are equal positions."""
    state = position(seat(hand="pp"), seat(hand="gr", passed=True), tower="b3r2")
    assert " bag=p18g19o20y20b18r18 tower=b3r2 " in str(state)
    assert "pp,in seat1=5," in str(state)
    assert str(state).endswith(",gr,passed")
    assert tw.parse(str(state)) == state
    start = new_game()
    assert len({start.sample(random.Random(seed)) for seed in range(20)}) > 10


@pytest.mark.rule("pavilion 1.5", "pavilion 8.2")
def test_corner_spaces_hold_four_tiles() -> None:
    assert hand(position(seat(), seat(hand="ppgg", passed=True)), 1) == "ppgg"
    with pytest.raises(tw.InvalidNotation, match="more than 4 tiles kept"):
        position(seat(), seat(hand="ppggo", passed=True))


@pytest.mark.rule("pavilion 1.6")
def test_the_marker_is_no_tile() -> None:
    """It changes hands without a tile more or less beside the board."""
    state = play(position(seat(), seat(), market="yr"), "0y")
    assert state.marker == 0
    assert hand(state) == "y"
    assert " marker=0 " in str(state)
    assert sum(map(sum, heaps(state))) == 132


@pytest.mark.rule("pavilion 1.7")
@pytest.mark.parametrize("score", [74, 79, 80, 160, 500])
def test_scores_have_no_upper_limit(score: int) -> None:
    state = position(seat("E bbbbb.", hand="bbbbbb", score=score))
    assert play(state, "E6b0").scores[0] == score + 6


@pytest.mark.rule("pavilion 1.8")
@pytest.mark.parametrize("board", ["coloured", "neutral"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_tile_leaves_the_game(players: int, board: str) -> None:
    for state, _ in game(2, players=players, board=board):
        assert [sum(counts) for counts in zip(*heaps(state), strict=True)] == [22] * 6


@pytest.mark.rule("pavilion 3.1", "pavilion 3.2", "pavilion 3.3", "pavilion 3.5")
def test_default_options() -> None:
    assert str(new_game().options) == EVERY
    assert tw.begin("pavilion", EVERY) == new_game()


@pytest.mark.rule("pavilion 3.1")
def test_editions_differ_in_the_lowest_score_only() -> None:
    """The same moves with both editions lead to the same boards, tiles and, well up, scores."""
    for state, move in game(3):
        other = state._replace(options=state.options._replace(edition="mini"))
        assert other.legal_moves() == state.legal_moves()
        if move is not None and min(state.scores) > 20:
            after = state.play(move)
            assert other.play(move) == after._replace(options=other.options)
    assert any(min(state.scores) > 20 for state, _ in game(3))


@pytest.mark.rule("pavilion 3.2", "pavilion 10.1")
def test_all_players_use_the_same_side() -> None:
    """What the neutral side allows, it allows every seat, and the coloured side none."""
    for turn in range(3):
        for board, moves in (("coloured", []), ("neutral", ["W3g0"])):
            seats = [seat(hand="g") for _ in range(3)]
            assert legal(position(*seats, turn=turn, board=board), "W3") == moves
    with pytest.raises(tw.InvalidNotation, match="W3: green does not fit"):
        position(seat(), seat("W ..g..."))
    assert position(seat(), seat("W ..g..."), board="neutral").options.board == "neutral"


@pytest.mark.rule("pavilion 3.2")
@pytest.mark.parametrize("board", ["coloured", "neutral"])
def test_the_side_does_not_change_taking_and_passing(board: str) -> None:
    state = position(market="pgg/rryy", board=board)
    assert legal(state) == ["0g", "1y", "1r"]
    state = play(state, "0g 1y 0r pass:rr pass:y")
    assert [hand(state, 0), hand(state, 1)] == ["rr", "y"]
    assert state.scores == (1, 4)


@pytest.mark.rule("pavilion 3.3", "pavilion 3.4")
@pytest.mark.parametrize("edition", ["2019", "mini"])
@pytest.mark.parametrize(
    "name, order",
    [
        ("standard", "purple green orange yellow blue red"),
        ("alternative", "orange red blue yellow green purple"),
        ("rbygop", "red blue yellow green orange purple"),
    ],
)
def test_joker_of_each_round(name: str, order: str, edition: str) -> None:
    """In a whole game the joker of each round is the one of the order."""
    jokers = {s.round: COLOR_NAMES[s.joker] for s, _ in game(4, joker_order=name, edition=edition)}
    assert jokers == dict(enumerate(order.split(), 1))


@pytest.mark.rule("pavilion 3.3")
def test_any_order_of_the_six_colours() -> None:
    for order in map("".join, permutations(COLOR_LETTERS)):
        state = new_game(joker_order=order)
        assert state.options.joker_order == order
        assert state.joker == COLOR_LETTERS.index(order[0])


@pytest.mark.rule("pavilion 3.4")
@pytest.mark.parametrize("order", ["pgoybr", "orbygp"])
@pytest.mark.parametrize("color, points", STAR_POINTS)
def test_the_order_does_not_change_the_stars(order: str, color: str, points: int) -> None:
    star = next(star for star, own in OWN.items() if own == color)
    full = seat(f"{star} {color * 6}", passed=True)
    state = position(seat(), full, round=6, joker_order=order)
    assert play(state, "pass").scores == (5, 5 + points)


@pytest.mark.rule("pavilion 3.1", "pavilion 3.2", "pavilion 3.3", "pavilion 3.5")
@pytest.mark.parametrize(
    "name, value, expected",
    [
        ("edition", "2020", "edition=2020: expected 2019 or mini"),
        ("edition", "MINI", "edition=MINI: did you mean mini? expected 2019 or mini"),
        ("board", "grey", "board=grey: expected coloured or neutral"),
        ("joker_order", "pgoyb", "joker_order=pgoyb: expected the letters pgoybr in some order"),
        ("joker_order", "pgoybb", "joker_order=pgoybb: expected the letters pgoybr in some"),
        ("joker_order", "pgoybrr", "joker_order=pgoybrr: expected the letters pgoybr in some"),
        (
            "joker_order",
            "Standard",
            "joker_order=Standard: did you mean standard? expected the letters pgoybr in some",
        ),
        (
            "last_round_discard",
            "never",
            "last_round_discard=never: expected after_bonuses or at_pass",
        ),
        ("edition", "", "edition=: expected one field name=value each"),
        ("board", "neutral board=neutral", "board=neutral: expected one field name=value each"),
        ("board", "neutral grey=1", "position with unknown grey="),
    ],
)
def test_bad_options(name: str, value: str, expected: str) -> None:
    with pytest.raises(tw.InvalidNotation) as error:
        new_game(**{name: value})  # type: ignore[arg-type]
    assert str(error.value).startswith(expected)


@pytest.mark.parametrize(
    "text, expected",
    [
        ("", "position without players="),
        (EVERY.replace("board=coloured ", ""), "position without board="),
        (EVERY.replace("players=2", "players=two"), "players=two: expected a number from 2 to 4"),
        (EVERY + " round=1", "position with unknown round="),
    ],
)
def test_bad_option_texts(text: str, expected: str) -> None:
    with pytest.raises(tw.InvalidNotation) as error:
        tw.begin("pavilion", text)
    assert str(error.value) == expected


@pytest.mark.rule("pavilion 1.1")
@pytest.mark.parametrize("players", ["000029", "000011", "00002" + "9" * 9])
def test_zeros_in_front_do_not_hide_a_wrong_number(players: str) -> None:
    with pytest.raises(tw.InvalidNotation, match="expected a number from 2 to 4"):
        tw.begin("pavilion", EVERY.replace("players=2", f"players={players}"))


@pytest.mark.rule("pavilion 3.6")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_players_begin_with_an_empty_board_and_five_points(players: int) -> None:
    for player in new_game(players).players:
        assert player.score == 5
        assert set(player.spaces) == {-1}
        assert not any(player.hand)
        assert not player.passed


@pytest.mark.rule("pavilion 3.9", "pavilion 3.10")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_first_seat_is_the_first_start_player(players: int) -> None:
    """Nobody is asked about age: the text of the options has no word for it."""
    state = set_up(players)
    assert (state.turn, state.starter) == (0, 0)
    with pytest.raises(tw.InvalidNotation, match="unknown starter="):
        tw.begin("pavilion", EVERY + " starter=1")


def test_positions_are_drawn_as_told() -> None:
    """The helper of these tests puts the rest where it is told to."""
    full = seat(FULL)
    assert position(full, rest="tower").tower == heap("p13g13o13y13b14r14")
    assert position(full, rest="bag").bag == heap("p13g13o13y13b14r14")
    assert position(full, rest="hand").players[1].hand == heap("p13g13o13y13b14r14")
