"""The pages: built from `frontend/`, packed once and kept in memory (decision 014).

Gzip packs a file when a client without Brotli first asks for it: all of them would hold up a start.
"""

from __future__ import annotations

import gzip
import html
import mimetypes
import re
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send

from tilewright.web import heads
from tilewright.web.files import File, tag_of
from tilewright.web.heads import Head

BUILT = Path(__file__).parent.parent / "site"
FOREVER = "public, max-age=31536000, immutable"  # of files with a hash in their name
ASK = "no-cache"  # of all others: kept, but revalidated every time
TEXT = ("text/", "application/json", "application/manifest+json", "image/svg+xml")
MISSING = """The pages of the site are not built: this is a checkout, where `make site` builds them.
The API works without.
"""
PICTURE = b'content="/social.png"'
PAGES = ("GET", "HEAD")
TITLE = re.compile(rb"(?<=<title>)[^<]*")
SHARED_TITLE = re.compile(rb'(?<=<meta property="og:title" content=")[^"]*')
SHARED_TEXT = re.compile(rb'(?<=<meta property="og:description" content=")[^"]*')
SHARED_PICTURE = re.compile(rb'(?<=<meta property="og:image" content=")[^"]*')
ADDRESSES = (  # of pages, as the browser knows them; a part with a colon stands for any
    "/",
    "/games",
    "/games/:id",
    "/games/:id/replay",
    "/games/:id/review",
    "/new",
    "/daily",
    "/insights",
    "/puzzles",
    "/puzzles/:id",
    "/watch",
    "/learn",
    "/learn/glossary",
    "/learn/:game",
    "/learn/:game/rules",
    "/analysis",
    "/studies/:id",
    "/editor",
    "/ladders",
    "/users/:name",
    "/settings",
    "/account",
    "/login",
    "/reset",
    "/confirm",
    "/about",
)
TYPES = {
    ".js": "text/javascript",
    ".svg": "image/svg+xml; charset=utf-8",
    ".webmanifest": "application/manifest+json",
}


def read(path: Path, root: Path, public: str = "") -> File:
    """A built file; link previews on other sites need the picture's full address."""
    body = path.read_bytes()
    if path.name == "index.html" and public:
        body = body.replace(PICTURE, PICTURE.replace(b'"/', b'"' + public.encode() + b"/"))
    kind = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "text/plain"
    packed: dict[str, Callable[[], bytes]] = {}
    brotli = path.with_name(f"{path.name}.br")  # made by the build, of the file as it is there
    if brotli.is_file() and body == path.read_bytes():
        packed["br"] = partial(bytes, brotli.read_bytes())
    if kind.startswith(TEXT):
        packed["gzip"] = cache(partial(gzip.compress, body, 9, mtime=0))
    hashed = path.parent == root / "assets"
    return File(body, packed, kind, tag_of(body), FOREVER if hashed else ASK)


def headed(file: File, head: Head, base: str) -> File:
    """The page with a head of its own; it is not kept."""
    body = put(file.body, TITLE, f"{head.title} · Tilewright")
    body = put(body, SHARED_TITLE, head.title)
    body = put(body, SHARED_TEXT, head.text)
    body = put(body, SHARED_PICTURE, base + head.picture)
    packed: dict[str, Callable[[], bytes]] = {"gzip": partial(gzip.compress, body, 1, mtime=0)}
    return File(body, packed, file.type, tag_of(body), ASK, "accept-encoding, accept-language")


def put(page: bytes, place: re.Pattern[bytes], words: str) -> bytes:
    """A page with other words in one place."""
    return place.sub(lambda _: html.escape(words).encode(), page, count=1)


def is_page(path: str) -> bool:
    """Whether the browser has a page for an address; a part must not be blank."""
    parts = path.rstrip("/").split("/")
    return any(
        len(parts) == len(known)
        and all(a == b or (b.startswith(":") and a) for a, b in zip(parts, known, strict=True))
        for known in [address.rstrip("/").split("/") for address in ADDRESSES]
    )


class Site:
    """All files of the built site."""

    def __init__(self, root: Path, public: str = "") -> None:
        self.files = {
            f"/{path.relative_to(root).as_posix()}": read(path, root, public)
            for path in sorted(root.rglob("*"))
            if path.is_file() and not path.name.startswith(".") and path.suffix != ".br"
        }

    def find(self, path: str) -> File | None:
        """A file, or the page in which the browser does the routing."""
        is_file = path.startswith("/assets/") or (path.count("/") == 1 and "." in path)
        return self.files.get(path if path in self.files or is_file else "/index.html")


def install(app: FastAPI, root: Path, public: str = "") -> None:
    """Answer with pages where nothing else answers; `public` is how people reach the server."""
    public = public.rstrip("/")
    site, otherwise = Site(root, public), app.router.default

    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        path = scope["path"]
        if scope["type"] != "http" or path.startswith("/api/") or scope["method"] not in PAGES:
            await otherwise(scope, receive, send)
        elif file := site.find(path):
            status = 200 if path in site.files or is_page(path) else 404
            request = Request(scope)
            if own := await heads.head(request):
                file = headed(file, own, public or str(request.base_url).rstrip("/"))
            await file.answer(request, status)(scope, receive, send)
        elif site.files:
            await otherwise(scope, receive, send)
        else:
            await PlainTextResponse(MISSING, 404)(scope, receive, send)

    app.router.default = serve
