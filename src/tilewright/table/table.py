"""One live game: everybody enters by its door, and everybody is sent the same view."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol, TypeAlias

from tilewright.record import Record
from tilewright.store.games import Stored
from tilewright.store.writer import Row, Summary
from tilewright.table.event import Event, Refused
from tilewright.table.match import DONE, PLAYING, WAITING, Match, fold
from tilewright.table.setup import from_json
from tilewright.table.view import table_view, viewer_frame

if TYPE_CHECKING:
    from tilewright.table.hall import Hall

Decide: TypeAlias = Callable[[Match, int], Event | None]
AWAY = 60.0  # seconds after which a viewer on another node is forgotten unless heard of again
GRACE = 4.0  # seconds another node is given for the move of a bot before this one thinks
RETRY = 1.0  # seconds until a bot or clock that failed is tried again
TRIES = 20  # how often a request is tried again when other nodes commit at the same time

log = logging.getLogger("tilewright.table")


def now() -> int:
    """The time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Viewer(Protocol):
    """Someone who is shown the table; `send` never waits."""

    user: str
    previews: bool
    muted: frozenset[str]

    def send(self, frame: bytes) -> None:
        """Queue a frame."""
        ...

    def close(self) -> None:
        """Hang up; the viewer will come again."""
        ...


