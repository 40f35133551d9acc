"""Insights: what the reviews of a player's games add up to.

A game is first summed up in a few numbers, `summary`; insights are a fold over those. All sums are
exact, as those of reviews are: for every game and all of them together

    result = start + luck - loss + others
    loss   = what each cause cost + what was small + what is unexplained
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import sqrt
from statistics import fmean

from msgspec import Struct
from msgspec.structs import replace

from tilewright.analysis.grade import accuracy, is_bad
from tilewright.analysis.levels import ENOUGH, between, is_measured, mixed
from tilewright.analysis.report import (
    GRADES,
    POINT_PARTS,
    Decision,
    Grade,
    NearestLevel,
    Reason,
    Review,
    on_grid,
)

SPANS = 20  # at most this many parts of the games, to show progress
DEAREST = 5  # slips remembered per game, and shown over all games


class Cause(Struct, frozen=True):
    """A kind of points that were lost, as reasons name them."""

    kind: str
    given: bool  # the others made these points; otherwise the player missed them
    points: float
    slips: int  # how often it was named


class RoundLoss(Struct, frozen=True):
    """What was lost in a round, over all games."""

    round: int
    decisions: int
    loss: float


class Slip(Struct, frozen=True):
    """An inaccuracy, a mistake or a blunder."""

    game: int  # its number among the games, from 0
    at: int  # moves before it
    round: int
    grade: Grade
    loss: float
    kind: str = ""  # of most of the points lost; empty if no reason was found
    given: bool = False


class SeatSummary(Struct, frozen=True):
    """A seat of a reviewed game in a few numbers."""

    game: str
    players: int
    start: float  # the margin expected at the start
    result: float  # the margin at the end
    luck: float
    others: float  # what the others' decisions gave
    loss: float
    squares: float  # the sum of the squared losses of all decisions
    decisions: int
    accuracy: float  # in percent, summed over the decisions
    grades: dict[Grade, int]
    rounds: tuple[RoundLoss, ...]
    causes: tuple[Cause, ...]
    small: float  # lost by decisions that are still good
    unexplained: float  # lost by slips without a known reason
    slips: tuple[Slip, ...]  # costliest first


class Compared(Struct, frozen=True):
    """An error rate beside those of the bots' levels, where they are known."""

    decisions: int
    error_rate: float
    error: float  # standard error of that
    level: NearestLevel
    rates: dict[str, float]  # of the levels, for the same number of players; weakest first


class Span(Struct, frozen=True):
    """Some games in a row."""

    first: int  # the number of the first one, from 0
    last: int
    decisions: int
    error_rate: float
    error: float  # standard error of that
    luck: float  # points per game
    result: float  # points per game


class Insights(Struct, frozen=True):
    """All games of a player; points are sums over them."""

    game: str
    games: int
    decisions: int
    error_rate: float  # points lost per decision
    error: float  # standard error of that
    accuracy: float  # percent
    grades: dict[Grade, int]
    start: float
    result: float
    luck: float
    others: float
    loss: float
    ahead: int  # games that ended with a lead
    ahead_by_luck: int  # those of them that would have ended behind without luck
    behind: int
    behind_by_luck: int
    causes: tuple[Cause, ...]  # costliest first
    small: float
    unexplained: float
    rounds: tuple[RoundLoss, ...]
    spans: tuple[Span, ...]
    slips: tuple[Slip, ...]  # the costliest of all, and of each cause
    compared: Compared | None


def insights(reviews: Iterable[Review], who: str | int) -> Insights:
    """Sum up what reviews of one game say about a player: the seats with this name, or the seat
    with this number, from 0. The games are given in the order they were played."""
    return fold([summary(review, seat_of(review, who)) for review in reviews])


def seat_of(review: Review, who: str | int) -> int:
    """The seat somebody had."""
    seats = [number for number, seat in enumerate(review.seats) if who in (number, seat.name)]
    if not seats:
        names = ", ".join([seat.name for seat in review.seats])
        raise ValueError(f"no seat {who!r} in a game of {names}")
    return seats[0]


def summary(review: Review, seat: int) -> SeatSummary:
    """Sum up what a review says about a seat."""
    told = review.seats[seat]
    choices = [
        ply
        for ply in review.plies
        if isinstance(ply, Decision) and ply.seat == seat and ply.grade is not None
    ]
    bad = [ply for ply in choices if is_bad(ply.grade)]
    causes = merged([cause for ply in bad for cause in apportioned(ply.loss, ply.reasons, seat)])
    small = sum([ply.loss for ply in choices if not is_bad(ply.grade)], 0.0)
    return SeatSummary(
        game=review.game,
        players=len(review.seats),
        start=review.values[0].margins[seat],
        result=told.result,
        luck=told.luck,
        others=told.others,
        loss=told.loss,
        squares=sum([ply.loss**2 for ply in choices], 0.0),
        decisions=told.decisions,
        accuracy=sum([accuracy(ply.chance_loss) for ply in choices], 0.0),
        grades=told.grades,
        rounds=by_round([RoundLoss(ply.round, 1, ply.loss) for ply in choices]),
        causes=causes,
        small=small,
        unexplained=told.loss - small - sum([cause.points for cause in causes]),
        slips=dearest([tell_slip(ply, seat) for ply in bad])[:DEAREST],
    )


def apportioned(loss: float, reasons: Sequence[Reason], seat: int) -> list[Cause]:
    """What each reason for a loss has cost: as many points as were measured, scaled down where
    together they exceed the loss."""
    told = costly(reasons, seat)
    measured = sum([reason.weight(seat) for reason in told])
    found, left = [], loss
    for reason in told:
        cost = reason.weight(seat) * min(1.0, loss / measured)
        cost = min(left, on_grid(cost, POINT_PARTS))
        left -= cost
        found.append(Cause(reason.kind, reason.seat != seat, cost, 1))
    return found


