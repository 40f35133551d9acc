"""What was found by attacking a running server: each stays closed."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from starlette.types import Message

from tests.web.client import Person, receive
from tests.web.servers import Node, running
from tests.web.test_accounts import PASSWORD, fresh_name
from tilewright.web import webhook
from tilewright.web.guard import Guard
from tilewright.web.people import MANY_TOKENS
from tilewright.web.quotas import Quotas
from tilewright.web.settings import Settings
from tilewright.web.webhook import DeliveryFailed

SOCKET = (
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)


async def shout(node: Node, text: str) -> str:
    """Send bytes as they are; returns the first line of the answer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", node.port)
    writer.write(text.encode())
    line = await asyncio.wait_for(reader.readline(), 30)
    writer.close()
    return line.decode().strip()


def test_an_origin_that_is_none_is_refused(node: Node) -> None:
    async def story() -> None:
        head = "HTTP/1.1\r\nHost: x\r\nOrigin: http://[\r\n"
        assert " 403 " in await shout(node, f"GET /api/about {head}\r\n")
        assert " 403 " in await shout(node, f"GET /api/games/x/socket {head}{SOCKET}\r\n")

    asyncio.run(story())


def test_there_is_no_socket_elsewhere(node: Node) -> None:
    async def story() -> None:
        head = f"HTTP/1.1\r\nHost: x\r\n{SOCKET}"
        for path in ("/", "/api/games", "/api/games/x/sockets", "/nowhere"):
            assert " 404 " in await shout(node, f"GET {path} {head}\r\n"), path

    asyncio.run(story())


def test_a_body_has_one_length(node: Node) -> None:
    """A proxy that believes the other length would let a hidden request pass."""

    async def story() -> None:
        two = "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n"
        head = f"POST /api/guest HTTP/1.1\r\nHost: x\r\n{two}"
        hidden = "GET /api/about HTTP/1.1\r\nHost: x\r\n\r\n"
        assert " 400 " in await shout(node, f"{head}\r\n0\r\n\r\n{hidden}")

    asyncio.run(story())


@pytest.mark.parametrize("text", ["\u202a", "\u202e", "\u2066", "\u2069", "\u2028"])
def test_no_text_turns_what_comes_after_it(node: Node, text: str) -> None:
    async def story() -> None:
        async with Person(node.url) as ann:
            game = await ann.make_table(seats=["me", "me:Bo"])
            assert (await ann.ask(game, say=f"a{text}b"))["code"] == "bad_request"

    asyncio.run(story())


@pytest.mark.parametrize("title", ["\u200b", " ", "\u00ad\u2060", "\u0301"])
def test_a_study_has_a_title_that_can_be_seen(node: Node, title: str) -> None:
    async def story() -> None:
        async with Person(node.url) as ann:
            answer = await ann.http.post("/api/positions", json={"moves": ["?"]})
            body = {"title": title, "position": answer.json()["position"]}
            assert (await ann.http.post("/api/studies", json=body)).status_code == 422
            assert (
                await ann.http.post("/api/studies", json=body | {"title": "é!"})
            ).status_code == 201

    asyncio.run(story())


MASK = b"\0\0\0\0"
GREETING = f"HTTP/1.1\r\nHost: x\r\n{SOCKET}\r\n"


async def flood(node: Node, first: str, more: bytes, most: int) -> int:
    """Send the same again and again and read nothing; returns how much was taken, at the most."""
    _, writer = await asyncio.open_connection("127.0.0.1", node.port)
    writer.write(first.encode())
    sent = 0
    try:
        while sent < most:
            writer.write(more)
            await asyncio.wait_for(writer.drain(), 30)
            sent += len(more)
    except ConnectionError:
        return sent
    finally:
        writer.close()
    return most


def test_requests_ahead_of_their_answers_fill_no_memory(node: Node) -> None:
    one, most = b"GET /api/about HTTP/1.1\r\nHost: x\r\n\r\n", 20_000_000
    assert asyncio.run(flood(node, "", one * 3000, most)) < most
    few = f"{one.decode()}".rstrip() + "\r\nConnection: close\r\n\r\n"

    async def story() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", node.port)
        writer.write(one * 4 + few.encode())
        answer = await asyncio.wait_for(reader.read(), 30)
        assert answer.count(b"HTTP/1.1 200") == 5
        writer.close()

    asyncio.run(story())


def test_pings_and_parts_of_messages_fill_no_memory(node: Node) -> None:
    async def story() -> None:
        async with Person(node.url) as ann:
            first = f"GET /api/games/{await ann.make_table(seats=['me', 'open'])}/socket {GREETING}"
        ping, part = b"\x89" + bytes([0x80 | 125]) + MASK + b"x" * 125, b"\x00\x80" + MASK
        most = 60_000_000
        assert await flood(node, first, ping * 1000, most) < most
        assert await flood(node, first, b"\x01\x80" + MASK + part * 1000, most) < most

    asyncio.run(story())


