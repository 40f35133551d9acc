"""A match: the fold of a table's log, and which events may come next.

Nothing here waits, stores or sends. `Match` applies committed events; methods such as `play`, `sit`
and `undo` check a request and return the event that would grant it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from dataclasses import dataclass, field
from typing import NamedTuple

from tilewright.fairness import DealStream, commitment
from tilewright.game import CHANCE, OVER, IllegalMove, InvalidNotation, Step
from tilewright.games import AnyMove, AnyState, game
from tilewright.record import Record
from tilewright.table.control import Clock
from tilewright.table.daily import closes
from tilewright.table.event import NOBODY, Event, Refused
from tilewright.table.setup import BOT, HOT_SEAT, Setup

WAITING, PLAYING, DONE = "waiting", "playing", "over"
UNDONE = -1
STAND_IN = "mason"  # the bot that takes over for someone who has left


@dataclass(slots=True)
class Seat:
    """A seat: who holds it, and how they are doing."""

    plan: str  # as in the setup
    clock: Clock
    user: str = ""  # empty for bots and open seats
    name: str = ""
    nonce: bytes = b""
    out: str = ""  # why a bot has taken over
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
class Match:
    """One game at a table, from its setup to its result."""

    setup: Setup
    secret: bytes = field(repr=False)
    at: int = 0
    status: str = WAITING
    seats: list[Seat] = field(default_factory=list)
    state: AnyState = field(init=False)
    log: list[Played] = field(default_factory=list)
    since: int = 0  # when the turn began, in milliseconds since 1970
    hinted: int = -1  # the version a hint was given in
    asked: tuple[int, str] | None = None  # who asks, and what for
    asked_at: int = 0  # the version in which that was asked
    agreed: set[int] = field(default_factory=set)
    ending: str = ""  # finished, resigned, left, time, agreed, aborted
    ranks: tuple[int, ...] = ()
    ids: dict[str, int] = field(default_factory=dict)  # of messages, to their event or UNDONE
    granted: Walk | None = field(default=None, repr=False, compare=False)  # may be committed next

    def __post_init__(self) -> None:
        """Seat the bots."""
        self.state = self.setup.begin()
        for plan in self.setup.seats:
            name = plan.removeprefix(BOT) if plan.startswith(BOT) else ""
            self.seats.append(Seat(plan, self.setup.clock.clock(), name=name))

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

    def after(self, *events: Event) -> Match:
        """The match after these events; this one stays as it is."""
        match = copy(self)
        match.seats = [copy(seat) for seat in self.seats]
        match.log, match.ids = self.log.copy(), self.ids.copy()
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
        getattr(self, f"_{event.kind}")(event)

    def _sit(self, event: Event) -> None:
        user, nonce, name = event.text.split(" ", 2)
        seat = self.seats[event.seat]
        seat.user, seat.name, seat.nonce = user, name, bytes.fromhex(nonce.strip("-"))

    def _stand(self, event: Event) -> None:
        seat = self.seats[event.seat]
        seat.user, seat.name, seat.nonce = "", "", b""

    def _start(self, event: Event) -> None:
        self.status = PLAYING
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
        self.log += walk.played
        self.state = walk.state
        if self.state.turn == OVER:
            self._finish("finished")

    def _undo(self, event: Event) -> None:
        self.asked = None
        back = int(event.text)
        for played in self.log:
            if played.at >= back and played.decided:
                seat = self.seats[played.seat]
                seat.clock = seat.clock.after_undo()
        self.log = [played for played in self.log if played.at < back]
        self.ids = {id: at if at < back else UNDONE for id, at in self.ids.items()}
        self.state = self.setup.begin()
        for played in self.log:
            self.state = self.state.play(played.move)
        self.since = event.time

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
        self.seats[event.seat].out = event.text
        still_in = [n for n, seat in enumerate(self.seats) if not seat.out]
        if len(still_in) <= 1 or not self.people or not self.setup.play_on:
            self._finish(event.text)

    def _end(self, event: Event) -> None:
        self._finish(event.text)

    def _finish(self, ending: str) -> None:
        """Note the end, and rank the seats."""
        self.status, self.ending, self.asked = DONE, ending, None
        self.ranks = rank_seats(self.state, [bool(seat.out) for seat in self.seats])

    # What may come next

    def start(self, now: int) -> Event:
        """Start the game, with all seats taken."""
        if self.status != WAITING:
            raise Refused("started", "the game has started already")
        if not all(seat.user or seat.bot for seat in self.seats):
            raise Refused("not_full", "not all seats are taken yet")
        return self._grant(Walk(self.at, self.state), "start", NOBODY, now)

    def play(
        self,
        user: str,
        text: str,
        now: int,
        *,
        id: str | None = None,
        bot: bool = False,
        automatic: Callable[[int], bool] = lambda seat: False,
    ) -> Event:
        """A decision of the seat to move, with everything that follows automatically."""
        seat = self._seat_to_move(user, bot=bot)
        if not bot and self.deadline is not None and now >= self.deadline:
            raise Refused("time", "your time is up")
        try:
            move = self.state.parse(text)
        except InvalidNotation as error:
            raise Refused("notation", str(error)) from None
        except IllegalMove as error:
            raise Refused("illegal", str(error)) from None
        walk = Walk(self.at, self.state)
        walk.add(move, decided=True)
        return self._grant(walk, "play", seat, now, id=id, automatic=automatic)

    def _seat_to_move(self, user: str, *, bot: bool) -> int:
        if self.status == WAITING:
            raise Refused("not_started", "the game has not started yet")
        if self.status == DONE:
            raise Refused("over", "the game is over")
        seat = self.turn
        if bot != bool(self.seats[seat].bot) or (not bot and seat not in self.seats_of(user)):
            held = self.seats_of(user)
            if not bot and not held:
                raise Refused("not_seated", "you have no seat at this table")
            raise Refused("not_your_turn", f"it is the turn of seat {seat}")
        return seat

    def _grant(
        self,
        walk: Walk,
        kind: str,
        seat: int,
        now: int,
        *,
        id: str | None = None,
        automatic: Callable[[int], bool] = lambda seat: False,
    ) -> Event:
        """The event of a walk, with nature's answers, and forced moves for seats that want them
        played."""
        nonces = [s.nonce for s in self.seats] if any(s.nonce for s in self.seats) else []
        draws = self.draws
        while (turn := walk.state.turn) != OVER:
            if turn == CHANCE:
                walk.add(walk.state.sample(DealStream(self.secret, nonces, draws)))
                draws += 1
            elif automatic(turn) and len(legal := walk.state.legal_moves()) == 1:
                walk.add(legal[0])
            else:
                break
        text = " ".join([str(played.move) for played in walk.played])
        walk.event = Event(self.at, kind, seat, text, now, id)
        self.granted = walk
        return walk.event

    def sit(
        self, seat: int, user: str, name: str, nonce: bytes, now: int, *, owner: bool = False
    ) -> Event:
        """Take an open seat before the start. A seat planned for a named person on someone's device
        can be taken by the owner, or by a user who sits here already; it keeps that name."""
        if self.status != WAITING:
            raise Refused("started", "the game has started already")
        if not 0 <= seat < len(self.seats):
            raise Refused("no_seat", f"there is no seat {seat}")
        if self.seats[seat].user or self.seats[seat].bot:
            raise Refused("taken", f"seat {seat} is taken")
        plan, held = self.seats[seat].plan, self.seats_of(user)
        if plan.startswith(HOT_SEAT):
            name = plan.removeprefix(HOT_SEAT)
            if not (owner or held):
                raise Refused("taken", f"seat {seat} is kept for {name}")
        elif held:
            raise Refused("seated", "you have a seat at this table already")
        return Event(self.at, "sit", seat, f"{user} {nonce.hex() or '-'} {name}", now)

    def stand(self, user: str, now: int) -> Event:
        """Leave a seat before the start; the last to leave closes the table."""
        if self.status != WAITING:
            raise Refused("started", "the game has started already")
        seat = self._held(user)
        if set(self.people) <= set(self.seats_of(user)):
            return Event(self.at, "end", NOBODY, "aborted", now)
        return Event(self.at, "stand", seat, "", now)

    def leave(self, user: str, why: str, now: int) -> Event:
        """Resign or leave for good."""
        if self.status != PLAYING:
            raise Refused("over", "the game is not being played")
        seat = self._held(user)
        if seat not in self.people:
            raise Refused("over", "your seat is out of the game already")
        return Event(self.at, "out", seat, why, now)

    def flag(self, now: int) -> Event | None:
        """The event for a seat to move that has run out of time, if it has."""
        if self.deadline is None or now < self.deadline:
            return None
        return Event(self.at, "out", self.turn, "time", now)

    def _held(self, user: str) -> int:
        held = self.seats_of(user)
        if not held:
            raise Refused("not_seated", "you have no seat at this table")
        return self.turn if self.turn in held else held[0]

    def _playing(self, user: str) -> list[int]:
        """The seats that a user holds and still plays, without those a bot has taken over."""
        self._held(user)
        if self.status != PLAYING:
            raise Refused("over", "the game is not being played")
        held = [seat for seat in self.seats_of(user) if seat in self.people]
        if not held:
            raise Refused("over", "your seat is out of the game already")
        return held

    def undo(self, user: str, now: int) -> Event:
        """Take back one's own last decision, if since then nobody has decided and nature has not
        moved; otherwise ask the others."""
        held = self._playing(user)
        last = self._last_decision(held)
        if last is None:
            raise Refused("no_undo", "you have not made a decision yet")
        if not self.can_undo(held):
            raise Refused("no_undo", "in the daily deal what was dealt stays dealt")
        others = {self.seats[n].user for n in self.people} - {user}
        if self._is_free(last, held) or not others:
            return Event(self.at, "undo", last.seat, str(last.at), now)
        return Event(self.at, "ask", last.seat, f"undo {last.at}", now)

    def can_undo(self, held: Sequence[int]) -> bool:
        """Whether an undo by these seats would be granted, or put to the others, not refused."""
        held = [seat for seat in held if seat in self.people]
        last = self._last_decision(held)
        if self.status != PLAYING or last is None:
            return False
        return not self.setup.daily or self._is_free(last, held)

    def _last_decision(self, held: Sequence[int]) -> Played | None:
        return next((p for p in reversed(self.log) if p.decided and p.seat in held), None)

    def _is_free(self, last: Played, held: Sequence[int]) -> bool:
        """Whether, since a decision, nobody else has decided and nature has not moved."""
        later = [p for p in self.log if p.at >= last.at]
        return all(p.seat != NOBODY and (not p.decided or p.seat in held) for p in later)

    def hint(self, user: str, now: int) -> Event | None:
        """Get a hint for the decision to be made; further hints for it are not counted."""
        seat = self._seat_to_move(user, bot=False)
        if not self.can_hint([seat]):
            raise Refused("no_hint", "hints are for casual games of one person against bots")
        return None if self.hinted == self.at else Event(self.at, "hint", seat, "", now)

    def can_hint(self, held: Sequence[int]) -> bool:
        """Whether a hint for these seats would be granted."""
        return self.setup.is_casual and self.turn in held

    def ask_end(self, user: str, now: int) -> Event:
        """Ask the others to end the game here."""
        seat = self._playing(user)[0]
        if {self.seats[n].user for n in self.people} <= {user}:
            return Event(self.at, "end", NOBODY, "agreed", now)
        return Event(self.at, "ask", seat, "end", now)

    def answer(self, user: str, yes: bool, now: int, *, at: int | None = None) -> Event:
        """Answer the question that was seen in a version; the last yes grants it."""
        self._held(user)
        if self.asked is None:
            raise Refused("not_asked", "there is no question to answer")
        seat = self._playing(user)[0]
        if at is not None and at <= self.asked_at:
            raise Refused("stale", "something else is asked now")
        if not yes:
            return Event(self.at, "answer", seat, "no", now)
        if seat in self.agreed:
            raise Refused("answered", "you have agreed already")
        mine = {n for n in self.people if self.seats[n].user == user}
        if not set(self.people) <= self.agreed | mine:
            return Event(self.at, "answer", seat, "yes", now)
        asker, what = self.asked
        if what == "end":
            return Event(self.at, "end", NOBODY, "agreed", now)
        return Event(self.at, "undo", asker, what.removeprefix("undo "), now)


def fold(setup: Setup, secret: bytes, events: Iterable[Event]) -> Match:
    """The match that a log leads to."""
    match = Match(setup, secret)
    for event in events:
        match.apply(event)
    return match


def rank_seats(state: AnyState, gone: Sequence[bool]) -> tuple[int, ...]:
    """The ranks at the end: by the rules for those who stayed; behind them, those who left."""
    keys = list(zip(gone, state.outcome(), strict=True))
    return tuple([1 + sum(other < key for other in keys) for key in keys])
