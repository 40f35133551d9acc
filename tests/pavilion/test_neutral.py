"""The neutral side: stars of one colour or of six."""

from __future__ import annotations

from itertools import product

import pytest

import tilewright as tw
from tests.pavilion.boards import (
    STARS,
    game,
    hand,
    legal,
    letters,
    placements,
    play,
    position,
    seat,
    stars,
)
from tilewright.pavilion import Place

ALL = "pgoybr"
PLENTY = "p6g6o6y6b6r6"


def colors(star: str, *, name: str = "E") -> str:
    """The colours that a drawn star takes, with plenty of every colour at hand."""
    state = position(seat(f"{name} {star}", hand=PLENTY), board="neutral")
    found = {text[-2] for text in legal(state, name) if text[:-3] == name}
    return "".join(color for color in ALL if color in found)


STAR_KINDS = [
    # star, the colours it takes
    ("......", ALL),
    ("r.....", ALL),
    ("...g..", ALL),
    ("rr....", "r"),
    ("r....r", "r"),
    (".p.pp.", "p"),
    ("bbbbb.", "b"),
    ("rb....", "pgoy"),
    ("r....b", "pgoy"),
    (".r.g.o", "pyb"),
    ("pgoyb.", "r"),
    ("rbyog.", "p"),
]


@pytest.mark.rule("pavilion 10.2", "pavilion 10.3", "pavilion 10.4")
@pytest.mark.parametrize("name", STARS)
@pytest.mark.parametrize("star, takes", STAR_KINDS)
def test_what_a_star_takes(name: str, star: str, takes: str) -> None:
    """The tiles tell: open, one colour, or all different; every star alike, the centre too."""
    assert colors(star, name=name) == takes


@pytest.mark.rule("pavilion 10.3")
@pytest.mark.parametrize(
    "second, fits, fails",
    [("NW2r0", ["NW4r0"], ["NW4b0", "NW4g0"]), ("NW2b0", ["NW4g0"], ["NW4r0", "NW4b0"])],
)
def test_the_second_tile_decides(second: str, fits: list[str], fails: list[str]) -> None:
    state = position(seat(hand="r8b8g8"), seat(passed=True), board="neutral")
    state = play(state, "NW3r0")
    assert {text[-2] for text in legal(state, "NW2")} == {"r", "b", "g"}
    state = play(state, second)
    for text in fits:
        assert state.parse(text)
    for text in fails:
        with pytest.raises(tw.IllegalMove, match="does not fit star NW"):
            state.parse(text)


@pytest.mark.rule("pavilion 10.4")
def test_the_order_of_placing_does_not_matter() -> None:
    """The same tiles in another order leave the same position, tower and all."""
    start = position(seat(hand="r3b2g1"), seat(passed=True), board="neutral")
    ends = {play(start, moves) for moves in ("NW3r0 SE2b0 E3r0", "E3r0 NW3r0 SE2b0")}
    assert len(ends) == 1
    assert colors("rb....") == colors("br....") == "pgoy"


@pytest.mark.rule("pavilion 10.1")
def test_no_star_has_a_colour_of_its_own() -> None:
    """One tile of each colour fits the 1 of every outer star."""
    found = placements(position(seat(hand=ALL), board="neutral"))
    ones = [text for text in found if text.endswith("0")]
    assert ones == [f"{star}3{color}0" for star in STARS[1:] for color in ALL]


@pytest.mark.rule("pavilion 10.1")
@pytest.mark.parametrize(
    "before, tiles, move, tower, points",
    [
        ("", "rr", "NW2r0", "r", 1),
        ("", "rp", "NW2r1", "p", 1),
        ("", "rrr", "C1r0", "rr", 1),
        ("", "rpp", "C6r2", "pp", 1),
        ("", "ppp", "E1p0", "pp", 1),
        ("NW rr....", "r", "NW3r0", "", 3),
        ("NW g....r", "bbbpp", "NW5b2", "ppbb", 3),
        ("W .....r", "rrr", "W1r0", "rr", 2),
        ("W pgoyb.", "rrrrrr", "W6r0", "rrrrr", 6),
    ],
)
def test_cost_jokers_and_points(
    before: str, tiles: str, move: str, tower: str, points: int
) -> None:
    """They work as on the coloured side, with the numbers of this one."""
    state = play(position(seat(before, hand=tiles), board="neutral"), move)
    assert (letters(state.tower), hand(state)) == (tower, "")
    assert state.scores[0] == 5 + points


@pytest.mark.rule("pavilion 10.1", "pavilion 6.9")
def test_the_joker_colour_on_the_neutral_side() -> None:
    """A joker is placed as its own colour, and stands in for others."""
    state = position(seat("NW r.r...", hand="ppr"), board="neutral")
    assert legal(state, "NW") == ["NW2r1"]
    assert legal(state, "NE") == ["NE1r2", "NE2p0", "NE2r1", "NE3p0", "NE3r0"]


@pytest.mark.rule("pavilion 10.1", "pavilion 2.6")
def test_features_do_not_ask_for_colours() -> None:
    """A window between two different colours brings its three tiles."""
    state = position(seat("E ....g.", hand="rrrrrr"), board="neutral")
    assert play(state, "E6r0").picks == 3


@pytest.mark.rule("pavilion 10.5")
def test_several_stars_of_a_kind() -> None:
    """Two red stars and two multicolour ones grow side by side."""
    board = "NW rr.... NE rr.... E pg.... SE pg...."
    state = position(seat(board, hand="rroo"), seat(passed=True), board="neutral")
    state = play(state, "NW3r0 NE3r0 E3o0 SE3o0")
    assert state.scores[0] == 5 + 4 * 3
    assert stars(state) == {"NW": "rrr...", "NE": "rrr...", "E": "pgo...", "SE": "pgo..."}


@pytest.mark.rule("pavilion 10.6")
def test_dead_ends_are_allowed() -> None:
    """All 22 red tiles are in sight, so a fourth red star cannot be completed, but be begun."""
    reds = seat("C rrrrrr NW rrrrrr NE rrrrrr SE ..r...", hand="rr")
    state = position(reds, seat(passed=True), supply="ppggooyybr", board="neutral")
    assert state.bag[5] == 0
    state = play(state, "SE2r0")
    assert stars(state)["SE"] == ".rr..."
    assert state.scores[0] == 5 + 2


@pytest.mark.rule("pavilion 10.2", "pavilion 10.3")
def test_stars_of_whole_games_are_equal_or_different() -> None:
    """Of every star with tiles all are equal or all different, and both kinds occur."""
    sizes = set()
    for seed in range(3):
        for player in game(seed, board="neutral")[-1][0].players:
            for at in range(0, 42, 6):
                laid = [color for color in player.spaces[at : at + 6] if color != -1]
                assert len(set(laid)) in (len(laid), min(1, len(laid)))
                sizes.add((len(laid), len(set(laid))))
    assert {(3, 1), (3, 3)} <= sizes


@pytest.mark.rule("pavilion 10.1")
def test_every_colour_fits_every_space() -> None:
    moves = position(seat(hand=PLENTY), board="neutral").legal_moves()
    found = {move[:3] for move in moves if isinstance(move, Place)}
    assert found == set(product(range(7), range(1, 7), range(6)))
