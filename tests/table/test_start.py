"""Starting opens no games; those with waiting bots or clocks are resumed in the background."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

import tilewright as tw
from tilewright.store.database import Database
from tilewright.store.users import User, Users
from tilewright.table import hall as module
from tilewright.table.control import TimeControl
from tilewright.table.event import Refused
from tilewright.table.hall import Hall
from tilewright.table.setup import Setup
from tilewright.table.thinking import Thinking

OPTIONS = str(tw.GAMES["classic"].new_game(2).options)
DAY, BLITZ = TimeControl("days", days=1), TimeControl("live", seconds=10)


class Silent(Thinking):
    """Bots that begin to think when they are let, and remember for whom."""

    def __init__(self, *, let: bool) -> None:
        super().__init__(delay=0.0)
        self.let, self.asked = let, list[str]()

    async def choose(self, bot: str, position: str, game: str = "") -> str:
        self.asked.append(game)
        if not self.let:
            await asyncio.Event().wait()
        return str(tw.parse(position).legal_moves()[0])


@asynccontextmanager
async def opened(path: Path, *, let: bool = True) -> AsyncIterator[tuple[Hall, Silent]]:
    database = Database(f"sqlite:///{path / 'games.db'}")
    await database.prepare()
    thinking = Silent(let=let)
    hall = Hall(database, thinking=thinking)
    await hall.start()
    try:
        yield hall, thinking
    finally:
        await hall.close()
        await database.close()


async def begin(hall: Hall, clock: TimeControl, *seats: str) -> str:
    table = await hall.create(Setup("classic", OPTIONS, seats, clock), "a", "A")
    if "open" in seats:
        await table.ask(lambda match, time: match.sit(1, "b", "B", b"", time))
    assert table.match.status == "playing"
    return table.id


def test_a_start_opens_only_what_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "AT_ONCE", 2)

    async def story() -> None:
        async with opened(tmp_path, let=False) as (hall, _):
            far = [await begin(hall, DAY, "me", "open") for _ in range(3)]
            free = await begin(hall, TimeControl(), "me", "open")
            near = await begin(hall, BLITZ, "me", "open")
            bots = [await begin(hall, TimeControl(), "bot:random", "me") for _ in range(5)]
        async with opened(tmp_path) as (hall, thinking):
            assert not hall.tables  # ready before anything is read
            while not (near in hall.tables and set(bots) <= set(thinking.asked)):
                await asyncio.sleep(0.001)
            assert set(hall.tables) == {near, *bots}
            assert not set(hall.tables) & {*far, free}
            for id in bots:
                while hall.tables[id].match.turn != 1:
                    await asyncio.sleep(0.001)

    asyncio.run(asyncio.wait_for(story(), 60))


def test_bots_are_taken_up_by_and_by(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """People who come back to their table do not wait behind all the others."""
    monkeypatch.setattr(module, "AT_ONCE", 3)

    async def story() -> None:
        async with opened(tmp_path, let=False) as (hall, _):
            bots = [await begin(hall, TimeControl(), "bot:random", "me") for _ in range(8)]
        async with opened(tmp_path, let=False) as (hall, thinking):
            while len(thinking.asked) < 3:
                await asyncio.sleep(0.001)
            mine = next(id for id in bots if id not in thinking.asked)
            (await hall.table(mine)).watch()
            await asyncio.sleep(0)
            while mine not in thinking.asked:
                await asyncio.sleep(0.001)
            assert len(thinking.asked) == 4

    asyncio.run(asyncio.wait_for(story(), 60))


def test_a_user_has_so_many_games_played_between_bots(tmp_path: Path) -> None:
    """They play without a pause: someone with many would leave no time for other people's bots."""

    async def story() -> None:
        async with opened(tmp_path, let=False) as (hall, _):
            users = Users(hall.database)
            ann, bob = await users.create("Ann", "guest", 0), await users.create("Bob", "guest", 0)

            async def make(user: User, *seats: str) -> str:
                setup = Setup("classic", OPTIONS, seats)
                return (await hall.create(setup, user.id, user.name, most=30, shows=2)).id

            several = [make(ann, "bot:random", "bot:random") for _ in range(6)]
            made = await asyncio.gather(*several, return_exceptions=True)
            refused = [one.code for one in made if isinstance(one, Refused)]
            assert refused == ["too_many"] * 4
            for seats in (("me", "bot:random"), ("open", "bot:random")):
                await make(ann, *seats)
            await make(bob, "bot:random", "bot:random")

    asyncio.run(story())
