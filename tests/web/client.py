"""A client of the server: a person or a bot with a browser's habits."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any, Self

import httpx2
import websockets
from websockets.asyncio.client import ClientConnection

from tests.web.servers import PATIENCE


class Person:
    """Someone with a session; speaks HTTP, and sockets to any number of tables."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.http = httpx2.AsyncClient(base_url=url, timeout=120)
        self.me: dict[str, Any] = {}

    async def __aenter__(self) -> Self:
        answer = await self.http.post("/api/guest")
        assert answer.status_code == 201, answer.text
        self.me = answer.json()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    async def make_table(self, **table: Any) -> str:
        """Make a table; returns its id."""
        answer = await self.http.post("/api/tables", json=table)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["game"])

    async def ask(self, game: str, **request: Any) -> dict[str, Any]:
        """A request to a table over HTTP."""
        answer = await self.http.post(f"/api/games/{game}/ask", json=request)
        return dict(answer.json())

    async def view(self, game: str) -> dict[str, Any]:
        """The view of a table over HTTP."""
        return dict((await self.http.get(f"/api/games/{game}")).json())

    def sit(self, game: str, *, url: str | None = None, **headers: str) -> websockets.connect:
        """A socket to a table, on this node or another."""
        address = (url or self.url).replace("http://", "ws://")
        return websockets.connect(
            f"{address}/api/games/{game}/socket",
            additional_headers={"Cookie": self.cookie, **headers},
            max_size=None,
            compression=None,
        )


async def receive(socket: ClientConnection, kind: str = "view") -> dict[str, Any]:
    """The next message of a kind."""
    while True:
        message = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
        if message["type"] == kind:
            return dict(message)


async def play_on(person: Person, game: str, seed: int = 0, *, url: str | None = None) -> Any:
    """Play any legal moves until the game is over; returns the last view."""
    rng = random.Random(f"{seed} {person.me['id']}")
    async with person.sit(game, url=url) as socket:
        sent = -1
        while True:
            message = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
            assert message["type"] in ("view", "said"), message
            if message["type"] == "said":
                continue
            view = message["view"]
            if view["status"] == "over":
                return view
            if message.get("legal") and view["at"] > sent:
                sent = view["at"]
                moves = message["legal"]
                move = moves[int(len(moves) * rng.random() ** 2)]["move"]
                play = {"play": move, "at": sent, "id": f"{person.me['id']}-{sent}"}
                await socket.send(json.dumps(play))


class Stubborn:
    """A player who reconnects after every loss, to whichever node answers, and resends what was not
    acknowledged. They note every move the server has acknowledged."""

    def __init__(
        self, person: Person, game: str, urls: list[str], seed: int | str = 0, pause: float = 0.0
    ) -> None:
        self.person, self.game, self.urls, self.pause = person, game, urls, pause
        self.rng = random.Random(f"{seed} {person.me['id']}")
        self.acknowledged: dict[int, str] = {}  # by version
        self.losses = 0
        self.resent = 0
        self.pending: dict[str, Any] | None = None
        self.seats: list[int] = []
        self.url = ""  # of the node they are connected to; empty if there is none

    async def play(self) -> Any:
        """Play to the end; returns the last view."""
        while True:
            url = self.rng.choice(self.urls)
            try:
                async with self.person.sit(self.game, url=url) as socket:
                    self.url = url
                    if self.pending:
                        self.resent += 1
                        await socket.send(json.dumps(self.pending))
                    view = await self._play(socket)
                    if view is not None:
                        return view
            except (OSError, websockets.WebSocketException, TimeoutError):
                self.losses += 1
                await asyncio.sleep(0.05)
            finally:
                self.url = ""

    async def _play(self, socket: ClientConnection) -> Any:
        while True:
            message = json.loads(await asyncio.wait_for(socket.recv(), 15))
            if message["type"] == "error" and message["code"] in ("unavailable", "busy"):
                await asyncio.sleep(0.2)
                if self.pending and message.get("id") == self.pending["id"]:
                    self.resent += 1
                    await socket.send(json.dumps(self.pending))
                continue
            if message["type"] == "error":
                assert message["code"] in ("stale", "over", "not_your_turn"), message
                continue
            if message["type"] != "view":
                continue
            view = message["view"]
            if self.pending and view["at"] > self.pending["at"]:
                played = [m for m in view["log"] if m["at"] == self.pending["at"]]
                if played and played[0]["move"] == self.pending["play"]:
                    self.acknowledged[self.pending["at"]] = self.pending["play"]
                self.pending = None
            if view["status"] == "over":
                return view
            if message.get("legal") and not self.pending:
                moves = message["legal"]
                move = moves[int(len(moves) * self.rng.random() ** 2)]["move"]
                id = f"{view['at']}-{self.rng.randrange(10**9)}"
                self.pending = {"play": move, "at": view["at"], "id": id}
                await asyncio.sleep(self.pause)
                await socket.send(json.dumps(self.pending))
                if self.rng.random() < 0.05:  # a double click
                    await socket.send(json.dumps(self.pending))
