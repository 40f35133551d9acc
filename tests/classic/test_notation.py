"""Moves and positions of classic as text: round trips, and every error."""

from __future__ import annotations

import random

import pytest

import tilewright as tw
from tests.classic.boards import LAST, board, check, heap, play, position, sources
from tilewright.classic import Deal, Lay, Move, Options, State, Take, new_game, parse
from tilewright.classic.notation import parse_move

# Moves


@pytest.mark.parametrize(
    "text, move",
    [
        ("2r4", Take(2, 2, 4)),
        ("0k-", Take(0, 3, 0)),
        ("9b1", Take(9, 0, 1)),
        ("1w5", Take(1, 4, 5)),
        ("3c2", Lay(3, 2)),
        ("5c1", Lay(5, 1)),
        ("=bbyr/kkww", Deal((heap("bbyr"), heap("kkww")))),
        ("=b//", Deal((heap("b"), heap(""), heap("")))),
        ("=", Deal((heap(""),))),
    ],
)
def test_moves_print_and_parse_back(text: str, move: Move) -> None:
    assert str(move) == text
    assert parse_move(text) == move
    assert type(parse_move(text)) is type(move)
    assert parse_move(f" {text}\n") == move


def test_the_letters_of_a_deal_may_come_in_any_order() -> None:
    assert parse_move("=rybb/wkwk") == parse_move("=bbyr/kkww")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2",
        "2r",
        "2r0",
        "2r6",
        "2R4",
        "2g4",
        "10b1",
        "-1b1",
        "2r4 ?",
        "0c1",
        "1c6",
        "c1",
        "bbyr/kkww",
        "=bbyr/kk ww",
        "=bbyr/kkgw",
        "=b2",
        "=-",
        "٢r4",
    ],
)
def test_what_is_no_move(text: str) -> None:
    with pytest.raises(tw.InvalidNotation) as error:
        new_game().parse(text)
    assert str(error.value) == f"{text!r} is not a move; expected a deal like =byrr/kkww/…"


@pytest.mark.parametrize("text", ["zz", "=-", "6c6"])
def test_an_error_speaks_of_what_the_player_can_do(text: str) -> None:
    expected = {
        TO_TAKE: "source, colour and line like 2r4 or 0k-",
        TO_LAY: "line and column like 3c2",
    }
    for state, form in expected.items():
        with pytest.raises(tw.InvalidNotation) as error:
            state.parse(text)
        assert str(error.value) == f"{text!r} is not a move; expected {form}"
    with pytest.raises(tw.InvalidNotation, match=r"like 2r4 .*, or line .*, or a deal like =byrr"):
        tw.classic.parse_move(text)


TO_DEAL = new_game()
TO_TAKE = position(
    board(
        """
        b      .....
        y      .....
        -      ..b..
        -      .....
        -      .....
        """
    ),
    market="b/yk",
    seat=0,
)
TO_LAY = play(
    position(
        board(
            """
            -      b....
            rr     .....
            bbb    .k...
            -      .....
            -      .....
            """
        ),
        wall="grey",
    ),
    f"{LAST} 2c5",
)
OVER = play(position(round_limit=2), LAST)
ALTERNATIVES = {
    "deal": "",
    "take": " (legal: 0b-, 0b4, 0b5, 1y-, 1y2, 1y3, 1y4, 1y5, 1k-, 1k3, 1k4, 1k5)",
    "tile": " (legal: 3c3, 3c4, 3c5)",
    "over": "",
}


