"""News between nodes: only hints. The log is the truth, so a lost or doubled hint does no harm."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
from collections.abc import Callable
from typing import Protocol, TypeAlias

import redis.asyncio as redis

Note: TypeAlias = dict[str, object]  # {"game": id, "at": 41}, {"game": id, "user": …, "here": true}
Listener: TypeAlias = Callable[[Note], None]

CHANNEL = "tilewright"
RETRY = 1.0  # seconds until a lost connection is tried again


class Bus(Protocol):
    """Tells the other nodes."""

    async def start(self, listener: Listener) -> None:
        """Begin to listen."""
        ...

    def publish(self, note: Note) -> None:
        """Tell the other nodes, sooner or later."""
        ...

    async def close(self) -> None:
        """Stop."""
        ...


class NoBus:
    """One node: nobody else to tell."""

    async def start(self, listener: Listener) -> None:
        """Nothing to listen to."""

    def publish(self, note: Note) -> None:
        """Nobody to tell."""

    async def close(self) -> None:
        """Nothing to stop."""


class RedisBus:
    """Several nodes: Redis or Valkey carries the hints."""

    def __init__(self, address: str) -> None:
        self.client = redis.Redis.from_url(address, socket_timeout=None)
        self.node = secrets.token_hex(8)
        self._out: asyncio.Queue[Note] = asyncio.Queue(maxsize=10_000)
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self, listener: Listener) -> None:
        """Begin to listen and to send."""
        await self.client.ping()
        ready = asyncio.Event()
        self._tasks = [
            asyncio.create_task(self._listen(listener, ready)),
            asyncio.create_task(self._send()),
        ]
        await asyncio.wait_for(ready.wait(), 10)

    def publish(self, note: Note) -> None:
        """Queue a note; when too many wait, the oldest is dropped: it is only a hint."""
        if self._out.full():
            self._out.get_nowait()
        self._out.put_nowait(note)

    async def close(self) -> None:
        """Stop listening and sending."""
        for task in self._tasks:
            task.cancel()
        for task in self._tasks:
            with contextlib.suppress(asyncio.CancelledError):
                await task
        await self.client.aclose()

    async def _listen(self, listener: Listener, ready: asyncio.Event) -> None:
        while True:
            try:
                async with self.client.pubsub() as channel:
                    await channel.subscribe(CHANNEL)
                    if ready.is_set():
                        listener({"again": True})
                    ready.set()
                    async for message in channel.listen():
                        if message["type"] == "message":
                            note = json.loads(message["data"])
                            if note.pop("node", None) != self.node:
                                listener(note)
            except (redis.ConnectionError, redis.TimeoutError):
                await asyncio.sleep(RETRY)

    async def _send(self) -> None:
        while True:
            note = await self._out.get()
            try:
                await self.client.publish(CHANNEL, json.dumps({**note, "node": self.node}))
            except (redis.ConnectionError, redis.TimeoutError):
                await asyncio.sleep(RETRY)


def connect(address: str | None) -> Bus:
    """The bus at an address, or none for a single node."""
    return RedisBus(address) if address else NoBus()
