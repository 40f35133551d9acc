"""What every request meets first: security headers, the origin check, size and rate limits.

Plain ASGI, so that sockets and pages pass the same door.
"""

from __future__ import annotations

import time
from collections import deque
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tilewright.web.errors import HEADERS, STATUS, frame
from tilewright.web.settings import Settings

BODY_LIMIT = 65_536
SECONDS = 20.0  # in which an address may make so many requests
SAFE = ("GET", "HEAD", "OPTIONS")
HSTS = "max-age=63072000; includeSubDomains"


class Window:
    """How often each key may come: so many times in so many seconds."""

    def __init__(self, most: int, seconds: float) -> None:
        self.most, self.seconds = most, seconds
        self._seen: dict[str, deque[float]] = {}

    def allows(self, key: str) -> bool:
        """Count a visit; False if there were too many."""
        now = time.monotonic()
        seen = self._seen.setdefault(key, deque())
        while seen and seen[0] < now - self.seconds:
            seen.popleft()
        if len(seen) >= self.most:
            return False
        seen.append(now)
        if len(self._seen) > 10_000:
            self._seen = {k: s for k, s in self._seen.items() if s and s[-1] > now - self.seconds}
        return True


class Guard:
    """Checks what comes in and marks what goes out."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.https = settings.https
        self.origins = set(settings.origins.split())
        self.window = Window(settings.requests, SECONDS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or answer with the reason why not."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        client = scope.get("client") or ("", 0)
        if not self.is_same_origin(scope, headers):
            await refuse(scope, send, "origin", "this page may not talk to this server")
        elif scope["type"] == "http" and not self.window.allows(client[0]):
            await refuse(scope, send, "too_many", "too many requests; wait a little")
        elif scope["type"] == "websocket":
            await self.app(scope, receive, send)
        else:
            await self.pass_on(scope, receive, send)

    def is_same_origin(self, scope: Scope, headers: Headers) -> bool:
        """A page of another site may read nothing and change nothing with a visitor's cookie."""
        origin = headers.get("origin")
        if origin is not None:
            return origin in self.origins or urlsplit(origin).netloc == headers.get("host")
        if scope["type"] == "http" and scope["method"] not in SAFE and "cookie" in headers:
            return headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")
        return True

    async def pass_on(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Count the body as it comes in, add the headers to what goes out."""
        size, started = 0, False

        async def counted() -> Message:
            nonlocal size
            message = await receive()
            size += len(message.get("body", b""))
            return message if size <= BODY_LIMIT else {"type": "http.disconnect"}

        async def marked(message: Message) -> None:
            nonlocal started
            if size > BODY_LIMIT and not started:
                return  # what the app says of half a body is of no interest
            if message["type"] == "http.response.start":
                started = True
                out = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    out.setdefault(name, value)
                if self.https:
                    out.setdefault("strict-transport-security", HSTS)
                if scope["path"].startswith("/api/"):
                    out.setdefault("cache-control", "no-store")
            await send(message)

        try:
            await self.app(scope, counted, marked)
        finally:
            if size > BODY_LIMIT and not started:
                await refuse(scope, send, "too_large", f"at most {BODY_LIMIT} bytes")


async def refuse(scope: Scope, send: Send, code: str, text: str) -> None:
    """Answer a request that is not let in."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 4403, "reason": code})
        return
    body = frame(code, text)
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    headers += [(name.encode(), value.encode()) for name, value in HEADERS.items()]
    await send({"type": "http.response.start", "status": STATUS[code], "headers": headers})
    await send({"type": "http.response.body", "body": body})