@pytest.mark.parametrize(
    "state, text, message",
    [
        (TO_DEAL, "2r4", "2r4: the factories are to be dealt"),
        (TO_DEAL, "3c2", "3c2: the factories are to be dealt"),
        (OVER, "2r4", "2r4: the game is over"),
        (OVER, "3c2", "3c2: the game is over"),
        (OVER, "=b", "=b: the game is over"),
        (TO_TAKE, "6b1", "6b1: there is no factory 6"),
        (TO_TAKE, "9b-", "9b-: there is no factory 9"),
        (TO_TAKE, "5b1", "5b1: there is no blue in factory 5"),
        (TO_TAKE, "1w-", "1w-: there is no white in factory 1"),
        (TO_TAKE, "0k1", "0k1: there is no black in the centre"),
        (TO_TAKE, "0b1", "0b1: line 1 is full"),
        (TO_TAKE, "1k1", "1k1: line 1 is full"),
        (TO_TAKE, "0b2", "0b2: line 2 already holds yellow"),
        (TO_TAKE, "0b3", "0b3: row 3 of the wall already has blue"),
        (TO_TAKE, "3c2", "3c2: tiles are to be taken"),
        (TO_TAKE, "=", "=: tiles are to be taken"),
        (TO_LAY, "2c1", "2c1: line 3 is to be moved to the wall"),
        (TO_LAY, "4c1", "4c1: line 3 is to be moved to the wall"),
        (TO_LAY, "3c2", "3c2: row 3 already has a tile in column 2"),
        (TO_LAY, "3c1", "3c1: column 1 already has blue"),
        (TO_LAY, "1w-", "1w-: a line is to be moved"),
        (TO_LAY, "=bb/yy", "=bb/yy: a line is to be moved"),
    ],
)
def test_illegal_moves(state: State, text: str, message: str) -> None:
    with pytest.raises(tw.IllegalMove) as error:
        state.parse(text)
    assert str(error.value) == message + ALTERNATIVES[state.phase]


def test_only_a_dozen_alternatives_are_shown() -> None:
    state = play(new_game(), "=bbbb/yyyy/rrrr/kkkk/wwww")
    with pytest.raises(tw.IllegalMove) as error:
        state.parse("0b1")
    assert str(error.value) == (
        "0b1: there is no blue in the centre (legal: "
        "1b-, 1b1, 1b2, 1b3, 1b4, 1b5, 2y-, 2y1, 2y2, 2y3, 2y4, 2y5, … 30 in all)"
    )


def test_the_thirteenth_alternative_is_counted() -> None:
    state = position(TO_TAKE.players[0], market="-/y/r/k", seat=0)
    with pytest.raises(tw.IllegalMove, match=r"2r5, 3k-, 3k3, 3k4, … 13 in all\)$"):
        state.parse("1b1")


@pytest.mark.parametrize(
    "text, message",
    [
        ("=bbbb", "=bbbb: expected 5 groups of tiles, found 1"),
        ("=" + "bykw/" * 5, "=" + "bykw/" * 5 + ": expected 5 groups of tiles, found 6"),
        ("=bbbb/yyyy/rrr/kkkk/wwww", "group 3: expected 4 tiles, found 3"),
        ("=bbbb/yyyy/rrrr/kkkk/wwwww", "group 5: expected 4 tiles, found 5"),
        ("=bbbb/bbbb/bbbb/bbbb/bbbb", None),
        ("=bbbb/kkkk/kkkk/kkkk/kkkk", "group 5: not all of these tiles are there to be drawn"),
    ],
)
def test_deals(text: str, message: str | None) -> None:
    state = position(phase="deal", market="", seat=0, lid="k" * 5)
    if message is None:
        assert state.play(state.parse(text)).sources == sources("/" + text[1:])
    else:
        with pytest.raises(tw.IllegalMove) as error:
            state.parse(text)
        assert str(error.value).startswith(text + ": ")
        assert str(error.value).endswith(message)


# Positions

TEXT = (
    "classic players=2 wall=coloured round_limit=40 round=3 phase=take seat=1 starter=0 marker=1 "
    "market=bw/-/rrkk/-/-/- bag=b17y17r16k15w18 lid=y2r1 "
    "seat0=7,-/y/-/b/-,b..../...../...../...../.....,r "
    "seat1=0,-/-/kkk/-/-,...../...../...../...../.....,w"
)
FIELDS = dict(word.split("=", 1) for word in TEXT.split()[1:])
NO_LINES = "-/-/-/-/-"
NO_WALL = "...../...../...../...../....."
BELOW = "...../...../...../....."  # four empty rows, to put under or above another


