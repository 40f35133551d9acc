"""Reviews, analyses and rollouts in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.table import Table

from tilewright.analysis.grade import is_bad
from tilewright.analysis.hints import CLEAR
from tilewright.analysis.reasons import START
from tilewright.analysis.report import (
    Analysis,
    DealLuck,
    Decision,
    Hint,
    NearestLevel,
    Reason,
    Review,
    Rollout,
)
from tilewright.games import AnyState, parse, part
from tilewright.record import Record
from tilewright.tui.game import Explained, on_screen
from tilewright.tui.language import decimal, percent
from tilewright.tui.story import called, called_bot, text

SIGNS = {"best": "★", "good": "✓", "inaccuracy": "?!", "mistake": "?", "blunder": "??"}
LUCKY = 2.0  # points of luck from which a deal deserves a line
HANG = 11  # columns before the rest of a long line
SEEN = 0.005  # the smallest chance that does not round to zero


def seats_table(review: Review) -> Table:
    """How every seat played."""
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column("", no_wrap=True)
    numbers = [text(f"review.{name}") for name in ("result", "lost", "a_move", "accuracy")]
    luck = [text(f"review.{name}") for name in ("luck", "without")]
    for heading in (*numbers, "?!", "?", "??", *luck):
        table.add_column(heading, justify="right", no_wrap=True)
    has_levels = any(seat.level for seat in review.seats)
    if has_levels:
        table.add_column(text("review.like"))  # only this column may wrap
    for seat in review.seats:
        bad = [str(seat.grades[each]) for each in ("inaccuracy", "mistake", "blunder")]
        table.add_row(
            called(seat.name),
            decimal(seat.result, "+.0f"),
            decimal(seat.loss),
            decimal(seat.error_rate, ".2f"),
            percent(seat.accuracy / 100),
            *bad,
            decimal(seat.luck, "+.1f"),
            decimal(seat.adjusted, "+.1f"),
            *([tell_level(seat.level) if seat.level else ""] if has_levels else []),
        )
    return table


def tell_level(level: NearestLevel) -> str:
    """The bot that a player's strength is closest to, and the range that it may lie in."""
    name, low, high = map(called_bot, (level.name, level.low, level.high))
    return name if low == high else text("review.between", name=name, low=low, high=high)


def tell_reason(game: str, reason: Reason) -> str:
    """What the points of a reason are for: `tiles of this round (row 3)`."""
    explained: Explained = part(game, "terminal")
    what, about = explained.tell_reason(reason)
    return f"{what} ({', '.join(about)})" if about else what


def review_lines(record: Record, review: Review, *, everything: bool) -> Iterator[str]:
    """The plies that matter, or all of them, round by round."""
    number = 0
    for ply, state in zip(review.plies, record.states(), strict=False):
        lines: list[str] = []
        if isinstance(ply, DealLuck):
            if everything or max(map(abs, ply.luck)) >= LUCKY:
                lines = [f"{ply.at + 1:4}     {ply.move}: {tell_luck(review, ply)}"]
        elif everything or is_bad(ply.grade):
            move = record.moves[ply.at]
            said = on_screen(state).say(state, move)
            sign = SIGNS[ply.grade] if ply.grade else ""
            lost = f"; {tell_lost(ply)}" if is_bad(ply.grade) else ""
            name = called(review.seats[ply.seat].name)
            lines = [f"{ply.at + 1:4}  {sign:2} {name} {ply.move}: {said}{lost}"]
            if is_bad(ply.grade):
                lines += better_lines(record, review, ply)
        if lines and ply.round != number:
            number = ply.round
            yield text("review.round", round=number)
        yield from lines


def tell_luck(review: Review, ply: DealLuck) -> str:
    """Whose luck a deal was most: good luck if anyone had much of it, else perhaps bad luck."""
    points, name = max(
        [(luck, seat.name) for luck, seat in zip(ply.luck, review.seats, strict=True)],
        key=lambda one: (one[0] >= LUCKY, abs(one[0]), one[0]),
    )
    key = "lucky" if points >= 0 else "unlucky"
    return text(f"review.{key}", name=called(name), points=decimal(points, "+.1f"))


