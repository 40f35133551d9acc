"""Moves and positions of pavilion as text: round trips, and what is refused with which words."""

from __future__ import annotations

import pytest

import tilewright as tw
from tests.pavilion.boards import game, hand, heap, legal, letters, play, position, seat
from tilewright.pavilion import (
    Deal,
    Move,
    Pass,
    Pick,
    Place,
    Refill,
    Take,
    description,
    new_game,
    picture,
)
from tilewright.pavilion.notation import parse_move

PURPLE, GREEN, ORANGE, YELLOW, BLUE, RED = range(6)

SPELLED: list[tuple[str, Move]] = [
    ("0g", Take(0, GREEN)),
    ("9r", Take(9, RED)),
    ("E6b3", Place(3, 6, BLUE, 3)),
    ("C1p0", Place(0, 1, PURPLE, 0)),
    ("NW2o5", Place(1, 2, ORANGE, 5)),
    ("NE3r1", Place(2, 3, RED, 1)),
    ("SE4y0", Place(4, 4, YELLOW, 0)),
    ("SW5g2", Place(5, 5, GREEN, 2)),
    ("W6p0", Place(6, 6, PURPLE, 0)),
    ("*y", Pick(YELLOW)),
    ("pass", Pass((0, 0, 0, 0, 0, 0))),
    ("pass:ggr", Pass((0, 2, 0, 0, 0, 1))),
    ("+ppg", Refill((2, 1, 0, 0, 0, 0))),
    ("=ppgy/", Deal(((2, 1, 0, 1, 0, 0), (0, 0, 0, 0, 0, 0)))),
    ("=", Deal(((0, 0, 0, 0, 0, 0),))),
]


@pytest.mark.parametrize("text, move", SPELLED)
def test_moves_print_and_parse(text: str, move: Move) -> None:
    assert str(move) == text
    read = parse_move(text)
    assert read == move
    assert type(read) is type(move)


@pytest.mark.parametrize(
    "text, printed",
    [
        (" 2r ", "2r"),
        ("E6b3\n", "E6b3"),
        ("pass:rgg", "pass:ggr"),
        ("+rgp", "+pgr"),
        ("=rgp/yb", "=pgr/yb"),
    ],
)
def test_spaces_and_the_order_of_tiles_do_not_matter(text: str, printed: str) -> None:
    assert str(parse_move(text)) == printed


@pytest.mark.parametrize(
    "text",
    [
        *["", " ", "2", "r", "2k", "22r", "10r", "-1r", "2R", "2 r", "2rr", "٢r"],
        *["E6b", "E6b6", "E7b0", "E0b0", "e6b3", "N6b3", "S1b0", "E6k3", "E6b-1", "E6b3 *p"],
        *["*", "*k", "*pp", "**p", "pass:", "pass:k", "pass :g", "Pass", "passg", "pass:-"],
        *["+", "+k", "+-", "+p3", "=k", "=pp|gg", "=-/-", "=p4", "2r\nE6b3"],
    ],
)
def test_texts_that_are_no_moves(text: str) -> None:
    with pytest.raises(tw.InvalidNotation) as error:
        position(market="/rryy").parse(text)
    assert str(error.value) == f"{text!r} is not a move; expected source and colour like 2r"
    with pytest.raises(tw.InvalidNotation, match=r"like 2r, or space.*, or a deal like =ppgy"):
        tw.pavilion.parse_move(text)


TAKES = "0y, 1y, 1r, 2g"
TAKING = position(market="ppy/rryy/pppg")
ILLEGAL_TAKES = [
    ("6r", "there is no factory 6"),
    ("9p", "there is no factory 9"),
    ("3r", "there is no red in factory 3"),
    ("1g", "there is no green in factory 1"),
    ("0b", "there is no blue in the centre"),
    ("0p", "purple is the joker; another colour must be taken while there is one"),
    ("2p", "purple is the joker; another colour must be taken while there is one"),
    ("pass", "tiles are to be taken"),
    ("E1b0", "tiles are to be taken"),
    ("*p", "tiles are to be taken"),
    ("+p", "tiles are to be taken"),
    ("=p", "tiles are to be taken"),
]


@pytest.mark.parametrize("text, reason", ILLEGAL_TAKES)
def test_illegal_takes(text: str, reason: str) -> None:
    with pytest.raises(tw.IllegalMove) as error:
        TAKING.parse(text)
    assert str(error.value) == f"{text}: {reason} (legal: {TAKES})"


