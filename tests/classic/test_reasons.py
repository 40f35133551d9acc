"""Reasons in positions built so that the reason is known."""

from __future__ import annotations

import pytest

import tilewright as tw
from tilewright.analysis.playing import RolloutPlayer
from tilewright.analysis.reasons import counts_told, explain, tally
from tilewright.analysis.report import Reason
from tilewright.classic.board import SIZE, Player
from tilewright.classic.reasons import is_open
from tilewright.tiles import EMPTY
from tilewright.tui.study import reason_line, tell_reason

pytestmark = pytest.mark.usefixtures("compiled_search")

BLUE, YELLOW, RED, BLACK, WHITE = range(5)


def last_round(centre: tuple[int, ...], *players: Player) -> tw.classic.State:
    """Seat 0 is to take from the centre, in the last round; seat 1 has the marker."""
    state = tw.classic.new_game(round_limit=1).after("=bkww/brkw/bykw/rrrk/yykw")
    sources = (centre, *[(0,) * 5 for _ in state.sources[1:]])
    return state._replace(sources=sources, marker=1, players=players)


def wall(*tiles: tuple[int, int]) -> tuple[int, ...]:
    """A coloured wall with tiles at (row, colour)."""
    spaces = [EMPTY] * SIZE * SIZE
    for row, color in tiles:
        spaces[SIZE * (row - 1) + (row - 1 + color) % SIZE] = color
    return tuple(spaces)


def told(reason: Reason, *, is_better: bool = False) -> str:
    """A reason for the first seat's move, as the terminal tells it."""
    return reason_line("classic", reason, 0, ("Ann", "Bo"), is_better=is_better)


def test_a_floor_trap() -> None:
    lines = ((BLUE, 1), (YELLOW, 1), (RED, 1), (BLUE, 1), (WHITE, 1))
    state = last_round((0, 0, 0, 5, 1), Player(30, lines=lines), Player(30, lines=lines))
    theirs, own = explain(state, state.parse("0k-"), state.parse("0w5"), 16.0)
    assert (own.kind, own.seat, own.points, own.error) == ("floor", 0, 8.0, 0.0)
    assert (theirs.kind, theirs.seat) == ("floor", 1)
    assert theirs.points < -8  # the marker lies there too
    assert told(theirs).endswith("  spares Bo: the floor line this round")
    assert told(theirs, is_better=True).endswith("  costs Bo points: the floor line this round")
    assert told(own) == "-8.0  the floor line this round"


def test_a_column_that_was_not_denied() -> None:
    almost = wall((2, BLUE), (3, WHITE), (4, BLACK), (5, RED))  # all of column 2 but the first
    state = last_round((0, 1, 1, 0, 0), Player(30), Player(30, wall=almost))
    first, second = explain(state, state.parse("0r1"), state.parse("0y1"), 10.0)
    assert first == Reason("column", 1, -7.0, 0.0, {"column": 2})
    assert (second.kind, second.seat, second.thing) == ("tile", 1, {"row": 1, "color": YELLOW})
    assert tell_reason("classic", first) == "complete columns (column 2)"
    assert told(first) == "-7.0  gives Bo points: complete columns (column 2)"


def test_a_colour_given_away() -> None:
    almost = wall((2, YELLOW), (3, YELLOW), (4, YELLOW), (5, YELLOW))
    state = last_round((0, 1, 1, 0, 0), Player(30), Player(30, wall=almost))
    (only,) = explain(state, state.parse("0r1"), state.parse("0y1"), 10.0)
    assert only == Reason("color", 1, -10.0, 0.0, {"color": YELLOW})
    assert tell_reason("classic", only) == "complete colours (yellow)"


def test_nothing_is_said_that_the_games_do_not_bear_out() -> None:
    almost = wall((2, YELLOW), (3, YELLOW), (4, YELLOW), (5, YELLOW))
    state = last_round((0, 1, 1, 0, 0), Player(30), Player(30, wall=almost))
    assert explain(state, state.parse("0y1"), state.parse("0r1"), 1.0) == ()
    assert explain(state, state.parse("0y1"), state.parse("0y1"), 1.0) == ()


