"""A match: a game at a table, and which events may come next.

Methods such as `play`, `sit` and `undo` check a request and return the event that would grant it;
the fold takes it in once it is committed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from tilewright.fairness import DealStream
from tilewright.game import CHANCE, OVER, IllegalMove, InvalidNotation
from tilewright.table.event import NOBODY, Event, Refused
from tilewright.table.fold import DONE, PLAYING, WAITING, Fold, Played, Walk
from tilewright.table.setup import HOT_SEAT, Setup

MOST_EVENTS = 5000  # of a table; after that there are only ways to leave. Most have a hundred


class Match(Fold):
    """One game at a table: what is known of it, and what may be asked of it."""

    __slots__ = ()

    def start(self, now: int) -> Event:
        """Start the game, with all seats taken."""
        if self.status != WAITING:
            raise Refused("started", "the game has already started")
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
        if not bot:
            self._check_room()
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
            raise Refused("not_your_turn", f"it is seat {seat}'s turn")
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
        self._check_room()
        if self.status != WAITING:
            raise Refused("started", "the game has already started")
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
            raise Refused("seated", "you already have a seat at this table")
        return Event(self.at, "sit", seat, f"{user} {nonce.hex() or '-'} {name}", now)

    def go(self, user: str, now: int, *, at: int | None = None) -> Event:
        """Leave the table as it was seen in a version: before the start a seat, later the game."""
        if self.status == WAITING:
            return self.stand(user, now)
        if at is not None and at <= self.started_at:
            raise Refused("stale", "the game has begun since then")
        return self.leave(user, "left", now, at=at)

    def stand(self, user: str, now: int) -> Event:
        """Leave a seat before the start; the last to leave closes the table."""
        if self.status != WAITING:
            raise Refused("started", "the game has already started")
        seat = self._held(user)
        if set(self.people) <= set(self.seats_of(user)):
            return Event(self.at, "end", NOBODY, "aborted", now)
        return Event(self.at, "stand", seat, "", now)

    def leave(self, user: str, why: str, now: int, *, at: int | None = None) -> Event:
        """Resign or leave for good, as the table was seen in a version: who holds several seats and
        asks twice loses one."""
        gone = [self.seats[n].out_at for n in self.seats_of(user)]
        if at is not None and at <= max(gone, default=-1):
            raise Refused("stale", "a seat of yours has gone out since then")
        held = self._playing(user)
        return Event(self.at, "out", self.turn if self.turn in held else held[0], why, now)

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
            raise Refused("over", "your seat is already out of the game")
        return held

    def undo(self, user: str, now: int, *, at: int) -> Event:
        """Take back one's own last decision as it was seen in a version, if since that decision
        nobody else has decided and nature has not moved; otherwise ask the others."""
        self._check_room()
        held = self._playing(user)
        last = self._last_decision(held)
        if at <= self.undone_at:
            raise Refused("stale", "something has been taken back since then")
        if last is None:
            raise Refused("no_undo", "you have not made a decision yet")
        if at <= last.at:
            raise Refused("stale", "you have made another decision since then")
        if self.asked is not None and at <= self.asked_at:
            raise Refused("stale", "something has been asked since then")
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
        self._check_room()
        return Event(self.at, "ask", seat, "end", now)

    def _check_room(self) -> None:
        """Refuse what can be repeated without end, when a log is long: whoever opens the table has
        to read all of it."""
        if self.at >= MOST_EVENTS:
            raise Refused("too_many", f"after {MOST_EVENTS} events one can only leave the table")

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
            raise Refused("answered", "you have already agreed")
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
