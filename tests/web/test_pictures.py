"""Pictures and titles for sites that show a link."""

from __future__ import annotations

import ast
import asyncio
import functools
import re
import struct
from pathlib import Path

import httpx2
import pytest
from starlette.requests import Request

import tilewright as tw
from tests.gather import new_game as gather
from tests.web.client import Person
from tests.web.servers import Node
from tilewright import card
from tilewright.bots.names import NAMES, name_at
from tilewright.games import AnyState
from tilewright.table.event import Refused
from tilewright.table.match import Match
from tilewright.table.setup import Setup
from tilewright.web import pictures
from tilewright.web.painting import Card, paint
from tilewright.web.pictures import Pictures, card_of_game, card_of_position
from tilewright.web.quotas import Quota, Quotas

ROOT = Path(__file__).parents[2]
fetch = functools.partial(httpx2.get, timeout=120)
META = re.compile(r'<meta property="og:(title|description|image)" content="([^"]*)"')


def size(png: bytes) -> tuple[int, int]:
    """The size of a picture, which must be a PNG."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n" and png[12:16] == b"IHDR" and png[-8:-4] == b"IEND"
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def head(node: Node, path: str, language: str = "") -> dict[str, str]:
    """What a page says about itself, as sites that link to it see it."""
    page = fetch(node.url + path, headers={"accept-language": language}).text
    return dict(META.findall(page)) | {"page": re.findall("<title>(.*?)</title>", page)[0]}


def test_the_picture_of_a_game_follows_it(node: Node) -> None:
    async def play() -> None:
        async with Person(node.url) as ann:
            id = await ann.make_table(game="classic", seats=["me:Ann", "bot:random"])
            address = head(node, f"/games/{id}")["image"]
            assert address.startswith(f"{node.url}/api/games/{id}/picture.png?at=")
            before = fetch(address)  # without a cookie: whoever has the link may look
            assert before.headers["content-type"] == "image/png"
            assert size(before.content) == (1200, 630)
            known = {"if-none-match": before.headers["etag"]}
            assert fetch(address, headers=known).status_code == 304
            assert fetch(address).content == before.content
            shown = await ann.view(id)
            await ann.ask(id, play=shown["legal"][0]["move"], at=shown["view"]["at"], id="m")
            await ann.ask(id, resign=True)
            after = fetch(head(node, f"/games/{id}/replay")["image"], headers=known)
            assert after.status_code == 200 and size(after.content) == (1200, 630)
            assert after.content != before.content and after.url != before.url
            told = head(node, f"/games/{id}")
            assert told["title"] == "Ann 0 – 0 Bento"
            assert told["page"] == f"{told['title']} · Tilewright"
            assert told["description"] == "Azul, final score"

    asyncio.run(play())


def test_bots_are_called_as_on_the_pages() -> None:
    text = (ROOT / "frontend" / "src" / "lib" / "bots.ts").read_text("utf-8")
    _, names = re.findall(r"^(?:export )?const (?:LEVELS|NAMES) = (\[.*?^\]);", text, re.M | re.S)
    assert ast.literal_eval(names) == [list(level) for level in NAMES]
    assert name_at("tiler", 2) == "Lídia" and name_at("tiler", 4) == "Tiler"


def test_a_link_to_an_open_table_says_so_in_the_language_of_who_looks(node: Node) -> None:
    async def make() -> str:
        async with Person(node.url) as ann:
            return await ann.make_table(game="pavilion", seats=["me:Ann", "open", "open"])

    path = f"/games/{asyncio.run(make())}"
    assert head(node, path)["title"] == "A seat is free: Azul: Summer Pavilion"
    assert head(node, path)["description"] == "Ann, ?, ?"
    assert head(node, path, "de, sv-SE;q=0.8, en")["title"].startswith("Ledig plats")
    assert size(fetch(head(node, path)["image"]).content) == (1200, 630)


def test_there_is_no_picture_where_there_is_no_page(node: Node) -> None:
    answer = fetch(f"{node.url}/api/games/nowhere/picture.png")
    assert answer.status_code == 404 and answer.json()["code"] == "no_game"
    assert head(node, "/games/nowhere")["title"] == head(node, "/")["title"] == "Tilewright"


def test_a_position_has_a_picture(node: Node) -> None:
    address = f"{node.url}/api/picture.png"
    fresh = fetch(address, params={"position": str(tw.pavilion.new_game(2))})
    assert size(fresh.content) == (1200, 630)
    asked = httpx2.head(address, params={"position": str(tw.pavilion.new_game(2))})
    assert asked.status_code == 200 and asked.headers["etag"] == fresh.headers["etag"]
    assert fetch(address, params={"position": "chess"}).status_code == 400


@pytest.mark.parametrize("state", [tw.classic.new_game(4), tw.pavilion.new_game(3), gather(2)])
def test_a_card_holds_all_boards_inside_its_edges(state: AnyState) -> None:
    boards = [state.draw_board(seat) for seat in range(len(state.scores))]
    place = re.compile(r' x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)" role="img"')
    for drawings in (boards, boards[:1]):
        found = place.findall(card.draw("Ann 3 – 4 Ben", "Azul", drawings))
        assert len(found) == len(drawings)
        for x, y, width, height in (map(float, each) for each in found):
            assert x >= card.EDGE - 1 and x + width <= card.WIDTH - card.EDGE + 1
            assert y >= card.EDGE - 1 and y + height <= card.HEIGHT - card.EDGE + 1


def test_names_are_written_in_letters_that_the_fonts_have() -> None:
    def named(name: str) -> Card:
        match = Match(
            Setup("classic", "players=2 wall=coloured round_limit=40", ("open",) * 2), b""
        )
        match.apply(match.sit(0, "u", name, b"", 0))
        return card_of_game(match)

    assert named("Zoë Лев").about == "Zoë Лев, ?"
    assert named("さくら").about == "1, ?"
    assert paint(named("Zoë")) != paint(named("Лев"))


def test_painting_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "PICTURES", Quota("pictures", 1, 60.0))
    first, second = (card_of_position(tw.classic.new_game(players)) for players in (2, 3))
    request = Request({"type": "http", "headers": [], "client": ("10.0.0.1", 5)})

    async def ask() -> None:
        painted = Pictures(Quotas())
        try:
            both = [painted.answer(request, first), painted.answer(request, first)]
            one, other = await asyncio.gather(*both)
            assert one.body == other.body
            assert (await painted.answer(request, first)).body == one.body
            with pytest.raises(Refused, match="too many pictures"):
                await painted.answer(request, second)
            monkeypatch.setattr(pictures, "MOST_WAITING", 0)
            with pytest.raises(Refused, match="waiting to be painted"):
                await painted.answer(request, second)
        finally:
            painted.close()

    asyncio.run(ask())
