"""Reasons in positions built so that the reason is known."""

from __future__ import annotations

import random

import pytest

import tilewright as tw
from tilewright.analysis import reasons
from tilewright.analysis.engine import Engine, full
from tilewright.analysis.moves import compare
from tilewright.analysis.playing import RolloutPlayer
from tilewright.analysis.reasons import explain, tally
from tilewright.analysis.report import Reason
from tilewright.pavilion.board import FEATURES, SPACE_NAMES, Player
from tilewright.pavilion.reasons import held
from tilewright.tiles import EMPTY
from tilewright.tui.study import reason_line, tell_reason

pytestmark = pytest.mark.usefixtures("compiled_search")

SW2 = SPACE_NAMES.index("SW2")
PURPLE, GREEN, ORANGE, YELLOW, BLUE, RED = range(6)


def last_round(*players: Player) -> tw.pavilion.State:
    """Seat 0 is to take tiles in the last round, in which red is the joker."""
    state, luck = tw.pavilion.new_game(), random.Random(0)
    while state.turn == tw.CHANCE:
        state = state.play(state.sample(luck))
    return state._replace(round=6, players=players)


def board(**tiles: int) -> tuple[int, ...]:
    """A board with tiles of these colours at these spaces."""
    return tuple([tiles.get(name, EMPTY) for name in SPACE_NAMES])


def test_a_marker_taken_too_dear() -> None:
    state = last_round(Player(40), Player(40))
    green, nothing = (0, 3, 0, 0, 0, 0), (0,) * 6
    state = state._replace(sources=(green, green, *[nothing for _ in state.sources[2:]]))
    first, second = explain(state, state.parse("0g"), state.parse("1g"), 6.0)
    assert {(first.kind, first.seat, first.points), (second.kind, second.seat, second.points)} == {
        ("marker", 0, 3.0),
        ("marker", 1, -3.0),
    }
    assert tell_reason("pavilion", first) == "the price of the marker"


# Seat 0 can win, but not after NW1o0; games played on by small searches did not show it.
ENDING = (
    "pavilion players=2 edition=2019 board=coloured joker_order=pgoybr "
    "last_round_discard=after_bonuses round=6 phase=place seat=0 starter=0 marker=1 picks=0 "
    "market=-/-/-/-/-/- supply=pgggggooyb bag=p11g5o7y8b7r5 tower=p1g1o4y2r8 "
    "seat0=52,.bo.../.oo.../rrr.../bbb.../.yyy../ggg.../pppppp,ggooyyyybbb,in "
    "seat1=58,.rb.../ooo.../rrr.../bbb.../yyyy../gggggg/.ppp..,obbbrr,in"
)


def test_the_last_round_is_searched_to_its_end() -> None:
    state = tw.pavilion.parse(ENDING)
    found = compare(Engine(state.game), state, state.parse("NW1o0"), full(1000))
    assert (found.margins, found.chances) == ((6.0, -6.0), (1.0, -1.0))


# Taking green seems to cost three points to a search of 16 000 simulations.
NO_MISTAKE = (
    "pavilion players=2 edition=2019 board=coloured joker_order=pgoybr "
    "last_round_discard=after_bonuses round=6 phase=pick seat=1 starter=0 marker=0 picks=2 "
    "market=-/-/-/-/-/- supply=pppggooorr bag=p7g9o9y10b10r8 tower=o1b3 "
    "seat0=51,yobr../.oo.../rrrr../bbb.../yyyy../gggg../.pp...,pggoooyyrr,in "
    "seat1=52,bpr.../.oo.../rr..../bbbb../yy.y../gggg../ppppp.,pppgoyyrr,in"
)


def test_what_seems_a_mistake_in_the_last_round_is_searched_once_more() -> None:
    state = tw.pavilion.parse(NO_MISTAKE)
    found = compare(Engine(state.game), state, state.parse("*g"), full(1000))
    assert (found.margins, found.chances) == ((0.0, 0.0), (0.0, 0.0))


def test_a_joker_wasted() -> None:
    spaces = board(SW1=GREEN, C2=GREEN)
    state = last_round(Player(40, spaces, (0, 2, 0, 0, 0, 1)), Player(40, passed=True))
    state = state._replace(phase="place", sources=((0,) * 6,) * len(state.sources), marker=0)
    found = explain(state, state.parse("SW2g1"), state.parse("SW2g0"), 2.0)
    assert {(reason.kind, reason.seat) for reason in found} == {
        ("place", 0),
        ("discard", 0),
        ("jokers", 0),
    }
    assert found[-1] == Reason("jokers", 0, 0.0, 0.0, {}, 1.0)
    line = reason_line("pavilion", found[-1], 0, ("Ann", "Bo"), is_better=False)
    assert line == "-1  jokers in hand"


