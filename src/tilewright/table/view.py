"""The one message that every viewer gets: the whole view of a table, for join, move and reconnect.

Its fields are documented in docs/protocol.md. It is made of a part that is the same for everybody
and of what concerns the viewer: his seats and, when it is his turn, the legal moves.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec

from tilewright.engine.protocol import plain
from tilewright.game import CHANCE, Step
from tilewright.games import AnyMove, AnyState
from tilewright.store.games import Following
from tilewright.table.match import Match, Played

encode = msgspec.json.Encoder().encode


def step_view(step: Step) -> dict[str, object]:
    """A scoring step."""
    told = {"seat": step.seat, "kind": step.kind, "code": step.code, "points": step.points}
    return {**told, **step.numbers}


def move_view(state: AnyState, move: AnyMove) -> tuple[AnyState, dict[str, object]]:
    """The state after a move, and the move with its scoring, -1 being nature's seat."""
    after, steps = state.step(move)
    told = [step_view(step) for step in steps]
    return after, {"seat": state.turn, "move": str(move), "steps": told}


def played_view(played: Played) -> dict[str, object]:
    """A move of the log with its scoring."""
    view: dict[str, object] = {"seat": played.seat, "move": str(played.move), "at": played.at}
    if played.steps:
        view["steps"] = [step_view(step) for step in played.steps]
    return view


def state_view(state: AnyState) -> dict[str, object]:
    """A position: as text, in parts, and what most want to know of it."""
    return {
        "turn": state.turn,
        "round": state.round,
        "last_round": state.is_last_round,
        "scores": state.scores,
        "end": state.end,
        "state": plain(state),
        "position": str(state),
    }


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
    """What is the same for everybody, encoded: with the kinds of users by seat, the log from a move
    on, and times of the turn shifted to the time of day."""
    setup = match.setup
    view: dict[str, object] = {
        "game": id,
        "at": match.at,
        "status": match.status,
        "rules": setup.game,
        "options": setup.options,
        "clock": setup.clock,
        "rated": setup.rated,
        "public": setup.public,
        "play_on": setup.play_on,
        "daily": setup.daily,
        "seats": [
            {
                "plan": seat.plan,
                "name": seat.name,
                "user": seat.user,
                "kind": kind,
                "bot": seat.bot,
                "online": bool(seat.bot) or seat.user in online,
                "out": seat.out,
                "left": seat.clock.left,
            }
            for seat, kind in zip(match.seats, kinds, strict=True)
        ],
        "since": match.since + shift,
        "deadline": None if match.deadline is None else match.deadline + shift,
        **state_view(match.state),
        "log_from": log_from,
        "log": [played_view(played) for played in match.log[log_from:]],
        "asked": match.asked and {"seat": match.asked[0], "what": match.asked[1]},
        "agreed": sorted(match.agreed) if match.asked else [],
        "ending": match.ending,
        "ranks": match.ranks,
        "rematch": following and rematch_view(match, following),
    }
    return encode(view)


def rematch_view(match: Match, following: Following) -> dict[str, object]:
    """Who wants a rematch, by seat of the game that is over; once it has begun, where it is."""
    wants = [n for n, seat in enumerate(match.seats) if seat.user in following.users and seat.user]
    return {"seats": wants, "game": following.game if following.begun else ""}


def viewer_frame(shared: bytes, match: Match, seats: list[int], *, previews: bool = True) -> bytes:
    """The view for a viewer who holds these seats."""
    frame: dict[str, object] = {
        "type": "view",
        "you": seats,
        "undo": match.can_undo(seats),
        "view": msgspec.Raw(shared),
    }
    if match.turn in seats and not match.seats[match.turn].bot:
        frame["legal"] = legal_view(match.state, previews=previews)
    return encode(frame)


def legal_view(state: AnyState, *, previews: bool) -> list[dict[str, object]]:
    """The legal moves, each with what it is worth."""
    assert state.turn != CHANCE
    if not previews:
        return [{"move": str(move)} for move in state.legal_moves()]
    views: dict[int, msgspec.Raw] = {}
    found: list[dict[str, object]] = []
    for move, steps in state.previews():
        if id(steps) not in views:
            views[id(steps)] = msgspec.Raw(encode([step_view(step) for step in steps]))
        found.append({"move": str(move), "steps": views[id(steps)]})
    return found
