"""Phase 2: placing tiles and paying for them. Purple is the joker of round 1."""

from __future__ import annotations

import pytest

import tilewright as tw
from tests.pavilion.boards import (
    SPACES,
    filled,
    game,
    hand,
    heap,
    legal,
    letters,
    placements,
    play,
    position,
    seat,
    stars,
)
from tilewright.pavilion import Place

EXAMPLES = [
    # stars, hand, move, tower, hand after, points
    pytest.param(
        *("", "bbbbbbb", "E6b0", "bbbbb", "b", 1), marks=pytest.mark.rule("pavilion 12.6"), id="A"
    ),
    pytest.param(
        *("NE r....r", "rrr", "NE3r0", "rr", "", 1), marks=pytest.mark.rule("pavilion 12.7"), id="B"
    ),
    pytest.param(
        *("E ...bb.", "bbbppp", "E6b3", "pppbb", "", 3),
        marks=pytest.mark.rule("pavilion 12.8"),
        id="C",
    ),
    pytest.param(
        *("NW ..o.o.", "ogppp", "NW4o3", "ppp", "g", 3),
        marks=pytest.mark.rule("pavilion 12.10"),
        id="D",
    ),
    pytest.param(
        *("W p.p...", "pprrgggg", "W2p0", "p", "ggggrr", 3),
        marks=pytest.mark.rule("pavilion 12.11"),
        id="E",
    ),
    pytest.param(
        *("", "gppp", "SW4g3", "ppp", "", 1), marks=pytest.mark.rule("pavilion 12.4"), id="jokers"
    ),
]


@pytest.mark.rule("pavilion 6.5", "pavilion 6.6", "pavilion 6.7", "pavilion 7.1")
@pytest.mark.parametrize("before, tiles, move, tower, left, points", EXAMPLES)
def test_example(before: str, tiles: str, move: str, tower: str, left: str, points: int) -> None:
    """The worked examples of the rulebooks."""
    state = play(position(seat(before, hand=tiles)), move)
    assert state.scores == (5 + points, 5)
    assert letters(state.tower) == tower
    assert hand(state) == left
    star, slot, color = move[:-3], int(move[-3]), move[-2]
    assert stars(state)[star][slot - 1] == color


@pytest.mark.rule("pavilion 12.9", "pavilion 7.2")
def test_example_c_also_surrounds_a_window() -> None:
    state = play(position(seat("E ...bb.", hand="bbbppp")), "E6b3")
    assert (state.phase, state.turn, state.picks) == ("pick", 0, 3)
    state = play(state, "*p *p *g")
    assert (hand(state), state.phase) == ("ppg", "refill")


@pytest.mark.rule("pavilion 12.10", "pavilion 4.3")
def test_example_d_keeps_green_for_the_green_round() -> None:
    """Kept from round 1, the green tile pays for an orange one in round 2."""
    state = play(position(seat("NW ..o.o.", hand="ogppp")), "NW4o3 pass pass:g")
    state = play(state, "=oyyy/oyyy/oyyy/rrrr/rrrr 1o 2o 3o 0y 4r 5r pass")
    assert hand(state) == "goorrrr"
    assert "NW2o1" in legal(state, "NW2")


@pytest.mark.rule("pavilion 12.11", "pavilion 6.2")
def test_example_e_uses_the_other_tiles_in_later_turns() -> None:
    state = position(seat("W p.p...", hand="pprrgggg"))
    state = play(state, "W2p0 pass NE2r0 SW4g0")
    assert hand(state) == ""
    assert stars(state) == {"W": "ppp...", "NE": ".r....", "SW": "...g.."}


@pytest.mark.rule("pavilion 12.5", "pavilion 6.7", "pavilion 6.10")
def test_joker_example_continued() -> None:
    """The purple tiles alone pay for the purple star; either colour may go to the centre."""
    moves = placements(position(seat(hand="gppp")))
    assert [text for text in moves if text.startswith("W")] == ["W1p0", "W2p0", "W3p0"]
    assert {"C1g0", "C4g3", "C1p0", "C3p0", "SW4g3"} <= set(moves)
    taken = placements(position(seat("C pg....", hand="gppp")))
    assert not [text for text in taken if text.startswith("C")]


