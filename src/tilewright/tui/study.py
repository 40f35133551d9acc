"""Reviews, analyses and rollouts in words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
from msgspec import Struct
from rich.table import Table

from tilewright.analysis.grade import is_bad
from tilewright.analysis.reasons import START
from tilewright.analysis.report import Analysis, Deal, Decision, Review, Standing
from tilewright.analysis.rollouts import Rollout
from tilewright.analysis.wording import ENGLISH, tell
from tilewright.games import AnyState, parse
from tilewright.record import Record
from tilewright.tui.game import on_screen

SIGNS = {"best": "★", "good": "✓", "inaccuracy": "?!", "mistake": "?", "blunder": "??"}
LUCKY = 2.0  # points from which a deal is worth a line
SEEN = 0.005  # chance that is not rounded away


class Words(Struct, forbid_unknown_fields=True):
    """What a review says in one language."""

    result: str
    lost: str
    rate: str
    accuracy: str
    luck: str
    adjusted: str
    like: str
    between: str
    round: str
    lucky: str
    cost: str
    cost_chance: str
    better: str
    better_deal: str
    helps: str
    against: str


WORDS = msgspec.json.decode(
    Path(__file__).with_suffix(".json").read_bytes(), type=dict[str, Words]
)  # by language


def seats_table(review: Review, language: str = ENGLISH) -> Table:
    """What every seat did with its game."""
    table, words = Table(box=None, pad_edge=False), WORDS[language]
    table.add_column("")
    for name in (words.result, words.lost, words.rate, words.accuracy, "?!", "?", "??"):
        table.add_column(name, justify="right")
    for name in (words.luck, words.adjusted):
        table.add_column(name, justify="right")
    table.add_column(words.like)
    for seat in review.seats:
        bad = [str(seat.grades[each]) for each in ("inaccuracy", "mistake", "blunder")]
        table.add_row(
            seat.name,
            f"{seat.result:+.0f}",
            f"{seat.loss:.1f}",
            f"{seat.error_rate:.2f}",
            f"{seat.accuracy:.0f} %",
            *bad,
            f"{seat.luck:+.1f}",
            f"{seat.adjusted:+.1f}",
            like(seat.level, language) if seat.level else "",
        )
    return table


def like(level: Standing, language: str = ENGLISH) -> str:
    """The level that somebody played like, with those that it may have been."""
    if level.low == level.high:
        return level.name
    return WORDS[language].between.format(level=level.name, low=level.low, high=level.high)


def review_lines(
    record: Record, review: Review, *, everything: bool, language: str = ENGLISH
) -> Iterator[str]:
    """The plies that matter, or all of them, round by round."""
    number, words = 0, WORDS[language]
    for ply, state in zip(review.plies, record.states(), strict=False):
        lines: list[str] = []
        if isinstance(ply, Deal):
            if everything or max(map(abs, ply.luck)) >= LUCKY:
                lucky = max(range(len(ply.luck)), key=lambda seat: ply.luck[seat])
                name, points = review.seats[lucky].name, f"{ply.luck[lucky]:+.1f}"
                told = words.lucky.format(move=ply.move, name=name, points=points)
                lines = [f"{ply.at + 1:4}     {told}"]
        elif everything or is_bad(ply.grade):
            sign = SIGNS[ply.grade] if ply.grade else ""
            line = f"{ply.at + 1:4}  {sign:2} {review.seats[ply.seat].name} "
            line += named(state, ply.move, language)
            if is_bad(ply.grade):
                form = words.cost_chance if ply.chance_loss >= SEEN else words.cost
                chance = f"-{ply.chance_loss:.0%}"
                line += "; " + form.format(points=f"-{ply.loss:.1f}", chance=chance)
            lines = [line]
            if is_bad(ply.grade):
                lines += better_lines(state, review, ply, language)
        if lines and ply.round != number:
            number = ply.round
            yield words.round.format(number=number)
        yield from lines


def named(state: AnyState, move: str, language: str) -> str:
    """A move as it is written, and in English also what it does."""
    if language != ENGLISH:
        return move
    return f"{move}: {on_screen(state).say(state, state.parse(move))}"


def better_lines(
    state: AnyState, review: Review, ply: Decision, language: str = ENGLISH
) -> Iterator[str]:
    """What would have been better, and why."""
    words, best = WORDS[language], ply.candidates[0]
    form = words.better if best.line[1:] else words.better_deal
    told = form.format(move=named(state, best.move, language), line=" ".join(best.line[1:]))
    yield f"         {told}"
    for reason in ply.reasons:
        what, name = tell(review.game, reason, language), review.seats[reason.seat].name
        gain = reason.weight(ply.seat)
        if reason.seat != ply.seat:
            what = (words.helps if gain > 0 else words.against).format(name=name, what=what)
        amount = f"{-gain:+.0%}" if reason.kind == START else f"{-gain:+.1f}"
        yield f"         {amount}  {what}"


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
