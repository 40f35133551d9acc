"""Limits: what one address or user may have, over time and at once, on one node and on two."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx2
import pytest
import websockets

from tests.web.client import Person, receive
from tests.web.servers import Node, redis, running
from tilewright.table.event import Refused
from tilewright.web import guard, wire
from tilewright.web.quotas import Quota, Quotas, Uses, network
from tilewright.web.socket import SOCKETS

GUESTS, OPEN, CONNECTIONS = 6, 10, 40
FEW = {
    "TILEWRIGHT_GUESTS": str(GUESTS),
    "TILEWRIGHT_SOCKETS": str(OPEN),
    "TILEWRIGHT_CONNECTIONS": str(CONNECTIONS),
}


@pytest.mark.parametrize(
    ("host", "key"),
    [
        ("198.51.100.7", "198.51.100.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:198.51.100.7", "198.51.100.7"),
        ("testclient", "testclient"),
    ],
)
def test_by_what_an_address_is_counted(host: str, key: str) -> None:
    assert network(host) == key


# Counting


def test_what_has_expired_is_not_looked_through_at_every_count(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tilewright.web.quotas.MANY", 4)
    uses = Uses()
    for key in range(100):
        uses.take(f"{key}", "x", 1, 60)
    assert uses._many == 2 * 95  # looked through at 5, 11, 23, 47 and 95 keys


async def refusal(quotas: Quotas, quota: Quota, key: str) -> float:
    """How many seconds something is refused for; 0 if it is not."""
    try:
        await quotas.take(quota, key)
    except Refused as error:
        return error.retry or 0.0
    return 0.0


async def check_counting(one: Quotas, other: Quotas) -> None:
    """What is used here counts there."""
    quota = Quota("visits", 3, 60.0)
    for quotas in (one, other, one):
        assert not await refusal(quotas, quota, "ann")
    assert 0 < await refusal(one, quota, "ann") <= 60
    assert 0 < await refusal(other, quota, "ann") <= 60
    assert not await refusal(other, quota, "bob")
    soon = Quota("short visits", 1, 0.2)
    assert not await refusal(one, soon, "ann")
    while wait := await refusal(other, soon, "ann"):
        await asyncio.sleep(wait)
    at_once = Quota("rooms", 2)
    async with one.hold(at_once, "ann"), other.hold(at_once, "ann"):
        assert await refusal(one, at_once, "ann") > 0
        assert await refusal(other, at_once, "ann") > 0
    assert not await refusal(one, at_once, "ann")


def test_counting_in_a_process() -> None:
    quotas = Quotas()
    asyncio.run(check_counting(quotas, quotas))


def test_counting_by_two_nodes_and_without_redis() -> None:
    async def story(address: str) -> None:
        one, other = Quotas(address), Quotas(address)
        await check_counting(one, other)
        async with other.hold(Quota("rooms", 1), "eve"):
            assert await refusal(one, Quota("rooms", 1), "eve") > 0
            renewals = asyncio.create_task(other.renew())
            await asyncio.sleep(0)
            renewals.cancel()
        await asyncio.gather(one.close(), other.close())

    async def alone(address: str) -> None:
        quotas, quota = Quotas(address), Quota("visits", 2, 60)
        begin = time.monotonic()
        waits = [await refusal(quotas, quota, "ann") for _ in range(3)]
        assert waits[:2] == [0, 0] and waits[2] > 0, "a node without Redis counts for itself"
        assert time.monotonic() - begin < 5
        await quotas.close()

    with redis() as address:
        asyncio.run(story(address))
    asyncio.run(alone(address))


def test_what_is_held_counts_on(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        quotas, quota = Quotas(), Quota("rooms", 1, 0.3)
        monkeypatch.setattr("tilewright.web.quotas.RENEW", 0.1)
        renewals = asyncio.create_task(quotas.renew())
        async with quotas.hold(quota, "ann"):
            await asyncio.sleep(0.8)
            assert await refusal(quotas, quota, "ann") > 0
        renewals.cancel()

    asyncio.run(story())


# One node


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Node]:
    """A server that few can use at a time."""
    with running(Node(f"sqlite:///{tmp_path / 'few.db'}", settings=FEW)) as node:
        yield node


def check_too_many(status: int, headers: Any, body: bytes | bytearray | None) -> None:
    """It is refused with the time to wait."""
    assert (status, json.loads(body or b"")["code"]) == (429, "too_many")
    assert 0 < int(headers["retry-after"]) <= 600


def test_guests_and_sockets_of_an_address(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    async def story(server: Node) -> None:
        async with AsyncExitStack() as stack:
            ann = await stack.enter_async_context(Person(server.url))
            for _ in range(GUESTS - 1):
                await stack.enter_async_context(Person(server.url))
            for forged in ({}, {"X-Forwarded-For": "198.51.100.7"}):
                answer = httpx2.post(f"{server.url}/api/guest", headers=forged)
                check_too_many(answer.status_code, answer.headers, answer.content)
            game = await ann.make_table(seats=["me", "open"])
            async with AsyncExitStack() as sockets:
                for _ in range(OPEN):
                    await sockets.enter_async_context(ann.sit(game))
                with pytest.raises(websockets.InvalidStatus) as refused:
                    await sockets.enter_async_context(ann.sit(game))
                response = refused.value.response
                check_too_many(response.status_code, response.headers, response.body)
            async with ann.sit(game) as again:
                assert json.loads(await again.recv())["type"] == "view"

    address = f"sqlite:///{tmp_path / 'few.db'}"
    with running(Node(address, settings=FEW, program=True)) as server:
        asyncio.run(story(server))
    log = capfd.readouterr().err
    assert log.count("X-Forwarded-For is not believed") == 1
    assert "ERROR" not in log, "who is refused fills no log"


def test_half_requests_are_cut_off(server: Node) -> None:
    """Many incomplete heads and bodies from one address: each is closed in time, and those beyond
    the quota at once."""

    there = 0

    async def hold(first: bytes) -> tuple[bytes, float]:
        nonlocal there
        begin = time.monotonic()
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        there += 1
        writer.write(first)
        try:
            answer = await asyncio.wait_for(reader.read(), 30)
        except ConnectionError:
            answer = b""
        writer.close()
        return answer, time.monotonic() - begin

    async def recover(large: bytes, rest: int) -> bytes:
        """Send the rest of a body that was refused, and another request once time is up."""
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(large)
        assert (await asyncio.wait_for(reader.readuntil(b"}"), 30)).startswith(b"HTTP/1.1 413")
        writer.write(b" " * rest)
        await asyncio.sleep(wire.HEAD_SECONDS + 1)
        writer.write(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        answer = await asyncio.wait_for(reader.read(), 30)
        writer.close()
        return answer

    async def story() -> None:
        head = b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Half: "
        body = b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{"
        second = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n" + head
        large = body.replace(b": 9", b": 999999") + b" " * guard.BODY_LIMIT  # refused halfway
        whole = asyncio.create_task(recover(large, 999_998 - guard.BODY_LIMIT))
        kinds = [head] * 15 + [body] * 5 + [large] * 5 + [second] * 5 + [b""] * 5
        slow = [asyncio.create_task(hold(kind)) for kind in kinds]
        while there < len(slow):  # who comes later is let in later, or not: 5 places are left
            await asyncio.sleep(0.01)
        many = await asyncio.gather(*[hold(head) for _ in range(10)])
        refused = [answer for answer, _ in many if answer.startswith(b"HTTP/1.1 429")]
        assert len(refused) >= 1
        assert all(b"retry-after: " in answer for answer in refused)
        results = await asyncio.gather(*slow)
        quota = max(wire.HEAD_SECONDS, guard.BODY_SECONDS)
        for kind, (answer, seconds) in zip(kinds, results, strict=True):
            assert seconds < quota + 8, kind
            if kind == large:
                assert answer.startswith(b"HTTP/1.1 413"), answer
            elif kind:
                *before, last = answer.split(b"HTTP/1.1 ")[1:]
                assert (len(before), last[:3]) == (kind == second, b"408"), (kind, answer)
                assert b'"code":"too_slow"' in last
        assert (await whole).startswith(b"HTTP/1.1 200")
        async with httpx2.AsyncClient() as other:
            assert (await other.get(f"{server.url}/healthz")).status_code == 200

    asyncio.run(story())


def test_sockets_of_a_user(node: Node) -> None:
    async def story() -> None:
        async with Person(node.url) as ann, AsyncExitStack() as sockets:
            game = await ann.make_table(seats=["me", "open"])
            for _ in range(SOCKETS.most):
                # A view says that the socket is counted; opened sockets may overtake each other.
                await receive(await sockets.enter_async_context(ann.sit(game)))
            async with ann.sit(game) as socket:
                error = json.loads(await asyncio.wait_for(socket.recv(), 60))
                assert error["code"] == "too_many"
                await asyncio.wait_for(socket.wait_closed(), 60)
                assert socket.close_code == 4429

    asyncio.run(story())


# Two nodes behind a proxy


def test_nodes_count_together_and_believe_their_proxy(tmp_path: Path) -> None:
    settings = {**FEW, "TILEWRIGHT_PROXIES": "127.0.0.1, 10.0.0.0/8", "TILEWRIGHT_REQUESTS": "30"}
    database = f"sqlite:///{tmp_path / 'two.db'}"

    def guest(node: Node, forwarded: str) -> int:
        there = {"X-Forwarded-For": forwarded}
        return httpx2.post(f"{node.url}/api/guest", headers=there).status_code

    with redis() as bus:
        pair = [Node(database, bus, settings), Node(database, bus, settings)]
        with running(pair[0]), running(pair[1]):
            made = [guest(pair[n % 2], "198.51.100.7") for n in range(GUESTS)]
            assert set(made) == {201}
            assert [guest(node, "198.51.100.7") for node in pair] == [429, 429]
            # What the client wrote comes before what the proxies have added.
            assert guest(pair[0], "203.0.113.1, 198.51.100.7, 10.1.2.3") == 429
            assert guest(pair[0], "198.51.100.7, 203.0.113.1") == 201
            # An IPv6 network of one person is one address.
            six = [guest(pair[n % 2], f"2001:db8::{n:x}:1") for n in range(GUESTS + 1)]
            assert six == [201] * GUESTS + [429]
            assert guest(pair[1], "2001:db8:0:1::1") == 201
            # The same user may make so many requests, wherever they come from.
            session = httpx2.post(
                f"{pair[0].url}/api/guest", headers={"X-Forwarded-For": "192.0.2.1"}
            ).cookies["session"]

            def ask(n: int) -> int:
                there = {"X-Forwarded-For": f"192.0.2.{n}", "Cookie": f"session={session}"}
                return httpx2.get(
                    f"{pair[n % 2].url}/api/me", headers=there, timeout=60
                ).status_code

            with ThreadPoolExecutor(8) as pool:  # within the seconds that count, however busy it is
                codes = sorted(pool.map(ask, range(32)))
            assert codes == [200] * 30 + [429] * 2
