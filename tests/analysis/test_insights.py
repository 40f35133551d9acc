"""Insights add up exactly, and find where points are lost."""

from __future__ import annotations

from math import sqrt
from statistics import fmean, stdev

import pytest
from msgspec.structs import replace

import tilewright as tw
from tests.analysis.games import ending
from tilewright.analysis import Insights, Review
from tilewright.analysis.insight import (
    SPANS,
    Cause,
    RoundLoss,
    SeatSummary,
    apportioned,
    fold,
    summary,
)
from tilewright.analysis.levels import mixed, rates
from tilewright.analysis.report import GRADES, Decision, Reason
from tilewright.bots import LEVELS

EFFORT = 16


@pytest.fixture(scope="module", params=tw.GAMES)
def reviews(request: pytest.FixtureRequest, compiled_search: None) -> list[Review]:
    """Some games, reviewed: with two players and with three."""
    endings = [
        (("pupil", "mason"), 30),
        (("tiler", "pupil"), 24),
        (("pupil", "tiler", "pupil"), 30),
    ]
    records = [ending(request.param, who, moves) for who, moves in endings]
    return [tw.review(record, EFFORT) for record in records]


def decisions(review: Review, seat: int) -> list[Decision]:
    """Where a seat had a choice."""
    own = [ply for ply in review.plies if isinstance(ply, Decision) and ply.seat == seat]
    return [ply for ply in own if ply.grade]


def kinds(ply: Decision) -> list[tuple[str, bool]]:
    """The kinds of points that a decision lost, and whether others made them."""
    told = [reason for reason in ply.reasons if reason.points and reason.weight(ply.seat) > 0]
    return [(reason.kind, reason.seat != ply.seat) for reason in told]


@pytest.mark.parametrize("seat", [0, 1])
def test_all_points_are_accounted_for(reviews: list[Review], seat: int) -> None:
    found = tw.insights(reviews, seat)
    own = [ply for review in reviews for ply in decisions(review, seat)]
    assert (found.games, found.decisions) == (3, len(own))
    assert found.result == found.start + found.luck - found.loss + found.others
    named = sum([cause.points for cause in found.causes])
    assert found.loss == named + found.small + found.unexplained
    assert min(found.small, found.unexplained, *[cause.points for cause in found.causes]) >= 0
    assert found.loss == sum([part.loss for part in found.rounds]) == sum([p.loss for p in own])
    assert sum([part.decisions for part in found.rounds]) == sum(found.grades.values()) == len(own)
    assert found.small == sum([ply.loss for ply in own if ply.grade in ("best", "good")])
    losses = [ply.loss for ply in own]
    assert found.error_rate == pytest.approx(fmean(losses))
    assert found.error == pytest.approx(stdev(losses) / sqrt(len(losses)))
    names = {lost for ply in own for lost in kinds(ply)}
    assert {(cause.kind, cause.given) for cause in found.causes} == names


def test_the_dearest_slips_are_told_with_their_games(reviews: list[Review]) -> None:
    found = tw.insights(reviews, 0)
    for slip in found.slips:
        ply = reviews[slip.game].plies[slip.at]
        assert isinstance(ply, Decision)
        assert (ply.seat, ply.grade, ply.loss, ply.round) == (0, slip.grade, slip.loss, slip.round)
    worst = max([ply.loss for review in reviews for ply in decisions(review, 0)])
    assert found.slips[0].loss == worst
    firsts = {kinds(ply)[0] for review in reviews for ply in decisions(review, 0) if kinds(ply)}
    assert firsts - {(slip.kind, slip.given) for slip in found.slips} == set()


def test_a_player_is_found_by_name_on_whatever_seat(reviews: list[Review]) -> None:
    def named(review: Review, seat: int) -> Review:
        seats = [
            replace(one, name="Ann" if n == seat else f"Seat {n}")
            for n, one in enumerate(review.seats)
        ]
        return replace(review, seats=tuple(seats))

    mine = [named(review, number % 2) for number, review in enumerate(reviews)]
    found = tw.insights(mine, "Ann")
    assert found == fold([summary(review, n % 2) for n, review in enumerate(reviews)])
    with pytest.raises(ValueError, match="no seat 'Bob' in a game of Ann, Seat 1"):
        tw.insights(mine, "Bob")


