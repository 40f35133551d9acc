"""Moves compared by what follows them."""

from __future__ import annotations

import random

import pytest

import tilewright as tw
from tilewright.analysis.engine import Engine, deal, full, is_end
from tilewright.analysis.moves import by_value
from tilewright.game import CHANCE
from tilewright.games import new_game

pytestmark = pytest.mark.usefixtures("compiled_search")

# The net likes the boards that 2w4 leads to; played on, they are worth less.
CLOSE = (
    "classic players=2 wall=coloured round_limit=40 round=4 phase=take seat=0 starter=0 "
    "marker=0 market=bw/-/brkw/-/-/byyk bag=b4y2r7k3w4 lid=b6y8r3k7w8 "
    "seat0=23,-/-/-/www/rrrrr,.yrk./.byr./.wb../.k.../.....,- "
    "seat1=22,-/-/yyy/bbb/kkkkk,.yrk./.byr./.wb../..w.y/.....,-"
)


def test_seen_closely_the_next_deal_counts() -> None:
    state, depth = tw.parse(CLOSE), full(4000)
    engine = Engine(state.game)
    moves = [state.parse(text) for text in ("2w4", "0w4")]
    found = {
        closely: by_value(engine, state, moves, moves[0], depth, closely=closely)
        for closely in (False, True)
    }
    assert found[False].moves == tuple(moves)
    assert found[True].moves == tuple(reversed(moves))


@pytest.mark.parametrize("game", tw.GAMES)
def test_a_likely_line_leads_to_the_end_of_the_round_if_that_is_near(game: str) -> None:
    engine, luck = Engine(game), random.Random(1)
    start = state = deal(new_game(game, 4), luck)
    assert engine.likely_end(start, 20) is None
    played = []
    while not is_end(state):
        played.append(state)
        by_nature = state.turn == CHANCE
        state = state.play(state.sample(luck) if by_nature else engine.search(state, 20).move)
    end = engine.likely_end(played[-3], 20)
    assert end is not None
    assert is_end(end)
    assert end.turn == CHANCE