PLACING = position(seat("E .b.... C g.....", hand="bbpp"))
ILLEGAL_PLACEMENTS = [
    ("E2b0", "E2 already has a tile"),
    ("C1b0", "C1 already has a tile"),
    ("E1p0", "purple does not fit star E"),
    ("C2g0", "green does not fit star C"),
    ("SW1b0", "blue does not fit star SW"),
    ("W2p1", "purple is the joker itself, so it is paid with 0 jokers"),
    ("C3p2", "purple is the joker itself, so it is paid with 0 jokers"),
    ("E1b1", "the space costs 1 tiles, one of which must be blue"),
    ("E3b3", "the space costs 3 tiles, one of which must be blue"),
    ("E3b0", "the space costs 3 tiles: 3 blue are needed, 2 are there"),
    ("E6b2", "the space costs 6 tiles: 4 blue are needed, 2 are there"),
    ("W3p0", "the space costs 3 tiles: 3 purple are needed, 2 are there"),
    ("SW1g0", "the space costs 1 tiles: 1 green are needed, 0 are there"),
    ("E4b3", "3 purple are needed, 2 are there"),
    ("E6b4", "4 purple are needed, 2 are there"),
    ("pass:r", "not all of these tiles are beside the board"),
    ("pass:bbb", "not all of these tiles are beside the board"),
    ("1b", "a tile is to be placed, or pass"),
    ("*b", "a tile is to be placed, or pass"),
    ("+b", "a tile is to be placed, or pass"),
    ("=b", "a tile is to be placed, or pass"),
]


@pytest.mark.parametrize("text, reason", ILLEGAL_PLACEMENTS)
def test_illegal_placements(text: str, reason: str) -> None:
    """The reason, twelve of the legal moves, and how many there are."""
    moves = legal(PLACING)
    assert len(moves) > 12
    with pytest.raises(tw.IllegalMove) as error:
        PLACING.parse(text)
    shown = ", ".join(moves[:12])
    assert str(error.value) == f"{text}: {reason} (legal: {shown}, … {len(moves)} in all)"


def test_neutral_stars_that_refuse_a_colour() -> None:
    state = position(seat("E rr.... W rb....", hand="gr"), board="neutral")
    for text, reason in (
        ("E3g0", "green does not fit star E"),
        ("W3r0", "red does not fit star W"),
    ):
        with pytest.raises(tw.IllegalMove, match=f"^{text}: {reason} "):
            state.parse(text)


KEEPING = [
    ("pass:ggggg", 1, "after_bonuses", "at most 4 tiles may be kept"),
    ("pass:gggggr", 6, "at_pass", "not all of these tiles are beside the board"),
    ("pass:ggggg", 6, "at_pass", "at most 4 tiles may be kept"),
    ("pass:g", 6, "at_pass", "no tiles may be kept in the last round"),
]


@pytest.mark.parametrize("text, number, option, reason", KEEPING)
def test_tiles_that_may_not_be_kept(text: str, number: int, option: str, reason: str) -> None:
    state = position(seat(hand="ggggg"), round=number, last_round_discard=option)
    with pytest.raises(tw.IllegalMove) as error:
        state.parse(text)
    assert str(error.value).startswith(f"{text}: {reason} (legal: C1g0, ")


def test_illegal_picks() -> None:
    state = play(position(seat("E ....b.", hand="b6"), supply="ggggggoooo"), "E6b0")
    for text, reason in (
        ("*p", "there is no purple in the supply"),
        ("pass", "a bonus tile is to be picked"),
        ("E1b0", "a bonus tile is to be picked"),
        ("1g", "a bonus tile is to be picked"),
        ("+g", "a bonus tile is to be picked"),
        ("=g", "a bonus tile is to be picked"),
    ):
        with pytest.raises(tw.IllegalMove) as error:
            state.parse(text)
        assert str(error.value) == f"{text}: {reason} (legal: *g, *o)"


FILLING = position(supply="", phase="fill")
DEALING = position(phase="deal")
REFILLING = position(supply="ppggooyyb", bag="g1r1", rest="hand", phase="refill")
OVER = position(seat(passed=True), seat(passed=True), round=6, phase="over")


