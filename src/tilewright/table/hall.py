"""The hall: the tables that are open on this node."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import suppress
from typing import NamedTuple, TypeVarTuple

from tilewright.fairness import SECRET_BYTES
from tilewright.store.database import Database
from tilewright.store.games import Day, Games, TooManyGames
from tilewright.store.writer import Entry, Writer
from tilewright.supervision import Supervisor
from tilewright.table.bus import Bus, BusMessage, NoBus
from tilewright.table.clock import HouseClock, now
from tilewright.table.event import Event, Refused, Unreadable
from tilewright.table.fold import PLAYING
from tilewright.table.match import Match
from tilewright.table.setup import HOT_SEAT, Setup, to_json
from tilewright.table.table import GRACE, Table, summary
from tilewright.table.thinking import Thinking

IDLE = 300.0  # seconds without viewers or moves after which a table is put away
SWEEP = 20.0  # seconds between checks for idle tables, and for games whose bots or clocks wait
POLL = 2.5  # seconds between checks for what the bus has not told
AT_ONCE = 50  # games with a bot to move that are resumed together after a start
FINISH = 3.0  # seconds to wait for unfinished work, when the hall closes or forgets a user

Heard = TypeVarTuple("Heard")  # what a listener is told

log = logging.getLogger("tilewright.hall")


class Known(NamedTuple):
    """What tables know about a user."""

    kind: str = ""  # guest, person, bot
    automatic: bool = False  # whether they want forced moves played for them


class Hall:
    """Opens tables from the database, passes on hints, and puts idle tables away."""

    def __init__(
        self,
        database: Database,
        *,
        bus: Bus | None = None,
        thinking: Thinking | None = None,
        clock: HouseClock | None = None,
    ) -> None:
        self.database = database
        self.games = Games(database)
        self.tasks = Supervisor()  # what is done in the background
        self.writer = Writer(database, self.tasks)
        self.clock = clock or HouseClock(database)
        self.clock.on_shift.append(self._show_clocks)
        self.bus = bus or NoBus()
        self.thinking = thinking or Thinking()
        self.tables: dict[str, Table] = {}
        self.unreadable: set[str] = set()  # games that were set aside
        self.known: dict[str, Known] = {}  # by the id of the user
        self.who: Callable[[str], Awaitable[Known]] | None = None  # asked for unknown users
        self.on_turn: list[Callable[[Table], None]] = []
        self.on_finish: list[Callable[[Table], None]] = []
        self.on_note: list[Callable[[Table, BusMessage], None]] = []
        self.on_hear: list[
            Callable[[BusMessage], None]
        ] = []  # hints that are not about a table, too
        self._opening: dict[str, asyncio.Future[Table]] = {}
        self.asks: set[asyncio.Task[Match]] = set()  # requests being decided and committed
        self.closing = False

    async def start(self) -> None:
        """Start committing and listening; waiting games are resumed in the background."""
        self.writer.start()
        await self.clock.start()
        await self.bus.start(self.hear, self.tasks)
        self.tasks.keep("clock", self.clock.run)
        self.tasks.keep("sweep", self._sweep)
        self.tasks.keep("bots", self._take_up_bots)
        if not isinstance(self.bus, NoBus):
            self.tasks.keep("poll", self._poll)

    async def close(self) -> None:
        """Finish what is being committed and stop."""
        self.closing = True
        end = time.monotonic() + FINISH
        while self.asks and time.monotonic() < end:  # what has begun is finished
            await asyncio.wait(self.asks, timeout=end - time.monotonic())
        with suppress(TimeoutError):
            await asyncio.wait_for(self.writer.close(), max(0.1, end - time.monotonic()))
        await self.tasks.close()
        opening = list(self._opening.values())
        for future in opening:
            future.cancel()
        await asyncio.gather(*opening, return_exceptions=True)  # they may hold connections
        await self.bus.close()
        self.thinking.close()

    async def table(self, id: str) -> Table:
        """An open table, or the one in the database."""
        if id in self.tables:
            self.tables[
                id
            ].touched = time.monotonic()  # so that it is not put away while someone asks for it
            return self.tables[id]
        if id not in self._opening:
            opening = asyncio.ensure_future(self._open(id))
            opening.add_done_callback(lambda done: done.cancelled() or done.exception())
            self._opening[id] = opening
        return await asyncio.shield(self._opening[id])

    async def _open(self, id: str) -> Table:
        try:
            stored = await self.games.load(id)
            if stored is None:
                raise Refused("no_game", "there is no such game")
            try:
                table = Table(self, stored)
            except Exception as error:
                raise self.set_aside(id, error) from error
            self.unreadable.discard(id)
            for seat in table.match.seats:
                await self.learn(seat.user)
            if stored.rematch:
                table.following = await self.games.following(id)
            self.tables[id] = table
            if not isinstance(self.bus, NoBus):
                await table.catch_up()  # hints that came while the table was being opened
            return table
        finally:
            del self._opening[id]

    async def fresh(self, id: str) -> Table:
        """A table as it is now, whichever node was the last to change it."""
        table = await self.table(id)
        if not isinstance(self.bus, NoBus):
            await table.catch_up()
        return table

    async def learn(self, user: str) -> None:
        """Learn what tables should know about a user."""
        if user and user not in self.known and self.who is not None:
            self.known[user] = await self.who(user)

    def set_aside(self, id: str, error: Exception) -> Unreadable:
        """Put away a game whose log cannot be read, and note it; returns the refusal to raise."""
        if id not in self.unreadable:
            self.unreadable.add(id)
            log.error("game set aside", exc_info=error, extra={"game": id})
        table = self.tables.pop(id, None)
        if table is not None:
            table.closed = True
            table.rest()
            for viewer in list(table.viewers):
                viewer.close()
        return Unreadable()

    async def create(
        self,
        setup: Setup,
        user: str,
        name: str,
        *,
        id: str = "",
        nonce: bytes = b"",
        secret: bytes | None = None,
        most: int | None = None,
        shows: int | None = None,
        seats: Collection[int] | None = None,
        after: str = "",
        instead: str = "",
        day: Day | None = None,
    ) -> Table:
        """Make a table with its host on the given seats, or on all those planned for the host, in
        one commit; refused if the host has too many tables, or too many with bots alone. With
        `after`, it is the rematch of that table; if there already is one, other than `instead`,
        that one is returned. Likewise, whoever has a table of a day's deal gets that one."""
        id, secret = id or new_id(), secret or secrets.token_bytes(SECRET_BYTES)
        if seats is None:
            plans = enumerate(setup.seats)
            seats = [n for n, plan in plans if plan == "me" or plan.startswith(HOT_SEAT)]
        match, events = self._seat_host(Match(setup, secret), seats, user, name, nonce)
        try:
            holds = await self.games.create(
                id,
                to_json(setup),
                secret,
                begun=[Entry(id, event, summary(match)) for event in events],
                host=user,
                public=setup.public,
                now=now(),
                most=most,
                shows=shows if match.status == PLAYING and not match.people else None,
                after=after,
                instead=instead,
                day=day,
            )
        except TooManyGames:
            text = "you have too many tables; finish some first"
            raise Refused("too_many", text) from None
        table = await self.table(holds)
        if holds == id:
            if table.match.status == PLAYING:
                self.turned(table)
            table.watch()
        return table

    def _seat_host(
        self, match: Match, seats: Collection[int], user: str, name: str, nonce: bytes
    ) -> tuple[Match, list[Event]]:
        """A new match with its host on some seats, started if all seats are taken."""
        time, events = self.time(match.setup), []
        for seat in sorted(seats):
            events.append(match.sit(seat, user, name, nonce, time, owner=True))
            match = match.after(events[-1])
        if match.can_start:
            events.append(match.start(time))
            match = match.after(events[-1])
        return match, events

    def time(self, setup: Setup) -> int:
        """The time for events: the house clock's where time is charged, else the time of day."""
        return now() if setup.clock.kind == "none" else self.clock.now()

    def hear(self, note: BusMessage) -> None:
        """A hint from another node."""
        self._notify(self.on_hear, note)
        if note.get("again"):  # the bus was away, so hints may have been lost
            for stale in self.tables.values():
                stale.follow(stale.match.at + 1)
            return
        if isinstance(gone := note.get("gone"), str):
            self._read_again(gone)
            return
        table = self.tables.get(str(note.get("game")))
        if table is None:
            return
        at, user, here = note.get("at"), note.get("user"), note.get("here")
        if note.get("rematch"):
            self.tasks.finish("rematch", table.look_ahead, game=table.id)
        elif isinstance(at, int):
            table.follow(at)
        elif isinstance(user, str) and isinstance(here, bool):
            table.moved_elsewhere(user, here=here)
        self._notify(self.on_note, table, note)

    async def forget(self, user: str) -> None:
        """Forget a user who was erased from the database: at once here, soon on other nodes."""
        self.bus.publish({"gone": user})
        await asyncio.wait([self._read_again(user)], timeout=FINISH)  # the database may be away

    def _read_again(self, user: str) -> asyncio.Task[None]:
        """Read the tables of a user from the database again, until that works."""

        async def read() -> None:
            self.known.pop(user, None)
            await asyncio.gather(*self._opening.values(), return_exceptions=True)
            for table in list(self.tables.values()):
                if table.host == user or table.match.seats_of(user):
                    with suppress(Unreadable):
                        await table.read_again()

        return self.tasks.finish("forget", read, user=user)

    async def offered(self, id: str) -> None:
        """Someone wants a rematch of a game, or no longer does: tell everyone at its table."""
        if id in self.tables:
            await self.tables[id].look_ahead()
        self.bus.publish({"game": id, "rematch": True})

    def turned(self, table: Table) -> None:
        """It is someone's turn."""
        self._notify(self.on_turn, table)

    def finished(self, table: Table) -> None:
        """A game is over."""
        self._notify(self.on_finish, table)

    def _notify(self, listeners: Sequence[Callable[[*Heard], None]], *heard: *Heard) -> None:
        """Tell listeners; if one fails, neither the others nor the table are harmed."""
        for listener in list(listeners):
            try:
                listener(*heard)
            except Exception as error:
                self.tasks.failed("listener", error)

    async def _poll(self) -> None:
        """Check for what the bus has not told, so that viewers are never far behind."""
        while True:
            await asyncio.sleep(POLL)
            watched = [id for id, table in self.tables.items() if table.viewers]
            for id, at in (await self.games.versions(watched)).items():
                if id in self.tables and at > self.tables[id].match.at:
                    self.hear({"game": id, "at": at})

    def _show_clocks(self) -> None:
        """Show deadlines again, which have moved in the time of day."""
        for table in self.tables.values():
            if table.match.deadline is not None:
                table.broadcast(log_from=len(table.match.log))

    async def _sweep(self) -> None:
        """Put idle tables away, and open those whose time will soon be up."""
        while True:
            for id, table in list(self.tables.items()):
                idle = time.monotonic() - table.touched > IDLE and table.turn_of_bot is None
                if idle and not table.viewers and not table.lock.locked():
                    table.rest()
                    del self.tables[id]
                for user in {viewer.user for viewer in table.viewers}:
                    self.bus.publish({"game": id, "user": user, "here": True})
            await self._take_up(await self.games.due(self.clock.now() + 2000 * int(SWEEP)))
            await asyncio.sleep(SWEEP)

    async def _take_up_bots(self) -> None:
        """Resume the games in which a bot is to move: at first all, later those that have waited so
        long that their node must be gone. Bots at tables with people come in between."""
        since: int | None = None
        while True:
            bots = await self.games.left_to_bots(since=since, now=now() + 1000 * int(SWEEP))
            for begin in range(0, len(bots), AT_ONCE):
                thinking = await self._take_up(bots[begin : begin + AT_ONCE])
                if thinking:
                    await asyncio.wait(thinking, timeout=SWEEP)
            await asyncio.sleep(SWEEP)
            since = now() - 1000 * int(SWEEP)

    async def _take_up(self, ids: Sequence[str]) -> list[asyncio.Task[None]]:
        """Open tables where something has to be done, and return the tasks of their bots; a table
        that cannot be read does not stop the others."""
        thinking = []
        for id in ids:
            if id not in self.tables and id not in self.unreadable:
                with suppress(Unreadable):
                    table = await self.table(id)
                    table.watch(grace=0.0 if isinstance(self.bus, NoBus) else GRACE)
                    if table.turn_of_bot is not None:
                        thinking.append(table.turn_of_bot)
        return thinking


def new_id() -> str:
    """An id for a new table that nobody can guess."""
    return secrets.token_urlsafe(9)


def daily_secret(key: bytes, day: str, ladder: str) -> bytes:
    """The secret of a day's deal: the same for everyone, known to the server alone."""
    return hashlib.sha256(b"tilewright daily 1" + key + f"{day} {ladder}".encode()).digest()
