"""One live game: every request comes through one door, and everyone is sent the same view."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import takewhile
from typing import TYPE_CHECKING, Protocol, TypeAlias

from tilewright.record import Record
from tilewright.store.database import is_bad_data
from tilewright.store.games import Following, Stored
from tilewright.store.users import Left
from tilewright.store.writer import Summary
from tilewright.table.clock import now
from tilewright.table.event import Event, Refused, Unreadable
from tilewright.table.fold import DONE, PLAYING, UNDONE
from tilewright.table.match import Match, fold
from tilewright.table.setup import from_json
from tilewright.table.view import table_view, viewer_frame

if TYPE_CHECKING:
    from tilewright.table.hall import Hall

Decide: TypeAlias = Callable[[Match, int], Event | None]
AWAY = 60.0  # seconds after which a viewer on another node is forgotten if there is no news
GRACE = 4.0  # seconds that another node has for a bot's move before this one steps in
TRIES = 20  # how often a request is tried again when other nodes commit at the same time


class Viewer(Protocol):
    """Someone who is shown the table; `send` never waits."""

    user: str
    previews: bool
    muted: frozenset[str]

    def send(self, frame: bytes) -> None:
        """Queue a frame."""
        ...

    def close(self) -> None:
        """Hang up; the viewer will reconnect."""
        ...


class Table:
    """A match in memory, its viewers, and the tasks that its clock and bots need.

    What is in memory is committed: `match` is replaced, never changed, and only after a commit.
    """

    def __init__(self, hall: Hall, stored: Stored) -> None:
        self.hall = hall
        self.id = stored.id
        self.host = stored.host
        self.match = fold_stored(stored)
        self.following: Following | None = None  # the rematch
        self.lock = asyncio.Lock()  # held while committing or catching up
        self.viewers: list[Viewer] = []
        self.away: dict[str, float] = {}  # users on other nodes, and when last heard of
        self.touched = time.monotonic()
        self.closed = False  # set aside because its log cannot be read
        self._doubtful: Event | None = None  # may have been committed: the answer was lost
        self._heard = 0  # the highest version that other nodes have announced
        self._following: asyncio.Task[None] | None = None
        self._task: asyncio.Task[None] | None = None
        self._awaited = -1  # the version in which a bot or the clock is waited for

    # The door

    async def ask(self, decide: Decide) -> Match:
        """Let a request decide on an event, commit it, and tell everyone.

        The event counts when it is committed. If another node was faster, the table catches up
        and the request decides again. Once begun it is finished, even if the asker goes away.
        """
        if self.hall.closing:
            raise Refused("busy", "the server is stopping; try again in a moment")
        task = asyncio.create_task(self._ask(decide))
        self.hall.asks.add(task)
        task.add_done_callback(self.hall.asks.discard)
        task.add_done_callback(lambda done: done.cancelled() or done.exception())
        return await asyncio.shield(task)

    async def _ask(self, decide: Decide) -> Match:
        async with self.lock:
            mine: set[Event] = set()  # tried, and possibly committed without our knowing
            failed = False
            if self._doubtful is not None:
                await self._take_in()
            for _ in range(TRIES):
                self._check_open()
                event = decide(self.match, self.hall.time(self.match.setup))
                if event is None:
                    return self.match
                mine.add(event)
                try:
                    if await self._append(event):
                        await self._start()
                        return self.match
                except Left:  # nothing was committed
                    self._doubtful = None
                    raise
                except Exception as error:
                    self.follow()
                    if failed or is_bad_data(error):
                        raise
                    failed = True  # try again, if we can find out what was stored
                    kept = await self._take_in()
                else:
                    kept = await self._take_in() or await self._reload()
                if mine.intersection(kept):
                    return self.match
            raise Refused("busy", "too many requests at once; try again")

    async def _start(self) -> None:
        """Start the game if all seats are now taken; if that fails, `watch` tries again."""
        if self.match.can_start:
            try:
                await self._append(self.match.start(self.hall.time(self.match.setup)))
            except Exception as error:
                self.hall.tasks.failed("start", error, game=self.id)

    async def _append(self, event: Event) -> bool:
        """Commit an event and show it; False if something else was committed first."""
        before, after = self.match, self.match.after(event)
        if event.kind == "sit":
            await self.hall.learn(after.seats[event.seat].user)
        self._doubtful = event
        taken = await self.hall.writer.append(self.id, event, summary(after))
        self._doubtful = None
        if taken:
            self.match = after
            self.touched = time.monotonic()
            self._show(before)
            self._tell(event, before)
        return taken

    async def play(self, user: str, at: int, text: str, *, id: str = "", bot: bool = False) -> None:
        """Make a move in the version the player has seen; a message sent twice counts once."""

        key = f"{user}:{id}" if id else None  # two players may use the same id

        def decide(match: Match, time: int) -> Event | None:
            if (played := match.ids.get(key or "")) == UNDONE:
                raise Refused("stale", "this move was played and taken back")
            if played is not None:
                return None
            if at != match.at:
                raise Refused("stale", f"the table is at {match.at}, not at {at}")
            return match.play(user, text, time, id=key, bot=bot, automatic=self._automatic)

        if at > self.match.at:  # seen on another node, whose hint has not arrived yet
            await self.catch_up()
        await self.ask(decide)

    def _automatic(self, seat: int) -> bool:
        holder = self.match.seats[seat]
        known = self.hall.known.get(holder.user)
        return bool(holder.bot) or (known is not None and known.automatic)

    def _check_open(self) -> None:
        if self.closed:
            raise Unreadable

    def _show(self, before: Match, *, grace: float = 0.0) -> None:
        """Show everyone what is new, and wait for the next player."""
        pairs = zip(before.log, self.match.log, strict=False)
        same = sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1], pairs))
        self.broadcast(log_from=same)
        self.watch(grace=grace)

    def _tell(self, event: Event, before: Match) -> None:
        """Tell other nodes and the house about an event that was committed here."""
        self.hall.bus.publish({"game": self.id, "at": self.match.at})
        if self.match.status == DONE and before.status != DONE:
            self.hall.finished(self)
        elif event.kind in ("start", "play", "undo", "out") and self.match.status == PLAYING:
            self.hall.turned(self)

    # What others have committed

    async def catch_up(self, at: int | None = None) -> None:
        """Take in what other nodes have committed, up to a version if it is known, and show it."""
        async with self.lock:
            self._check_open()
            if at is None or at > self.match.at or self._doubtful is not None:
                await self._take_in()

    def follow(self, at: int = 0) -> None:
        """Catch up in the background with an announced version, until that works."""
        self._heard = max(self._heard, at)
        if self._following is None or self._following.done():
            self._following = self.hall.tasks.finish("catch-up", self._follow, game=self.id)

    async def _follow(self) -> None:
        heard = -1
        with suppress(Unreadable):
            while heard != self._heard:
                heard = self._heard
                await self.catch_up(heard)

    async def _take_in(self) -> list[Event]:
        """Read the events that are new, and show them."""
        events = await self.hall.games.events_from(self.id, self.match.at)
        for event in events:
            self.hall.clock.hear(event.time)
            if event.kind == "sit":
                await self.hall.learn(event.text.split(" ", 1)[0])
        doubtful, self._doubtful = self._doubtful, None
        if events:
            before = self.match
            try:
                self.match = before.after(*events)
            except Exception as error:
                raise self.hall.set_aside(self.id, error) from error
            self._show(before, grace=GRACE)
            if doubtful in events:
                self._tell(doubtful, before)
        return events

    async def read_again(self) -> None:
        """Replace what is known here by what is in the database now."""
        async with self.lock:
            self._check_open()
            await self._take_in()  # which shows what is new, as always
            await self._reload()

    async def _reload(self) -> list[Event]:
        """Read the whole log again: the database differs from what was known here."""
        stored = await self.hall.games.load(self.id)
        if stored is None:
            raise Refused("no_game", "there is no such game")
        try:
            self.match = fold_stored(stored)
        except Exception as error:
            raise self.hall.set_aside(self.id, error) from error
        self.broadcast(log_from=0)
        self.watch(grace=GRACE)
        return stored.events

    # Viewers

    @property
    def online(self) -> set[str]:
        """The users who are watching, here or on another node."""
        lately = time.monotonic() - AWAY
        away = {user for user, heard in self.away.items() if heard > lately}
        return {viewer.user for viewer in self.viewers} | away

    def join(self, viewer: Viewer) -> None:
        """Start showing the table to someone."""
        self._check_open()
        arrived = viewer.user not in self.online
        self.viewers.append(viewer)
        self.show(viewer)
        if arrived:
            self.broadcast(log_from=len(self.match.log), skip=viewer)
        self.hall.bus.publish({"game": self.id, "user": viewer.user, "here": True})
        self.watch()

    def part(self, viewer: Viewer) -> None:
        """Stop showing the table to someone."""
        if viewer in self.viewers:
            self.viewers.remove(viewer)
            self.touched = time.monotonic()
            if all(viewer.user != other.user for other in self.viewers):
                self.hall.bus.publish({"game": self.id, "user": viewer.user, "here": False})
            if viewer.user not in self.online:
                self.broadcast(log_from=len(self.match.log))

    def moved_elsewhere(self, user: str, *, here: bool) -> None:
        """A user came or went on another node."""
        before = user in self.online
        if here:
            self.away[user] = time.monotonic()
        else:
            self.away.pop(user, None)
        if before != (user in self.online):
            self.broadcast(log_from=len(self.match.log))

    def record(self) -> Record:
        """The record so far."""
        return self.match.record(now())

    def frame(self, user: str, *, previews: bool = True) -> bytes:
        """The whole view for a user."""
        shared = self._shared(log_from=0)
        return viewer_frame(shared, self.match, self.match.seats_of(user), previews=previews)

    def _shared(self, *, log_from: int) -> bytes:
        known = self.hall.known
        kinds = [known[s.user].kind if s.user in known else "" for s in self.match.seats]
        has_clock = self.match.setup.clock.kind != "none"
        shift = self.hall.clock.of_day(0) if has_clock else 0
        return table_view(
            self.id,
            self.match,
            self.online,
            kinds,
            following=self.following,
            log_from=log_from,
            shift=shift,
        )

    def show(self, viewer: Viewer) -> None:
        """Send someone the whole view."""
        viewer.send(self.frame(viewer.user, previews=viewer.previews))

    def broadcast(self, *, log_from: int, skip: Viewer | None = None) -> None:
        """Send everyone the view, with the log from a move on."""
        if not self.viewers:
            return
        shared = self._shared(log_from=log_from)
        frames: dict[tuple[tuple[int, ...], bool], bytes] = {}
        for viewer in self.viewers:
            if viewer is skip:
                continue
            seats = self.match.seats_of(viewer.user)
            key = (tuple(seats), viewer.previews)
            if key not in frames:
                frames[key] = viewer_frame(shared, self.match, seats, previews=viewer.previews)
            viewer.send(frames[key])

    async def look_ahead(self) -> None:
        """Find out who wants a rematch, and show it."""
        self.following = await self.hall.games.following(self.id)
        self.broadcast(log_from=len(self.match.log))

    # Bots and clocks

    def watch(self, *, grace: float = 0.0) -> None:
        """Wait for the bot whose turn it is, or for the person's clock; where another node should
        be moving for the bot, it is given some grace."""
        if self._awaited == self.match.at or self.hall.closing:
            return
        self.rest()
        turn = self.match.turn
        if turn >= 0 and (self.match.seats[turn].bot or self.match.deadline is not None):
            self._awaited = self.match.at
            act = partial(self._act, self.match.at, grace)
            self._task = self.hall.tasks.finish("turn", act, game=self.id)
        elif self.match.can_start:
            self._awaited = self.match.at
            self._task = self.hall.tasks.finish("start", self._begin, game=self.id)

    @property
    def turn_of_bot(self) -> asyncio.Task[None] | None:
        """The task that waits for a bot, if one is to move."""
        turn = self.match.turn
        return self._task if turn >= 0 and self.match.seats[turn].bot else None

    def rest(self) -> None:
        """Stop waiting."""
        current = asyncio.current_task()
        if self._task is not None and self._task is not current:
            self._task.cancel()
        self._task, self._awaited = None, -1

    async def _begin(self) -> None:
        with suppress(Refused):  # another node has started it, or someone has left
            await self.ask(lambda match, time: match.start(time))

    async def _act(self, at: int, grace: float) -> None:
        """Move for the bot, or wait for the flag, in a version of the table."""
        try:
            while self.match.at == at and not self.closed:
                if bot := self.match.seats[self.match.turn].bot:
                    await asyncio.sleep(grace)
                    move = await self.hall.thinking.choose(bot, str(self.match.state), self.id)
                    await self.play("", at, move, bot=True)
                else:
                    await self._flag(at)
        except Refused:  # too late: the table has moved on
            if self.match.at == at and not (self.closed or self.hall.closing):
                raise

    async def _flag(self, at: int) -> None:
        """Wait until time is up by the house clock, which may stand still meanwhile."""
        assert self.match.deadline is not None
        while (left := self.match.deadline - self.hall.clock.now()) > 0:
            await asyncio.sleep(left / 1000 + 0.02)
        await self.ask(lambda match, time: match.flag(time) if match.at == at else None)


def summary(match: Match) -> Summary:
    """What a list of games shows about a match."""
    seat = match.seats[match.turn] if match.turn >= 0 else None
    user = seat.user if seat and not seat.bot else ""
    return Summary(match.status, user, match.deadline, now())


def fold_stored(stored: Stored) -> Match:
    """The match that a stored log leads to."""
    return fold(from_json(stored.setup), stored.secret, stored.events)
