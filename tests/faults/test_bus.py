"""The bus in trouble, on real Redis: bad messages, lost, frozen and half-open connections."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import redis.asyncio

import tilewright as tw
from tests.faults.proxy import Proxy
from tests.web.servers import redis as redis_server
from tilewright.store.database import Database
from tilewright.supervision import Supervisor
from tilewright.table.bus import CHANNEL, BusMessage, RedisBus
from tilewright.table.event import Event
from tilewright.table.hall import Hall
from tilewright.table.match import Match
from tilewright.table.setup import Setup

LATE = 60.0  # seconds; only a test that fails waits so long


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with redis_server() as address:
        yield address


@pytest.fixture
def proxy(server: str) -> Iterator[Proxy]:
    with Proxy(urlsplit(server).port or 0) as between:
        yield between


async def until(is_so: Callable[[], bool]) -> float:
    """Wait for something; returns the seconds it took."""
    begin = time.monotonic()
    while not is_so():
        assert time.monotonic() - begin < LATE, "it never came"
        await asyncio.sleep(0.02)
    return time.monotonic() - begin


class Ear:
    """A node's bus and what it has heard."""

    def __init__(self, address: str) -> None:
        self.bus = RedisBus(address)
        self.tasks = Supervisor()
        self.notes: list[BusMessage] = []

    def hear(self, note: BusMessage) -> None:
        if note.get("game") == "bad":
            raise ValueError("a listener that fails")
        self.notes.append(note)

    async def hears(self, other: RedisBus, word: str) -> float:
        """Wait until this ear hears a new note of another node."""
        other.publish({"game": word})
        return await until(lambda: {"game": word} in self.notes)


@asynccontextmanager
async def ear(address: str) -> AsyncIterator[Ear]:
    """An ear that listens."""
    here = Ear(address)
    await here.bus.start(here.hear, here.tasks)
    try:
        yield here
    finally:
        await here.tasks.close()
        await here.bus.close()


def pair(server: str, proxy: Proxy, story: Callable[[Ear, Ear], Awaitable[None]]) -> None:
    """Two nodes, the first behind the proxy."""

    async def tell() -> None:
        async with ear(f"redis://127.0.0.1:{proxy.port}") as ann, ear(server) as bob:
            await story(ann, bob)

    asyncio.run(tell())


BAD: list[str | bytes] = [
    "not JSON",
    "[1, 2]",
    "null",
    "7",
    b"\xff\xfe",
    '{"node": [',
    '{"game": "bad"}',
    "[" * 100_000,
]


def test_bad_messages_harm_no_other(server: str, proxy: Proxy) -> None:
    async def story(ann: Ear, bob: Ear) -> None:
        client = redis.asyncio.Redis.from_url(server)
        for text in BAD:
            await client.publish(CHANNEL, text)
        await client.aclose()
        await ann.hears(bob.bus, "after")
        assert (ann.bus.misunderstood, ann.bus.losses) == (len(BAD), 0)

    pair(server, proxy, story)


def test_a_half_open_connection_is_noticed_and_replaced(server: str, proxy: Proxy) -> None:
    async def story(ann: Ear, bob: Ear) -> None:
        await ann.hears(bob.bus, "before")
        proxy.half_open()
        bob.bus.publish({"game": "while it was away"})
        ann.bus.publish({"game": "kept"})
        await until(lambda: bool(ann.bus.trouble))
        await until(lambda: not ann.bus.trouble)
        assert {"again": True} in ann.notes  # so that what was missed is looked up
        assert ann.bus.losses >= 1  # a busy machine may lose it once more
        await ann.hears(bob.bus, "after")
        await until(lambda: {"game": "kept"} in bob.notes)

    pair(server, proxy, story)


def test_a_frozen_redis_is_survived(server: str, proxy: Proxy) -> None:
    async def story(ann: Ear, bob: Ear) -> None:
        proxy.freeze()
        await until(lambda: bool(ann.bus.trouble))
        assert not bob.bus.trouble
        proxy.mend()
        await until(lambda: not ann.bus.trouble)
        await ann.hears(bob.bus, "after")

    pair(server, proxy, story)


def test_a_redis_that_is_down_is_found_again(server: str, proxy: Proxy) -> None:
    async def story(ann: Ear, bob: Ear) -> None:
        proxy.cut()
        await until(lambda: bool(ann.bus.trouble))
        proxy.mend()
        await until(lambda: not ann.bus.trouble)
        await ann.hears(bob.bus, "after")
        assert not ann.tasks.failures  # it is no accident but the daily business of a network

    pair(server, proxy, story)


class Onlooker:
    """A watcher who counts what they are shown."""

    user, previews, muted = "", False, frozenset[str]()

    def __init__(self) -> None:
        self.frames = 0

    def send(self, frame: bytes) -> None:
        self.frames += 1

    def close(self) -> None:
        raise AssertionError("nobody hangs up here")


def test_without_the_bus_an_onlooker_is_at_most_five_seconds_behind(
    server: str, proxy: Proxy, tmp_path: Path
) -> None:
    def sit(match: Match, time: int) -> Event:
        return match.sit(1, "bob", "Bob", b"", time)

    def stand(match: Match, time: int) -> Event:
        return match.stand("bob", time)

    async def story() -> None:
        database = Database(f"sqlite:///{tmp_path / 'tw.db'}")
        await database.prepare()
        here = Hall(database, bus=RedisBus(f"redis://127.0.0.1:{proxy.port}"))
        there = Hall(database, bus=RedisBus(server))
        await here.start()
        await there.start()
        options = str(tw.classic.new_game(players=3).options)
        setup = Setup("classic", options, seats=("me", "open", "open"))
        table = await there.create(setup, "ann", "Ann")
        watched, onlooker = await here.fresh(table.id), Onlooker()
        watched.join(onlooker)
        proxy.cut()
        for decide in (sit, stand, sit):
            before = onlooker.frames
            await table.ask(decide)
            begin = time.monotonic()
            while onlooker.frames == before:
                assert time.monotonic() - begin < 5
                await asyncio.sleep(0.02)
            assert watched.match.at == table.match.at
        await here.close()
        await there.close()
        await database.close()

    asyncio.run(story())
