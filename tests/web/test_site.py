"""The pages as the server sends them."""

from __future__ import annotations

import asyncio
import gzip
import re
from collections.abc import Mapping
from pathlib import Path

import httpx2
import pytest
from fastapi import FastAPI
from starlette.types import Message

from tilewright.web import site
from tilewright.web.site import FOREVER, Site

PAGE = b"<!doctype html>" + b"<p>tiles</p>" * 100


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_bytes(PAGE)
    (tmp_path / "icon.png").write_bytes(b"\x89PNG")
    (tmp_path / "manifest.webmanifest").write_text("{}")
    (tmp_path / "assets" / "index-a1.js").write_text("export {}")
    return tmp_path


def get(root: Path, path: str, **headers: str) -> httpx2.Response:
    app = FastAPI()
    site.install(app, root)

    async def ask() -> httpx2.Response:
        transport = httpx2.ASGITransport(app=app)
        async with httpx2.AsyncClient(transport=transport, base_url="http://site") as client:
            return await client.get(path, headers=headers)

    return asyncio.run(ask())


@pytest.mark.parametrize("path", ["/", "/games/abc", "/users/a.b", "/learn/classic/rules"])
def test_every_address_of_the_browser_app_is_the_one_page(root: Path, path: str) -> None:
    answer = get(root, path)
    assert answer.status_code == 200 and answer.content == PAGE
    assert answer.headers["content-type"].startswith("text/html")
    assert answer.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize("path", ["/nowhere", "/games/abc/moves", "/users/", "/wp-login.php/x"])
def test_an_unknown_address_is_not_found_and_the_page_says_so(root: Path, path: str) -> None:
    answer = get(root, path)
    assert answer.status_code == 404 and answer.content == PAGE


def test_the_server_knows_the_addresses_that_the_browser_knows() -> None:
    router = Path(__file__).parents[2] / "frontend" / "src" / "lib" / "router.svelte.ts"
    routes = re.findall(r'\["(/[^"]*)", (?:async )?\(\) => ', router.read_text("utf-8"))
    assert tuple(routes) == site.ADDRESSES


def test_a_shared_link_has_the_whole_address_of_its_picture(root: Path) -> None:
    (root / "index.html").write_text('<meta property="og:image" content="/social.png" />')
    page = Site(root, "https://tiles.example").files["/index.html"]
    assert b'content="https://tiles.example/social.png"' in page.body


@pytest.mark.parametrize("path", ["/assets/gone.js", "/gone.png", "/api/gone"])
def test_a_file_that_is_not_there_is_not_found(root: Path, path: str) -> None:
    assert get(root, path).status_code == 404


def test_files_with_a_hash_are_kept_for_good(root: Path) -> None:
    answer = get(root, "/assets/index-a1.js")
    assert answer.headers["cache-control"] == FOREVER
    assert answer.headers["content-type"].startswith("text/javascript")


def test_what_the_browser_has_is_not_sent_again(root: Path) -> None:
    tag = get(root, "/").headers["etag"]
    for known in (tag, f'"other", {tag}'):
        again = get(root, "/", **{"if-none-match": known})
        assert again.status_code == 304 and again.content == b""
    assert get(root, "/", **{"if-none-match": '"other"'}).status_code == 200


def test_each_encoding_has_a_tag_of_its_own(root: Path) -> None:
    packed, plain = [
        get(root, "/", **{"accept-encoding": encoding}).headers["etag"]
        for encoding in ("gzip", "identity")
    ]
    assert packed != plain
    headers = {"accept-encoding": "gzip", "if-none-match": plain}
    assert get(root, "/", **headers).status_code == 200
    for known in (packed, f"W/{packed}", "*"):
        assert get(root, "/", **{**headers, "if-none-match": known}).status_code == 304


@pytest.mark.parametrize(
    ("asked", "first", "stop"),
    [
        ("bytes=0-3", 0, 4),
        ("bytes=5-", 5, len(PAGE)),
        ("bytes=-7", len(PAGE) - 7, len(PAGE)),
        ("bytes=10-999999", 10, len(PAGE)),
        (f"bytes=-{len(PAGE) + 9}", 0, len(PAGE)),
    ],
)
def test_a_part_is_sent_to_those_who_ask_for_it(
    root: Path, asked: str, first: int, stop: int
) -> None:
    answer = get(root, "/", **{"range": asked, "accept-encoding": "identity"})
    assert answer.status_code == 206 and answer.content == PAGE[first:stop]
    assert answer.headers["content-range"] == f"bytes {first}-{stop - 1}/{len(PAGE)}"
    assert answer.headers["content-length"] == str(stop - first)


