"""A table is made with its host seated, or not at all."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import pytest
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

import tilewright as tw
from tilewright.store import games as module
from tilewright.store.database import Database, Unavailable
from tilewright.store.schema import events, games, players
from tilewright.store.writer import Entry, commit
from tilewright.table.hall import Hall
from tilewright.table.setup import Setup

OPTIONS = str(tw.GAMES["classic"].new_game(3).options)
SETUP = Setup("classic", OPTIONS, ("me", "me:Bo", "open"))


@asynccontextmanager
async def opened(address: str) -> AsyncIterator[Hall]:
    database = Database(address)
    await database.upgrade()
    hall = Hall(database)
    await hall.start()
    try:
        yield hall
    finally:
        await hall.close()
        await database.close()


async def rows(hall: Hall) -> list[int]:
    """How many games, events and players are kept."""
    async with hall.database.read() as connection:
        tables = (games, events, players)
        counts = [select(func.count()).select_from(table) for table in tables]
        return [(await connection.execute(count)).scalar_one() for count in counts]


@pytest.mark.parametrize("fails", [0, 1])
def test_a_table_without_its_host_is_never_kept(
    address: str, monkeypatch: pytest.MonkeyPatch, fails: int
) -> None:
    """The connection is lost when a seat is about to be taken."""
    calls = 0

    async def lose(connection: AsyncConnection, group: Sequence[Entry]) -> set[tuple[str, int]]:
        nonlocal calls
        if calls == fails:
            raise Unavailable("injected")
        calls += 1
        return await commit(connection, group)

    async def story() -> None:
        async with opened(address) as hall:
            user = secrets.token_hex(4)
            first = await hall.create(SETUP, user, "Ann")
            before = await rows(hall)
            with monkeypatch.context() as patched:
                patched.setattr(module, "commit", lose)
                for after in ("", first.id):
                    with pytest.raises(Unavailable):
                        await hall.create(SETUP, user, "Ann", after=after)
            assert await rows(hall) == before
            stored = await hall.games.load(first.id)
            assert stored is not None and not stored.rematch

    asyncio.run(asyncio.wait_for(story(), 60))


def test_a_table_is_made_in_one_commit(address: str) -> None:
    """The host sits, on two seats here; with bots on all others the game has begun."""

    async def story() -> None:
        async with opened(address) as hall:
            user, turns = secrets.token_hex(4), list[str]()
            hall.on_turn.append(lambda table: turns.append(table.id))
            waiting = await hall.create(SETUP, user, "Ann", nonce=b"n")
            seats = [(seat.user, seat.name, seat.nonce) for seat in waiting.match.seats]
            assert seats == [(user, "Ann", b"n"), (user, "Bo", b"n"), ("", "", b"")]
            bots = ("me", "bot:random", "bot:random")
            begun = await hall.create(Setup("classic", OPTIONS, bots), user, "Ann")
            assert begun.match.status == "playing"
            assert hall.writer.commits == 0
            assert turns == [begun.id]
            listed = await hall.games.of_user(user, status=("waiting", "playing"))
            kept = {each.id: (each.status, each.at, each.turn) for each in listed}
            assert kept == {waiting.id: ("waiting", 2, ""), begun.id: ("playing", 2, user)}

    asyncio.run(asyncio.wait_for(story(), 60))
