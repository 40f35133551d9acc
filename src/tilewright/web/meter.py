"""How long requests take, by route and status. Plain ASGI, around everything else."""

from __future__ import annotations

import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tilewright import metrics

ENDLESS = "/api/stream"  # an answer that lasts as long as its client listens


class Meter:
    """Measures each request from its first line to the end of its answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on and note how it went."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begin, status = time.monotonic(), "none"

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = str(message["status"])
            await send(message)

        try:
            await self.app(scope, receive, noted)
        finally:
            route = getattr(scope.get("route"), "path", "other")
            if route != ENDLESS:
                metrics.requests.labels(route, status).observe(time.monotonic() - begin)