def test_a_joker_is_not_kept_by_passing(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is kept is for another round, with other jokers."""
    hand = (0, 2, 0, 1, 0, 0)  # yellow is the joker of round 4
    state = last_round(Player(40, board(SW1=GREEN), hand), Player(40, passed=True))
    state = state._replace(
        phase="place", round=4, sources=((0,) * 6,) * len(state.sources), marker=0
    )
    monkeypatch.setattr(reasons, "SHARE", -10.0)  # as if the games confirmed anything
    kinds = {
        better: [one.kind for one in explain(state, state.parse("SW2g1"), state.parse(better), 2.0)]
        for better in ("pass:ggy", "SW2g0")
    }
    assert "jokers" in kinds["SW2g0"]
    assert "jokers" not in kinds["pass:ggy"]


def test_a_star_left_open() -> None:
    almost = board(SW1=GREEN, SW3=GREEN, SW4=GREEN, SW5=GREEN, SW6=GREEN)
    state = last_round(Player(40, almost, (0, 2, 0, 0, 0, 0)), Player(40, passed=True))
    state = state._replace(phase="place", sources=((0,) * 6,) * len(state.sources), marker=0)
    first, *_ = explain(state, state.parse("C1g0"), state.parse("SW2g0"), 20.0)
    assert first == Reason("star", 0, 18.0, 0.0, {"star": 5})
    assert tell_reason("pavilion", first) == "complete stars (South-west star)"


def test_a_pillar_that_was_not_surrounded() -> None:
    almost = board(SW2=GREEN, SW3=GREEN, C6=BLUE)
    pillar = next(one for one in FEATURES if one.kind == "pillar" and SW2 in one.spaces)
    missing = [SPACE_NAMES[space] for space in pillar.spaces if almost[space] == EMPTY]
    spaces = list(almost)
    for name in missing[1:]:
        spaces[SPACE_NAMES.index(name)] = RED
    state = last_round(Player(40, tuple(spaces), (0, 8, 0, 0, 0, 0)), Player(40, passed=True))
    state = state._replace(
        phase="place", round=5, sources=((0,) * 6,) * len(state.sources), marker=0
    )
    better = next(m for m in state.legal_moves() if str(m).startswith(missing[0]))
    played = next(m for m in state.legal_moves() if str(m).startswith("pass"))
    found = explain(state, played, better, 1.0)
    bonus = next(reason for reason in found if reason.kind == "bonus")
    assert (bonus.seat, bonus.points, bonus.thing) == (0, 0.0, {"feature": 0})
    assert bonus.count >= 1
    assert tell_reason("pavilion", bonus) == "bonus tiles this round (pillar)"


def test_jokers_are_taken_picked_and_spent() -> None:
    """Of a joker that is placed as what it is, on its own star, nothing is said."""
    state = last_round(Player(40, hand=(0, 0, 2, 0, 0, 3)), Player(40))  # red is the joker
    factory = (0, 0, 2, 0, 0, 1)
    taking = state._replace(sources=((0,) * 6, factory, *[(0,) * 6 for _ in state.sources[2:]]))
    assert [one.number for one in held(taking, taking.parse("1o"))] == [1]
    placing = state._replace(phase="place", sources=((0,) * 6,) * len(state.sources), marker=0)
    numbers = {
        text: [one.number for one in held(placing, placing.parse(text))]
        for text in ("NE2r0", "NW2o0", "NW2o1", "pass")
    }
    assert numbers == {"NE2r0": [], "NW2o0": [0], "NW2o1": [-1], "pass": []}
    picking = placing._replace(phase="pick", picks=1, supply=(1, 0, 0, 0, 0, 1))
    assert [one.number for one in held(picking, picking.parse("*r"))] == [1]
    assert [one.number for one in held(picking, picking.parse("*p"))] == [0]


def test_a_joker_that_comes_later_is_not_missed() -> None:
    """Two factories have a joker, and each seat gets one, whoever takes the first."""
    state = last_round(Player(40), Player(40))
    orange, purple = (0, 0, 1, 0, 0, 1), (1, 0, 0, 0, 0, 0)
    empty = [(0,) * 6 for _ in state.sources[5:]]
    state = state._replace(sources=((0,) * 6, orange, orange, purple, purple, *empty))
    jokers = {
        move: tally(RolloutPlayer(state, 400), state, state.parse(move), 1).counts["jokers", 0]
        for move in ("1o", "3p")
    }
    assert jokers == {"1o": 1, "3p": 1}
