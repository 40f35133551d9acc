"""For programs: a stream of lines, one for each decision that is theirs, and the webhooks' key."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import suppress

import msgspec
from fastapi import APIRouter, Request
from pydantic import BaseModel
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

import tilewright
from tilewright.store.database import Unavailable
from tilewright.store.users import User
from tilewright.table.clock import now
from tilewright.table.event import Refused
from tilewright.table.fold import DONE
from tilewright.table.messages import Hello, Message, Over, Ping
from tilewright.table.table import Table
from tilewright.web import errors
from tilewright.web.description import PROBLEMS
from tilewright.web.house import House
from tilewright.web.people import Owner, PlayingUser, TheHouse, credential
from tilewright.web.quotas import Quota
from tilewright.web.webhook import webhook_key

PING = 15.0  # seconds between signs of life
TICK = 1.0  # seconds after which everything is checked again
POLL = 2.0  # seconds between checks for tables where the user has sat down on another node
MOST_GAMES = 1000
STREAMS = Quota("streams", 8)  # of one user at a time, on all nodes

router = APIRouter(prefix="/api", responses=PROBLEMS)


class StreamViewer:
    """A viewer of one table, on behalf of a stream."""

    muted: frozenset[str] = frozenset()
    previews = False  # what is broadcast only wakes the stream; it makes its own frame

    def __init__(self, stream: Stream, table: Table) -> None:
        self.stream, self.table = stream, table
        self.user = stream.user
        self.seen = -1

    def send(self, frame: bytes) -> None:
        """Something has happened."""
        self.stream.wake.set()

    def close(self) -> None:
        """The table is put away; the program will reconnect."""
        self.stream.end()

    def line(self) -> bytes | None:
        """What has happened since the user was last told."""
        match = self.table.match
        if match.at == self.seen:
            return None
        self.seen = match.at
        mine = match.seats_of(self.user)
        if match.status == DONE or not mine:
            self.stream.forget(self)
        if match.status == DONE:
            scores, ranks = match.state.scores, match.ranks
            return _line(Over(self.table.id, match.at, mine, match.ending, scores, ranks))
        to_move = match.turn in mine and not match.seats[match.turn].bot
        asked = match.asked is not None and set(match.people) & set(mine) - match.agreed
        if to_move or asked:
            return self.table.frame(self.user, previews=self.stream.previews) + b"\n"
        return None


class Stream:
    """The games of one user, for as long as they listen."""

    def __init__(
        self,
        house: House,
        user: User,
        *,
        previews: bool = True,
        credential: str = "",
    ) -> None:
        self.house, self.owner, self.previews = house, user, previews
        self.user, self.credential = user.id, credential
        self.watches: dict[str, StreamViewer] = {}
        self.found: set[str] = set()  # tables that have begun without being watched
        self.wake = asyncio.Event()
        self.ended = asyncio.Event()

    def open(self) -> None:
        """Start listening."""
        self.house.hall.on_turn.append(self.turned)

    def close(self) -> None:
        """Stop listening."""
        self.house.hall.on_turn.remove(self.turned)
        for watch in list(self.watches.values()):
            self.forget(watch)

    def end(self) -> None:
        """End the stream: the session or token has ended, or the program has to reconnect."""
        self.ended.set()
        self.wake.set()

    def turned(self, table: Table) -> None:
        """A table of this node has changed; perhaps the user has just sat down at it."""
        if table.id not in self.watches and table.match.seats_of(self.user):
            self.found.add(table.id)
            self.wake.set()

    def forget(self, watch: StreamViewer) -> None:
        """Stop watching a table."""
        self.watches.pop(watch.table.id, None)
        asyncio.get_running_loop().call_soon(watch.table.part, watch)

    async def add(self, id: str) -> None:
        """Watch a table at which the user sits."""
        with suppress(Refused):
            table = await self.house.hall.fresh(id)
            if id not in self.watches and table.match.seats_of(self.user):
                self.watches[id] = StreamViewer(self, table)
                table.join(self.watches[id])

    async def look(self) -> None:
        """Find the user's tables, and what was missed there."""
        wanted = ("waiting", "playing")
        for listed in await self.house.hall.games.of_user(
            self.user, status=wanted, limit=MOST_GAMES
        ):
            if listed.id not in self.watches:
                await self.add(listed.id)
            else:
                self.watches[listed.id].table.follow(listed.at)

    async def lines(self) -> AsyncIterator[bytes]:
        """Every line, until the server stops or its database does not answer."""
        try:
            async for line in self._lines():
                yield line
        except Unavailable as error:
            errors.log.error("database unavailable", user=self.user, reason=str(error))
            yield errors.frame("unavailable", errors.AWAY) + b"\n"

    async def _lines(self) -> AsyncIterator[bytes]:
        yield _line(Hello(self.user, self.owner.name, tilewright.__version__, now()))
        await self.look()
        next_ping, next_poll = time.monotonic() + PING, time.monotonic() + POLL
        while self.house.ready and not self.ended.is_set():
            self.wake.clear()
            while self.found:
                await self.add(self.found.pop())
            if self.house.settings.bus and time.monotonic() > next_poll:
                await self.look()
                next_poll = time.monotonic() + POLL
            for watch in list(self.watches.values()):
                if not self.ended.is_set() and (line := watch.line()) is not None:
                    yield line
            if time.monotonic() > next_ping:
                yield _line(Ping(now()))
                next_ping = time.monotonic() + PING
            with suppress(TimeoutError):
                await asyncio.wait_for(self.wake.wait(), TICK)


class Lines(StreamingResponse):
    """A stream as an answer; it is closed however the answer ends."""

    def __init__(self, stream: Stream) -> None:
        headers = {"x-accel-buffering": "no"}  # a proxy must pass on every line at once
        super().__init__(stream.lines(), headers=headers, media_type="application/x-ndjson")
        self.stream = stream

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer for as long as the client listens."""
        here = self.stream.house
        async with here.quotas.hold(STREAMS, self.stream.user):
            self.stream.open()
            try:
                with here.connections.held(self.stream):
                    await super().__call__(scope, receive, send)
            finally:
                self.stream.close()


class WebhookKey(BaseModel):
    """The key with which my webhooks are signed."""

    key: str


@router.get("/stream", include_in_schema=False)  # it never ends: nothing for a generated client
async def listen(
    request: Request, user: PlayingUser, house: TheHouse, previews: bool = True
) -> Lines:
    """The decisions that are mine, line by line."""
    house.greet(user)
    return Lines(Stream(house, user, previews=previews, credential=credential(request)))


@router.get("/me/webhook-key")
async def key(user: Owner, house: TheHouse) -> WebhookKey:
    """The key with which my webhooks are signed."""
    return WebhookKey(key=webhook_key(house.secret, user.id))


def _line(message: Message) -> bytes:
    return msgspec.json.encode(message) + b"\n"