def text_with(**changes: str) -> str:
    """The position above with other fields."""
    return "classic " + " ".join(f"{name}={value}" for name, value in (FIELDS | changes).items())


def error_of(text: str) -> str:
    """The message that a text is refused with as a position."""
    with pytest.raises(tw.InvalidNotation) as error:
        parse(text)
    return str(error.value)


def test_a_position_text() -> None:
    first = """
        -      b....
        y      .....
        -      .....
        b      .....
        -      .....
    """
    second = """
        -      .....
        -      .....
        kkk    .....
        -      .....
        -      .....
    """
    state = position(
        board(first, score=7, floor="r"),
        board(second, floor="w"),
        market="bw/-/rrkk",
        lid="yyr",
        round=3,
        seat=1,
        marker=1,
    )
    assert str(state) == TEXT == text_with()
    assert tw.parse(TEXT) == parse(TEXT) == state


def test_heaps_may_be_written_in_any_order() -> None:
    seat0 = f"7,-/y1/-/b/-,b..../{BELOW},r"
    other = text_with(bag="w9k15b17y17r16w9", lid="yry", market="wb/-/k2r2/-//", seat0=seat0)
    assert parse(other) == parse(TEXT)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("wall", ["coloured", "grey"])
@pytest.mark.parametrize("round_limit", [None, 1, 9999])
def test_options_print_and_parse_back(players: int, wall: str, round_limit: int | None) -> None:
    options = Options(players, wall, round_limit)
    limit = "none" if round_limit is None else round_limit
    assert str(options) == f"players={players} wall={wall} round_limit={limit}"
    state = new_game(players, wall=wall, round_limit=round_limit)
    assert state.options == options
    assert tw.begin("classic", str(options)) == state
    check(state)


