"""One shape for every error: `{"type": "error", "code": …, "text": …}`; positions have a `why`."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import msgspec
import structlog
from fastapi import FastAPI, Request, WebSocket
from fastapi.exceptions import RequestValidationError, WebSocketRequestValidationError
from msgspec import UNSET, UnsetType
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.responses import Response

from tilewright import metrics
from tilewright.game import Objection
from tilewright.store.database import Unavailable
from tilewright.store.users import Left
from tilewright.table.event import Refused
from tilewright.table.messages import Refusal

log = structlog.get_logger()

# The HTTP status for each code; every code is explained in docs/protocol.md.
STATUS = {
    "bad_request": 400,
    "name": 400,
    "name_reserved": 400,
    "password": 400,
    "mail": 400,
    "webhook": 400,
    "preferences": 400,
    "passkey": 400,
    "position": 400,
    "who": 401,
    "login": 401,
    "wrong_password": 403,
    "not_fresh": 403,
    "guest": 403,
    "forbidden": 403,
    "origin": 403,
    "not_seated": 403,
    "not_found": 404,
    "no_game": 404,
    "method": 405,
    "too_slow": 408,
    "no_review": 404,
    "no_puzzle": 404,
    "too_large": 413,
    "too_many": 429,
    "server": 500,
    "unreadable": 500,
    "no_study": 501,
    "busy": 503,
    "warming": 503,
    "unavailable": 503,
}
for _code in STATUS:
    metrics.errors.labels(_code)  # start at 0, so that the first error shows as an increase


ENDED = "this account has ended"
AWAY = "the database does not answer; try again in a moment"
RETRY_AFTER = 5.0  # seconds

# Refusals of what someone has no permission to do.
WATCHED = frozenset({"forbidden", "origin", "not_seated", "not_fresh", "wrong_password"})

CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; object-src 'none'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; "
    "trusted-types svelte-trusted-html worker"
)
HEADERS = {  # of every answer
    "content-security-policy": CSP,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


class Why(BaseModel):
    """What is wrong with a position: a code with its numbers, to be told in any language."""

    code: str
    numbers: dict[str, int]


class Problem(BaseModel):
    """The body of every error."""

    type: str = "error"
    code: str
    text: str
    why: Why | None = None  # of a position only


def frame(code: str, text: str, *, id: str | UnsetType = UNSET) -> bytes:
    """An error as it is sent; it is counted."""
    metrics.errors.labels(code).inc()
    return msgspec.json.encode(Refusal(code, text, id))


def answer(
    code: str, text: str, retry: float | None = None, why: Objection | None = None
) -> Response:
    """An error as an HTTP answer; a refusal by the table is 409."""
    headers = dict(HEADERS)
    if retry is not None:
        headers["retry-after"] = f"{math.ceil(retry)}"
    if code == "too_slow":  # the rest of the request will not be read
        headers["connection"] = "close"
    body = frame(code, text)
    if why is not None:
        told = Why(code=why.code, numbers=dict(why.numbers))
        body = Problem(code=code, text=text, why=told).model_dump_json().encode()
    return Response(body, STATUS.get(code, 409), headers, media_type="application/json")


def misfit(errors: Sequence[Any]) -> Response:
    """The answer to a request that does not fit its description."""
    first = errors[0]
    place = ".".join(str(part) for part in first["loc"])
    return Response(
        frame("bad_request", f"{place}: {first['msg']}"), 422, media_type="application/json"
    )


def note(code: str, **where: object) -> None:
    """Log a refusal that may be an attack."""
    if code in WATCHED:
        log.warning("refused", code=code, **where)


def install(app: FastAPI) -> None:
    """Give all errors of an app the one shape."""

    @app.exception_handler(Refused)
    async def refused(request: Request, error: Refused) -> Response:
        note(error.code, path=request.url.path, address=request.client and request.client.host)
        return answer(error.code, str(error), error.retry, error.why)

    @app.exception_handler(Left)
    async def left(request: Request, error: Left) -> Response:
        return answer("who", ENDED)

    @app.exception_handler(Unavailable)
    async def unavailable(request: Request, error: Unavailable) -> Response:
        log.error("database unavailable", path=request.url.path, reason=str(error))
        return answer("unavailable", AWAY, RETRY_AFTER)

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> Response:
        return misfit(error.errors())

    @app.exception_handler(WebSocketRequestValidationError)
    async def invalid_socket(socket: WebSocket, error: WebSocketRequestValidationError) -> None:
        await socket.send_denial_response(misfit(error.errors()))

    @app.exception_handler(HTTPException)
    async def http(request: Request, error: HTTPException) -> Response:
        codes = {401: "who", 403: "forbidden", 404: "not_found", 405: "method", 429: "too_many"}
        code = codes.get(error.status_code, "bad_request")
        return Response(
            frame(code, str(error.detail)),
            error.status_code,
            dict(error.headers or {}),
            media_type="application/json",
        )

    @app.exception_handler(Exception)
    async def failed(request: Request, error: Exception) -> Response:
        log.error("request failed", path=request.url.path, exc_info=error)
        return answer("server", "something went wrong here; it has been logged")
