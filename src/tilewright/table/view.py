"""The one message that every viewer gets: the whole view of a table, for join, move and reconnect.

It is made of a part that is the same for everyone and of what concerns the viewer: the seats they
hold and, when it is their turn, the legal moves.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, TypedDict, cast

import msgspec
from msgspec import UNSET

from tilewright.game import CHANCE, Step
from tilewright.games import AnyMove, AnyState
from tilewright.store.games import Following
from tilewright.table.fold import Played
from tilewright.table.match import Match
from tilewright.table.messages import (
    ClockView,
    Frame,
    GameView,
    Legal,
    LoggedView,
    PlayedView,
    Question,
    RematchView,
    SeatView,
    StateView,
    StepView,
    View,
    shown,
    step_view,
)

encode = msgspec.json.Encoder().encode


class Parts(TypedDict):
    """The fields that every view of a position has."""

    turn: int
    round: int
    last_round: bool
    scores: tuple[int, ...]
    end: str | None
    state: StateView
    position: str


def state_view(state: AnyState) -> Parts:
    """A position: as text, in parts, and what most want to know of it."""
    return {
        "turn": state.turn,
        "round": state.round,
        "last_round": state.is_last_round,
        "scores": state.scores,
        "end": state.end,
        "state": shown(state.game).view(state),
        "position": str(state),
    }


def steps_view(game: GameView[Any], steps: Sequence[Step]) -> list[StepView]:
    """The steps of a move."""
    return [step_view(game, step) for step in steps]


def move_view(state: AnyState, move: AnyMove) -> tuple[AnyState, PlayedView]:
    """The state after a move, and the move with its steps, -1 being nature's seat."""
    after, steps = state.step(move)
    return after, PlayedView(state.turn, str(move), steps_view(shown(state.game), steps))


def logged_view(game: GameView[Any], played: Played) -> LoggedView:
    """A move of the log with its steps."""
    steps = steps_view(game, played.steps) if played.steps else UNSET
    return LoggedView(played.seat, str(played.move), played.at, steps)


def table_view(
    id: str,
    match: Match,
    online: Collection[str],
    kinds: Sequence[str],
    *,
    following: Following | None = None,
    log_from: int = 0,
    shift: int = 0,
) -> bytes:
    """What is the same for everyone, encoded: with the kinds of users by seat, the log from some
    move on, and the times of the turn as times of day."""
    setup, clock, game = match.setup, match.setup.clock, shown(match.setup.game)
    view = View(
        game=id,
        at=match.at,
        status=match.status,
        rules=setup.game,
        options=setup.options,
        clock=ClockView(clock.kind, clock.seconds, clock.increment, clock.days),
        rated=setup.rated,
        public=setup.public,
        play_on=setup.play_on,
        daily=setup.daily,
        seats=[
            SeatView(
                plan=seat.plan,
                name=seat.name,
                user=seat.user,
                kind=kind,
                bot=seat.bot,
                online=bool(seat.bot) or seat.user in online,
                out=seat.out,
                hints=seat.hints,
                left=seat.clock.left,
            )
            for seat, kind in zip(match.seats, kinds, strict=True)
        ],
        since=match.since + shift,
        deadline=None if match.deadline is None else match.deadline + shift,
        **state_view(match.state),
        log_from=log_from,
        log=[logged_view(game, played) for played in match.log[log_from:]],
        asked=match.asked and Question(*match.asked),
        agreed=sorted(match.agreed) if match.asked else [],
        ending=match.ending,
        ranks=match.ranks,
        rematch=following and rematch_view(match, following),
    )
    return encode(view)


def rematch_view(match: Match, following: Following) -> RematchView:
    """Who wants a rematch, by seat of the game that is over; once it has begun, where it is."""
    wants = [n for n, seat in enumerate(match.seats) if seat.user in following.users and seat.user]
    return RematchView(wants, following.game if following.begun else "")


def viewer_frame(shared: bytes, match: Match, seats: list[int], *, previews: bool = True) -> bytes:
    """The view for a viewer who holds these seats, around the part shared by everyone."""
    to_move = match.turn in seats and not match.seats[match.turn].bot
    frame = Frame(
        you=seats,
        undo=match.can_undo(seats),
        hint=match.can_hint(seats),
        view=cast(View, msgspec.Raw(shared)),
        legal=legal_view(match.state, previews=previews) if to_move else UNSET,
    )
    return encode(frame)


def legal_view(state: AnyState, *, previews: bool) -> list[Legal]:
    """The legal moves, each with what it is worth."""
    assert state.turn != CHANCE
    if not previews:
        return [Legal(str(move)) for move in state.legal_moves()]
    game, views = shown(state.game), dict[int, list[StepView]]()
    found = []
    for move, steps in state.previews():
        if id(steps) not in views:
            views[id(steps)] = steps_view(game, steps)
        found.append(Legal(str(move), views[id(steps)]))
    return found
