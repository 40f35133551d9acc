"""Connections: how many an address may have open on this node, and how long a request may take.

Uvicorn has no time limit for the head of a request and counts no addresses; these two classes do.
Trusted proxies are not counted: they have the connections of everyone, and limits of their own.
"""

from __future__ import annotations

import asyncio
from ipaddress import ip_address

import h11
from uvicorn._types import ASGISendEvent
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from tilewright.web.errors import answer
from tilewright.web.quotas import network
from tilewright.web.settings import Settings, networks

HEAD_SECONDS = 10.0  # for a request's head, and for the rest of a body that is answered early
IDLE_SECONDS = 75  # until an unused connection is closed: proxies and clients (5 to 60) are first
AHEAD = 65_536  # bytes that may come before the request ahead of them is answered
UNREAD = 1_000_000  # bytes of answers to pings that may wait to be read
PARTS = 64  # of one message
LINGER = 1.0  # seconds in which a refusal can be read
AGAIN = 5  # seconds after which it may be worth trying again


class Peers:
    """The open connections of this node, by address."""

    def __init__(self, settings: Settings) -> None:
        self.most = settings.connections
        self.trusted = networks(settings.proxies)
        self._open: dict[str, set[asyncio.Transport]] = {}

    def admit(self, transport: asyncio.Transport) -> bool:
        """Count a connection; False if its address has too many."""
        host = _host(transport)
        try:
            if any(ip_address(host) in trusted for trusted in self.trusted):
                return True
        except ValueError:  # no IP address, so it has not come over the network
            return True
        there = self._open.setdefault(network(host), set())
        if len(there) >= self.most:
            return False
        there.add(transport)
        return True

    def forget(self, transport: asyncio.Transport) -> None:
        """Stop counting a connection."""
        key = network(_host(transport))
        if (there := self._open.get(key)) is not None:
            there.discard(transport)
            if not there:
                del self._open[key]


def _host(transport: asyncio.Transport) -> str:
    peer = transport.get_extra_info("peername")
    return str(peer[0]) if isinstance(peer, tuple) else ""


class Http(H11Protocol):
    """A connection that speaks HTTP."""

    _late: asyncio.TimerHandle | None = None
    _is_refused = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for a request, but not forever."""
        super().connection_made(transport)
        if self.config.app.state.peers.admit(transport):  # type: ignore[union-attr]
            self._late = self.loop.call_later(HEAD_SECONDS, self._give_up)
        else:
            self._refuse("too_many", "too many connections")

    def data_received(self, data: bytes) -> None:
        """Take in part of a request; once begun, a head must be complete in time."""
        if self._is_refused:
            return
        super().data_received(data)
        if self.conn.their_state is h11.DONE and self._waiting > AHEAD:
            self.transport.abort()  # each answer would let in more than was asked for
        else:
            self._watch()

    def on_response_complete(self) -> None:
        """A request is answered; it may not be whole yet, or the next one may have begun."""
        super().on_response_complete()
        if not self.transport.is_closing():
            self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is closed."""
        self._stop()
        self.config.app.state.peers.forget(self.transport)  # type: ignore[union-attr]
        super().connection_lost(exc)

    @property
    def _waiting(self) -> int:
        """How many bytes have come that are not part of a request yet, without copying them."""
        return len(self.conn._receive_buffer)

    def _watch(self) -> None:
        """A head, or the rest of a body that is answered already, must come in time."""
        ours, theirs = self.conn.our_state, self.conn.their_state
        if (theirs is h11.IDLE and self._waiting) or (theirs is h11.SEND_BODY and ours is h11.DONE):
            if self._late is None:
                self._late = self.loop.call_later(HEAD_SECONDS, self._give_up)
        else:
            self._stop()

    def _stop(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _give_up(self) -> None:
        if self._waiting and self.conn.our_state is h11.IDLE:
            self._refuse("too_slow", f"headers: not whole in {HEAD_SECONDS:.0f} seconds")
        else:
            self.transport.close()

    def _refuse(self, code: str, text: str) -> None:
        """Answer, and close once that has been read; closing at once might lose the answer."""
        self._is_refused = True
        response = answer(code, text, retry=AGAIN if code == "too_many" else None)
        response.headers["connection"] = "close"
        lines = [f"HTTP/1.1 {response.status_code} ".encode()]
        lines += [name + b": " + value for name, value in response.raw_headers]
        self.transport.write(b"\r\n".join([*lines, b"", bytes(response.body)]))
        self.transport.write_eof()
        self.loop.call_later(LINGER, self.transport.abort)


class Socket(WebSocketsSansIOProtocol):
    """A connection that has become a socket, or is refused with an answer like other requests.

    Control frames and parts of messages do not reach the app, which counts and limits messages."""

    def handle_ping(self) -> None:
        """Answer a ping, unless nobody reads the answers."""
        super().handle_ping()
        if self.transport.get_write_buffer_size() > UNREAD:
            self.transport.abort()

    def handle_cont(self, event: Frame) -> None:
        """Take in a further part of a message, of which there are not many."""
        super().handle_cont(event)
        if len(self.frames) > PARTS:
            self.transport.abort()

    def send_receive_event_to_app(self) -> None:
        """Pass a message on. One that is no text ends the connection, without a word in the log."""
        try:
            if self.curr_msg_data_type == "text":
                b"".join(self.frames).decode()
        except UnicodeDecodeError:
            self.conn.fail(1007, "not UTF-8")
            self.handle_parser_exception()
        else:
            super().send_receive_event_to_app()

    def keepalive_timeout(self) -> None:
        """Hang up on someone who is silent, even if they do not read that."""
        super().keepalive_timeout()
        self.loop.call_later(LINGER, self.transport.abort)

    async def send(self, message: ASGISendEvent) -> None:
        """Send what the app says; a refusal is an answer too, which Uvicorn would log as none."""
        await super().send(message)
        if message["type"] == "websocket.http.response.body":
            self.handshake_complete = True

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is closed."""
        self.config.app.state.peers.forget(self.transport)  # type: ignore[union-attr]
        super().connection_lost(exc)
