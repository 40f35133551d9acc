"""Hints between nodes. The log is the truth, so a lost or doubled hint does no harm.

Every second a node also sends a sign of life to itself. Hearing it proves that both directions
work; when it hears nothing, it reconnects.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol, TypeAlias

import redis.asyncio as redis
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from tilewright.supervision import Supervisor

BusMessage: TypeAlias = dict[
    str, object
]  # {"game": id, "at": 41}, {"game": id, "user": …, "here": true}
Listener: TypeAlias = Callable[[BusMessage], None]

CHANNEL = "tilewright"
BEAT = 1.0  # seconds between signs of life
SILENCE = 3.5  # seconds without one after which the bus is lost
TIMEOUT = 2.0  # seconds that a command may take
RETRY = 1.0  # seconds until a lost connection is tried again
START = 5.0  # seconds in which the bus should answer at the start
LOST = (redis.RedisError, OSError, asyncio.TimeoutError)

log = logging.getLogger("tilewright.bus")


class Silent(OSError):
    """A connection is open but silent."""


class Bus(Protocol):
    """Carries hints to the other nodes."""

    async def start(self, listener: Listener, tasks: Supervisor) -> None:
        """Start listening."""
        ...

    def publish(self, note: BusMessage) -> None:
        """Tell the other nodes, without waiting."""
        ...

    async def close(self) -> None:
        """Stop."""
        ...

    @property
    def trouble(self) -> str:
        """Why nothing is heard of the other nodes; empty if all is well."""
        ...


class NoBus:
    """One node: nobody else to tell."""

    trouble = ""

    async def start(self, listener: Listener, tasks: Supervisor) -> None:
        """Nothing to listen to."""

    def publish(self, note: BusMessage) -> None:
        """Nobody to tell."""

    async def close(self) -> None:
        """Nothing to stop."""


class RedisBus:
    """Several nodes: Redis or Valkey carries the hints."""

    def __init__(self, address: str) -> None:
        self.client = redis.Redis.from_url(
            address,
            socket_timeout=TIMEOUT,
            socket_connect_timeout=TIMEOUT,
            socket_keepalive=True,
            retry=Retry(NoBackoff(), 0),  # the caller tries again
        )
        self.node = secrets.token_hex(8)
        self.lag = 0.0  # seconds that the last sign of life took to arrive
        self.losses = 0  # how often the bus was lost
        self.misunderstood = 0  # notes that could not be read
        self._heard = -SILENCE  # when the last sign of life came in
        self._lost = False
        self._out: asyncio.Queue[BusMessage] = asyncio.Queue(maxsize=10_000)
        self._listener: Listener = lambda note: None

    @property
    def waiting(self) -> int:
        """How many notes wait to be sent."""
        return self._out.qsize()

    @property
    def trouble(self) -> str:
        """Why nothing is heard of the other nodes; empty if all is well."""
        silence = time.monotonic() - self._heard
        return f"nothing heard for {silence:.0f} s" if silence > SILENCE else ""

    async def start(self, listener: Listener, tasks: Supervisor) -> None:
        """Start listening and sending; returns when both directions work, or if the bus does not
        answer: a node serves without it, and uses it once it is there."""
        self._listener = listener
        tasks.keep("bus: listen", self._listen)
        tasks.keep("bus: send", self._send)
        tasks.keep("bus: beat", self._beat)
        until = time.monotonic() + START
        while self.trouble and time.monotonic() < until:
            await asyncio.sleep(0.02)
        if self.trouble:
            log.warning("the bus does not answer; the node keeps trying")

    def publish(self, note: BusMessage) -> None:
        """Queue a note; when too many wait, the oldest is dropped: it is only a hint."""
        if self._out.full():
            self._out.get_nowait()
        self._out.put_nowait(note)

    async def close(self) -> None:
        """Close the connections."""
        await self.client.aclose()

    async def _listen(self) -> None:
        while True:
            try:
                async with self.client.pubsub() as channel:
                    await channel.subscribe(CHANNEL)
                    await self._hear(channel)
            except LOST as error:
                if not self._lost:
                    self._lost = True
                    self.losses += 1
                    log.warning("bus lost", extra={"reason": str(error) or type(error).__name__})
            await asyncio.sleep(RETRY)

    async def _hear(self, channel: PubSub) -> None:
        """Pass on what comes in, until the bus falls silent."""
        begin = time.monotonic()
        while True:
            message = await channel.get_message(ignore_subscribe_messages=True, timeout=BEAT)
            if message is not None:
                self._read(message["data"])
            silence = time.monotonic() - max(begin, self._heard)
            if silence > SILENCE:
                raise Silent(f"nothing heard for {silence:.1f} s")

    def _read(self, data: bytes) -> None:
        """Pass on a note; one that cannot be read or understood does no harm to others."""
        try:
            note = json.loads(data)
            if note.pop("node", None) != self.node:
                if "beat" not in note:
                    self._listener(note)
                return
            beat = note.get("beat")
        except Exception as error:
            self.misunderstood += 1
            extra = {"note": repr(data[:200]), "error": f"{type(error).__name__}: {error}"}
            log.warning("note not understood", extra=extra)
            return
        if isinstance(beat, float):
            self._heard = time.monotonic()
            self.lag = self._heard - beat
            if self._lost:
                self._lost = False
                log.warning("bus is back")
                self._listener({"again": True})  # hints may have been lost

    async def _send(self) -> None:
        """Send what is queued; a note is kept until Redis has it."""
        note: BusMessage | None = None
        while True:
            note = note or await self._out.get()
            try:
                await self._tell(note)
                note = None
            except LOST:
                await asyncio.sleep(RETRY)

    async def _beat(self) -> None:
        while True:
            with suppress(*LOST):  # `_hear` notices
                await self._tell({"beat": time.monotonic()})
            await asyncio.sleep(BEAT)

    async def _tell(self, note: BusMessage) -> None:
        await self.client.publish(CHANNEL, json.dumps({**note, "node": self.node}))


def connect(address: str | None) -> Bus:
    """The bus at an address, or none for a single node."""
    return RedisBus(address) if address else NoBus()