@pytest.mark.parametrize(
    "state, text, expected",
    [
        (FILLING, "1r", "1r: the supply is to be filled"),
        (FILLING, "pass", "pass: the supply is to be filled"),
        (FILLING, "=p/g/o/y/b", "=p/g/o/y/b: the supply is to be filled"),
        (FILLING, "+rrr", "+rrr: expected 10 tiles, found 3"),
        (DEALING, "1r", "1r: the factories are to be dealt"),
        (DEALING, "+r", "+r: the factories are to be dealt"),
        (DEALING, "=p/g/o/y/b", "=p/g/o/y/b: group 1: expected 4 tiles, found 1"),
        (DEALING, "=pppp/gggg", "=pppp/gggg: expected 5 groups of tiles, found 2"),
        (REFILLING, "*p", "*p: the supply is to be refilled"),
        (REFILLING, "E1b0", "E1b0: the supply is to be refilled"),
        (REFILLING, "=p/g/o/y/b", "=p/g/o/y/b: the supply is to be refilled"),
        (REFILLING, "+gr", "+gr: expected 1 tiles, found 2"),
        (REFILLING, "+b", "+b: not all of these tiles are there to be drawn"),
        (OVER, "pass", "pass: the game is over"),
        (OVER, "+g", "+g: the game is over"),
    ],
)
def test_illegal_moves_of_chance_and_at_the_end(
    state: tw.pavilion.State, text: str, expected: str
) -> None:
    with pytest.raises(tw.IllegalMove) as error:
        state.parse(text)
    assert str(error.value) == expected


@pytest.mark.parametrize(
    "state, text",
    [
        (FILLING, "+ppggooyybr"),
        (DEALING, "=pppp/gggg/oooo/yyyy/bbbb"),
        (REFILLING, "+g"),
        (REFILLING, "+r"),
    ],
)
def test_legal_moves_of_chance(state: tw.pavilion.State, text: str) -> None:
    assert str(state.parse(text)) == text


# Positions

TEXT = (
    "pavilion players=2 edition=2019 board=coloured joker_order=pgoybr "
    "last_round_discard=after_bonuses round=2 phase=pick seat=0 starter=1 marker=1 picks=2 "
    "market=-/-/-/-/-/- supply=ppggooyyb bag=p18g19o17y17b18r13 tower=p1r3 "
    "seat0=12,p...../..o.o./...r../....b./....../....../......,or,in "
    "seat1=1,....../....../...r../....../yyy.../....../......,gbbrrr,in"
)


def test_a_position_is_read_field_by_field() -> None:
    state = tw.pavilion.parse(TEXT)
    assert str(state.options) == TEXT.split("pavilion ")[1].split(" round=")[0]
    assert (state.round, state.phase, state.seat, state.starter) == (2, "pick", 0, 1)
    assert (state.marker, state.picks, state.turn, state.joker) == (1, 2, 0, GREEN)
    assert (letters(state.supply), state.tower) == ("ppggooyyb", (1, 0, 0, 0, 0, 3))
    assert state.bag == heap("p18g19o17y17b18r13")
    assert state.scores == (12, 1)
    assert (hand(state, 0), hand(state, 1)) == ("or", "gbbrrr")
    assert [(at, color) for at, color in enumerate(state.players[0].spaces) if color != -1] == [
        *[(0, PURPLE), (8, ORANGE), (10, ORANGE), (15, RED), (22, BLUE)]
    ]
    assert not any(map(any, state.sources))
    assert str(state) == TEXT
    assert tw.parse(TEXT) == state


def test_fields_in_any_order_and_heaps_in_any_spelling() -> None:
    name, *fields = TEXT.split()
    shuffled = " ".join([name, *reversed(fields)])
    shuffled = shuffled.replace("supply=ppggooyyb", "supply=bp2ggo2yy")
    assert str(tw.parse(shuffled)) == TEXT