@pytest.mark.no_cover  # whole games: every line is proven by tests of its own
@pytest.mark.parametrize("seed", range(6))
def test_every_position_and_move_of_a_game_parses_back(seed: int) -> None:
    rng = random.Random(seed)
    state = new_game(2 + seed % 3, wall=["coloured", "grey"][seed // 3])
    while state.turn != tw.OVER:
        for legal in state.legal_moves():
            assert state.parse(str(legal)) == legal
        chance = state.turn == tw.CHANCE
        move = state.sample(rng) if chance else rng.choice(state.legal_moves())
        assert state.parse(str(move)) == move
        state = state.play(move)
        check(state)


@pytest.mark.parametrize(
    "text, message",
    [
        ("", "position of nothing: expected classic"),
        ("pavilion players=2", "position of pavilion: expected classic"),
        ("classic players", "players: expected one field name=value each"),
        ("classic players=", "players=: expected one field name=value each"),
        ("classic players=2 players=2", "players=2: expected one field name=value each"),
        (TEXT + " seat2=0", "position with unknown seat2="),
        (TEXT + " joker=p", "position with unknown joker="),
    ],
)
def test_positions_out_of_shape(text: str, message: str) -> None:
    assert error_of(text) == message


@pytest.mark.parametrize("name", FIELDS)
def test_positions_lacking_a_field(name: str) -> None:
    text = " ".join(word for word in TEXT.split() if not word.startswith(f"{name}="))
    assert error_of(text) == f"position without {name}="


def no_heap(text: str) -> str:
    """The message about a text that should be tiles."""
    return (
        f"{text!r} is not a heap of tiles; expected the letters b y r k w, "
        "each with an optional count, or - for none"
    )


@pytest.mark.parametrize(
    "name, value, message",
    [
        ("players", "1", "expected a number from 2 to 4"),
        ("players", "5", "expected a number from 2 to 4"),
        ("players", "two", "expected a number from 2 to 4"),
        ("players", "²", "expected a number from 2 to 4"),
        ("players", "-2", "expected a number from 2 to 4"),
        ("players", "000023", "expected a number from 2 to 4"),
        ("wall", "plaid", "expected coloured or grey"),
        ("round_limit", "0", "expected a number from 1 to 999999"),
        ("round_limit", "1000000", "expected a number from 1 to 999999"),
        ("round_limit", "None", "expected a number from 1 to 999999"),
        ("round", "0", "expected a number from 1 to 999999"),
        ("round", "1000000", "expected a number from 1 to 999999"),
        ("phase", "lay", "expected deal, take, tile or over"),
        ("seat", "2", "expected a number from 0 to 1"),
        ("seat", "-1", "expected a number from 0 to 1"),
        ("starter", "2", "expected a number from 0 to 1"),
        ("marker", "2", "expected a number from 0 to 1"),
        ("marker", "nobody", "expected a number from 0 to 1"),
        ("market", "bw/rrkk", "expected 6 centre and factories between '/', found 2"),
        ("market", "bw/-/-/-/-/rrkk/-", "expected 6 centre and factories between '/', found 7"),
        ("market", "bw/-/rrkkk/-/-/-", "factory 2 holds more than 4 tiles"),
        ("market", "bw/-/rrk4/-/-/-", "factory 2 holds more than 4 tiles"),
        ("market", "bw/-/rrpp/-/-/-", no_heap("rrpp")),
        ("bag", "b17-", no_heap("b17-")),
        ("bag", "17b", no_heap("17b")),
        ("bag", "b17=y17", no_heap("b17=y17")),
        ("bag", "b1000", no_heap("b1000")),
        ("bag", "b١", no_heap("b١")),
        ("lid", "none", no_heap("none")),
        (
            "seat0",
            "7",
            "expected 4 parts (score, lines, wall, floor) between ',', found 1",
        ),
        (
            "seat1",
            f"0,{NO_LINES},{NO_WALL},-,-",
            "expected 4 parts (score, lines, wall, floor) between ',', found 5",
        ),
        ("seat0", f"-7,{NO_LINES},{NO_WALL},-", "expected a number from 0 to 999999"),
        ("seat0", f"1000000,{NO_LINES},{NO_WALL},-", "expected a number from 0 to 999999"),
        ("seat0", f"7,-/-/-/-,{NO_WALL},-", "expected 5 pattern lines between '/', found 4"),
        ("seat0", f"7,x/-/-/-/-,{NO_WALL},-", no_heap("x")),
        ("seat0", f"7,bb/-/-/-/-,{NO_WALL},-", "line 1 takes up to 1 tiles of one colour"),
        ("seat0", f"7,-/-/-/-/b6,{NO_WALL},-", "line 5 takes up to 5 tiles of one colour"),
        ("seat0", f"7,-/-/-/bk/-,{NO_WALL},-", "line 4 takes up to 4 tiles of one colour"),
        ("seat0", f"7,-/-/-/bkk/-,{NO_WALL},-", "line 4 takes up to 4 tiles of one colour"),
        ("seat0", f"7,{NO_LINES},...../.....,-", "expected 5 wall rows between '/', found 2"),
        (
            "seat0",
            f"7,{NO_LINES},....../{BELOW},-",
            "wall row '......': expected 5 of byrkw or .",
        ),
        (
            "seat0",
            f"7,{NO_LINES},..../{BELOW},-",
            "wall row '....': expected 5 of byrkw or .",
        ),
        (
            "seat0",
            f"7,{NO_LINES},{BELOW}/..p..,-",
            "wall row '..p..': expected 5 of byrkw or .",
        ),
        (
            "seat0",
            f"7,{NO_LINES},y..../{BELOW},-",
            "yellow does not belong in row 1 column 1",
        ),
        ("seat1", f"7,{NO_LINES},{BELOW}/...k.,-", "black does not belong in row 5 column 4"),
        ("seat0", f"7,b/-/-/-/-,b..../{BELOW},-", "line 1 holds blue, which its row has"),
        ("seat0", f"7,-/-/-/-/ww,{BELOW}/...w.,-", "line 5 holds white, which its row has"),
        ("seat0", f"7,{NO_LINES},{NO_WALL},b8", "more than 7 tiles on the floor"),
        ("seat0", f"7,{NO_LINES},{NO_WALL},*", no_heap("*")),
    ],
)
def test_fields_out_of_order(name: str, value: str, message: str) -> None:
    assert error_of(text_with(**{name: value})) == f"{name}={value}: {message}"


@pytest.mark.parametrize(
    "wall, message",
    [
        ("b...b/...../...../...../.....", "blue twice in row 1"),
        ("...../...../...../...../.kk..", "black twice in row 5"),
        ("b..../...../...../...../b....", "blue twice in column 1"),
        ("...../....w/...../....w/.....", "white twice in column 5"),
        ("b..../.b.../..b../...b./....b", None),
        ("....b/...b./..b../.b.../b....", None),
    ],
)
def test_colours_twice_on_a_grey_wall(wall: str, message: str | None) -> None:
    value = f"0,{NO_LINES},{wall},-"
    if message is None:
        bag, seat1 = "b15y20r20k20w19", f"0,{NO_LINES},{NO_WALL},-"
        text = text_with(wall="grey", market="w/////", bag=bag, lid="-", seat0=value, seat1=seat1)
        assert "".join(".byrkw"[color + 1] for color in parse(text).players[0].wall) in (
            wall.replace("/", "")
        )
    else:
        assert error_of(text_with(wall="grey", seat0=value)) == f"seat0={value}: {message}"


@pytest.mark.parametrize(
    "changes, message",
    [
        ({"bag": "b16y17r16k15w18"}, "position with 19 blue tiles: expected 20"),
        ({"lid": "y3r1"}, "position with 21 yellow tiles: expected 20"),
        ({"market": "bw/-/rkk/-/-/-"}, "position with 19 red tiles: expected 20"),
        ({"seat1": f"0,-/-/kk/-/-,{NO_WALL},w"}, "position with 19 black tiles: expected 20"),
        ({"seat1": f"0,-/-/kkk/-/-,{NO_WALL},-"}, "position with 19 white tiles: expected 20"),
        (
            {"seat1": f"0,-/-/kkk/-/-,....w/{BELOW},w"},
            "position with 21 white tiles: expected 20",
        ),
    ],
)
def test_tiles_missing_or_too_many(changes: dict[str, str], message: str) -> None:
    assert error_of(text_with(**changes)) == message


def phase_text(
    phase: str,
    first: str = f"0,{NO_LINES},{NO_WALL},-",
    second: str = f"0,{NO_LINES},{NO_WALL},-",
    *,
    bag: str = "b20y20r20k20w20",
    wall: str = "grey",
    **changes: str,
) -> str:
    """A position text with an empty market, in a given phase."""
    market = "-/-/-/-/-/-"
    changes = {"seat": "0", "marker": "centre", "market": market} | changes
    return text_with(phase=phase, wall=wall, bag=bag, lid="-", seat0=first, seat1=second, **changes)


ONE_BLUE = f"0,b/-/-/-/-,{NO_WALL},-"
NO_BLUE = "b19y20r20k20w20"
BLUE_FLOOR = f"0,{NO_LINES},{NO_WALL},b"
STUCK = "0,-/-/bbb/-/-,...b./....b/kyr../...../.....,-"
ONE_PLAYERS_TURN = "phase=tile: the seat has no column to choose on a grey wall"
STARTER_NEXT = "phase=deal: the marker lies in the centre and the starter is next"


@pytest.mark.parametrize(
    "text, message",
    [
        (phase_text("take"), "phase=take: the market is for phase=take, and only then"),
        (text_with(phase="deal"), "phase=deal: the market is for phase=take, and only then"),
        (text_with(phase="tile"), "phase=tile: the market is for phase=take, and only then"),
        (text_with(phase="over"), "phase=over: the market is for phase=take, and only then"),
        (phase_text("deal", ONE_BLUE, bag=NO_BLUE), "seat0: full lines or a floor after tiling"),
        (
            phase_text("deal", second=BLUE_FLOOR, bag=NO_BLUE),
            "seat1: full lines or a floor after tiling",
        ),
        (phase_text("over", BLUE_FLOOR, bag=NO_BLUE), "seat0: full lines or a floor after tiling"),
        (
            phase_text("over", second=ONE_BLUE, bag=NO_BLUE),
            "seat1: full lines or a floor after tiling",
        ),
        (phase_text("over"), "phase=over: no row is complete, and rounds and tiles are left"),
        (phase_text("deal", marker="0"), STARTER_NEXT),
        (phase_text("deal", seat="1"), STARTER_NEXT),
        (phase_text("deal", starter="1"), STARTER_NEXT),
        (phase_text("tile"), ONE_PLAYERS_TURN),
        (phase_text("tile", ONE_BLUE, bag=NO_BLUE, wall="coloured"), ONE_PLAYERS_TURN),
        (phase_text("tile", ONE_BLUE, bag=NO_BLUE, seat="1", starter="1"), ONE_PLAYERS_TURN),
        (phase_text("tile", STUCK, bag="b15y19r19k19w20"), ONE_PLAYERS_TURN),
        (
            phase_text("tile", ONE_BLUE, ONE_BLUE, bag="b18y20r20k20w20", seat="1"),
            "seat0: full lines or a floor after tiling",
        ),
        (
            phase_text("tile", ONE_BLUE, BLUE_FLOOR, bag="b18y20r20k20w20", starter="1"),
            "seat1: full lines or a floor after tiling",
        ),
    ],
)
def test_positions_that_do_not_fit_their_phase(text: str, message: str) -> None:
    assert error_of(text) == message


def test_a_deal_needs_tiles() -> None:
    walls = ["byrk./wbyr./kwby./rkwb./yrkw.", ".yrkw/.byrk/.wbyr/.kwby/.rkwb"]
    walls += ["b.rkw/w.yrk/k.byr/r.wby/y.kwb", "by.kw/wb.rk/kw.yr/rk.by/yr.wb"]
    lines = ["-/-/-/-/bbbb", "-/-/-/-/yyyy", "-/-/ww/-/rrrr", "-/-/-/ww/kkkk"]
    seats = {f"seat{n}": f"0,{lines[n]},{walls[n]},-" for n in range(4)}
    market = "-/-/-/-/-/-/-/-/-/-"
    table = {"seat": "0", "marker": "centre", "market": market, "bag": "-", "lid": "-"}
    text = text_with(players="4", phase="deal", **table, **seats)
    with pytest.raises(tw.InvalidNotation, match="phase=deal: no tiles to deal") as error:
        parse(text)
    assert error.value.objection and error.value.objection.code == "position.no_tiles"


@pytest.mark.parametrize(
    "text, turn",
    [
        (phase_text("deal"), tw.CHANCE),
        (phase_text("deal", wall="coloured", seat="1", starter="1"), tw.CHANCE),
        (phase_text("over", marker="1", round_limit="3"), tw.OVER),
        (phase_text("tile", ONE_BLUE, bag=NO_BLUE), 0),
        (phase_text("tile", ONE_BLUE, ONE_BLUE, bag="b18y20r20k20w20"), 0),
        (phase_text("tile", ONE_BLUE, BLUE_FLOOR, bag="b18y20r20k20w20"), 0),
        (phase_text("tile", second=ONE_BLUE, bag=NO_BLUE, seat="1"), 1),
        (phase_text("tile", BLUE_FLOOR, ONE_BLUE, bag="b18y20r20k20w20", seat="1", starter="1"), 1),
    ],
)
def test_positions_of_every_phase(text: str, turn: int) -> None:
    state = parse(text)
    assert state.turn == turn
    assert str(state) == text


@pytest.mark.parametrize(
    "text, message",
    [
        ("", "position without players="),
        ("players=2", "position without wall="),
        ("players=2 wall=grey", "position without round_limit="),
        ("players=2 wall=grey round_limit=0", "round_limit=0: expected a number from 1 to 999999"),
        ("players=2 wall=grey round_limit=none bag=b1", "position with unknown bag="),
        ("grey", "grey: expected one field name=value each"),
    ],
)
def test_options_out_of_order(text: str, message: str) -> None:
    with pytest.raises(tw.InvalidNotation) as error:
        tw.begin("classic", text)
    assert str(error.value) == message


FULL_ROW = (
    "classic players=2 wall=coloured round_limit=40 round=6 phase=deal seat=0 starter=0 "
    "marker=centre market=-/-/-/-/-/- bag=b19y19r19k19w19 lid=- "
    "seat0=9,-/-/-/-/-,byrkw/...../...../...../.....,- "
    "seat1=0,-/-/-/-/-,...../...../...../...../.....,-"
)


@pytest.mark.parametrize(
    "text, code, numbers",
    [
        (text_with(market="bw/b5/-/-/-/-"), "factory", {"source": 1, "most": 4}),
        (text_with(lid="y3r1"), "tiles", {"color": 1, "count": 21, "all": 20}),
        (text_with(seat0=f"7,{NO_LINES},{NO_WALL},b8"), "floor", {"most": 7}),
        (
            text_with(seat0=f"7,-/-/-/-/ww,{BELOW}/...w.,-"),
            "line_holds",
            {"line": 5, "color": 4},
        ),
        (
            text_with(seat1=f"7,{NO_LINES},{BELOW}/...k.,-"),
            "printed",
            {"color": 3, "row": 5, "column": 4},
        ),
        (
            text_with(wall="grey", seat0=f"0,{NO_LINES},{BELOW}/.kk..,-"),
            "row_twice",
            {"color": 3, "row": 5},
        ),
        (
            text_with(wall="grey", seat0=f"0,{NO_LINES},....w/...../...../....w/.....,-"),
            "column_twice",
            {"color": 4, "column": 5},
        ),
        (phase_text("take"), "market", {}),
        (phase_text("deal", ONE_BLUE, bag=NO_BLUE), "tiled", {}),
        (phase_text("over", round="4", round_limit="3"), "last_round", {"high": 3}),
        (FULL_ROW, "complete_row", {}),
        (phase_text("over"), "not_over", {}),
        (phase_text("deal", marker="0"), "marker", {}),
        (phase_text("tile"), "no_column", {}),
    ],
)
def test_what_is_wrong_with_a_position_has_a_code(
    text: str, code: str, numbers: dict[str, int]
) -> None:
    with pytest.raises(tw.InvalidNotation) as error:
        parse(text)
    objection = error.value.objection
    assert objection and (objection.code, objection.numbers) == (f"position.{code}", numbers)
    assert str(error.value).endswith(objection.words)


def test_a_text_that_is_no_position_has_no_code() -> None:
    with pytest.raises(tw.InvalidNotation) as error:
        parse(text_with(bag="x"))
    assert error.value.objection is None


@pytest.mark.rule("classic 8.1")
def test_a_game_with_a_complete_row_does_not_go_on() -> None:
    with pytest.raises(tw.InvalidNotation, match="a wall has a complete row"):
        tw.parse(FULL_ROW)
    assert tw.parse(FULL_ROW.replace("phase=deal", "phase=over")).turn == tw.OVER


@pytest.mark.rule("classic 8.6")
def test_there_is_no_round_after_the_last() -> None:
    beyond = FULL_ROW.replace("phase=deal", "phase=over").replace("round=6", "round=41")
    with pytest.raises(tw.InvalidNotation, match="round=41: the last round is 40"):
        tw.parse(beyond)
    assert tw.parse(beyond.replace("round_limit=40", "round_limit=none")).round == 41
