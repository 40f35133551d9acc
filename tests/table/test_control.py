"""The clock of a seat: what a decision costs, what taking it back returns, when time runs out."""

from __future__ import annotations

import pytest

from tilewright.table.control import Clock, TimeControl

LIVE = TimeControl("live", seconds=10, increment=2)
DAYS = TimeControl("days", days=2)
DAY = 86_400_000


@pytest.mark.parametrize("control, left", [(TimeControl(), None), (LIVE, 10_000), (DAYS, 2 * DAY)])
def test_the_start(control: TimeControl, left: int | None) -> None:
    clock = control.clock()
    assert clock == Clock(control, left)
    assert clock.deadline(500) == (None if left is None else 500 + left)


@pytest.mark.parametrize(
    "spent, left",
    [(0, 12_000), (4_000, 8_000), (10_000, 2_000), (11_000, 2_000), (-5, 12_000)],
)
def test_a_decision_on_a_live_clock(spent: int, left: int) -> None:
    assert LIVE.clock().after_move(spent).left == left


@pytest.mark.parametrize("left, after", [(8_000, 6_000), (1_500, 0)])
def test_what_is_taken_back_earns_no_increment(left: int, after: int) -> None:
    assert Clock(LIVE, left).after_undo().left == after


def test_every_decision_has_its_days() -> None:
    assert Clock(DAYS, DAY).after_move(DAY // 2) == DAYS.clock()
    assert Clock(DAYS, DAY).after_undo().left == DAY


def test_without_a_clock_nothing_is_charged() -> None:
    free = TimeControl().clock()
    assert free.after_move(DAY) == free.after_undo() == free