def test_a_packed_file_is_sent_in_parts_as_it_is_packed(root: Path) -> None:
    packed = Site(root).files["/index.html"].packed["gzip"]()
    half = f"bytes={len(packed) // 2}-"
    status, headers, body = raw(root, {"range": half, "accept-encoding": "gzip"})
    assert status == 206 and headers["content-encoding"] == "gzip"
    assert body == packed[len(packed) // 2 :]


@pytest.mark.parametrize(
    "asked", ["bytes=9-3", "bytes=-", "bytes=0-1,4-5", "lines=1-2", "bytes=x-"]
)
def test_a_range_that_makes_no_sense_or_several_of_them_are_ignored(root: Path, asked: str) -> None:
    answer = get(root, "/", range=asked)
    assert answer.status_code == 200 and answer.content == PAGE
    assert answer.headers["accept-ranges"] == "bytes"


@pytest.mark.parametrize("asked", [f"bytes={len(PAGE)}-", "bytes=999999-", "bytes=-0"])
def test_a_part_beyond_the_end_is_refused(root: Path, asked: str) -> None:
    answer = get(root, "/", **{"range": asked, "accept-encoding": "identity"})
    assert answer.status_code == 416 and not answer.content
    assert answer.headers["content-range"] == f"bytes */{len(PAGE)}"


def test_the_rest_of_a_file_that_has_changed_is_the_whole_file(root: Path) -> None:
    plain = {"accept-encoding": "identity"}
    tag = get(root, "/", **plain).headers["etag"]
    for condition, status in ((tag, 206), ('"other"', 200), (f"W/{tag}", 200)):
        answer = get(root, "/", **plain, **{"range": "bytes=5-", "if-range": condition})
        assert answer.status_code == status


def test_head_tells_of_the_whole_file(root: Path) -> None:
    status, headers, _ = raw(root, {"range": "bytes=0-3"}, "HEAD")
    assert status == 200 and headers["content-length"] == str(len(PAGE))
    known = {"if-none-match": headers["etag"]}
    assert raw(root, known, "HEAD")[0] == 304


def test_text_is_packed_for_those_who_can_read_it(root: Path) -> None:
    packed = get(root, "/", **{"accept-encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip" and packed.content == PAGE
    plain = get(root, "/", **{"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers and plain.content == PAGE
    assert gzip.decompress(Site(root).files["/index.html"].packed["gzip"]()) == PAGE
    assert not Site(root).files["/icon.png"].packed


def test_what_the_build_has_packed_better_goes_first(root: Path) -> None:
    (root / "index.html.br").write_bytes(b"brotli")

    def encoding(accepted: str) -> str:
        return encoding_of(root, accepted)

    assert encoding("gzip, deflate, br") == "br"
    assert encoding("gzip;q=1.0, br;q=0") == "gzip"
    assert encoding("*") == encoding("") == "identity"
    assert get(root, "/index.html.br").status_code == 404
    assert set(Site(root, "https://tiles.example").files["/index.html"].packed) == {"br", "gzip"}
    (root / "index.html").write_text('<meta property="og:image" content="/social.png" />')
    page = Site(root, "https://tiles.example").files["/index.html"]
    assert set(page.packed) == {"gzip"}, "it is not the page that the build has packed"


def encoding_of(root: Path, accepted: str) -> str:
    """The encoding in which the page is sent to someone who accepts some."""
    return raw(root, {"accept-encoding": accepted})[1].get("content-encoding", "identity")


def raw(
    root: Path, headers: Mapping[str, str], method: str = "GET"
) -> tuple[int, dict[str, str], bytes]:
    """The status, the headers and the body of the page as they are sent, not unpacked."""
    app = FastAPI()
    site.install(app, root)
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    async def receive() -> Message:
        return {"type": "http.request"}

    listed = [(name.encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "path": "/", "method": method, "headers": listed}

    async def ask() -> None:
        await app.router.default(scope, receive, send)

    asyncio.run(ask())
    found = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return sent[0]["status"], found, b"".join([part.get("body", b"") for part in sent[1:]])


def test_the_build_packs_every_text() -> None:
    files = Site(site.BUILT).files
    texts = [file for file in files.values() if file.packed]
    assert texts and all(len(file.packed["br"]()) < len(file.packed["gzip"]()) for file in texts)


def test_without_pages_the_server_says_how_to_build_them(tmp_path: Path) -> None:
    answer = get(tmp_path, "/")
    assert answer.status_code == 404 and "make" in answer.text