@pytest.mark.no_cover  # whole games: every line is proven by tests of its own
@pytest.mark.parametrize("board", ["coloured", "neutral"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_positions_and_moves_of_whole_games_come_back(players: int, board: str) -> None:
    for state, move in game(13, players=players, board=board, edition="mini"):
        assert tw.parse(str(state)) == state
        for other in state.legal_moves()[:10]:
            assert state.parse(str(other)) == other
        if move is not None:
            assert state.parse(str(move)) == move
            assert type(state.parse(str(move))) is type(move)


BROKEN = [
    # replace, by, the error
    ("pavilion players", "players", "unknown game 'players=2': expected "),
    ("players=2 ", "", "position without players="),
    ("players=2", "players=5", "players=5: expected a number from 2 to 4"),
    ("edition=2019", "edition=2020", "edition=2020: expected 2019 or mini"),
    ("board=coloured", "board=blue", "board=blue: expected coloured or neutral"),
    (
        "joker_order=pgoybr",
        "joker_order=pgoyb",
        "joker_order=pgoyb: expected the letters pgoybr in some order",
    ),
    (
        "discard=after_bonuses",
        "discard=later",
        "last_round_discard=later: expected after_bonuses or at_pass",
    ),
    ("round=2", "round=0", "round=0: expected a number from 1 to 6"),
    ("round=2", "round=7", "round=7: expected a number from 1 to 6"),
    ("round=2", "round=²", "round=²: expected a number from 1 to 6"),
    (
        "phase=pick",
        "phase=draw",
        "phase=draw: expected fill, deal, take, place, pick, refill or over",
    ),
    (" seat=0", " seat=2", "seat=2: expected a number from 0 to 1"),
    (" seat=0", "", "position without seat="),
    ("starter=1", "starter=2", "starter=2: expected a number from 0 to 1"),
    ("marker=1", "marker=2", "marker=2: expected a number from 0 to 1"),
    ("marker=1", "marker=-1", "marker=-1: expected a number from 0 to 1"),
    ("picks=2", "picks=4", "picks=4: expected a number from 0 to 3"),
    (
        "market=-/-/-/-/-/-",
        "market=-/-/-/-/-",
        "market=-/-/-/-/-: expected 6 centre and factories between '/', found 5",
    ),
    (
        "market=-/-/-/-/-/-",
        "market=-/-/ppppp/-/-/-",
        "market=-/-/ppppp/-/-/-: factory 2 holds more than 4 tiles",
    ),
    (
        "market=-/",
        "market=k/",
        "market=k/-/-/-/-/-: 'k' is not a heap of tiles; expected the letters p g o y b r, "
        "each with an optional count, or - for none",
    ),
    (
        "supply=ppggooyyb",
        "supply=ppggooyybrr",
        "supply=ppggooyybrr: expected at most 10 tiles",
    ),
    (
        "supply=ppggooyyb",
        "supply=none",
        "supply=none: 'none' is not a heap of tiles; expected the letters p g o y b r, "
        "each with an optional count, or - for none",
    ),
    ("tower=p1r3", "tower=p1r2", "position with 21 red tiles: expected 22"),
    ("bag=p18", "bag=p19", "position with 23 purple tiles: expected 22"),
    ("bag=p18", "bag=18p", "bag=18pg19o17y17b18r13: '18pg19o17y17b18r13' is not a heap of tiles"),
    ("tower=p1r3", "tower=", "tower=: expected one field name=value each"),
    ("tower=p1r3", "tower", "tower: expected one field name=value each"),
    ("tower=p1r3", "tower=p1r3 tower=-", "tower=-: expected one field name=value each"),
    ("tower=p1r3", "tower=p1r3 lid=-", "position with unknown lid="),
    ("seat1=", "seat2=", "position without seat1="),
    (
        "seat0=12,",
        "seat0=",
        "seat0=p...../..o.o./...r../....b./....../....../......,or,in: "
        "expected 4 parts (score, stars, hand, in or passed) between ',', found 3",
    ),
    (
        "seat0=12,p",
        "seat0=0,p",
        "seat0=0,p...../..o.o./...r../....b./....../....../......,or,in: "
        "expected a number from 1 to 999999",
    ),
    (
        "p...../..o",
        "..o",
        "seat0=12,..o.o./...r../....b./....../....../......,or,in: "
        "expected 7 stars between '/', found 6",
    ),
    (
        "p...../..o",
        "p..../..o",
        "seat0=12,p..../..o.o./...r../....b./....../....../......,or,in: "
        "star C: expected 6 of pgoybr or .",
    ),
    (
        "/...r../....b./",
        "/...r../....-./",
        "seat0=12,p...../..o.o./...r../....-./....../....../......,or,in: "
        "star E: expected 6 of pgoybr or .",
    ),
    (
        "/...r../....b./",
        "/...b../....r./",
        "seat0=12,p...../..o.o./...b../....r./....../....../......,or,in: "
        "NE4: blue does not fit its star",
    ),
    (
        "p...../..o",
        "p..p../..o",
        "seat0=12,p..p../..o.o./...r../....b./....../....../......,or,in: "
        "C1: purple does not fit its star",
    ),
    (
        "or,in",
        "or,out",
        "seat0=12,p...../..o.o./...r../....b./....../....../......,or,out: expected in or passed",
    ),
    (
        "gbbrrr,in",
        "gbbrrr,passed",
        "seat1=1,....../....../...r../....../yyy.../....../......,gbbrrr,passed: "
        "more than 4 tiles kept",
    ),
    ("or,in", "ox,in", "seat0=12,p...../..o.o./...r../....b./....../....../......,ox,in: 'ox' is"),
    ("picks=2", "picks=0", "picks=0: expected picks in phase=pick only"),
    ("phase=pick", "phase=place", "picks=2: expected picks in phase=pick only"),
    ("phase=pick", "phase=refill", "picks=2: expected picks in phase=pick only"),
    (
        "supply=ppggooyyb bag=p18g19o17y17b18r13",
        "supply=b bag=p20g21o19y19b18r13",
        "picks=2: expected picks in phase=pick only",
    ),
    ("or,in", "or,passed", "phase=pick: seat 0 has passed"),
    (
        "phase=pick",
        "phase=take",
        "phase=take: the market is for phase=take, and only then",
    ),
    (
        "market=-/-/-/-/-/- supply=ppggooyyb bag=p18",
        "market=p/-/-/-/-/- supply=ppggooyyb bag=p17",
        "phase=pick: the market is for phase=take, and only then",
    ),
]


@pytest.mark.parametrize("old, new, expected", BROKEN)
def test_broken_positions(old: str, new: str, expected: str) -> None:
    """Each field is checked, and the error names it."""
    assert TEXT.count(old) == 1
    with pytest.raises(tw.InvalidNotation) as error:
        tw.parse(TEXT.replace(old, new))
    assert str(error.value).startswith(expected)


@pytest.mark.parametrize(
    "text, expected",
    [
        ("", "position of nothing: expected pavilion"),
        ("classic players=2", "position of classic: expected pavilion"),
    ],
)
def test_texts_of_another_game(text: str, expected: str) -> None:
    with pytest.raises(tw.InvalidNotation) as error:
        tw.pavilion.parse(text)
    assert str(error.value) == expected


PHASES = [
    # the position and why it cannot be
    ({"phase": "fill"}, "phase=fill: the supply is full or there is nothing to draw"),
    ({"phase": "refill"}, "phase=refill: the supply is full or there is nothing to draw"),
    (
        {"phase": "refill", "supply": "p", "rest": "hand"},
        "phase=refill: the supply is full or there is nothing to draw",
    ),
    (
        {"phase": "fill", "supply": "p", "rest": "hand"},
        "phase=fill: the supply is full or there is nothing to draw",
    ),
    (
        {"phase": "deal", "supply": "p"},
        "phase=deal: the supply must be full and tiles left to draw",
    ),
    (
        {"phase": "deal", "rest": "hand"},
        "phase=deal: the supply must be full and tiles left to draw",
    ),
    (
        {"phase": "deal", "marker": "0"},
        "phase=deal: the marker lies in the centre and the starter is next",
    ),
    (
        {"phase": "fill", "marker": "1", "supply": "p"},
        "phase=fill: the marker lies in the centre and the starter is next",
    ),
    (
        {"phase": "deal", "turn": 1},
        "phase=deal: the marker lies in the centre and the starter is next",
    ),
    (
        {"phase": "fill", "starter": 1, "supply": "p"},
        "phase=fill: the marker lies in the centre and the starter is next",
    ),
    ({"phase": "deal", "market": "p"}, "phase=deal: the market is for phase=take, and only then"),
    ({"phase": "over", "market": "/p"}, "phase=over: the market is for phase=take, and only then"),
    ({"phase": "over", "round": 5}, "phase=over: the last round is 6"),
]


@pytest.mark.parametrize("drawn, expected", PHASES)
def test_positions_that_do_not_fit_their_phase(drawn: dict[str, str], expected: str) -> None:
    with pytest.raises(tw.InvalidNotation) as error:
        position(**drawn)  # type: ignore[arg-type]
    assert str(error.value) == expected


@pytest.mark.parametrize(
    "phase, market, supply, turn, expected",
    [
        ("fill", "", "p", 0, "nobody can have passed yet"),
        ("deal", "", "ppggooyybr", 0, "nobody can have passed yet"),
        ("take", "p", "ppggooyybr", 0, "nobody can have passed yet"),
        ("place", "", "ppggooyybr", 1, "seat 1 has passed"),
        ("refill", "", "p", 1, "seat 1 has passed"),
    ],
)
def test_passes_that_do_not_fit_the_phase(
    phase: str, market: str, supply: str, turn: int, expected: str
) -> None:
    with pytest.raises(tw.InvalidNotation) as error:
        position(*[seat(), seat(passed=True)], phase=phase, market=market, supply=supply, turn=turn)
    assert str(error.value) == f"phase={phase}: {expected}"


@pytest.mark.parametrize(
    "star, fits",
    [
        ("rr....", True),
        ("rb....", True),
        ("rrrrrr", True),
        ("pgoybr", True),
        ("rrb...", False),
        ("rbb...", False),
        ("r.b.r.", False),
        ("rbrb..", False),
        ("pgoybp", False),
    ],
)
def test_stars_of_the_neutral_side(star: str, fits: bool) -> None:
    """A star of two kinds at once is no star."""
    for name in ("C", "SW"):
        if fits:
            assert position(seat(f"{name} {star}"), board="neutral")
        else:
            with pytest.raises(tw.InvalidNotation, match="does not fit its star"):
                position(seat(f"{name} {star}"), board="neutral")


@pytest.mark.parametrize("score, edition, fits", [(0, "mini", True), (0, "2019", False)])
def test_the_lowest_score_of_a_position(score: int, edition: str, fits: bool) -> None:
    if fits:
        assert position(seat(score=score), edition=edition).scores == (score, 5)
    else:
        with pytest.raises(tw.InvalidNotation, match="expected a number from 1 to 9999"):
            position(seat(score=score), edition=edition)


PICK = "phase=pick seat=0 starter=1 marker=1 picks=2"
FILL = "phase=fill seat=0 starter=0 marker=centre picks=0"


@pytest.mark.parametrize(
    "changes, code, numbers",
    [
        ({"round=2": "round=7"}, "last_round", {"low": 1, "high": 6}),
        ({"picks=2": "picks=4"}, "picks", {"low": 0, "high": 3}),
        ({"picks=2": "picks=0"}, "picks", {}),
        ({"-/-/-/-/-/-": "-/-/ppppp/-/-/-"}, "factory", {"source": 2, "most": 4}),
        ({"ooyyb": "ooyybrr"}, "supply", {"most": 10}),
        ({"tower=p1r3": "tower=p1r2"}, "tiles", {"color": 5, "count": 21, "all": 22}),
        ({"seat0=12": "seat0=0"}, "score", {"low": 1, "high": 999_999}),
        ({"/...r../....b./": "/...b../....r./"}, "star", {"space": 15, "color": 4}),
        ({"gbbrrr,in": "gbbrrr,passed"}, "kept", {"most": 4}),
        ({"phase=pick": "phase=take"}, "market", {}),
        ({"or,in": "or,passed"}, "passed", {"seat": 0}),
        ({"phase=pick": "phase=over", "picks=2": "picks=0"}, "not_over", {"last": 6}),
        ({PICK: FILL, "or,in": "or,passed"}, "passed_early", {}),
        ({PICK: FILL, "ooyyb": "ooyybr", "r13": "r12"}, "supply_full", {}),
        ({PICK: FILL.replace("fill", "deal")}, "supply_first", {}),
        ({PICK: FILL.replace("centre", "1")}, "marker", {}),
    ],
)
def test_what_is_wrong_with_a_position_has_a_code(
    changes: dict[str, str], code: str, numbers: dict[str, int]
) -> None:
    text = TEXT
    for old, new in changes.items():
        assert text.count(old) == 1
        text = text.replace(old, new)
    with pytest.raises(tw.InvalidNotation) as error:
        tw.parse(text)
    objection = error.value.objection
    assert objection and (objection.code, objection.numbers) == (f"position.{code}", numbers)
    assert str(error.value).endswith(objection.words)


def test_a_state_says_which_game_it_is() -> None:
    state = new_game()
    assert state.game == "pavilion"
    assert tw.GAMES[state.game].new_game() == state


@pytest.mark.parametrize("state", [new_game(3), TAKING, PLACING, OVER])
def test_a_state_describes_and_draws_itself(state: tw.pavilion.State) -> None:
    assert state.describe() == description.describe(state)
    assert state._repr_svg_() == picture.draw(state)
