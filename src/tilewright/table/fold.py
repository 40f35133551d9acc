"""The fold of a table's log: what is known of a game after the events that were committed.

Nothing here or in `match` waits, stores or sends.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, field
from typing import NamedTuple, Self

from tilewright.fairness import commitment
from tilewright.game import CHANCE, OVER, Step
from tilewright.games import AnyMove, AnyState, game
from tilewright.record import Record
from tilewright.table.control import Clock
from tilewright.table.daily import closes
from tilewright.table.event import NOBODY, Event
from tilewright.table.setup import BOT, Setup

WAITING, PLAYING, DONE = "waiting", "playing", "over"
UNDONE = -1
EARLIER = 8  # states that are kept for taking back; any other is found by playing again
STAND_IN = "mason"  # the bot that takes over for someone who has left


@dataclass(slots=True)
class TableSeat:
    """A seat: who holds it, and how they are doing."""

    plan: str  # as in the setup
    clock: Clock
    user: str = ""  # empty for bots and open seats
    name: str = ""
    nonce: bytes = b""
    out: str = ""  # why a bot has taken over
    out_at: int = -1  # the version in which it did
    hints: int = 0  # how many were given

    @property
    def bot(self) -> str:
        """The bot that plays this seat, if one does."""
        if self.out:
            return STAND_IN
        return self.plan.removeprefix(BOT) if self.plan.startswith(BOT) else ""


class Played(NamedTuple):
    """A move in the log: who made it, in which event, and what it scored."""

    seat: int  # NOBODY for nature
    move: AnyMove
    at: int
    decided: bool  # False for what followed automatically
    steps: tuple[Step, ...]


@dataclass(slots=True)
class Walk:
    """The moves of one event as they are played, each of them once."""

    at: int
    state: AnyState
    played: list[Played] = field(default_factory=list)
    event: Event | None = None  # the event of these moves, once it is granted

    def add(self, move: AnyMove, *, decided: bool = False) -> None:
        """Play a move."""
        seat = NOBODY if self.state.turn == CHANCE else self.state.turn
        self.state, steps = self.state.step(move)
        self.played.append(Played(seat, move, self.at, decided, steps))


@dataclass(slots=True)
class Fold:
    """A game at a table as its log has it, from its setup to its result."""

    setup: Setup
    secret: bytes = field(repr=False)
    at: int = 0
    status: str = WAITING
    seats: list[TableSeat] = field(default_factory=list)
    state: AnyState = field(init=False)
    log: list[Played] = field(default_factory=list)
    since: int = 0  # when the turn began, in milliseconds since 1970
    hinted: int = -1  # the version a hint was given in
    asked: tuple[int, str] | None = None  # who asks, and what for
    asked_at: int = 0  # the version in which that was asked
    started_at: int = -1  # the version in which the game began
    undone_at: int = -1  # the version in which something was last taken back
    agreed: set[int] = field(default_factory=set)
    ending: str = ""  # finished, resigned, left, time, agreed, aborted
    ranks: tuple[int, ...] = ()
    ids: dict[str, int] = field(default_factory=dict)  # of messages, to their event or UNDONE
    standing: dict[int, str] = field(default_factory=dict)  # events that stand, to their ids
    earlier: dict[int, AnyState] = field(default_factory=dict, repr=False)  # before the last events
    granted: Walk | None = field(default=None, repr=False, compare=False)  # may be committed next

    def __post_init__(self) -> None:
        """Seat the bots."""
        self.state = self.setup.begin()
        for plan in self.setup.seats:
            name = plan.removeprefix(BOT) if plan.startswith(BOT) else ""
            self.seats.append(TableSeat(plan, self.setup.clock.clock(), name=name))

    # What is known

    @property
    def turn(self) -> int:
        """The seat to move while the match is being played, else NOBODY."""
        return self.state.turn if self.status == PLAYING else NOBODY

    @property
    def can_start(self) -> bool:
        """Whether all seats are taken and the game has not begun."""
        return self.status == WAITING and all(seat.user or seat.bot for seat in self.seats)

    @property
    def people(self) -> list[int]:
        """The seats of people who are still in the game."""
        return [n for n, seat in enumerate(self.seats) if seat.user and not seat.out]

    @property
    def draws(self) -> int:
        """How many moves nature has made."""
        return sum(played.seat == NOBODY for played in self.log)

    @property
    def deadline(self) -> int | None:
        """When the seat to move runs out of time."""
        if self.turn < 0 or self.seats[self.turn].bot:
            return None
        return self.seats[self.turn].clock.deadline(self.since)

    def seats_of(self, user: str) -> list[int]:
        """The seats a user holds."""
        return [n for n, seat in enumerate(self.seats) if seat.user == user and user]

    def shows_secret(self, now: int = 0) -> bool:
        """Whether the secret may be shown: after the end, in a daily deal after its day."""
        daily = self.setup.daily
        return self.status == DONE and (not daily or now >= closes(daily))

    def record(self, now: int = 0) -> Record:
        """The record so far, with the secret if it may be shown `now`."""
        tags = {"commitment": commitment(self.secret)}
        if any(seat.nonce for seat in self.seats):
            tags["nonces"] = " ".join([seat.nonce.hex() or "-" for seat in self.seats])
        if self.shows_secret(now):
            tags["secret"] = self.secret.hex()
        if self.status == DONE and self.ending != "finished":
            tags["ending"] = self.ending
        if any(seat.hints for seat in self.seats):
            tags["hints"] = " ".join([str(seat.hints) for seat in self.seats])
        names = tuple([seat.name or f"Seat {n + 1}" for n, seat in enumerate(self.seats)])
        moves = tuple([played.move for played in self.log])
        return Record(self.setup.begin(), moves, names, tags)

    # The fold

    def after(self, *events: Event) -> Self:
        """The game after these events; this one stays as it is."""
        match = copy(self)
        match.seats = [copy(seat) for seat in self.seats]
        match.log, match.ids = self.log.copy(), self.ids.copy()
        match.standing, match.earlier = self.standing.copy(), self.earlier.copy()
        match.agreed = self.agreed.copy()
        for event in events:
            match.apply(event)
        return match

    def apply(self, event: Event) -> None:
        """Take in a committed event, the next one in the log."""
        if event.at != self.at:
            raise ValueError(f"the log has a hole: {event.at} follows {self.at - 1}")
        self.at += 1
        if event.id:
            self.ids[event.id] = event.at
            self.standing[event.at] = event.id
        getattr(self, f"_{event.kind}")(event)

    def _sit(self, event: Event) -> None:
        user, nonce, name = event.text.split(" ", 2)
        seat = self.seats[event.seat]
        seat.user, seat.name, seat.nonce = user, name, bytes.fromhex(nonce.strip("-"))

    def _stand(self, event: Event) -> None:
        seat = self.seats[event.seat]
        seat.user, seat.name, seat.nonce = "", "", b""

    def _start(self, event: Event) -> None:
        self.status, self.started_at = PLAYING, event.at
        self._follow(event)
        self.since = event.time

    def _play(self, event: Event) -> None:
        self.asked = None
        seat = self.seats[event.seat]
        if not seat.bot:
            seat.clock = seat.clock.after_move(event.time - self.since)
        self._follow(event)
        self.since = event.time

    def _follow(self, event: Event) -> None:
        """Play the moves of an event; one that was granted here has been played already."""
        walk, self.granted = self.granted, None
        if walk is None or walk.event is not event:
            parse_move = game(self.setup.game).parse_move
            walk = Walk(event.at, self.state)
            for text in event.text.split():
                walk.add(parse_move(text), decided=event.kind == "play" and not walk.played)
        self.earlier[event.at] = self.state
        if len(self.earlier) > EARLIER:
            del self.earlier[next(iter(self.earlier))]
        self.log += walk.played
        self.state = walk.state
        if self.state.turn == OVER:
            self._finish("finished")

    def _undo(self, event: Event) -> None:
        self.asked, self.undone_at = None, event.at
        back = int(event.text)
        while self.log and self.log[-1].at >= back:
            played = self.log.pop()
            if played.decided:
                seat = self.seats[played.seat]
                seat.clock = seat.clock.after_undo()
        while self.standing and (at := next(reversed(self.standing))) >= back:
            self.ids[self.standing.pop(at)] = UNDONE
        known = self.earlier.get(back)
        self.state = self._replay() if known is None else known
        self.earlier = {at: state for at, state in self.earlier.items() if at < back}
        self.since = event.time

    def _replay(self) -> AnyState:
        """The state that the log leads to."""
        state = self.setup.begin()
        for played in self.log:
            state = state.play(played.move)
        return state

    def _hint(self, event: Event) -> None:
        self.seats[event.seat].hints += 1
        self.hinted = self.at

    def _ask(self, event: Event) -> None:
        self.asked, self.asked_at = (event.seat, event.text), event.at
        owner = self.seats[event.seat].user
        self.agreed = {n for n in self.people if self.seats[n].user == owner}

    def _answer(self, event: Event) -> None:
        owner = self.seats[event.seat].user
        if event.text == "no":
            self.asked = None
        else:
            self.agreed |= {n for n in self.people if self.seats[n].user == owner}

    def _out(self, event: Event) -> None:
        self.asked = None
        if event.seat == self.turn:
            self.since = event.time
        self.seats[event.seat].out, self.seats[event.seat].out_at = event.text, event.at
        still_in = [n for n, seat in enumerate(self.seats) if not seat.out]
        if len(still_in) <= 1 or not self.people or not self.setup.play_on:
            self._finish(event.text)

    def _end(self, event: Event) -> None:
        self._finish(event.text)

    def _finish(self, ending: str) -> None:
        """Note the end, and rank the seats."""
        self.status, self.ending, self.asked = DONE, ending, None
        self.ranks = rank_seats(self.state, [bool(seat.out) for seat in self.seats])


def rank_seats(state: AnyState, gone: Sequence[bool]) -> tuple[int, ...]:
    """The ranks at the end: by the rules for those who stayed; behind them, those who left."""
    keys = list(zip(gone, state.outcome(), strict=True))
    return tuple([1 + sum(other < key for other in keys) for key in keys])
