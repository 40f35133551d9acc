"""PostgreSQL in trouble: requests are answered in time, and all is well when it is back."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator

import pytest
from sqlalchemy import make_url, text
from sqlalchemy.exc import IntegrityError, ProgrammingError

from tests.faults.proxy import Proxy
from tests.web.client import Person, receive
from tests.web.servers import Node, postgres, running
from tilewright.store.database import Database, Unavailable
from tilewright.store.games import Games
from tilewright.store.postgres import SIZE

BOUND = 15.0  # seconds, on a machine that has much else to do; each part has its own limit


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with postgres() as address:
        yield address


@pytest.fixture
def proxy(server: str) -> Iterator[Proxy]:
    with Proxy(make_url(server).port or 0) as between:
        yield between


def behind(server: str, proxy: Proxy) -> str:
    """The address of the database through the proxy."""
    url = make_url(server).set(port=proxy.port)
    return url.render_as_string(hide_password=False)


async def fill(database: Database) -> None:
    """Have as many connections in the pool as it keeps."""

    async def hold() -> None:
        async with database.read() as connection:
            await connection.execute(text("SELECT pg_sleep(0.2)"))

    await asyncio.gather(*[hold() for _ in range(SIZE)])


def test_half_open_connections_are_replaced_and_nobody_notices_much(
    server: str, proxy: Proxy
) -> None:
    async def story() -> None:
        database = Database(behind(server, proxy))
        await fill(database)
        proxy.half_open()
        begin = time.monotonic()
        for _ in range(2 * SIZE):
            async with database.read() as connection:
                assert (await connection.execute(text("SELECT 7"))).scalar_one() == 7
        assert time.monotonic() - begin < BOUND
        await database.close()

    asyncio.run(story())


@pytest.mark.parametrize("fault", ["half_open", "freeze"])
def test_a_command_on_its_way_ends_in_time(server: str, proxy: Proxy, fault: str) -> None:
    async def story() -> None:
        database = Database(behind(server, proxy))

        async def ask() -> None:
            async with database.write() as connection:
                await connection.execute(text("SELECT pg_sleep(1)"))

        await fill(database)
        asked = [asyncio.create_task(ask()) for _ in range(3 * SIZE)]
        await asyncio.sleep(0.3)
        getattr(proxy, fault)()
        begin = time.monotonic()
        answers = await asyncio.gather(*asked, return_exceptions=True)
        assert time.monotonic() - begin < BOUND
        assert any(isinstance(answer, Unavailable) for answer in answers)
        assert {type(answer) for answer in answers} <= {Unavailable, type(None)}
        proxy.mend()
        async with asyncio.timeout(BOUND):
            await ask()
        await database.close()

    asyncio.run(story())


def test_trouble_is_told_from_mistakes(server: str, proxy: Proxy) -> None:
    async def story() -> None:
        database = Database(behind(server, proxy))
        await database.prepare()
        games = Games(database)
        await games.create("twice", "{}", b"", host="", public=False, now=0)
        with pytest.raises(IntegrityError):
            await games.create("twice", "{}", b"", host="", public=False, now=0)
        with pytest.raises(ProgrammingError):
            async with database.read() as connection:
                await connection.execute(text("SELECT nothing FROM nowhere"))
        async with database.write() as connection:
            await connection.execute(text("SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY"))
        with pytest.raises(Unavailable, match="read-only"):
            await games.create("late", "{}", b"", host="", public=False, now=0)
        proxy.cut()
        with pytest.raises(Unavailable, match="does not answer"):
            await games.lobby()
        await database.close()

    asyncio.run(story())


def in_time(seconds: float, begin: float) -> bool:
    return time.monotonic() - begin < seconds


def test_a_server_says_503_tells_its_sockets_and_stops_in_time(server: str, proxy: Proxy) -> None:
    async def story(node: Node) -> None:
        async with Person(node.url) as ann, Person(node.url) as bob:
            game = await ann.make_table(seats=["me", "open"])
            async with ann.sit(game) as table:
                await table.send('{"ping": 1}')
                await receive(table, "pong")
                proxy.freeze()
                begin = time.monotonic()
                asked = [bob.http.get("/api/me"), bob.http.post("/api/tables", json={})]
                asked += [bob.http.post(f"/api/games/{game}/ask", json={"sit": 1})]
                await table.send('{"say": "hello", "id": "x"}')
                for answer in await asyncio.gather(*asked):
                    assert answer.status_code == 503
                    assert answer.json()["type"] == "error"
                    assert answer.json()["code"] == "unavailable"
                    assert answer.headers["retry-after"] == "5"
                told = await receive(table, "error")
                assert (told["code"], told["id"]) == ("unavailable", "x")
                assert in_time(2 * BOUND, begin)
                async with bob.sit(game) as late:  # a new socket is told and hung up
                    assert (await receive(late, "error"))["code"] == "unavailable"
                    await late.wait_closed()
                    assert late.close_code == 1013
            proxy.mend()
            await until_200(lambda: bob.http.get("/api/me"))
            proxy.freeze()
            begin = time.monotonic()
            await asyncio.to_thread(node.stop)
            assert in_time(10, begin)

    with running(Node(behind(server, proxy))) as node:
        asyncio.run(story(node))


async def until_200(ask: Callable[[], object]) -> None:
    """Wait until a request succeeds."""
    async with asyncio.timeout(60):
        while (await ask()).status_code != 200:  # type: ignore[misc]
            await asyncio.sleep(0.2)
