"""A game reviewed: what every decision lost, and what luck did.

The value of a position is that of what follows it: of the next position, and what the best move is
worth more than the one played. Before a deal it is the mean over deals. So what luck and the
decisions changed adds up to the result.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from math import hypot, sqrt
from statistics import fmean, stdev
from typing import TypeAlias, TypeVar

from msgspec.structs import replace

from tilewright.analysis.engine import Effort, Engine, coarse, full
from tilewright.analysis.grade import accuracy, grade, is_bad
from tilewright.analysis.levels import standing
from tilewright.analysis.moves import Compared, candidates, compare
from tilewright.analysis.reasons import explain
from tilewright.analysis.report import (
    CHANCE_PARTS,
    GRADES,
    Candidate,
    Deal,
    Decision,
    Ply,
    Reason,
    Review,
    SeatReview,
    Value,
    minus,
    on_grid,
    plus,
)
from tilewright.analysis.version import version
from tilewright.game import CHANCE
from tilewright.games import AnyMove, AnyState
from tilewright.record import Record

DEFAULT = 1000  # simulations
ENOUGH = 10  # decisions that a level can be told from
SEARCHING = 0.6  # share of the time, before the reasons

Progress: TypeAlias = Callable[[float], None]

T = TypeVar("T")
R = TypeVar("R")


def review(
    record: Record,
    effort: int = DEFAULT,
    *,
    threads: int | None = None,
    progress: Progress | None = None,
    why: bool = True,
) -> Review:
    """Review a game; without reasons unless it is to say why. The same record, effort and version
    give the same review."""
    *_, last = reviews(record, effort, threads=threads, progress=progress, why=why)
    return last


def reviews(
    record: Record,
    effort: int = DEFAULT,
    *,
    threads: int | None = None,
    progress: Progress | None = None,
    why: bool = True,
) -> Iterator[Review]:
    """Review a game: first with a quick look at all of it, then as closely as asked. `progress`
    hears the share that is done."""
    engine = Engine(record.start.game)
    work = Work(record, engine, threads or os.cpu_count() or 1)
    yield replace(work.review(coarse(effort), lambda _: None), effort=effort)
    tell = progress or (lambda _: None)
    final = work.review(full(effort), lambda share: tell(SEARCHING * share))
    if why:
        final = work.explain(final, effort, lambda share: tell(SEARCHING + (1 - SEARCHING) * share))
    yield replace(final, effort=effort, is_final=True)


class Work:
    """The review of one game."""

    def __init__(self, record: Record, engine: Engine, threads: int) -> None:
        self.record, self.engine, self.threads = record, engine, threads
        self.states = list(record.states())

    def review(self, effort: Effort, progress: Progress) -> Review:
        """Look at every position with an effort."""
        plies = zip(self.states, self.record.moves, strict=False)
        found = self.each(lambda ply: examine(self.engine, *ply, effort), list(plies), progress)
        return self.assemble(found, self.engine.value(self.states[-1], effort), effort)

    def explain(self, review: Review, effort: int, progress: Progress) -> Review:
        """Say why, wherever a move was an inaccuracy or worse."""

        def reasons(ply: Decision) -> tuple[Reason, ...]:
            state = self.states[ply.at]
            better = state.parse(ply.candidates[0].move)
            return explain(state, self.record.moves[ply.at], better, ply.loss, effort)

        bad = [ply for ply in review.plies if isinstance(ply, Decision) and is_bad(ply.grade)]
        plies = list(review.plies)
        for ply, why in zip(bad, self.each(reasons, bad, progress), strict=True):
            plies[ply.at] = replace(ply, reasons=why)
        progress(1.0)
        return replace(review, plies=tuple(plies))

    def each(self, work: Callable[[T], R], items: Sequence[T], progress: Progress) -> list[R]:
        """What comes of all items, in their order, worked at by all threads."""
        with ThreadPoolExecutor(self.threads) as pool:
            jobs = [pool.submit(work, item) for item in items]
            found = []
            try:
                for job in jobs:
                    found.append(job.result())
                    progress(len(found) / len(jobs))
            except BaseException:
                pool.shutdown(cancel_futures=True)
                raise
        return found

    def assemble(self, found: Sequence[Examined], last: Value, effort: Effort) -> Review:
        """Put together what was found, from the end to the beginning."""
        values, plies = [last], list[Ply]()
        for at in reversed(range(len(found))):
            state, move, one, after = self.states[at], self.record.moves[at], found[at], values[-1]
            if isinstance(one, Value):
                values.append(with_spread(one, after))
                plies.append(tell_deal(at, state, move, one, after))
            else:
                before = better(after, one)
                values.append(before)
                told = candidates(self.engine, state, one, before, effort)
                plies.append(tell_decision(at, state, move, before, after, told))
        values.reverse()
        plies.reverse()
        start, state = self.record.start, self.states[-1]
        return Review(
            game=start.game,
            options=str(start.options),
            version=version(self.record.start.game),
            effort=0,
            is_final=False,
            scores=state.scores,
            values=tuple(values),
            plies=tuple(plies),
            seats=tuple(
                [
                    sum_up(start.game, seat, name, plies, last)
                    for seat, name in enumerate(self.record.seats)
                ]
            ),
        )


Examined: TypeAlias = Value | Compared


def examine(engine: Engine, state: AnyState, move: AnyMove, effort: Effort) -> Examined:
    """Look at one ply: what a deal was expected to bring, or what a move lost."""
    if state.turn == CHANCE:
        return engine.value(state, effort)
    return compare(engine, state, move, effort)


def with_spread(value: Value, after: Value) -> Value:
    """A value before a deal, with what all luck from here on may do."""
    spread = [hypot(*both) for both in zip(value.spread, after.spread, strict=True)]
    return replace(value, spread=tuple(spread))


def better(after: Value, compared: Compared) -> Value:
    """What a position was worth, of which the move played lost something. No chance is more than
    certain, so as much of it as there was room for was lost."""
    room = 1.0
    for chance, change in zip(after.chances, compared.chances, strict=True):
        if change:
            room = min(room, max(0.0, (1 - chance if change > 0 else -chance) / change))
    changes = tuple([on_grid(change * room, CHANCE_PARTS) for change in compared.chances])
    return Value(plus(after.margins, compared.margins), plus(after.chances, changes), after.spread)


def tell_deal(at: int, state: AnyState, move: AnyMove, before: Value, after: Value) -> Deal:
    """A move of nature, with its luck."""
    return Deal(
        at,
        state.round,
        str(move),
        minus(after.margins, before.margins),
        minus(after.chances, before.chances),
    )


def tell_decision(
    at: int,
    state: AnyState,
    move: AnyMove,
    before: Value,
    after: Value,
    told: tuple[Candidate, ...],
) -> Decision:
    """A move of a seat, with what it lost."""
    seat = state.turn
    loss = before.margins[seat] - after.margins[seat]
    chance_loss = before.chances[seat] - after.chances[seat]
    return Decision(
        at,
        state.round,
        seat,
        str(move),
        grade(loss, chance_loss) if len(state.legal_moves()) > 1 else None,
        loss,
        chance_loss,
        minus(after.margins, before.margins),
        told,
    )


def sum_up(game: str, seat: int, name: str, plies: Sequence[Ply], last: Value) -> SeatReview:
    """What a seat did with its game."""
    deals = [ply for ply in plies if isinstance(ply, Deal)]
    decisions = [ply for ply in plies if isinstance(ply, Decision)]
    own = [ply for ply in decisions if ply.seat == seat]
    choices = [ply for ply in own if ply.grade]
    losses = [ply.loss for ply in choices]
    luck = sum([ply.luck[seat] for ply in deals], 0.0)
    rate = fmean(losses or [0.0])
    error = stdev(losses) / sqrt(len(losses)) if len(losses) > 1 else 0.0
    level = standing(game, len(last.margins), rate, error) if len(losses) >= ENOUGH else None
    return SeatReview(
        name=name,
        result=last.margins[seat],
        decisions=len(choices),
        grades={each: sum([ply.grade == each for ply in choices]) for each in GRADES},
        accuracy=round(fmean([accuracy(ply.chance_loss) for ply in choices] or [100.0]), 1),
        loss=sum(losses, 0.0),
        chance_loss=sum([ply.chance_loss for ply in choices], 0.0),
        error_rate=rate,
        error=error,
        luck=luck,
        chance_luck=sum([ply.chance_luck[seat] for ply in deals], 0.0),
        others=sum([ply.effects[seat] for ply in decisions if ply.seat != seat], 0.0),
        adjusted=last.margins[seat] - luck,
        level=level,
    )