def test_what_is_no_text_ends_a_socket(node: Node) -> None:
    async def story() -> None:
        async with Person(node.url) as ann:
            path = f"/api/games/{await ann.make_table(seats=['me', 'open'])}/socket"
        reader, writer = await asyncio.open_connection("127.0.0.1", node.port)
        writer.write(f"GET {path} {GREETING}".encode())
        await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 30)
        writer.write(b"\x81\x81" + MASK + b"\xff")
        assert b"\x03\xefnot UTF-8" in await asyncio.wait_for(reader.read(), 30)  # 1007
        writer.close()

    asyncio.run(story())


def test_who_is_not_answered_before_the_server_stops_is_told_so() -> None:
    sent: list[Message] = []

    async def app(*_: object) -> None:
        await asyncio.sleep(60)

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        sent.append(message)

    async def story() -> None:
        where = {"path": "/api/me", "method": "GET", "query_string": b"", "headers": []}
        guard = Guard(app, Settings(database="sqlite:///unused.db"), Quotas())
        waiting = asyncio.create_task(guard({"type": "http", **where}, receive, send))
        await asyncio.sleep(0.1)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting

    asyncio.run(story())
    assert sent[0]["status"] == 503
    assert json.loads(sent[1]["body"])["code"] == "busy"


def test_tokens_asked_for_at_once_are_counted(node: Node) -> None:
    async def story() -> None:
        async with Person(node.url) as ann:
            account = {"name": fresh_name(), "password": PASSWORD}
            assert (await ann.http.post("/api/account", json=account)).status_code == 201
            new = {"name": "t", "scopes": ["read"]}
            several = [ann.http.post("/api/me/tokens", json=new) for _ in range(MANY_TOKENS + 15)]
            codes = [answer.status_code for answer in await asyncio.gather(*several)]
            assert (codes.count(201), codes.count(429)) == (MANY_TOKENS, 15)
            assert len((await ann.http.get("/api/me/tokens")).json()) == MANY_TOKENS

    asyncio.run(story())


def test_many_sockets_do_not_multiply_what_a_user_may_send(tmp_path: Path) -> None:
    most = 60

    async def story(node: Node) -> None:
        async with Person(node.url) as ann, AsyncExitStack() as stack:
            game = await ann.make_table(seats=["me", "me:Bo"])
            sockets = [await stack.enter_async_context(ann.sit(game)) for _ in range(10)]
            for number in range(most + 10):
                await sockets[number % len(sockets)].send(json.dumps({"ping": number}))
            answers = list[str]()
            while len(answers) < most + 10:
                for socket in sockets[: most + 10 - len(answers)]:
                    while (answer := json.loads(await socket.recv()))["type"] == "view":
                        pass
                    answers.append(answer["type"])
            assert (answers.count("pong"), answers.count("error")) == (most, 10)
            async with Person(node.url) as bob, bob.sit(game) as other:
                await receive(other)
                await other.send(json.dumps({"ping": 1}))
                assert (await receive(other, "pong"))["ping"] == 1

    settings = {"TILEWRIGHT_REQUESTS": str(most)}
    with running(Node(f"sqlite:///{tmp_path / 'one.db'}", settings=settings)) as node:
        asyncio.run(asyncio.wait_for(story(node), 60))


def test_nobody_talks_without_end(node: Node) -> None:
    async def story() -> None:
        async with Person(node.url) as ann:
            game = await ann.make_table(seats=["me", "me:Bo"])
            several = [ann.ask(game, say=f"line {n}") for n in range(70)]
            codes = [answer.get("code") for answer in await asyncio.gather(*several)]
            assert codes.count("too_many") == 10

    asyncio.run(story())


def test_slow_names_elsewhere_keep_nobody_here_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """The default threads pack studies and tell histories; names are looked up in others."""
    answered = threading.Event()

    def resolver(*_: object, **__: object) -> list[tuple[object, ...]]:
        answered.wait(30)
        raise OSError("no such name")

    async def story() -> None:
        monkeypatch.setattr(socket, "getaddrinfo", resolver)
        monkeypatch.setattr(webhook, "TIMEOUT", 0.2)
        calls = [webhook.post("http://slow.example/", b"{}", key="") for _ in range(60)]
        try:
            failed = await asyncio.gather(*calls, return_exceptions=True)
            assert {type(one) for one in failed} == {DeliveryFailed}
            assert await asyncio.wait_for(asyncio.to_thread(lambda: 7), 10) == 7
        finally:
            answered.set()

    asyncio.run(story())