@pytest.mark.parametrize(
    ("loss", "points", "costs"),
    [
        (4.0, [2.0, -1.0], [2.0, 1.0]),  # one point is not explained
        (3.0, [4.0, -2.0], [2.0, 1.0]),  # more was measured than lost
        (1.0, [0.7, 0.7, 0.7], [21 / 64, 21 / 64, 21 / 64]),
        (1 / 64, [5.0, 5.0], [0.0, 0.0]),
        (2.0, [], []),
    ],
)
def test_a_loss_is_divided_among_its_reasons(
    loss: float, points: list[float], costs: list[float]
) -> None:
    reasons = [Reason("floor" if n > 0 else "tile", int(n < 0), n, 0.1) for n in points]
    good = Reason("row", 0, -9.0, 0.1)  # speaks for the move that was made
    counted = Reason("start", 0, 0.0, 0.1, count=0.8)
    found = apportioned(loss, [*reasons, good, counted], seat=0)
    assert [cause.points for cause in found] == costs
    assert [cause.given for cause in found] == [n < 0 for n in points]
    assert sum(costs) <= loss


def game(number: int, *, players: int = 2, loss: float = 1.0, luck: float = 0.0) -> SeatSummary:
    """A game of ten decisions that lost so much each, against others who lost five in all."""
    result = luck - 10 * loss + 5
    return SeatSummary(
        game="classic",
        players=players,
        start=0.0,
        result=result,
        luck=luck,
        others=5.0,
        loss=10 * loss,
        squares=10 * loss**2,
        decisions=10,
        accuracy=900.0,
        grades=dict.fromkeys(GRADES, 2),
        rounds=(RoundLoss(1 + number % 2, 10, 10 * loss),),
        causes=(Cause("floor", False, 10 * loss, 3),),
        small=0.0,
        unexplained=0.0,
        slips=(),
    )


def test_progress_is_told_in_spans_of_equal_length() -> None:
    few = fold([game(n) for n in range(7)])
    assert [(span.first, span.last) for span in few.spans] == [(n, n) for n in range(7)]
    many = fold([game(n, loss=1.0 if n < 50 else 0.5) for n in range(101)])
    assert len(many.spans) == SPANS
    assert [b.first - a.last for a, b in zip(many.spans, many.spans[1:], strict=False)] == [1] * 19
    assert (many.spans[0].first, many.spans[-1].last) == (0, 100)
    assert {span.last - span.first + 1 for span in many.spans} == {5, 6}
    assert (many.spans[0].error_rate, many.spans[-1].error_rate) == (1.0, 0.5)
    assert many.accuracy == 90.0


def test_luck_is_told_from_skill() -> None:
    games = [
        game(0, loss=1.0, luck=9.0),  # ahead by 4, without luck behind
        game(1, loss=0.25, luck=1.0),  # ahead anyway
        game(2, loss=0.25, luck=-6.0),  # behind by bad luck
        game(3, loss=1.0, luck=2.0),  # behind anyway
        game(4, loss=0.5, luck=0.0),  # level
    ]
    found = fold(games)
    assert (found.ahead, found.ahead_by_luck) == (2, 1)
    assert (found.behind, found.behind_by_luck) == (2, 1)


def compared(*games: SeatSummary) -> Insights:
    return fold(list(games))


def test_the_error_rate_stands_beside_those_of_the_levels() -> None:
    measured = rates("classic")["2"]
    found = compared(game(0, loss=1.0), game(1, loss=1.0)).compared
    assert found is not None
    assert found.rates == pytest.approx(measured)
    assert tuple(found.rates) == LEVELS
    nearest = min(measured, key=lambda name: abs(measured[name] - 1.0))
    assert (found.decisions, found.error_rate, found.level.name) == (20, 1.0, nearest)
    for players in set(range(2, 5)) - {int(known) for known in rates("classic")}:
        # where nothing was measured nothing is said, and the rest is compared alone
        assert compared(game(0, players=players)).compared is None
        both = compared(game(0, players=players, loss=0.0), game(1)).compared
        assert both is not None
        assert (both.decisions, both.error_rate) == (10, 1.0)


def test_rates_are_mixed_by_decisions(monkeypatch: pytest.MonkeyPatch) -> None:
    fake = {"2": dict.fromkeys(LEVELS, 1.0), "3": dict.fromkeys(LEVELS, 0.5)}
    monkeypatch.setattr("tilewright.analysis.levels.rates", lambda _: fake)
    assert mixed("classic", {2: 30, 3: 10}) == dict.fromkeys(LEVELS, 0.875)


def test_games_are_not_mixed() -> None:
    other = replace(game(0), game="pavilion")
    for wrong in ([], [game(0), other]):
        with pytest.raises(ValueError, match="one game"):
            fold(wrong)
