"""What every request passes first: checks of its origin, size, rate and texts; and security headers
on the way out.

Plain ASGI, so that it covers sockets and pages alike.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from contextlib import AsyncExitStack
from urllib.parse import unquote_plus, urlsplit

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tilewright.table.event import Refused
from tilewright.web import errors, text
from tilewright.web.errors import HEADERS
from tilewright.web.quotas import MANY, Quota, Quotas, network
from tilewright.web.settings import Settings, networks

BODY_LIMIT = 65_536
BODY_SECONDS = 10.0  # in which a body must come
SECONDS = 20.0  # in which an address may make that many requests
SAFE = ("GET", "HEAD", "OPTIONS")
KEPT = ("user-agent",)  # headers that go into the database
HSTS = "max-age=63072000; includeSubDomains"

log = structlog.get_logger()


class Window:
    """How often each key is allowed within some seconds."""

    def __init__(self, most: int, seconds: float) -> None:
        self.most, self.seconds = most, seconds
        self._seen: dict[str, deque[float]] = {}
        self._many = MANY

    def allows(self, key: str) -> bool:
        """Count a visit; False if there were too many."""
        now = time.monotonic()
        seen = self._seen.setdefault(key, deque())
        while seen and seen[0] < now - self.seconds:
            seen.popleft()
        if len(seen) >= self.most:
            return False
        seen.append(now)
        if len(self._seen) > self._many:
            self._seen = {k: s for k, s in self._seen.items() if s and s[-1] > now - self.seconds}
            self._many = max(MANY, 2 * len(self._seen))
        return True


class Guard:
    """Checks what comes in and marks what goes out."""

    def __init__(self, app: ASGIApp, settings: Settings, quotas: Quotas) -> None:
        self.app = app
        self.https = settings.https
        self.origins = set(settings.origins.split())
        self.quotas = quotas
        self.requests = Quota("requests", settings.requests, SECONDS)
        self.sockets = Quota("sockets", settings.sockets)
        self.proxies = networks(settings.proxies)
        self.has_warned = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or answer with the reason why not."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        if scope["type"] == "http":
            send = self.marked(scope, send)
        host = network((scope.get("client") or ("", 0))[0])
        async with AsyncExitStack() as stack:
            try:
                await self.quotas.take(self.requests, host)
                self.check(scope)
                if scope["type"] == "http":
                    receive = await read_body(receive)
                else:
                    await stack.enter_async_context(self.quotas.hold(self.sockets, host))
            except Refused as refusal:
                await refuse(scope, send, refusal)
            else:
                await self.answer(scope, receive, send)

    async def answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the app answer. Where the server stops before it does, say so."""
        begun = False

        async def note(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self.app(scope, receive, note)
        except asyncio.CancelledError:
            if scope["type"] == "http" and not begun:
                await refuse(scope, send, Refused("busy", "the server is stopping; try again soon"))
            raise

    def check(self, scope: Scope) -> None:
        """Refuse what can be refused on the strength of its first line and headers."""
        headers = Headers(scope=scope)
        if "x-forwarded-for" in headers and not self.proxies and not self.has_warned:
            self.has_warned = True
            log.warning("X-Forwarded-For is not believed: no proxy is named in the settings")
        if not self.is_same_origin(scope, headers):
            raise Refused("origin", "this page may not talk to this server")
        if "transfer-encoding" in headers and "content-length" in headers:
            # If a proxy believed the other one, it would take part of the body for a request.
            raise Refused("bad_request", "headers: two lengths for one body")
        text.check("path", scope["path"])
        text.check("query", unquote_plus(scope["query_string"].decode("latin-1")))
        for name in KEPT:
            text.check(name, headers.get(name, ""))

    def is_same_origin(self, scope: Scope, headers: Headers) -> bool:
        """A page of another site may read nothing and change nothing with a visitor's cookie."""
        origin = headers.get("origin")
        if origin is not None:
            return origin in self.origins or _netloc(origin) == headers.get("host")
        if scope["type"] == "http" and scope["method"] not in SAFE and "cookie" in headers:
            return headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")
        return True

    def marked(self, scope: Scope, send: Send) -> Send:
        """Add the headers to what goes out."""

        async def send_marked(message: Message) -> None:
            if message["type"] == "http.response.start":
                out = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    out.setdefault(name, value)
                if self.https:
                    out.setdefault("strict-transport-security", HSTS)
                if scope["path"].startswith("/api/"):
                    out.setdefault("cache-control", "no-store")
            await send(message)

        return send_marked


def _netloc(origin: str) -> str | None:
    """The host and port of an origin; None if it is none."""
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return None


async def read_body(receive: Receive) -> Receive:
    """Read the whole body and check it; returns a `receive` that passes it on."""
    body, more = b"", True
    try:
        async with asyncio.timeout(BODY_SECONDS):
            while more:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise Refused("bad_request", "body: it ends too early")
                body += message.get("body", b"")
                more = message.get("more_body", False)
                if len(body) > BODY_LIMIT:
                    raise Refused("too_large", f"at most {BODY_LIMIT} bytes")
    except TimeoutError:
        raise Refused("too_slow", f"body: incomplete after {BODY_SECONDS:.0f} seconds") from None
    if body:
        text.read_json("body", body)
    first = iter([{"type": "http.request", "body": body, "more_body": False}])

    async def hand_on() -> Message:
        return next(first, None) or await receive()

    return hand_on


async def refuse(scope: Scope, send: Send, refusal: Refused) -> None:
    """Answer a request that is not let in, be it for a page or for a socket."""
    errors.note(refusal.code, path=scope["path"], address=(scope.get("client") or [""])[0])
    kind = "http.response" if scope["type"] == "http" else "websocket.http.response"
    answer = errors.answer(refusal.code, str(refusal), refusal.retry)
    start = {"status": answer.status_code, "headers": answer.raw_headers}
    await send({"type": f"{kind}.start", **start})
    await send({"type": f"{kind}.body", "body": answer.body})
