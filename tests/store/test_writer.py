"""The writer: group commit, one event per version, no holes, and failures that do not spread."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

import pytest
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection

from tilewright.store import writer as module
from tilewright.store.database import Database, Unavailable
from tilewright.store.event import Event
from tilewright.store.games import Games
from tilewright.store.writer import Entry, Summary, Writer, commit

SUMMARY = Summary("playing", "ann", None)


@asynccontextmanager
async def writing(address: str) -> AsyncIterator[tuple[Games, Writer]]:
    """A writer at work."""
    database = Database(address)
    await database.upgrade()
    writer = Writer(database)
    writer.start()
    try:
        yield Games(database), writer
    finally:
        await writer.close()
        await writer.tasks.close()
        await database.close()


def event(at: int, words: str = "", id: str | None = None) -> Event:
    return Event(at, "play", 0, words, 1_000 + at, id)


async def make(games: Games, *ids: str) -> None:
    for id in ids:
        await games.create(id, "{}", b"", host="ann", public=False, now=0)


async def versions(games: Games, id: str) -> list[int]:
    stored = await games.load(id)
    assert stored is not None
    return [each.at for each in stored.events]


def run(story: Callable[[], Awaitable[None]]) -> None:
    async def bounded() -> None:
        await asyncio.wait_for(story(), 60)

    asyncio.run(bounded())


def test_an_event_that_follows_nothing_is_refused(address: str) -> None:
    async def story() -> None:
        async with writing(address) as (games, writer):
            await make(games, "hole")
            assert await writer.append("hole", event(0), SUMMARY)
            assert not await writer.append("hole", event(2), SUMMARY)
            assert not await writer.append("hole", event(0), SUMMARY)
            assert not await writer.append("nowhere", event(0), SUMMARY)
            together = [writer.append("hole", event(at), SUMMARY) for at in (2, 1)]
            assert await asyncio.gather(*together) == [False, True]
            assert await versions(games, "hole") == [0, 1]
            assert await versions_listed(games, "hole") == 2

    run(story)


async def versions_listed(games: Games, id: str) -> int:
    listed = await games.of_user("ann", status=("waiting", "playing"))
    return next(each.at for each in listed if each.id == id)


def test_one_of_two_for_a_version_is_told_that_it_is_taken(address: str) -> None:
    async def story() -> None:
        async with writing(address) as (games, writer):
            await make(games, "twice")
            both = [writer.append("twice", event(0, words), SUMMARY) for words in "ab"]
            assert sorted(await asyncio.gather(*both)) == [False, True]
            assert await writer.append("twice", event(1, id="x"), SUMMARY)
            assert not await writer.append("twice", event(2, id="x"), SUMMARY)  # sent again
            assert await versions(games, "twice") == [0, 1]

    run(story)


def test_two_nodes_leave_no_hole_and_never_wait_for_each_other(address: str) -> None:
    """Both append to the same games at once, in opposite order, as fast as they can."""
    ids, moves = [f"race{n}" for n in range(12)], 12

    async def node(writer: Writer, ids: list[str]) -> int:
        async def play(id: str) -> int:
            return sum([await writer.append(id, event(at), SUMMARY) for at in range(moves)])

        return sum(await asyncio.gather(*[play(id) for id in ids]))

    async def story() -> None:
        async with writing(address) as (games, one), writing(address) as (_, other):
            await make(games, *ids)
            taken = await asyncio.gather(node(one, ids), node(other, ids[::-1]))
            assert one.failures == other.failures == 0
            kept = [await versions(games, id) for id in ids]
            assert all(log == list(range(len(log))) for log in kept)
            assert sum(taken) == sum(len(log) for log in kept) > 0

    run(story)


def test_bad_data_harms_one_request(address: str) -> None:
    """In a group of many, one event cannot be kept: the others are."""

    async def story() -> None:
        async with writing(address) as (games, writer):
            ids = [f"group{n}" for n in range(40)]
            await make(games, *ids)
            before = writer.commits
            appended = [
                writer.append(id, event(0, "\ud800" if id == "group17" else "2r4"), SUMMARY)
                for id in ids
            ]
            answers = await asyncio.gather(*appended, return_exceptions=True)
            assert isinstance(answers.pop(17), Exception)
            assert answers == [True] * 39
            assert writer.failures == 1
            assert writer.commits - before < 15  # by halves, not one by one
            assert [await versions(games, id) for id in ("group17", "group18")] == [[], [0]]

    run(story)


def test_a_group_is_kept_whole_or_not_at_all(address: str) -> None:
    """Events, seats and summaries are one transaction: what fails before its commit is undone."""

    async def story() -> None:
        async with writing(address) as (games, _):
            await make(games, "whole")
            sit = Event(0, "sit", 0, "bob - Bob", 1_000)

            async def fail() -> None:
                async with games.database.write() as connection:
                    taken = await commit(connection, [Entry("whole", sit, SUMMARY)])
                    assert taken == {("whole", 0)}
                    raise ZeroDivisionError

            with pytest.raises(ZeroDivisionError):
                await fail()
            assert await versions(games, "whole") == []
            assert await versions_listed(games, "whole") == 0
            assert await games.seated(["whole"]) == {}

    run(story)


def test_an_outage_is_told_at_once(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    """If the database is away, it is asked once for a group and not for each of its events."""
    tries = 0

    async def fail(connection: AsyncConnection, group: list[Entry]) -> set[object]:
        nonlocal tries
        tries += 1
        raise OperationalError("INSERT", {}, sqlite3.OperationalError("disk I/O error"))

    async def story() -> None:
        async with writing(address) as (games, writer):
            ids = [f"outage{n}" for n in range(40)]
            await make(games, *ids)
            monkeypatch.setattr(module, "commit", fail)
            appended = [writer.append(id, event(0), SUMMARY) for id in ids]
            answers = await asyncio.gather(*appended, return_exceptions=True)
            assert {type(answer) for answer in answers} == {Unavailable}
            assert (tries, writer.failures) == (1, 40)
            monkeypatch.setattr(module, "commit", commit)
            assert await writer.append("outage0", event(0), SUMMARY)  # it goes on

    run(story)


def test_a_writer_that_dies_comes_back(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    """Those who waited are told, and the next is served."""

    async def story() -> None:
        async with writing(address) as (games, writer):
            await make(games, "dies")
            with monkeypatch.context() as patch:
                patch.setattr(writer, "_commit", None)
                with pytest.raises(RuntimeError, match="interrupted"):
                    await writer.append("dies", event(0), SUMMARY)
            assert writer.tasks.failures == {"writer": 1}
            assert await writer.append("dies", event(0), SUMMARY)

    run(story)


def test_what_is_not_committed_leaves_nothing(address: str) -> None:
    async def check() -> None:
        async with writing(address) as (games, writer):
            await make(games, "broken-off")
            with suppress(ZeroDivisionError):
                async with writer.database.write() as connection:
                    assert await commit(connection, [Entry("broken-off", event(0), SUMMARY)])
                    raise ZeroDivisionError
            assert await versions(games, "broken-off") == []
            assert await writer.append("broken-off", event(0), SUMMARY)

    asyncio.run(check())
