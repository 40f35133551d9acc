"""Reviews, analyses and rollouts in words."""

from __future__ import annotations

from collections.abc import Iterator

from rich.table import Table

from tilewright.analysis.grade import is_bad
from tilewright.analysis.reasons import reasoned
from tilewright.analysis.report import Analysis, Deal, Decision, Review
from tilewright.analysis.rollouts import Rollout
from tilewright.games import parse
from tilewright.record import Record
from tilewright.tui.game import on_screen

SIGNS = {"best": "★", "good": "✓", "inaccuracy": "?!", "mistake": "?", "blunder": "??"}
LUCKY = 2.0  # points from which a deal is worth a line
SEEN = 0.005  # chance that is not rounded away


def seats_table(review: Review) -> Table:
    """What every seat did with its game."""
    table = Table(box=None, pad_edge=False)
    table.add_column("")
    for name in ("result", "lost", "a move", "accuracy", "?!", "?", "??", "luck", "without"):
        table.add_column(name, justify="right")
    table.add_column("played like")
    for seat in review.seats:
        bad = [str(seat.grades[each]) for each in ("inaccuracy", "mistake", "blunder")]
        level = seat.level
        like = ""
        if level:
            like = level.name
            if level.low != level.high:
                like += f" ({level.low} to {level.high})"
        table.add_row(
            seat.name,
            f"{seat.result:+.0f}",
            f"{seat.loss:.1f}",
            f"{seat.error_rate:.2f}",
            f"{seat.accuracy:.0f} %",
            *bad,
            f"{seat.luck:+.1f}",
            f"{seat.adjusted:+.1f}",
            like,
        )
    return table


def review_lines(record: Record, review: Review, *, everything: bool) -> Iterator[str]:
    """The plies that matter, or all of them, round by round."""
    number = 0
    for ply, state in zip(review.plies, record.states(), strict=False):
        lines: list[str] = []
        if isinstance(ply, Deal):
            if everything or max(map(abs, ply.luck)) >= LUCKY:
                lucky = max(range(len(ply.luck)), key=lambda seat: ply.luck[seat])
                name, points = review.seats[lucky].name, ply.luck[lucky]
                lines = [f"{ply.at + 1:4}     {ply.move}: luck for {name}, {points:+.1f}"]
        elif everything or is_bad(ply.grade):
            move = record.moves[ply.at]
            said = on_screen(state).say(state, move)
            sign = SIGNS[ply.grade] if ply.grade else ""
            lost = f"; -{ply.loss:.1f} points" if is_bad(ply.grade) else ""
            if lost and ply.chance_loss >= SEEN:
                lost += f", -{ply.chance_loss:.0%} to win"
            name = review.seats[ply.seat].name
            lines = [f"{ply.at + 1:4}  {sign:2} {name} {ply.move}: {said}{lost}"]
            if is_bad(ply.grade):
                lines += better_lines(record, review, ply)
        if lines and ply.round != number:
            number = ply.round
            yield f"Round {number}"
        yield from lines


def better_lines(record: Record, review: Review, ply: Decision) -> Iterator[str]:
    """What would have been better, and why."""
    state = list(record.states())[ply.at]
    best = ply.candidates[0]
    said = on_screen(state).say(state, state.parse(best.move))
    yield f"         better {best.move}: {said}; then {' '.join(best.line[1:]) or 'the deal'}"
    tell = reasoned(review.game).tell
    for reason in ply.reasons:
        name = review.seats[reason.seat].name
        yield f"         {-reason.points:+.1f} for {name}: {tell(reason)}"


def analysis_lines(analysis: Analysis) -> Iterator[str]:
    """The best moves of a position, each with its line."""
    state = parse(analysis.position)
    for seat, margin in enumerate(analysis.value.margins):
        chance = analysis.value.chances[seat]
        yield f"Seat {seat + 1}: {margin:+.1f} points, {chance:.0%} to win"
    for one in analysis.candidates:
        said = on_screen(state).say(state, state.parse(one.move))
        yield f"{one.margin:+6.1f} {one.chance:4.0%}  {one.move}: {said}"
        if one.line[1:]:
            yield f"              then {' '.join(one.line[1:])}"


def rollout_lines(rollout: Rollout) -> Iterator[str]:
    """The moves of a rollout with their intervals."""
    state = parse(rollout.position)
    for one in rollout.moves:
        said = on_screen(state).say(state, state.parse(one.move))
        behind = f", behind by {one.behind:.1f} ± {1.96 * one.behind_error:.1f}"
        place = behind if one.behind else ""
        yield f"{one.margin:+6.1f} ± {1.96 * one.error:.1f}  {one.move}: {said}{place}"
    verdict = "the first is better, as sure as 95 %" if rollout.is_decided else "not decided"
    yield f"{rollout.games} games a move: {verdict}."
    yield f"Without taking out luck it would need {rollout.saved:.1f} times as many."
