"""What a position is worth."""

from __future__ import annotations

import random
from statistics import fmean

import pytest

import tilewright as tw
from tilewright.analysis.engine import Depth, Engine, deal, full, judge
from tilewright.analysis.moves import by_value
from tilewright.game import CHANCE, OVER
from tilewright.games import new_game

pytestmark = pytest.mark.usefixtures("compiled_search")

# The last tiles of a game. Seat 1 can do nothing but pass; seat 2 goes on and covers all fours.
PASS = (
    "pavilion players=2 edition=2019 board=coloured joker_order=pgoybr "
    "last_round_discard=after_bonuses round=6 phase=place seat=0 starter=1 marker=0 picks=0 "
    "market=-/-/-/-/-/- supply=pooooyyyyb bag=p6g6o6y7b6r7 tower=p2g6o3y3b2r4 "
    "seat0=65,obrp../oooo../rrrr../bbb.../yyyy../gggg../pppp..,ggobbb,in "
    "seat1=61,.ro.../.o..../rrr.../bbbbbb/yyyy../gggg../pppp..,pppporr,in"
)


def test_a_forced_move_is_worth_what_follows() -> None:
    state = tw.parse(PASS)
    after = state.after("pass")
    engine = Engine(state.game)
    assert engine.value(state, full(1000)) == engine.value(after, full(1000))
    assert judge(state, 1000) == judge(after, 1000)
    assert engine.value(state, full(1000)).margins == (-29.0, 29.0)


def test_the_end_is_worth_the_result() -> None:
    state = tw.parse(PASS).after("pass", "pass")
    assert state.turn == OVER
    margin = state.scores[0] - state.scores[1]
    assert Engine(state.game).value(state, full(16)).margins == (margin, -margin)


@pytest.mark.parametrize("game", tw.GAMES)
def test_a_deal_is_expected_to_bring_what_deals_bring(game: str) -> None:
    """Searched as hard as the position after it will be: else the difference would be luck."""
    start = new_game(game)
    depth = Depth(simulations=200, deals=4, glances=4)
    margins = [
        judge(deal(start, random.Random(seed)), depth.simulations).margins for seed in range(4)
    ]
    expected = Engine(game).value(start, depth).margins[0]
    assert expected == pytest.approx(fmean([(one[0] - one[1]) / 2 for one in margins]), abs=0.05)


# The last eight tiles of a round: both moves of seat 2 lead to an end of it that is known.
LAST_TILES = (
    "classic players=2 wall=coloured round_limit=40 round=4 phase=take seat=1 starter=0 marker=1 "
    "market=byyrrkkw/-/-/-/-/- bag=b5y5r4k3w3 lid=b7y8r2k9w8 "
    "seat0=18,y/bb/rrr/-/rrrrr,b.r.w/..yrk/.wby./.kw../.....,b "
    "seat1=24,-/kk/-/wwww/-,.yrk./.byr./.wb../.k.../.....,-"
)


def test_known_ends_of_a_round_are_compared_after_deals() -> None:
    state, depth = tw.parse(LAST_TILES), full(1000)
    better, worse = state.parse("0r5"), state.parse("0w1")
    engine = Engine(state.game)
    loss = by_value(engine, state, [better], worse, depth).margins[1]
    found = []
    for move in (better, worse):
        end = engine.end(state.play(move), depth.simulations)
        assert end and end.turn == CHANCE
        assert (end.round, sum(end.scores) > sum(state.scores)) == (5, True)
        others = [deal(end, random.Random(f"other {seed}")) for seed in range(24)]
        found.append(fmean([judge(one, 300).margins[1] for one in others]))
    assert loss == pytest.approx(found[0] - found[1], abs=2)
    plain = [engine.value(state.play(move), depth).margins[1] for move in (better, worse)]
    assert plain[0] - plain[1] < loss - 3  # what the net says of the boards before the deal


def test_an_end_is_known_only_if_the_round_is_solved() -> None:
    state = deal(new_game("classic"), random.Random(1))
    assert Engine("classic").end(state, 100) is None
    end = Engine("pavilion").end(tw.parse(PASS), 1000)
    assert end and end.turn == OVER
    assert end.scores[0] - end.scores[1] == -29
