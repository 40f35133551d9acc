"""What is told of the games that were played on, whatever these games are."""

from __future__ import annotations

from collections import Counter

import pytest

import tilewright as tw
from tilewright.analysis import reasons
from tilewright.analysis.reasons import Breakdown, Thing, explain, points_told
from tilewright.analysis.report import Reason

START = tw.classic.new_game().after("=bkww/bbbb/yyyy/rrrr/kkkk")
PLAYED, BETTER = START.parse("1b1"), START.parse("1b2")
OPEN = tw.classic.new_game().after("=bkww/brkw/bykw/rrrk/yykw")
COLUMN: Thing = (("column", 2),)
GAMES = 16


def told(
    monkeypatch: pytest.MonkeyPatch, often: int, loss: float, late: set[str]
) -> tuple[Reason, ...]:
    """The reasons if the better move brings a column in some of the games."""

    def tally(_: object, __: object, move: object, seed: int) -> Breakdown:
        points = 7 if move == BETTER and seed < often else 0
        key = "column", START.turn
        things = Counter({(key, COLUMN): points})
        times = Counter({(key, COLUMN): points // 7})
        return Breakdown(Counter({key: points}), Counter(), things, late, times)

    monkeypatch.setattr(reasons, "RolloutPlayer", lambda *_: None)
    monkeypatch.setattr(reasons, "tally", tally)
    return explain(START, PLAYED, BETTER, loss, GAMES * reasons.SIMULATIONS)


def test_a_bonus_of_this_round_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    (only,) = told(monkeypatch, GAMES, 3.0, set())
    assert only == Reason("column", START.turn, 7.0, 0.0, {"column": 2})
    (only,) = told(monkeypatch, GAMES * 3 // 4, 2.0, set())
    assert only.points == 5.25
    assert only.error == 0.78
    assert not told(monkeypatch, GAMES // 2, 2.0, set())  # 3.9 standard errors


def test_no_more_games_are_played_if_a_few_show_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[int] = []

    def tally(_: object, __: object, move: object, seed: int) -> Breakdown:
        played.append(seed)
        points = 7 if seed % 2 == 0 and move == [BETTER, PLAYED][seed // 2 % 2] else 0
        return Breakdown(Counter({("tile", 0): points}), Counter(), Counter(), set(), Counter())

    monkeypatch.setattr(reasons, "RolloutPlayer", lambda *_: None)
    monkeypatch.setattr(reasons, "tally", tally)
    assert not explain(START, PLAYED, BETTER, 2.0, GAMES * reasons.SIMULATIONS)
    assert max(played) + 1 == reasons.FEW


def test_nothing_is_said_while_the_round_is_open() -> None:
    assert not explain(OPEN, OPEN.parse("1b-"), OPEN.parse("4r3"), 6.0)


def test_a_bonus_of_later_rounds_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not told(monkeypatch, GAMES, 7.0, {"column"})


def pairs_of(*games: tuple[dict[str, int], dict[str, int]]) -> list[tuple[Breakdown, Breakdown]]:
    """Games after two moves, given the own points by kind."""

    def breakdown(kinds: dict[str, int]) -> Breakdown:
        points = Counter({(kind, 0): n for kind, n in kinds.items()})
        return Breakdown(points, Counter(), Counter(), set(), Counter())

    return [(breakdown(one), breakdown(other)) for one, other in games]


def test_both_players_must_agree() -> None:
    """What only the games of one of them show may be a mistake that it makes in all of them."""
    deep, shallow = ({"tile": 6}, {"tile": 0}), ({"tile": 1}, {"tile": 0})
    assert not points_told(pairs_of(*[deep, shallow] * 8), 0, 4.0)
    (only,) = points_told(pairs_of(*[deep, ({"tile": 4}, {"tile": 0})] * 8), 0, 4.0)
    assert only == Reason("tile", 0, 5.0, 0.26)


def test_nothing_is_said_if_as_much_speaks_for_the_move_played() -> None:
    pairs = pairs_of(*[({"tile": 4}, {"floor": 4})] * 16)
    assert not points_told(pairs, 0, 3.0)
    tile, floor = points_told(pairs_of(*[({"tile": 7}, {"floor": 4})] * 16), 0, 3.0)
    assert (tile.points, floor.points) == (7, -4)


def test_a_reason_says_whether_its_points_are_lost() -> None:
    pairs = pairs_of(*[({"tile": 7}, {"floor": 4})] * 16)
    told = points_told(pairs, 0, 3.0, losses=("floor",))
    assert [(one.kind, one.is_loss) for one in told] == [("tile", False), ("floor", True)]


def test_points_that_are_only_made_later_do_not_count() -> None:
    row: Thing = (("row", 1),)

    def breakdown(**kinds: int) -> Breakdown:
        points = Counter({(kind, 0): n for kind, n in kinds.items()})
        things = Counter({(key, row): n for key, n in points.items()})
        return Breakdown(points, Counter(), things, {"later_tile"}, Counter(things.keys()))

    assert not points_told([(breakdown(tile=5), breakdown(later_tile=5))] * 16, 0, 4.0)
    (only,) = points_told([(breakdown(tile=5), breakdown(later_tile=2))] * 16, 0, 4.0)
    assert (only.kind, only.points) == ("tile", 5)


def test_a_tile_that_is_laid_either_way_is_not_named() -> None:
    """It may bring more beside another one; the points are told, but not as those of this tile."""
    key, row = ("tile", 0), (("row", 1),)
    one, other = [
        Breakdown(
            Counter({key: n}), Counter(), Counter({(key, row): n}), set(), Counter({(key, row): 1})
        )
        for n in (5, 1)
    ]
    (only,) = points_told([(one, other)] * 16, 0, 4.0)
    assert only == Reason("tile", 0, 4.0, 0.0)


def test_what_is_counted_explains_no_large_loss(monkeypatch: pytest.MonkeyPatch) -> None:
    def tally(_: object, __: object, move: object, ___: object) -> Breakdown:
        counts = Counter({("jokers", START.turn): int(move == BETTER)})
        points = Counter({("column", START.turn): 7 * (move == BETTER)})
        return Breakdown(points, counts, Counter(), {"column"}, Counter())

    monkeypatch.setattr(reasons, "RolloutPlayer", lambda *_: None)
    monkeypatch.setattr(reasons, "tally", tally)
    (only,) = explain(START, PLAYED, BETTER, 4.0)
    assert only == Reason("jokers", START.turn, 0.0, 0.0, {}, 1.0)
    assert not explain(START, PLAYED, BETTER, 4.5)
