"""Files that are kept in memory, sent as HTTP wants it (RFC 9110): compressed, only if the browser
does not have them already, and only the part that is asked for."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

RANGE = re.compile(r"bytes=(\d{0,15})-(\d{0,15})")
UNWANTED = re.compile(r"q=0(\.0{0,3})?")
WHOLE = "identity"  # the encoding that is none


@dataclass(frozen=True, slots=True)
class File:
    """A file as it is sent."""

    body: bytes
    packed: dict[str, Callable[[], bytes]]  # by encoding, the smallest first
    type: str
    tag: str  # of its content
    cache: str
    vary: str = "accept-encoding"  # the headers of a request that it depends on

    def answer(self, request: Request, status: int = 200) -> Response:
        """The file, the part of it that is asked for, or the answer that the browser has it."""
        encoding, body = self.chosen(request)
        tag = f'"{self.tag}"' if encoding == WHOLE else f'"{self.tag}-{encoding}"'
        headers = {"etag": tag, "cache-control": self.cache, "vary": self.vary}
        if status == 200 and has_it(request, tag):
            return Response(status_code=304, headers=headers)
        headers["accept-ranges"] = "bytes"
        if encoding != WHOLE:
            headers["content-encoding"] = encoding
        if status == 200 and (part := wanted_part(request, tag, len(body))) is not None:
            if not part:
                headers = {"content-range": f"bytes */{len(body)}", "accept-ranges": "bytes"}
                return Response(status_code=416, headers=headers)
            headers["content-range"] = f"bytes {part.start}-{part.stop - 1}/{len(body)}"
            status, body = 206, body[part.start : part.stop]
        return Response(body, status, media_type=self.type, headers=headers)

    def chosen(self, request: Request) -> tuple[str, bytes]:
        """The encoding that suits the browser best, and the file in it."""
        accepted = words(request, "accept-encoding")
        for encoding, packed in self.packed.items():
            if encoding in accepted:
                return encoding, packed()
        return WHOLE, self.body


def tag_of(body: bytes) -> str:
    """What tells this content from any other; the same on every node."""
    return hashlib.sha256(body).hexdigest()[:20]


def words(request: Request, header: str) -> set[str]:
    """What a header lists, except for what it marks as unwanted."""
    listed = [word.partition(";") for word in request.headers.get(header, "").split(",")]
    return {word.strip() for word, _, more in listed if not UNWANTED.fullmatch(more.strip())}


def has_it(request: Request, tag: str) -> bool:
    """Whether the browser names what it has, and it is this."""
    if "if-none-match" not in request.headers:
        return False
    known = {word.removeprefix("W/") for word in words(request, "if-none-match")}
    return tag in known or "*" in known


def wanted_part(request: Request, tag: str, size: int) -> range | None:
    """The bytes that are asked for, none if there are no such bytes; None if the whole file is to
    be sent: no range, several, one that makes no sense, or one of a file that has changed."""
    if request.method != "GET" or "range" not in request.headers:
        return None
    found = RANGE.fullmatch(request.headers["range"].strip())
    if not found or not any(found.groups()) or request.headers.get("if-range", tag) != tag:
        return None
    first, last = found.groups()
    if not first:
        return range(max(0, size - int(last)), size)
    if last and int(last) < int(first):
        return None
    return range(int(first), min(int(last) + 1, size) if last else size)
