"""The server in this process, used as a browser would."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

from fastapi import FastAPI
from starlette.types import Message, Scope

from tests.web.crowd import Crowd
from tilewright.analysis.collection import shipped
from tilewright.table.clock import now
from tilewright.web.app import create_app
from tilewright.web.house import House
from tilewright.web.settings import Settings

# No lists.
NOT_ASKED = {
    "/healthz",
    "/readyz",
    "/metrics",
    "/api/about",
    "/api/picture.svg",
    "/api/picture.png",
    "/api/games/{id}/picture.png",
    "/api/games/{id}/review",
}


class Answer(NamedTuple):
    """What a server answered."""

    status: int
    body: bytes


class Visitor:
    """Someone with a session."""

    def __init__(self, app: FastAPI, house: House, cookie: str) -> None:
        self.app, self.house = app, house
        self.headers = [(b"host", b"test"), (b"cookie", f"session={cookie}".encode())]

    async def get(self, url: str) -> Answer:
        """Ask for a page."""
        path, _, query = url.partition("?")
        scope: Scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": "GET",
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "headers": self.headers,
            "client": ("127.0.0.1", 1),
            "server": ("test", 80),
        }
        status, body = 0, b""
        asked = False

        async def receive() -> Message:
            nonlocal asked
            if asked:
                await asyncio.Event().wait()  # the visitor stays
            asked = True
            return {"type": "http.request"}

        async def send(message: Message) -> None:
            nonlocal status, body
            status = message.get("status", status)
            body += message.get("body", b"")

        await self.app(scope, receive, send)
        return Answer(status, body)


@asynccontextmanager
async def visit(address: str, user: str) -> AsyncIterator[Visitor]:
    """A server on a database, and one of its users."""
    app = create_app(Settings(database=address, requests=10**9, warm=False, log="error"))
    async with app.router.lifespan_context(app):
        house: House = app.state.house
        cookie = await house.users.open_session(user, "test", now())
        yield Visitor(app, house, cookie)


def urls(crowd: Crowd) -> dict[str, list[str]]:
    """What pages ask for, by route."""
    name, other, game = "Person 0", "Person 1", crowd.last
    return {
        "/api/tables": ["/api/tables"],
        "/api/me": ["/api/me"],
        "/api/me/games": [
            "/api/me/games",
            "/api/me/games?status=over",
            f"/api/me/games?status=over&before={crowd.middle}",
        ],
        "/api/me/sessions": ["/api/me/sessions"],
        "/api/me/tokens": ["/api/me/tokens"],
        "/api/me/export": ["/api/me/export"],
        "/api/account": ["/api/account"],
        "/api/passkeys": ["/api/passkeys"],
        "/api/me/webhook-key": ["/api/me/webhook-key"],
        "/api/users/{name}": [f"/api/users/{name}"],
        "/api/users/{name}/games": [
            f"/api/users/{name}/games",
            f"/api/users/{name}/games?before={crowd.middle}&size=100",
            f"/api/users/{other}/games",
        ],
        "/api/users/{name}/statistics": [
            f"/api/users/{name}/statistics",
            f"/api/users/{name}/statistics?rated=true",
        ],
        "/api/users/{name}/ratings": [
            f"/api/users/{name}/ratings",
            f"/api/users/{name}/ratings?ladder=classic-2",
        ],
        "/api/ladders": ["/api/ladders"],
        "/api/ladders/{ladder}": [
            "/api/ladders/classic-2",
            "/api/ladders/classic-2?page=20&size=100",
            "/api/ladders/pavilion-4?provisional=true",
        ],
        "/api/daily/{game}": [
            "/api/daily/classic",
            "/api/daily/pavilion?page=20&size=100",
        ],
        "/api/puzzles": ["/api/puzzles"],
        "/api/puzzles/next": ["/api/puzzles/next?game=classic"],
        "/api/puzzles/{id}": [f"/api/puzzles/{next(iter(shipped('classic')))}"],
        "/api/me/insights": ["/api/me/insights", "/api/me/insights?game=pavilion&players=2"],
        "/api/me/studies": ["/api/me/studies"],
        "/api/studies/{id}": ["/api/studies/study0000000"],
        "/api/games/{id}": [f"/api/games/{game}"],
        "/api/games/{id}/statistics": [f"/api/games/{game}/statistics"],
        "/api/games/{id}/record.tw": [f"/api/games/{game}/record.tw"],
        "/api/games/{id}/record.json": [f"/api/games/{game}/record.json"],
        "/api/games/{id}/ply/{ply}": [f"/api/games/{game}/ply/20"],
        "/api/games/{id}/history": [f"/api/games/{game}/history"],
        "/api/games/{id}/picture.svg": [f"/api/games/{game}/picture.svg"],
        "/api/games/{id}/proof": [f"/api/games/{game}/proof"],
    }
