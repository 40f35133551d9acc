"""What is told of the games that were played on, whatever these games are."""

from __future__ import annotations

from collections import Counter

import pytest

import tilewright as tw
from tilewright.analysis import reasons
from tilewright.analysis.reasons import Breakdown, explain
from tilewright.analysis.report import Reason

START = tw.classic.new_game().after("=bkww/brkw/bykw/rrrk/yykw")
PLAYED, BETTER = START.parse("1b1"), START.parse("1b2")
COLUMN = (("column", 2),)
GAMES = 16


def told(
    monkeypatch: pytest.MonkeyPatch, times: int, loss: float, late: set[str]
) -> tuple[Reason, ...]:
    """The reasons if the better move brings a column in some of the games."""

    def tally(_: object, __: object, move: object, seed: int) -> Breakdown:
        points = 7 if move == BETTER and seed < times else 0
        key = "column", START.turn
        return Breakdown(Counter({key: points}), Counter(), Counter({(key, COLUMN): points}), late)

    monkeypatch.setattr(reasons, "RolloutPlayer", lambda *_: None)
    monkeypatch.setattr(reasons, "tally", tally)
    return explain(START, PLAYED, BETTER, loss, GAMES * reasons.SIMULATIONS)


def test_a_bonus_of_this_round_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    (only,) = told(monkeypatch, GAMES, 3.0, set())
    assert only == Reason("column", START.turn, 7.0, 0.0, {"column": 2})
    (only,) = told(monkeypatch, GAMES // 2, 2.0, set())
    assert only.points == 3.5
    assert only.error == 0.9


def test_a_bonus_of_later_rounds_is_at_most_twice_the_loss(monkeypatch: pytest.MonkeyPatch) -> None:
    assert told(monkeypatch, GAMES, 3.5, {"column"})
    assert not told(monkeypatch, GAMES, 3.0, {"column"})


def test_a_bonus_of_later_rounds_needs_more_certainty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half of the games bring it: that is 3.9 standard errors."""
    assert not told(monkeypatch, GAMES // 2, 2.0, {"column"})
    assert told(monkeypatch, GAMES * 3 // 4, 3.0, {"column"})