def tell_lost(ply: Decision) -> str:
    """What a move lost, in points, and in chance of winning if that is visible."""
    points, chance = decimal(ply.loss), percent(ply.chance_loss)
    key = "review.lost_both" if ply.chance_loss >= SEEN else "review.lost_points"
    return text(key, points=points, chance=chance)


def better_lines(record: Record, review: Review, ply: Decision) -> Iterator[str]:
    """What would have been better, and why."""
    state = list(record.states())[ply.at]
    best = ply.candidates[0]
    said = on_screen(state).say(state, state.parse(best.move))
    line = " ".join(best.line[1:]) or text("review.deal")
    better = text("review.better", move=best.move, said=said, line=line)
    yield f"         {better}"
    names = [seat.name for seat in review.seats]
    for reason in ply.reasons:
        yield f"         {reason_line(review.game, reason, ply.seat, names, is_better=False)}"


def reason_line(
    game: str, reason: Reason, seat: int, names: Sequence[str], *, is_better: bool
) -> str:
    """What the better move gains, or the other one costs, for the seat that moves."""
    what = tell_reason(game, reason)
    gain = reason.weight(seat) if is_better else -reason.weight(seat)
    if reason.seat != seat:
        given, taken = ("spares", "costs") if reason.is_loss else ("gives", "takes")
        key = given if gain < 0 else taken
        what = text(f"review.{key}", name=called(names[reason.seat]), what=what)
    amount = decimal(gain, "+.0f" if reason.count else "+.1f")
    if reason.kind == START:
        amount = percent(gain, "+.0f")
    return f"{amount}  {what}"


def hint_lines(
    state: AnyState, found: Hint, names: Sequence[str], *, step: int, word: str
) -> Iterator[str]:
    """A hint, step by step: where to look, which move, why."""
    move = state.parse(found.move)
    explained: Explained = part(state.game, "terminal")
    if step == 0:
        yield explained.tell_where(move)
        yield text("hint.move", hint=word)
    elif step == 1:
        yield text("hint.best", move=move, said=on_screen(state).say(state, move))
        yield text("hint.why", hint=word)
    else:
        key = "worth" if found.loss >= CLEAR else "equal" if found.other else "only"
        values = {"margin": decimal(found.margin, "+.1f"), "loss": decimal(found.loss)}
        yield text(f"hint.{key}", other=found.other, **values)
        for reason in found.reasons:
            yield f"  {reason_line(state.game, reason, state.turn, names, is_better=True)}"


def analysis_lines(analysis: Analysis) -> Iterator[str]:
    """The best moves of a position, each with its line."""
    state = parse(analysis.position)
    for seat, margin in enumerate(analysis.value.margins):
        value = {"margin": decimal(margin, "+.1f"), "chance": percent(analysis.value.chances[seat])}
        yield text("analysis.seat", number=seat + 1, **value)
    for one in analysis.candidates:
        said = on_screen(state).say(state, state.parse(one.move))
        chance = percent(one.chance).rjust(len(percent(1.0)))
        yield f"{decimal(one.margin, '+6.1f')} {chance}  {one.move}: {said}"
        if one.line[1:]:
            yield f"{'':14}{text('analysis.then', line=' '.join(one.line[1:]))}"


def rollout_lines(rollout: Rollout) -> Iterator[str]:
    """The moves of a rollout with their intervals."""
    state = parse(rollout.position)
    for one in rollout.moves:
        said = on_screen(state).say(state, state.parse(one.move))
        points, error = decimal(one.behind), decimal(1.96 * one.behind_error)
        behind = text("rollout.behind", points=points, error=error)
        place = f", {behind}" if one.behind else ""
        margin = f"{decimal(one.margin, '+6.1f')} ± {decimal(1.96 * one.error)}"
        chance = percent(one.chance).rjust(len(percent(1.0)))
        yield f"{margin} {chance}  {one.move}: {said}{place}"
    key = "rollout.decided" if rollout.is_decided else "rollout.open"
    yield text(key, count=rollout.games)
    yield text("rollout.saved", times=decimal(rollout.saved))
