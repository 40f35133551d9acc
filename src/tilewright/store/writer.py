"""The one writer of game logs: group commit.

All events that wait while the last transaction is being committed go into the next one together.
Whoever appended is told after the commit, never before. `events.(game, at)` is the primary key, so
of two events for one version exactly one is taken, on one node or on many.
"""

from __future__ import annotations

import asyncio
from typing import NamedTuple

from sqlalchemy import delete, insert, text
from sqlalchemy.ext.asyncio import AsyncConnection

from tilewright.store.database import Database
from tilewright.store.schema import players

MOST_AT_ONCE = 500
COLUMNS = ("game", "at", "kind", "seat", "text", "time", "id")
UPDATE = text(
    "UPDATE games SET status = :status, at = :at, turn = :turn, deadline = :deadline, "
    "updated = :updated WHERE id = :game AND at < :at"
)


class Row(NamedTuple):
    """An event as it is stored."""

    game: str
    at: int
    kind: str
    seat: int
    text: str
    time: int
    id: str | None


class Summary(NamedTuple):
    """What a list of games shows of a log."""

    status: str
    turn: str
    deadline: int | None


class Writer:
    """Commits appended events in groups."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.commits = self.events = 0
        self._waiting: list[tuple[Row, Summary, asyncio.Future[bool]]] = []
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._closing = False

    def start(self) -> None:
        """Begin to commit."""
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Commit what is waiting, then stop."""
        self._closing = True
        self._wake.set()
        if self._task:
            await self._task

    async def append(self, row: Row, summary: Summary) -> bool:
        """Commit an event; False if its version is taken already."""
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append((row, summary, done))
        self._wake.set()
        return await done

    async def _run(self) -> None:
        while not (self._closing and not self._waiting):
            await self._wake.wait()
            self._wake.clear()
            while self._waiting:
                group, self._waiting = self._waiting[:MOST_AT_ONCE], self._waiting[MOST_AT_ONCE:]
                try:
                    async with self.database.write() as connection:
                        taken = await commit(
                            connection, [(row, summary) for row, summary, _ in group]
                        )
                except Exception as error:  # nothing of the group is committed: say so to each
                    for _, _, done in group:
                        if not done.done():
                            done.set_exception(error)
                    continue
                self.commits += 1
                self.events += len(taken)
                for row, _, done in group:
                    if not done.done():
                        done.set_result((row.game, row.at) in taken)


async def commit(
    connection: AsyncConnection, group: list[tuple[Row, Summary]]
) -> set[tuple[str, int]]:
    """Insert the events whose versions are free, and the summaries of their games."""
    rows = ", ".join(
        "(" + ", ".join(f":{column}{n}" for column in COLUMNS) + ")" for n in range(len(group))
    )
    append = text(
        f"INSERT INTO events ({', '.join(COLUMNS)}) VALUES {rows} "
        "ON CONFLICT DO NOTHING RETURNING game, at"
    )
    parameters = {
        f"{column}{n}": value
        for n, (row, _) in enumerate(group)
        for column, value in zip(COLUMNS, row, strict=True)
    }
    taken = {(game, at) for game, at in await connection.execute(append, parameters)}
    for row, _ in group:
        if row.kind in ("sit", "stand") and (row.game, row.at) in taken:
            place = (players.c.game == row.game, players.c.seat == row.seat)
            await connection.execute(delete(players).where(*place))
            if row.kind == "sit":
                user = row.text.split(" ", 1)[0]
                values = {"game": row.game, "seat": row.seat, "user": user}
                await connection.execute(insert(players).values(values))
    updates = [
        {**summary._asdict(), "game": row.game, "at": row.at + 1, "updated": row.time}
        for row, summary in group
        if (row.game, row.at) in taken
    ]
    if updates:
        await connection.execute(UPDATE, updates)
    return taken