PAYMENTS = [
    # hand, star, moves
    ("b", "E", "E1b0"),
    ("bbb", "E", "E1b0 E2b0 E3b0"),
    ("bp", "E", "E1b0 E2b1"),
    ("bppppp", "E", "E1b0 E2b1 E3b2 E4b3 E5b4 E6b5"),
    ("bbp", "E", "E1b0 E2b0 E2b1 E3b1"),
    ("bbbpp", "E", "E1b0 E2b0 E2b1 E3b0 E3b1 E3b2 E4b1 E4b2 E5b2"),
    (
        "bbbbbbpppppp",
        "E",
        "E1b0 E2b0 E2b1 E3b0 E3b1 E3b2 E4b0 E4b1 E4b2 E4b3 "
        "E5b0 E5b1 E5b2 E5b3 E5b4 E6b0 E6b1 E6b2 E6b3 E6b4 E6b5",
    ),
    ("pppppp", "E", ""),
    ("gggggg", "E", ""),
    ("ppp", "W", "W1p0 W2p0 W3p0"),
    ("pppgggg", "W", "W1p0 W2p0 W3p0"),
    ("pp", "C", "C1p0 C2p0"),
    ("pb", "C", "C1p0 C1b0 C2b1"),
    ("bbrp", "C", "C1p0 C1b0 C1r0 C2b0 C2b1 C2r1 C3b1"),
]


@pytest.mark.rule(
    "pavilion 6.5", "pavilion 6.6", "pavilion 6.7", "pavilion 6.8", "pavilion 6.9", "pavilion 4.2"
)
@pytest.mark.parametrize("tiles, star, moves", PAYMENTS)
def test_payments(tiles: str, star: str, moves: str) -> None:
    """Every split between colour and jokers, with at least one tile of the real colour."""
    assert legal(position(seat(hand=tiles)), star) == moves.split()


@pytest.mark.rule("pavilion 6.5", "pavilion 6.8")
@pytest.mark.parametrize(
    "move, tower, left",
    [
        ("E4b0", "bbb", "pppb"),
        ("E4b1", "pbb", "ppbb"),
        ("E4b2", "ppb", "pbbb"),
        ("E4b3", "ppp", "bbbb"),
        ("C4b2", "ppb", "pbbb"),
        ("W3p0", "pp", "bbbbb"),
        ("C3p0", "pp", "bbbbb"),
        ("E1b0", "", "pppbbbb"),
    ],
)
def test_paying(move: str, tower: str, left: str) -> None:
    """One tile of the colour is placed; the other tiles used go into the tower."""
    state = play(position(seat(hand="bbbbbppp")), move)
    assert (letters(state.tower), hand(state)) == (tower, left)
    star, slot, color = move[:-3], int(move[-3]), move[-2]
    assert stars(state) == {star: "." * (slot - 1) + color + "." * (6 - slot)}


@pytest.mark.rule("pavilion 6.9", "pavilion 6.7")
def test_the_joker_colour_is_paid_with_its_own_tiles() -> None:
    """No tile stands in for a joker, and no joker counts as a stand-in for itself."""
    state = position(seat(hand="ppbbbb"))
    for text in ("W2p1", "W3p1", "W3p0", "C2p1"):
        with pytest.raises(tw.IllegalMove):
            state.parse(text)
    assert hand(play(state, "W2p0")) == "bbbb"


@pytest.mark.rule("pavilion 4.2", "pavilion 6.6")
@pytest.mark.parametrize("order", ["pgoybr", "orbygp", "rybpgo"])
def test_only_the_joker_of_the_round_stands_in(order: str) -> None:
    for number, joker in enumerate(order, 1):
        state = position(seat(hand="pgoybr"), round=number, joker_order=order)
        paid = [text for text in placements(state) if text.startswith("C2")]
        assert paid == [f"C2{color}1" for color in "pgoybr" if color != joker]
        for text in paid:
            assert letters(play(state, text).tower) == joker


@pytest.mark.rule("pavilion 6.1", "pavilion 8.1")
def test_seats_place_in_turn_and_passed_ones_are_skipped() -> None:
    state = position(
        seat(hand="bb"), seat(hand="bb"), seat(hand="bb"), seat(hand="bb"), turn=2, marker="2"
    )
    turns = []
    for move in "E1b0 pass:b E1b0 E1b0 C1b0 pass:b C1b0 pass".split():
        turns.append(state.turn)
        state = play(state, move)
    assert turns == [2, 3, 0, 1, 2, 0, 1, 2]
    assert (state.round, state.phase, state.turn) == (1, "place", 1)
    state = play(state, "pass")
    assert (state.round, state.phase) == (2, "deal")


@pytest.mark.rule("pavilion 6.1")
def test_a_turn_is_one_placement() -> None:
    state = play(position(seat(hand="bg"), seat(hand="r")), "E1b0")
    assert state.turn == 1
    assert play(state, "NE1r0").turn == 0


@pytest.mark.rule("pavilion 6.2")
@pytest.mark.parametrize("passed", [False, True])
def test_only_tiles_beside_the_own_board(passed: bool) -> None:
    """Neither another seat's tiles nor those of the supply pay."""
    state = position(seat(hand="b"), seat(hand="bbpg", passed=passed))
    assert placements(state) == ["C1b0", "E1b0"]


@pytest.mark.rule("pavilion 6.2")
def test_what_is_not_used_stays() -> None:
    state = play(position(seat(hand="bbbgr"), seat(hand="yy")), "E2b0")
    assert (hand(state, 0), hand(state, 1)) == ("gbr", "yy")


