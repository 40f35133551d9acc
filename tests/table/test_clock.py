"""The house clock: players lose no time to a wrong time of day, to outages and to restarts."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.table.flaky import Flaky
from tilewright.store.database import Unavailable
from tilewright.table import clock as module
from tilewright.table.clock import REACH, HouseClock
from tilewright.table.control import TimeControl
from tilewright.table.fold import DONE, PLAYING
from tilewright.table.hall import Hall
from tilewright.table.setup import Setup
from tilewright.table.table import Table

HOUR = 3_600_000
SECONDS = 10  # on the clocks of these games
OPTIONS = "players=2 wall=coloured round_limit=40"


@pytest.fixture(autouse=True)
def only_beats_of_the_test(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BEAT", 600.0)


class World:
    """Time as a test wants it: how it passes, and what the time of day is said to be."""

    def __init__(self) -> None:
        self.seconds = 1000.0
        self.shift = 0

    def monotonic(self) -> float:
        return self.seconds

    def time_of_day(self) -> int:
        return 1_700_000_000_000 + int(1000 * self.seconds) + self.shift

    def clock(self, database: Flaky) -> HouseClock:
        return HouseClock(database, monotonic=self.monotonic, time_of_day=self.time_of_day)


@asynccontextmanager
async def database(path: Path) -> AsyncIterator[Flaky]:
    flaky = Flaky(f"sqlite:///{path / 'games.db'}")
    await flaky.prepare()
    try:
        yield flaky
    finally:
        await flaky.close()


def run(story: Callable[[], Awaitable[None]]) -> None:
    async def bounded() -> None:
        await asyncio.wait_for(story(), 60)

    asyncio.run(bounded())


@pytest.mark.parametrize("jump", [HOUR, -HOUR])
def test_a_wrong_time_of_day_is_noticed_and_charged_to_nobody(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, jump: int
) -> None:
    async def story() -> None:
        async with database(tmp_path) as flaky:
            world, told = World(), list[int]()
            clock = world.clock(flaky)
            await clock.start()
            clock.on_shift.append(lambda: told.append(clock.jumps))
            begin = clock.now()
            assert begin == world.time_of_day()
            world.seconds += 3
            world.shift = jump
            assert clock.now() == begin + 3000
            await clock.beat()
            assert clock.now() == begin + 3000
            assert clock.of_day(clock.now()) == world.time_of_day()
            assert told == [1]
            world.seconds += 3
            await clock.beat()
            assert told == [1]

    run(story)
    (record,) = [r for r in caplog.records if r.levelno == logging.WARNING]
    assert (record.getMessage(), record.__dict__["seconds"]) == ("time of day jumped", jump / 1000)


def test_the_clock_stands_while_the_database_is_away(tmp_path: Path) -> None:
    async def story() -> None:
        async with database(tmp_path) as flaky:
            world = World()
            clock, told = world.clock(flaky), list[int]()
            await clock.start()
            clock.on_shift.append(lambda: told.append(clock.of_day(0)))
            begin = clock.now()
            world.seconds += 4
            flaky.fates = ["before"]
            with pytest.raises(Unavailable):
                await clock.beat()
            world.seconds += 600
            assert clock.now() == begin + 4000
            await clock.beat()
            assert (clock.now(), told) == (begin + 4000, [600_000])
            world.seconds += 600  # a process that was frozen, or commands that hang
            assert clock.now() == begin + 4000 + 1000 * REACH
            await clock.beat()
            world.seconds += 1
            assert clock.now() == begin + 5000 + 1000 * REACH

    run(story)


def test_a_restart_goes_on_where_the_last_server_stopped(tmp_path: Path) -> None:
    """However long ago that was, and whatever the time of day is said to be."""

    async def story() -> None:
        async with database(tmp_path) as flaky:
            world = World()
            old = world.clock(flaky)
            await old.start()
            world.seconds += 5
            await old.beat()
            stopped = old.now()
            for shift in (0, HOUR, -HOUR):
                world.seconds += 900
                world.shift = shift
                new = world.clock(flaky)
                await new.start()
                assert new.now() == stopped
                assert new.of_day(new.now()) == world.time_of_day()

    run(story)


def test_nodes_agree_within_a_beat_and_never_go_back(tmp_path: Path) -> None:
    async def story() -> None:
        async with database(tmp_path) as flaky:
            world = World()
            one, other = world.clock(flaky), world.clock(flaky)
            await one.start()
            world.seconds += 4
            await other.start()  # the last beat of the first is four seconds old
            assert one.now() - other.now() == 4000
            await one.beat()
            before = other.now()
            await other.beat()
            assert one.now() == other.now() > before
            other.hear(one.now() + 2000)  # an event of a node that is ahead
            assert other.now() == one.now() + 2000
            other.hear(one.now() + HOUR)  # and one that nobody can believe
            assert other.now() == one.now() + 2000

    run(story)


@asynccontextmanager
async def hall_of(flaky: Flaky, world: World) -> AsyncIterator[Hall]:
    hall = Hall(flaky, clock=world.clock(flaky))
    await hall.start()
    try:
        yield hall
    finally:
        await hall.close()


async def begin(hall: Hall) -> Table:
    setup = Setup("classic", OPTIONS, ("me", "open"), TimeControl("live", seconds=SECONDS))
    table = await hall.create(setup, "a", "A")
    await table.ask(lambda match, time: match.sit(1, "b", "B", b"", time))
    assert table.match.status == PLAYING
    return table


async def flag_falls(table: Table) -> bool:
    """Whether the flag falls now: that is what a look at the clock says."""
    await table.ask(lambda match, time: match.flag(time))
    return table.match.status == DONE


@pytest.mark.parametrize("jump", [HOUR, -HOUR])
def test_a_flag_falls_after_the_time_that_has_passed(tmp_path: Path, jump: int) -> None:
    async def story() -> None:
        async with database(tmp_path) as flaky:
            world = World()
            async with hall_of(flaky, world) as hall:
                table = await begin(hall)
                world.shift = jump
                world.seconds += SECONDS - 1
                await hall.clock.beat()
                assert not await flag_falls(table)
                world.seconds += 1
                assert await flag_falls(table)
                assert (table.match.ending, table.match.ranks) == ("time", (2, 1))

    run(story)


def test_outages_and_restarts_are_charged_to_nobody(tmp_path: Path) -> None:
    async def story() -> None:
        async with database(tmp_path) as flaky:
            world = World()
            async with hall_of(flaky, world) as hall:
                id = (await begin(hall)).id
                world.seconds += 2
                await hall.clock.beat()
            world.seconds += 600  # no server
            async with hall_of(flaky, world) as hall:
                table = await hall.table(id)
                assert table.match.deadline == hall.clock.now() + 8000
                world.seconds += 2
                flaky.fates = ["before"]
                with pytest.raises(Unavailable):
                    await hall.clock.beat()
                world.seconds += 600  # no database
                assert not await flag_falls(table)
                move = str(table.match.state.legal_moves()[0])
                await hall.clock.beat()
                await table.play("a", table.match.at, move)
                assert table.match.seats[0].clock.left == 6000

    run(story)


def test_a_flag_falls_by_itself(tmp_path: Path) -> None:
    """Also at a table that nobody has opened since the start."""

    async def story() -> None:
        async with database(tmp_path) as flaky:
            world = World()
            async with hall_of(flaky, world) as hall:
                id = (await begin(hall)).id
                await hall.clock.beat()
            async with hall_of(flaky, world) as hall:
                while id not in hall.tables:
                    await asyncio.sleep(0.001)
                table = hall.tables[id]
                world.seconds += SECONDS - 0.01
                assert table.match.status == PLAYING
                assert hall.clock.now() < (table.match.deadline or 0)
                table.rest()
                table.watch()  # it waits for what is left
                await asyncio.sleep(0.005)
                world.seconds += 0.02
                while table.match.status != DONE:
                    await asyncio.sleep(0.001)
                assert table.match.ending == "time"

    run(story)