class Table:
    """A match in memory, its viewers, and the tasks that its clock and bots need."""

    def __init__(self, hall: Hall, stored: Stored) -> None:
        self.hall = hall
        self.id = stored.id
        self.host = stored.host
        self.match = _fold(stored)
        self.lock = asyncio.Lock()
        self.viewers: list[Viewer] = []
        self.away: dict[str, float] = {}  # users on other nodes, and when they were heard of
        self.touched = time.monotonic()
        self._task: asyncio.Task[None] | None = None
        self._awaited = -1  # the version for which a bot or the clock is waited

    # The door

    async def ask(self, decide: Decide) -> Match:
        """Let a request decide on an event, commit it, and tell everybody.

        The event counts when it is committed. If another node was faster, the table catches up
        and the request decides again. Once begun it is finished, even if the asker goes away.
        """
        task = asyncio.create_task(self._ask(decide))
        self.hall.asks.add(task)
        task.add_done_callback(self.hall.asks.discard)
        task.add_done_callback(lambda done: done.cancelled() or done.exception())
        return await asyncio.shield(task)

    async def _ask(self, decide: Decide) -> Match:
        async with self.lock:
            for _ in range(TRIES):
                event = decide(self.match, now())
                if event is None:
                    return self.match
                known, status = len(self.match.log), self.match.status
                self.match.apply(event)
                try:
                    taken = await self.hall.writer.append(self._row(event), self._summary())
                except Exception:
                    self.hall.drop(self)  # what is in memory is not what is kept
                    raise
                if taken:
                    self.touched = time.monotonic()
                    await self._committed(event, known, status)
                    return self.match
                await self._reload()
                self.broadcast(log_from=0)
                self.watch(grace=GRACE)
            raise Refused("busy", "too many answers at once; try again")

    async def play(self, user: str, at: int, text: str, *, id: str = "", bot: bool = False) -> None:
        """Make a move in the version the player has seen; a message sent twice counts once."""

        key = f"{user}:{id}" if id else ""  # two players may use the same id

        def decide(match: Match, time: int) -> Event | None:
            if key and key in match.ids:
                return None
            if at != match.at:
                raise Refused("stale", f"the table is at {match.at}, not at {at}")
            return match.play(user, text, time, id=key, bot=bot, automatic=self._automatic)

        if at > self.match.at:  # seen on another node, whose news has not come yet
            await self.catch_up()
        await self.ask(decide)

    def _automatic(self, seat: int) -> bool:
        holder = self.match.seats[seat]
        known = self.hall.known.get(holder.user)
        return bool(holder.bot) or (known is not None and known.automatic)

    def _row(self, event: Event) -> Row:
        return Row(
            self.id, event.at, event.kind, event.seat, event.text, event.time, event.id or None
        )

    def _summary(self) -> Summary:
        seat = self.match.seats[self.match.turn] if self.match.turn >= 0 else None
        user = seat.user if seat and not seat.bot else ""
        return Summary(self.match.status, user, self.match.deadline)

    async def _committed(self, event: Event, known: int, status: str) -> None:
        log_from = min(known, len(self.match.log)) if event.kind != "undo" else len(self.match.log)
        self.broadcast(log_from=log_from)
        self.hall.bus.publish({"game": self.id, "at": self.match.at})
        self.watch()
        if event.kind == "sit":
            await self.hall.learn(self.match.seats[event.seat].user)
        if self.match.status == DONE and status != DONE:
            self.hall.finished(self)
        elif event.kind in ("start", "play", "undo", "out") and self.match.status == PLAYING:
            self.hall.turned(self)

    async def _reload(self) -> None:
        stored = await self.hall.games.load(self.id)
        assert stored is not None
        self.match = _fold(stored)

    async def catch_up(self, at: int | None = None) -> None:
        """Take in what other nodes have committed, up to a version if it is known, and show it."""
        async with self.lock:
            if at is not None and at <= self.match.at:
                return
            known, before = len(self.match.log), self.match.at
            undone = False
            for row in await self.hall.games.rows_from(self.id, self.match.at):
                event = _event(row)
                undone = undone or event.kind == "undo"
                self.match.apply(event)
                if event.kind == "sit":
                    await self.hall.learn(self.match.seats[event.seat].user)
            if self.match.at > before:
                self.broadcast(log_from=0 if undone else known)
                self.watch(grace=GRACE)

    # Viewers

    @property
    def online(self) -> set[str]:
        """The users who are looking, here or on another node."""
        lately = time.monotonic() - AWAY
        away = {user for user, heard in self.away.items() if heard > lately}
        return {viewer.user for viewer in self.viewers} | away

    async def join(self, viewer: Viewer) -> None:
        """Begin to show the table to someone."""
        async with self.lock:
            arrived = viewer.user not in self.online
            self.viewers.append(viewer)
            viewer.send(self.frame(viewer.user, previews=viewer.previews))
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
                self.hall.tasks.run("presence", self._tell_presence(), game=self.id)

    def moved_elsewhere(self, user: str, *, here: bool) -> None:
        """A user came or went on another node."""
        before = user in self.online
        if here:
            self.away[user] = time.monotonic()
        else:
            self.away.pop(user, None)
        if before != (user in self.online):
            self.hall.tasks.run("presence", self._tell_presence(), game=self.id)

    async def _tell_presence(self) -> None:
        async with self.lock:
            self.broadcast(log_from=len(self.match.log))

    async def look(self, user: str, *, previews: bool = True) -> bytes:
        """The whole view for a user: what is committed, nothing that is being committed."""
        async with self.lock:
            return self.frame(user, previews=previews)

    async def record(self) -> Record:
        """The record of what is committed."""
        async with self.lock:
            return self.match.record(now())

    def frame(self, user: str, *, previews: bool = True) -> bytes:
        """The whole view for a user, for those who hold the lock."""
        shared = self._shared(log_from=0)
        return viewer_frame(shared, self.match, self.match.seats_of(user), previews=previews)

    def _shared(self, *, log_from: int) -> bytes:
        known = self.hall.known
        kinds = [known[s.user].kind if s.user in known else "" for s in self.match.seats]
        return table_view(self.id, self.match, self.online, kinds, log_from=log_from)

    async def show(self, viewer: Viewer) -> None:
        """Send someone the whole view."""
        viewer.send(await self.look(viewer.user, previews=viewer.previews))

    def broadcast(self, *, log_from: int, skip: Viewer | None = None) -> None:
        """Send everybody the view, with the log from a move on."""
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

    # Bots and clocks

    def watch(self, *, grace: float = 0.0) -> None:
        """Wait for the bot whose turn it is, or for the clock of the person; a bot that another
        node should be thinking for is given some grace."""
        if self._awaited == self.match.at or self.hall.closing:
            return
        self.rest()
        turn = self.match.turn
        if turn >= 0 and (self.match.seats[turn].bot or self.match.deadline is not None):
            self._awaited = self.match.at
            self._task = self.hall.tasks.run("turn", self._wait(self.match.at, grace))
        elif self.match.status == WAITING and all(s.user or s.bot for s in self.match.seats):
            self._awaited = self.match.at
            self._task = self.hall.tasks.finish("start", self._begin, game=self.id)

    def rest(self) -> None:
        """Stop waiting."""
        current = asyncio.current_task()
        if self._task is not None and self._task is not current:
            self._task.cancel()
        self._task, self._awaited = None, -1

    async def _begin(self) -> None:
        with suppress(Refused):  # another node has started it, or someone has left
            await self.ask(lambda match, time: match.start(time))

    async def _wait(self, at: int, grace: float) -> None:
        try:
            await self._act(at, grace)
        except Refused:
            pass  # too late: the table has moved on
        except Exception:  # the database or the workers are in trouble: try again
            log.exception("table %s waits", self.id)
            await asyncio.sleep(RETRY)
            self._task, self._awaited = None, -1
            self.watch()

    async def _act(self, at: int, grace: float) -> None:
        if at == self.match.at:
            if bot := self.match.seats[self.match.turn].bot:
                await asyncio.sleep(grace)
                move = await self.hall.thinking.choose(bot, str(self.match.state), self.id)
                await self.play("", at, move, bot=True)
            else:
                assert self.match.deadline is not None
                await asyncio.sleep(max(0, self.match.deadline - now()) / 1000 + 0.001)
                await self.ask(lambda match, time: match.flag(time) if match.at == at else None)


def _fold(stored: Stored) -> Match:
    setup = from_json(stored.setup)
    return fold(setup, stored.secret, [_event(row) for row in stored.rows])


def _event(row: Row) -> Event:
    return Event(row.at, row.kind, row.seat, row.text, row.time, row.id or "")