def costly(reasons: Sequence[Reason], seat: int) -> list[Reason]:
    """The reasons that are lost points: not those that are counts, nor those that speak for the
    move played."""
    return [reason for reason in reasons if not reason.count and reason.weight(seat) > 0]


def tell_slip(ply: Decision, seat: int) -> Slip:
    """A slip, with the kind of points it lost most of."""
    assert ply.grade is not None
    slip = Slip(0, ply.at, ply.round, ply.grade, ply.loss)
    first = costly(ply.reasons, seat)
    return replace(slip, kind=first[0].kind, given=first[0].seat != seat) if first else slip


def fold(summaries: Sequence[SeatSummary]) -> Insights:
    """Sum up some games of a player, in the order they were played."""
    if len({one.game for one in summaries}) != 1:
        raise ValueError("insights are about one game and need at least one review")
    ahead = [one for one in summaries if one.result > 0]
    behind = [one for one in summaries if one.result < 0]
    decisions = sum([one.decisions for one in summaries])
    return Insights(
        game=summaries[0].game,
        games=len(summaries),
        decisions=decisions,
        error_rate=rate(summaries),
        error=error(summaries),
        accuracy=sum([one.accuracy for one in summaries]) / decisions if decisions else 100.0,
        grades={grade: sum([one.grades[grade] for one in summaries]) for grade in GRADES},
        start=total([one.start for one in summaries]),
        result=total([one.result for one in summaries]),
        luck=total([one.luck for one in summaries]),
        others=total([one.others for one in summaries]),
        loss=total([one.loss for one in summaries]),
        ahead=len(ahead),
        ahead_by_luck=sum([one.result - one.luck < 0 for one in ahead]),
        behind=len(behind),
        behind_by_luck=sum([one.result - one.luck > 0 for one in behind]),
        causes=merged([cause for one in summaries for cause in one.causes]),
        small=total([one.small for one in summaries]),
        unexplained=total([one.unexplained for one in summaries]),
        rounds=by_round([part for one in summaries for part in one.rounds]),
        spans=tuple(spans(summaries)),
        slips=worst(summaries),
        compared=compare(summaries),
    )


def worst(summaries: Sequence[SeatSummary]) -> tuple[Slip, ...]:
    """The costliest slips of all games, and the costliest of each kind."""
    slips = [(slip, number) for number, one in enumerate(summaries) for slip in one.slips]
    slips.sort(key=lambda one: (-one[0].loss, one[1], one[0].at))
    firsts = {(slip.kind, slip.given): (slip, number) for slip, number in reversed(slips)}
    chosen = {*slips[:DEAREST], *firsts.values()}
    return dearest([replace(slip, game=number) for slip, number in chosen])


def spans(summaries: Sequence[SeatSummary]) -> Iterator[Span]:
    """Divide the games, in the order they were played, into spans of equal length."""
    count = min(SPANS, len(summaries))
    edges = [len(summaries) * number // count for number in range(count + 1)]
    for first, end in pairwise(edges):
        some = summaries[first:end]
        yield Span(
            first=first,
            last=end - 1,
            decisions=sum([one.decisions for one in some]),
            error_rate=rate(some),
            error=error(some),
            luck=fmean([one.luck for one in some]),
            result=fmean([one.result for one in some]),
        )


def compare(summaries: Sequence[SeatSummary]) -> Compared | None:
    """An error rate beside those of the bots' levels, over the games whose number of players was
    measured, if there are enough decisions."""
    known = [one for one in summaries if is_measured(one.game, one.players)]
    decisions = Counter[int]()
    for one in known:
        decisions[one.players] += one.decisions
    if decisions.total() < ENOUGH:
        return None
    rates = mixed(known[0].game, decisions)
    mine, unsure = rate(known), error(known)
    return Compared(decisions.total(), mine, unsure, between(rates, mine, unsure), rates)


def rate(summaries: Sequence[SeatSummary]) -> float:
    """Points lost per decision."""
    decisions = sum([one.decisions for one in summaries])
    return total([one.loss for one in summaries]) / decisions if decisions else 0.0


def error(summaries: Sequence[SeatSummary]) -> float:
    """The standard error of the rate."""
    count = sum([one.decisions for one in summaries])
    if count < 2:
        return 0.0
    squares = total([one.squares for one in summaries]) - count * rate(summaries) ** 2
    return sqrt(max(0.0, squares) / (count - 1) / count)


def total(points: Sequence[float]) -> float:
    """The sum of points; exact, because they lie on a grid."""
    return sum(points, 0.0)


def merged(causes: Iterable[Cause]) -> tuple[Cause, ...]:
    """Causes with those of the same kind merged, costliest first."""
    points, slips = defaultdict[tuple[str, bool], float](float), Counter[tuple[str, bool]]()
    for cause in causes:
        key = cause.kind, cause.given
        points[key] += cause.points
        slips[key] += cause.slips
    found = [Cause(*key, points[key], slips[key]) for key in points]
    return tuple(sorted(found, key=lambda one: (-one.points, one.kind, one.given)))


def by_round(parts: Iterable[RoundLoss]) -> tuple[RoundLoss, ...]:
    """What was lost in each round, in order."""
    decisions, loss = Counter[int](), defaultdict[int, float](float)
    for part in parts:
        decisions[part.round] += part.decisions
        loss[part.round] += part.loss
    return tuple([RoundLoss(number, decisions[number], loss[number]) for number in sorted(loss)])


def dearest(slips: Iterable[Slip]) -> tuple[Slip, ...]:
    """Slips by what they cost."""
    return tuple(sorted(slips, key=lambda slip: (-slip.loss, slip.game, slip.at)))