@pytest.mark.rule("pavilion 6.3")
def test_only_empty_spaces() -> None:
    state = position(seat("E .bb..b", hand="bbbbbb"))
    assert legal(state, "E") == ["E1b0", "E4b0", "E5b0"]
    with pytest.raises(tw.IllegalMove, match="E2 already has a tile"):
        state.parse("E2b0")


@pytest.mark.rule("pavilion 6.3")
@pytest.mark.parametrize("text", ["pillarb0", "E7b0", "E0b0", "NN1b0", "N1b0", "S1b0", "statue1"])
def test_only_rhombic_spaces(text: str) -> None:
    with pytest.raises(tw.InvalidNotation):
        position(seat(hand="bbbbbb")).parse(text)


@pytest.mark.rule("pavilion 6.3")
@pytest.mark.parametrize("board", ["coloured", "neutral"])
def test_placed_tiles_stay_for_the_game(board: str) -> None:
    """From state to state boards change by the placed tile only."""
    for state, move in game(6, players=3, board=board):
        if move is None:
            continue
        after = state.play(move)
        for number, player in enumerate(state.players):
            pairs = zip(SPACES, player.spaces, after.players[number].spaces, strict=True)
            changed = [(name, old) for name, old, new in pairs if new != old]
            if isinstance(move, Place) and number == state.turn:
                assert changed == [(str(move)[:-2], -1)]
            else:
                assert changed == []


@pytest.mark.rule("pavilion 6.4")
@pytest.mark.parametrize("star, own", list(zip(["NW", "NE", "E", "SE", "SW", "W"], "orbygp")))
def test_an_outer_star_takes_its_own_colour_only(star: str, own: str) -> None:
    state = position(seat(hand="pgoybr"))
    for color in "pgoybr":
        if color == own:
            assert state.parse(f"{star}1{color}0")
        else:
            with pytest.raises(tw.IllegalMove, match=f"does not fit star {star} "):
                state.parse(f"{star}1{color}0")


CENTRES = [
    # centre star, the colours it takes
    ("......", "pgoybr"),
    ("p.....", "goybr"),
    (".....r", "pgoyb"),
    ("..yb..", "pgor"),
    ("rbyog.", "p"),
    (".goybr", "p"),
]


@pytest.mark.rule("pavilion 6.10")
@pytest.mark.parametrize("star, colors", CENTRES)
def test_the_centre_star_takes_each_colour_once(star: str, colors: str) -> None:
    """Any free space, any colour that is not there yet."""
    state = position(seat(f"C {star}", hand="p6g6o6y6b6r6"))
    found = {(text[1], text[2]) for text in legal(state, "C")}
    free = [str(slot) for slot in range(1, 7) if star[slot - 1] == "."]
    assert found == {(slot, color) for slot in free for color in colors}


@pytest.mark.rule("pavilion 6.10")
def test_outer_stars_do_not_bind_the_centre() -> None:
    state = position(seat("E bbbbbb", hand="b"))
    assert placements(state) == ["C1b0"]


@pytest.mark.rule("pavilion 6.10", "pavilion 6.9")
def test_a_joker_is_its_own_colour_in_the_centre() -> None:
    """It cannot stand for a colour that is missing there, and not pay for itself as a joker."""
    state = position(seat("C p.....", hand="ppppppb"))
    assert legal(state, "C") == ["C2b1", "C3b2", "C4b3", "C5b4", "C6b5"]


@pytest.mark.rule("pavilion 6.5")
def test_moves_are_sorted_and_unique() -> None:
    """Placements come before passes, each kind in order."""
    state = position(seat(filled("NW1 E3 C2"), hand="p3g2o4y2b3r2"))
    moves = state.legal_moves()
    placing = [move for move in moves if isinstance(move, Place)]
    passing = moves[len(placing) :]
    assert placing == sorted(set(placing))
    assert passing == sorted(set(passing))
    assert len(placing) + len(passing) == len(moves)


@pytest.mark.rule("pavilion 6.5", "pavilion 6.6", "pavilion 6.7")
def test_payments_of_whole_games() -> None:
    """In every placement the cost is met by colour and jokers, and one tile lies on the star."""
    for board in ("coloured", "neutral"):
        for state, move in game(7, board=board):
            if not isinstance(move, Place):
                continue
            after = state.play(move)
            paid = [
                old - new
                for old, new in zip(
                    state.players[state.turn].hand, after.players[state.turn].hand, strict=True
                )
            ]
            expected = list(heap(""))
            expected[state.joker] += move.jokers
            expected[move.color] += sum(paid) - move.jokers
            assert paid == expected
            assert paid[move.color] >= 1
            assert sum(after.tower) - sum(state.tower) == sum(paid) - 1
