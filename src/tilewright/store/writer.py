"""The one writer of game logs: group commit.

All events that wait while the last transaction is being committed go into the next one together.
Callers are told after the commit, never before. `events.(game, at)` is the primary key, so
of two events for one version exactly one is taken, on one node or on many; and an event is taken
only if its game is at its version, so that no log has a hole.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Collection, Sequence
from typing import NamedTuple, TypeAlias

from sqlalchemy import delete, insert, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from tilewright import metrics
from tilewright.store.database import Database, is_bad_data
from tilewright.store.event import Event
from tilewright.store.schema import players, users
from tilewright.store.users import GONE, Left
from tilewright.supervision import Supervisor

EntryKey: TypeAlias = tuple[str, int]  # game and version

MOST_AT_ONCE = 500
COLUMNS = {
    "game": "TEXT",
    "at": "INTEGER",
    "kind": "TEXT",
    "seat": "INTEGER",
    "text": "TEXT",
    "time": "BIGINT",
    "id": "TEXT",
}
UPDATE = text(
    "UPDATE games SET status = :status, at = :at, turn = :turn, deadline = :deadline, "
    "updated = :updated WHERE id = :game AND at < :at"
)


class Summary(NamedTuple):
    """What a list of games shows of a log."""

    status: str
    turn: str
    deadline: int | None  # by the house clock
    updated: int | None = None  # by the time of day; None if that is the time of the event


class Entry(NamedTuple):
    """An event in the log of its game, and the summary of the log including it."""

    game: str
    event: Event
    summary: Summary

    @property
    def key(self) -> EntryKey:
        """The key, which no other entry has."""
        return self.game, self.event.at

    @property
    def sitter(self) -> str:
        """The user who sits down by it, if someone does."""
        return self.event.text.split(" ", 1)[0] if self.event.kind == "sit" else ""


class PendingEntry(NamedTuple):
    """An entry waiting to be committed, and whom to tell."""

    entry: Entry
    done: asyncio.Future[bool]


class Writer:
    """Commits appended events in groups."""

    def __init__(self, database: Database, tasks: Supervisor | None = None) -> None:
        self.database = database
        self.tasks = tasks or Supervisor()
        self.commits = self.events = self.failures = 0
        self._waiting: list[PendingEntry] = []
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._closing = False

    def start(self) -> None:
        """Begin to commit."""
        self._task = self.tasks.finish("writer", self._run)

    async def close(self) -> None:
        """Commit what is waiting, then stop."""
        self._closing = True
        self._wake.set()
        if self._task:
            await self._task

    @property
    def waiting(self) -> int:
        """How many events are waiting for the next transaction."""
        return len(self._waiting)

    async def append(self, game: str, event: Event, summary: Summary) -> bool:
        """Commit an event; False if its game is not at its version. If it raises, the event may
        or may not be kept; bad data is not, nor is a seat for someone who has left."""
        if self._closing:
            raise RuntimeError("the writer is closed")
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append(PendingEntry(Entry(game, event, summary), done))
        self._wake.set()
        return await done

    async def _run(self) -> None:
        while self._waiting or not self._closing:
            if not self._waiting:
                self._wake.clear()
                await self._wake.wait()
                continue
            group, self._waiting = self._waiting[:MOST_AT_ONCE], self._waiting[MOST_AT_ONCE:]
            try:
                await self._commit(sorted(group, key=lambda each: each.entry.key))
            finally:  # whatever happens, nobody waits forever
                for each in group:
                    if not each.done.done():
                        each.done.set_exception(RuntimeError("the writer was interrupted"))

    async def _commit(self, group: list[PendingEntry]) -> None:
        """Commit a group. If it has bad data, each half is tried, so that a bad event harms no
        other; in an outage everyone is told at once."""
        first = {each.entry.key: each for each in reversed(group)}  # one event per version
        chosen = [each for each in group if first[each.entry.key] is each]
        begin = time.monotonic()
        try:
            async with self.database.write() as connection:
                gone = await gone_users(connection, [each.entry for each in chosen])
                here = [each.entry for each in chosen if each.entry.sitter not in gone]
                taken = await commit(connection, here)
        except Exception as error:
            if is_bad_data(error) and len(group) > 1:
                half = len(group) // 2
                await self._commit(group[:half])
                await self._commit(group[half:])
                return
            self.failures += len(group)
            for each in group:
                if not each.done.done():
                    each.done.set_exception(error)
            return
        metrics.commit_seconds.observe(time.monotonic() - begin)
        metrics.commit_events.observe(len(taken))
        self.commits += 1
        self.events += len(taken)
        for each in group:
            if each.done.done():
                continue
            if each.entry.sitter in gone:
                each.done.set_exception(Left(each.entry.sitter))
            else:
                each.done.set_result(first[each.entry.key] is each and each.entry.key in taken)


async def gone_users(connection: AsyncConnection, group: Sequence[Entry]) -> Collection[str]:
    """Who of those that would sit down has left; nobody else leaves before the commit."""
    sitters = {entry.sitter for entry in group} - {""}
    if not sitters:
        return ()
    mine = select(users.c.id, users.c.kind).where(users.c.id.in_(sitters)).order_by(users.c.id)
    found = await connection.execute(mine.with_for_update(read=True, key_share=True))
    return {id for id, kind in found if kind == GONE}


async def commit(connection: AsyncConnection, group: Sequence[Entry]) -> set[EntryKey]:
    """Insert the events that are next in their games, and the summaries of these games.

    In the order of the games, so that two nodes with the same games never wait for each other.
    """
    if not group:
        return set()
    rows = ", ".join(
        "(" + ", ".join(f"CAST(:{name}{n} AS {kind})" for name, kind in COLUMNS.items()) + ")"
        for n in range(len(group))
    )
    append = text(
        f"INSERT INTO events ({', '.join(COLUMNS)}) "
        f"WITH new ({', '.join(COLUMNS)}) AS (VALUES {rows}) "
        f"SELECT {', '.join(f'new.{name}' for name in COLUMNS)} "
        "FROM new JOIN games ON games.id = new.game WHERE games.at = new.at "
        "ORDER BY new.game, new.at ON CONFLICT DO NOTHING RETURNING game, at"
    )
    parameters = {
        f"{name}{n}": value
        for n, entry in enumerate(group)
        for name, value in zip(COLUMNS, (entry.game, *entry.event), strict=True)
    }
    taken = {(game, at) for game, at in await connection.execute(append, parameters)}
    kept = [entry for entry in group if entry.key in taken]
    for entry in kept:
        game, event, _ = entry
        if event.kind in ("sit", "stand"):
            place = (players.c.game == game, players.c.seat == event.seat)
            await connection.execute(delete(players).where(*place))
            if entry.sitter:
                values = {"game": game, "seat": event.seat, "user": entry.sitter}
                await connection.execute(insert(players).values(values))
    updates = [
        {
            **summary._asdict(),
            "game": game,
            "at": event.at + 1,
            "updated": event.time if summary.updated is None else summary.updated,
        }
        for game, event, summary in kept
    ]
    if updates:
        await connection.execute(UPDATE, updates)
    return taken
