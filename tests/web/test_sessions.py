"""A session or token that ends takes its sockets and streams along, on every node."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest
import uvicorn
import websockets

from tests.web.client import Person, receive
from tests.web.servers import free_port, redis
from tests.web.test_notifications import until
from tilewright.web import connections
from tilewright.web.app import create_app
from tilewright.web.settings import Settings

PASSWORD = "correct horse battery"
NEVER = 3600.0  # seconds


@asynccontextmanager
async def two_nodes(path: Path, bus: str) -> AsyncIterator[list[str]]:
    """Two servers in this process on one database; yields their addresses."""
    servers, urls = [], []
    for _ in range(2):
        port = free_port()
        settings = Settings(
            database=f"sqlite:///{path}/sessions.db", bus=bus, port=port, warm=False, compute="1"
        )
        config = uvicorn.Config(
            create_app(settings), port=port, ws="websockets-sansio", log_level="warning"
        )
        server = uvicorn.Server(config)
        servers.append((server, asyncio.create_task(server.serve())))
        urls.append(f"http://127.0.0.1:{port}")
        await until(lambda server=server: server.started)  # type: ignore[misc]
    try:
        yield urls
    finally:
        for server, task in servers:
            server.should_exit = True
            await task


async def change_password(ann: Person, other: dict[str, Any], token: dict[str, Any]) -> None:
    body = {"current": PASSWORD, "new": "another good horse"}
    assert (await ann.http.put("/api/account/password", json=body)).status_code == 204


async def sign_out_everywhere(ann: Person, other: dict[str, Any], token: dict[str, Any]) -> None:
    assert (await ann.http.delete("/api/me/sessions")).status_code == 204


async def end_one_session(ann: Person, other: dict[str, Any], token: dict[str, Any]) -> None:
    assert (await ann.http.delete(f"/api/me/sessions/{other['id']}")).status_code == 204


async def revoke_the_token(ann: Person, other: dict[str, Any], token: dict[str, Any]) -> None:
    assert (await ann.http.delete(f"/api/me/tokens/{token['id']}")).status_code == 204


async def leave(ann: Person, other: dict[str, Any], token: dict[str, Any]) -> None:
    assert (await ann.http.delete("/api/me")).status_code == 204


WAYS: list[tuple[Callable[..., Awaitable[None]], set[str]]] = [  # and what goes on after them
    (change_password, {"mine", "token"}),
    (sign_out_everywhere, {"mine", "token"}),
    (end_one_session, {"mine", "token"}),
    (revoke_the_token, {"mine", "other"}),
    (leave, set()),
]


async def line_of(url: str, headers: dict[str, str], game: str) -> websockets.ClientConnection:
    """A socket at a table, after its first view."""
    address = f"{url.replace('http', 'ws', 1)}/api/games/{game}/socket"
    socket = await websockets.connect(address, additional_headers=headers, compression=None)
    assert (await receive(socket))["you"] == [0]
    return socket


async def story(
    urls: list[str], end: Callable[..., Awaitable[None]], keeps: set[str], patience: float
) -> None:
    """Someone with three sockets and three streams on the other node; some of them end."""
    async with Person(urls[0]) as ann, httpx2.AsyncClient(base_url=urls[1]) as phone:
        name = f"Ann {secrets.token_hex(6)}"
        account = {"name": name, "password": PASSWORD}
        assert (await ann.http.post("/api/account", json=account)).status_code == 201
        new = {"name": "bot", "scopes": ["play"]}
        token = (await ann.http.post("/api/me/tokens", json=new)).json()
        assert (await phone.post("/api/login", json=account)).status_code == 200
        listed = (await phone.get("/api/me/sessions")).json()
        [other] = [row for row in listed if row["current"]]
        game = await ann.make_table(seats=["me", "open"])
        headers = {
            "mine": {"cookie": ann.cookie},
            "other": {"cookie": f"session={phone.cookies['session']}"},
            "token": {"authorization": f"Bearer {token['token']}"},
        }
        lines = {who: await line_of(urls[1], headers[who], game) for who in headers}
        async with httpx2.AsyncClient(base_url=urls[1], timeout=120) as programs:
            streams = {who: StreamOf(programs, headers[who]) for who in headers}
            for stream in streams.values():
                await stream.begun.wait()
            await end(ann, other, token)
            async with asyncio.timeout(patience):
                for who in headers.keys() - keeps:
                    await lines[who].wait_closed()
                    assert lines[who].close_code == 4401, who
                    await streams[who].task
            for who in keeps:
                await lines[who].send('{"ping": 1}')
                assert (await receive(lines[who], "pong"))["ping"] == 1
                assert not streams[who].task.done()
                streams[who].task.cancel()
        for line in lines.values():
            await line.close()


class StreamOf:
    """Listens to the stream of a session or token until it ends."""

    def __init__(self, client: httpx2.AsyncClient, headers: dict[str, str]) -> None:
        self.begun = asyncio.Event()
        self.task = asyncio.create_task(self.listen(client, headers))

    async def listen(self, client: httpx2.AsyncClient, headers: dict[str, str]) -> None:
        async with client.stream("GET", "/api/stream", headers=headers) as answer:
            assert answer.status_code == 200
            async for _ in answer.aiter_lines():
                self.begun.set()


@pytest.mark.parametrize(("end", "keeps"), WAYS)
def test_other_nodes_hear_of_it_at_once(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    end: Callable[..., Awaitable[None]],
    keeps: set[str],
) -> None:
    monkeypatch.setattr(connections, "CHECK", NEVER)

    async def with_bus(bus: str) -> None:
        async with two_nodes(tmp_path, bus) as urls:
            await story(urls, end, keeps, patience=10)

    with redis() as bus:
        asyncio.run(with_bus(bus))


@pytest.mark.parametrize(("end", "keeps"), WAYS)
def test_without_a_bus_it_is_found_out(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    end: Callable[..., Awaitable[None]],
    keeps: set[str],
) -> None:
    assert connections.CHECK <= 5
    monkeypatch.setattr(connections, "CHECK", 0.2)

    async def without_bus() -> None:
        async with two_nodes(tmp_path, "") as urls:
            await story(urls, end, keeps, patience=10)

    asyncio.run(without_bus())


def test_who_does_not_read_is_hung_up_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Waiting frames do not keep the socket of an ended session open for requests."""
    monkeypatch.setattr(connections, "CHECK", NEVER)

    async def stuck() -> None:
        async with two_nodes(tmp_path, "") as urls, Person(urls[0]) as ann:
            game = await ann.make_table(seats=["me", "open"])
            async with ann.sit(game) as socket:
                await receive(socket)
                socket.transport.pause_reading()
                async with Person(urls[0]) as bob:
                    for _ in range(200):
                        await bob.ask(game, say="hello " + "x" * 280)
                    before = (await bob.view(game))["view"]["at"]
                    assert (await ann.http.post("/api/logout")).status_code == 204
                    for _ in range(20):
                        await socket.send('{"leave": true}')
                    await asyncio.sleep(0.2)
                    assert (await bob.view(game))["view"]["at"] == before

    asyncio.run(stuck())
