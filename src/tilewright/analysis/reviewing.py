"""A game reviewed: what every decision lost, and what luck did.

The value of a position is that of the next position, plus what the best move is worth beyond the
move played. Before a deal it is the mean over deals. So what luck and the decisions changed adds up
to the result.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import takewhile
from math import hypot, sqrt
from statistics import fmean, stdev
from typing import NamedTuple, TypeAlias

from msgspec.structs import replace

from tilewright.analysis.engine import Depth, Engine, coarse, full
from tilewright.analysis.grade import accuracy, grade, is_bad
from tilewright.analysis.levels import ENOUGH, standing
from tilewright.analysis.moves import candidates, compare, judge
from tilewright.analysis.notes import Judged, Note, Notes
from tilewright.analysis.reasons import explain
from tilewright.analysis.report import (
    CHANCE_PARTS,
    GRADES,
    POINT_PARTS,
    DealLuck,
    Decision,
    Reason,
    Review,
    ReviewedPly,
    SeatReview,
    Value,
    minus,
    on_grid,
    plus,
)
from tilewright.analysis.version import version
from tilewright.bots import warming
from tilewright.compute import Pool
from tilewright.game import CHANCE
from tilewright.games import AnyMove, AnyState
from tilewright.record import Record

DEFAULT = 1000  # simulations
SEARCHING = 0.6  # share of the time, before the reasons

ReviewProgress: TypeAlias = Callable[[float], None]


def review(
    record: Record,
    effort: int = DEFAULT,
    *,
    threads: int | None = None,
    progress: ReviewProgress | None = None,
    why: bool = True,
    notes: Notes | None = None,
    compute: str | None = "",
) -> Review:
    """Review a game, with reasons for what was bad if `why`. The same record, effort and version
    give the same review. It continues from the notes, if there are any, in threads unless
    `compute` says otherwise; None means the setting."""
    warming.require(record.start.game)  # here, where Ctrl-C ends it, and not in a thread
    with Pool(compute, threads=threads or os.cpu_count() or 1) as pool:
        work = UnfinishedReview(record, effort, notes, why=why)
        for share in work.go_on(pool):
            if progress:
                progress(share)
        return work.final()


def glance(record: Record, effort: int = DEFAULT, *, threads: int | None = None) -> Review:
    """Take a quick look at the whole game, before a review of this effort."""
    with Pool("", threads=threads or os.cpu_count() or 1) as pool:
        work = UnfinishedReview(record, effort, why=False, depth=coarse(effort))
        all(work.go_on(pool))
        return work.review()


class Ahead(NamedTuple):
    """A ply to be looked at."""

    review: str  # whose engine to use
    at: int
    state: AnyState
    move: AnyMove
    effort: Depth


class Bad(NamedTuple):
    """A decision that calls for a reason."""

    at: int
    state: AnyState
    played: AnyMove
    better: AnyMove
    loss: float
    effort: int


class UnfinishedReview:
    """The review of one game, so far."""

    def __init__(
        self,
        record: Record,
        effort: int,
        notes: Notes | None = None,
        *,
        why: bool = True,
        depth: Depth | None = None,
    ) -> None:
        self.record, self.effort, self.why, self.depth = record, effort, why, depth or full(effort)
        self.share = 0.0  # of the work that is done
        self.states = list(record.states())
        self.notes = Notes() if notes is None else notes
        self.found: dict[int, Note] = {}  # by ply
        self.reasons: dict[int, tuple[Reason, ...]] = {}
        for note in self.notes.read():
            self.take(note)

    def take(self, note: Note) -> None:
        """Take in what was found."""
        if note.why is None:
            self.found[note.at] = note
        else:
            self.reasons[note.at] = note.why

    @property
    def is_seen(self) -> bool:
        """Whether all plies have been looked at."""
        return len(self.found) == len(self.record.moves)

    def go_on(self, pool: Pool, enough: Callable[[], bool] = lambda: False) -> Iterator[float]:
        """Do what is missing, in the workers, until it is done or `enough` says so; yield the
        share of it that is done."""
        token = str(hash((self.record.start, self.record.moves)))
        ahead = [
            Ahead(token, at, self.states[at], move, self.depth)
            for at, move in enumerate(self.record.moves)
            if at not in self.found
        ]
        for note in pool.map(examine, takewhile(lambda _: not enough(), ahead)):
            yield self.add(note, SEARCHING * (len(self.found) + 1) / len(self.record.moves))
        if not (self.why and self.is_seen):
            return
        bad = self.bad()
        missing = [one for one in bad if one.at not in self.reasons]
        for note in pool.map(give_reasons, takewhile(lambda _: not enough(), missing)):
            yield self.add(note, 1 - (1 - SEARCHING) * (1 - (len(self.reasons) + 1) / len(bad)))

    def add(self, note: Note, share: float) -> float:
        """Note what was found, and the share that is now done."""
        self.notes.add(note)
        self.take(note)
        self.share = share
        return share

    @property
    def is_done(self) -> bool:
        """Whether nothing is missing."""
        return self.is_seen and not (self.why and len(self.reasons) < len(self.bad()))

    def final(self) -> Review:
        """The review, once all of it is done."""
        return replace(self.review(), is_final=True)

    def bad(self) -> list[Bad]:
        """The decisions that were inaccuracies or worse."""
        found = []
        for ply in self.review().plies:
            if isinstance(ply, Decision) and is_bad(ply.grade):
                state, played = self.states[ply.at], self.record.moves[ply.at]
                better = state.parse(ply.candidates[0].move)
                found.append(Bad(ply.at, state, played, better, ply.loss, self.effort))
        return found

    def review(self) -> Review:
        """Put together what was found, from the end to the beginning."""
        last = outcome(self.record.start.game, self.states[-1], self.depth)
        values, plies = [last], list[ReviewedPly]()
        for at in reversed(range(len(self.record.moves))):
            state, move, note = self.states[at], self.record.moves[at], self.found[at]
            after = values[-1]
            if note.value:
                values.append(with_spread(note.value, after))
                plies.append(tell_deal(at, state, move, note.value, after))
            else:
                assert note.judged
                before = better(after, note.judged)
                values.append(before)
                told = tell_decision(at, state, move, before, after, note.judged)
                plies.append(replace(told, reasons=self.reasons.get(at, ())))
        values.reverse()
        plies.reverse()
        start, state = self.record.start, self.states[-1]
        return Review(
            game=start.game,
            options=str(start.options),
            version=version(start),
            effort=self.effort,
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


@lru_cache(2)
def engine_of(game: str, review: str) -> Engine:
    """The engine that the plies of a review share in this process."""
    return Engine(game)


def outcome(game: str, state: AnyState, effort: Depth) -> Value:
    """What the last position of a record is worth."""
    return engine_of(game, "").value(state, effort)


def examine(ahead: Ahead) -> Note:
    """In a worker: look at one ply: what a deal was expected to bring, or what a move lost."""
    review, at, state, move, effort = ahead
    engine = engine_of(state.game, review)
    if state.turn == CHANCE:
        return Note(at, value=engine.value(state, effort))
    compared = compare(engine, state, move, effort)
    return Note(at, judged=judge(engine, state, compared, effort))


def give_reasons(bad: Bad) -> Note:
    """In a worker: say why a move was worse than another."""
    at, *words = bad
    return Note(at, why=explain(*words))


def with_spread(value: Value, after: Value) -> Value:
    """A value before a deal, with what all the luck to come may do."""
    spread = [
        on_grid(hypot(*both), POINT_PARTS) for both in zip(value.spread, after.spread, strict=True)
    ]
    return replace(value, spread=tuple(spread))


def better(after: Value, judged: Judged) -> Value:
    """What a position was worth before the move played lost something. No chance exceeds certainty,
    so only as much of it was lost as there was room for."""
    room = 1.0
    for chance, change in zip(after.chances, judged.chances, strict=True):
        if change:
            room = min(room, max(0.0, (1 - chance if change > 0 else -chance) / change))
    changes = tuple([on_grid(change * room, CHANCE_PARTS) for change in judged.chances])
    return Value(plus(after.margins, judged.margins), plus(after.chances, changes), after.spread)


def tell_deal(at: int, state: AnyState, move: AnyMove, before: Value, after: Value) -> DealLuck:
    """A move of nature, with its luck."""
    return DealLuck(
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
    judged: Judged,
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
        candidates(judged, seat, before),
    )


def sum_up(
    game: str, seat: int, name: str, plies: Sequence[ReviewedPly], last: Value
) -> SeatReview:
    """What a seat did with its game."""
    deals = [ply for ply in plies if isinstance(ply, DealLuck)]
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
