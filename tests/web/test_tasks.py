"""Every background task is killed with an error and comes back."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

import tilewright
from tests.analysis.games import ending
from tilewright import supervision
from tilewright.store.database import Unavailable
from tilewright.store.event import Event
from tilewright.store.recovery import Recovery
from tilewright.store.schema import users
from tilewright.store.writer import Summary
from tilewright.table import clock, hall
from tilewright.table.clock import now
from tilewright.table.control import TimeControl
from tilewright.table.fold import DONE, PLAYING
from tilewright.table.setup import Setup
from tilewright.table.table import Table
from tilewright.web import connections, followers, letters, quotas, results, reviews
from tilewright.web.house import House
from tilewright.web.quotas import Quota
from tilewright.web.settings import Settings

OPTIONS = "players=2 wall=coloured round_limit=40"
SOURCE = Path(tilewright.__file__).parent
STARTED = re.compile(r'tasks\.(?:keep|finish|run)\(\s*"([^"]+)"')
Story = Callable[[House, "Once"], Awaitable[object]]


class Once:
    """Fails at the first call after being armed, and counts the successful calls since."""

    def __init__(self, real: Callable[..., Awaitable[Any]]) -> None:
        self.real, self.armed, self.well = real, False, 0

    async def __call__(self, *words: Any, **names: Any) -> Any:
        if self.armed:
            self.armed = False
            self.well = 0
            raise Unavailable("injected")
        answer = await self.real(*words, **names)
        self.well += 1
        return answer

    async def comes_back(self) -> None:
        """Fail, and then be called with success."""
        self.armed = True
        await until(lambda: not self.armed and self.well > 0)


async def until(is_so: Callable[[], object]) -> None:
    end = time.monotonic() + 60
    while not is_so():
        assert time.monotonic() < end, "it did not happen"
        await asyncio.sleep(0.002)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervision, "FIRST_PAUSE", 0.001)
    for module, name in ((hall, "SWEEP"), (clock, "BEAT"), (results, "REPAIR"), (hall, "POLL")):
        monkeypatch.setattr(module, name, 0.01)
    monkeypatch.setattr(connections, "CHECK", 0.01)
    monkeypatch.setattr(quotas, "RENEW", 0.01)
    monkeypatch.setattr(reviews, "POLL", 0.01)
    monkeypatch.setattr(reviews, "STALE", 10)
    monkeypatch.setattr(followers, "POLL", 0.01)


@asynccontextmanager
async def opened(path: Path) -> AsyncIterator[House]:
    house = House(
        Settings(database=f"sqlite:///{path}/tw.db", compute="1", bot_delay=0.0, warm=False)
    )
    await house.open()
    try:
        yield house
    finally:
        await house.close()


async def table_of(house: House, *seats: str, clock: TimeControl = TimeControl()) -> Table:  # noqa: B008
    """A table of Ann and whoever sits with her."""
    ann = await house.users.by_name("Ann") or await house.users.create("Ann", "person", now())
    return await house.hall.create(Setup("classic", OPTIONS, seats, clock), ann.id, "Ann")


async def full_table(house: House, clock: TimeControl = TimeControl()) -> Table:  # noqa: B008
    table = await table_of(house, "me", "open", clock=clock)
    bob = await house.users.create("Bob", "person", now())
    async with house.database.write() as connection:
        await connection.execute(update(users).where(users.c.id == bob.id).values(mail="b@c.d"))
    await table.ask(lambda match, time: match.sit(1, bob.id, "Bob", b"", time))
    await until(lambda: table.match.status == PLAYING)
    return table


async def periodic(house: House, once: Once) -> None:
    await once.comes_back()


async def polls(house: House, once: Once) -> None:
    house.hall.tasks.keep("poll", house.hall._poll)  # as with a bus
    await once.comes_back()


async def a_limit_is_renewed(house: House, once: Once) -> None:
    house.quotas._held["socket"] = (Quota("sockets", 10, 60.0), "address")
    await once.comes_back()


async def a_study_is_followed(house: House, once: Once) -> None:
    waiting = asyncio.create_task(house.followers.wait("study", 1))
    once.real = never
    await once.comes_back()
    waiting.cancel()


async def never(ids: list[str]) -> dict[str, int]:
    """All studies are as they were."""
    return dict.fromkeys(ids, 1)


async def a_bot_moves(house: House, once: Once) -> None:
    once.armed = True
    table = await table_of(house, "bot:random", "me")
    await until(lambda: once.well and table.match.turn == 1)


async def a_game_starts(house: House, once: Once) -> None:
    """The last seat is taken, and then the start fails."""
    table = await table_of(house, "me", "open")
    once.armed = True

    async def append(game: str, event: Event, summary: Summary) -> bool:
        real = once if event.kind == "start" else once.real
        return bool(await real(game, event, summary))

    house.hall.writer.append = append  # type: ignore[method-assign]
    await table.ask(lambda match, time: match.sit(1, "b", "Bob", b"", time))
    await until(lambda: table.match.status == PLAYING)


async def a_table_catches_up(house: House, once: Once) -> None:
    table = await full_table(house)
    once.armed = True
    house.hall.hear({"game": table.id, "at": table.match.at + 1})
    await until(lambda: once.well)


async def an_offer_is_shown(house: House, once: Once) -> None:
    table = await full_table(house)
    once.armed = True
    house.hall.hear({"game": table.id, "rematch": True})
    await until(lambda: once.well)


async def a_user_is_forgotten(house: House, once: Once) -> None:
    table = await full_table(house)
    once.armed = True
    await house.hall.forget(table.match.seats[0].user)
    assert once.well


async def a_result_is_kept(house: House, once: Once) -> None:
    table = await full_table(house)
    once.armed = True
    user = table.match.seats[0].user
    await table.ask(lambda match, time: match.leave(user, "resigned", time))
    assert table.match.status == DONE
    await until(lambda: once.well)


async def a_player_is_notified(house: House, once: Once) -> None:
    once.armed = True
    table = await full_table(house, TimeControl("days", days=1))
    move = str(table.match.state.legal_moves()[0])
    await table.play(table.match.seats[0].user, table.match.at, move)
    await until(lambda: once.well)


async def an_owner_is_told(house: House, once: Once) -> None:
    real = Recovery.owner
    once.real, once.armed = partial(real, Recovery(house.database)), True
    house.settings = house.settings.model_copy(update={"smtp": "smtp://127.0.0.1:1"})
    Recovery.owner = once  # type: ignore[method-assign]
    try:
        letters.notify(house, "nobody", "password")
        await until(lambda: once.well)
    finally:
        Recovery.owner = real  # type: ignore[method-assign]


async def the_search_is_warmed(house: House, once: Once) -> None:
    once.armed = True
    house.hall.tasks.finish("warming", house.hall.thinking.get_ready)
    await until(lambda: once.well)


async def a_game_is_reviewed(house: House, once: Once) -> None:
    """What fails is tried again without being asked for."""
    record, house.reviewing.effort = ending("classic", ("mason", "mason"), 6), 16
    once.armed = True
    found = await house.reviewing.ask("G", record, "a")
    await until(lambda: once.well)
    while b'"done"' not in found:
        await asyncio.sleep(0.05)
        found = await house.reviewing.find("G", record) or b""


async def a_first_look_is_made(house: House, once: Once) -> None:
    """Without it the review itself is waited for."""
    once.well = 1
    await a_game_is_reviewed(house, once)


async def ready() -> None:
    """Nothing to compile in this test."""


# Where each task is hit, and the story that shows that it goes on.
TASKS: dict[str, tuple[str, Story]] = {
    "sweep": ("hall.games.due", periodic),
    "bots": ("hall.games.left_to_bots", periodic),
    "clock": ("hall.clock.beats.keep", periodic),
    "sessions": ("connections._check", periodic),
    "results": ("result_keeper.results.unsettled", periodic),
    "poll": ("hall.games.versions", polls),
    "quotas": ("quotas._take", a_limit_is_renewed),
    "studies": ("followers.studies.versions", a_study_is_followed),
    "writer": ("hall.writer._commit", a_bot_moves),
    "turn": ("hall.thinking.choose", a_bot_moves),
    "start": ("hall.writer.append", a_game_starts),
    "catch-up": ("hall.games.events_from", a_table_catches_up),
    "rematch": ("hall.games.following", an_offer_is_shown),
    "forget": ("hall.games.load", a_user_is_forgotten),
    "result": ("result_keeper.results.settle", a_result_is_kept),
    "notifications": ("hall.games.events_from", a_player_is_notified),
    "mail": ("", an_owner_is_told),
    "review": ("studio.review", a_game_is_reviewed),
    "glance": ("studio.glance", a_first_look_is_made),
    "warming": ("hall.thinking.get_ready", the_search_is_warmed),
}


@pytest.mark.parametrize("name", TASKS)
def test_a_task_that_dies_comes_back(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    place, story = TASKS[name]

    async def whole() -> None:
        async with opened(tmp_path) as house:
            once = Once(ready)
            if place:
                *path, last = place.split(".")
                target: Any = house
                for part in path:
                    target = getattr(target, part)
                once = once if name == "warming" else Once(getattr(target, last))
                setattr(target, last, once)
            await story(house, once)
            assert house.hall.tasks.failures[name] == 1

    asyncio.run(whole())
    failed = [record for record in caplog.records if record.getMessage() == "task failed"]
    assert [record.__dict__["task"] for record in failed] == [name]


def test_every_task_is_here() -> None:
    """Those of the bus are killed in `tests/faults/test_bus.py`."""
    found = {
        name
        for path in SOURCE.rglob("*.py")
        for name in STARTED.findall(path.read_text(encoding="utf-8"))
    }
    assert {name for name in found if not name.startswith("bus: ")} == set(TASKS)