def test_the_start_of_the_next_round() -> None:
    """The marker lies in the centre with the last tiles: whoever takes it begins."""
    state = last_round((0, 0, 0, 1, 0), Player(30), Player(30))
    black = (0, 0, 0, 1, 0)
    state = state._replace(
        options=state.options._replace(round_limit=5),
        sources=(black, black, *[(0,) * 5 for _ in state.sources[2:]]),
        marker=-1,
    )
    played, better, player = state.parse("1k1"), state.parse("0k1"), RolloutPlayer(state)
    pairs = [
        (tally(player, state, better, seed), tally(player, state, played, seed))
        for seed in range(6)
    ]
    (start,) = [one for one in counts_told(pairs, 0) if one.kind == "start"]
    assert start == Reason("start", 0, 0.0, 0.0, {}, 1.0)
    assert tell_reason("classic", start) == "chance to start the next round"
    assert start not in explain(state, played, better, 1.0)  # nobody knows what it is worth


def test_a_line_that_stays_open() -> None:
    state = last_round((0, 0, 0, 1, 0), Player(30), Player(30))
    state = state._replace(options=state.options._replace(round_limit=5))
    found = explain(state, state.parse("0k5"), state.parse("0k1"), 1.0)
    free = next(reason for reason in found if reason.kind == "free")
    assert (free.seat, free.points, free.count, free.error) == (0, 0.0, 1.0, 0.0)
    assert free.thing == {"row": 5}


def test_the_other_side_is_told_where_reasons_come_to_more_than_the_loss() -> None:
    """A column for a floor full of tiles."""
    almost = wall((2, BLUE), (3, WHITE), (4, BLACK), (5, RED))
    mine = Player(30, wall=almost, floor=(0, 0, 0, 0, 0))
    state = last_round((0, 6, 0, 0, 0), mine, Player(30))
    state = state._replace(sources=((0, 6, 1, 0, 0), *state.sources[1:]))
    dear, cheap = state.parse("0y1"), state.parse("0r1")
    for played, better in ((dear, cheap), (cheap, dear)):
        found = explain(state, played, better, 2.0)
        if found:
            assert found[0].weight(0) > 0 > found[-1].weight(0)
            unsure = explain(state, played, better, 0.25)  # far less than the games say
            assert not any(reason.points for reason in unsure)
            return
    raise AssertionError("one of the two must be better")


def test_the_rest_of_the_round_is_played_well() -> None:
    """Black to line 4 leaves six yellow tiles for the own floor, eleven points. The floor of the
    other seat differs by the two points that its best play costs; it need not take them itself."""
    state = tw.parse(
        "classic players=2 wall=coloured round_limit=40 round=3 phase=take seat=1 starter=0"
        " marker=0 market=yyyyyykw/-/-/bkkw/-/- bag=b9y5r11k7w8 lid=b5y5r1k4w6"
        " seat0=1,r/bb/-/-/rrrrr,.y.k./w.y../.wb../.k.../.....,-"
        " seat1=11,r/-/w/-/kkkk,by.../..yr./..b../..w../.....,-"
    )
    played, better = state.parse("3k4"), state.parse("0k5")
    first, *others = explain(state, played, better, 15.6, 1000)
    assert (first.kind, first.seat) == ("floor", 1)
    assert first.points >= 9
    assert not [one for one in others if one.kind == "floor" and one.points < -4]


def test_a_round_is_open_at_its_beginning() -> None:
    assert is_open(tw.classic.new_game().after("=bkww/brkw/bykw/rrrk/yykw"))
    assert not is_open(last_round((1, 1, 1, 1, 1), Player(30), Player(30)))


def test_points_made_after_the_round_are_known() -> None:
    """The column of the last round is of this round; that of a longer game is not."""
    almost = wall((2, BLUE), (3, WHITE), (4, BLACK), (5, RED))
    state = last_round((0, 1, 0, 0, 0), Player(30, wall=almost), Player(30))
    found = tally(RolloutPlayer(state), state, state.parse("0y1"), 0)
    assert found.points["column", 0] == 7
    assert not found.late
    longer = state._replace(options=state.options._replace(round_limit=2))
    found = tally(RolloutPlayer(longer), longer, longer.parse("0y1"), 0)
    assert found.points["column", 0] == 7
    assert "column" in found.late
    assert "tile" not in found.late
