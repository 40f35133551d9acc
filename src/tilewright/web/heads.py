"""Heads of pages: title, text and picture for previews of links to games and puzzles."""

from __future__ import annotations

import asyncio
import re
from typing import NamedTuple
from urllib.parse import quote

from starlette.requests import Request

from tilewright.analysis import collection
from tilewright.analysis.collection import Puzzle
from tilewright.games import game, parse
from tilewright.store.database import Unavailable
from tilewright.table.event import Refused
from tilewright.table.fold import DONE, WAITING
from tilewright.table.match import Match
from tilewright.web.languages import ENGLISH, WORDS, words
from tilewright.web.pictures import names_at, standing

GAME = re.compile(r"/games/([\w-]{1,40})(?:/replay|/review)?/?")
PUZZLE = re.compile(r"/puzzles/([0-9a-f]{1,40})/?")
PATIENCE = 0.5  # seconds that a page waits for the text about its game


class Head(NamedTuple):
    """What a page says about itself."""

    title: str
    text: str
    picture: str  # its address on this server


async def head(request: Request) -> Head | None:
    """The head of a page that has one of its own."""
    asked = PUZZLE.fullmatch(request.url.path)
    if asked and (puzzle := collection.find(asked[1])):
        return head_of_puzzle(puzzle, language(request))
    found = GAME.fullmatch(request.url.path)
    if not found or not hasattr(request.app.state, "house"):
        return None
    try:
        async with asyncio.timeout(PATIENCE):
            match = (await request.app.state.house.hall.table(found[1])).match
    except (Refused, Unavailable, TimeoutError):
        return None  # the page itself says what is wrong
    return head_of_game(found[1], match, language(request))


def head_of_game(id: str, match: Match, spoken: str) -> Head:
    """Who plays and what the score is; the picture's address changes with the game, so that no
    cache shows an old one."""
    title, names, shared = game(match.setup.game).TITLE, names_at(match), words(spoken).shared
    picture = f"/api/games/{id}/picture.png?at={match.at}"
    if match.status == WAITING:
        return Head(shared.open.format(title=title), ", ".join(names), picture)
    text = shared.over if match.status == DONE else shared.playing
    values = {"title": title, "round": match.state.round}
    return Head(standing(match, names), text.format(**values), picture)


def head_of_puzzle(puzzle: Puzzle, spoken: str) -> Head:
    """Who is to move, and the position."""
    shared, seat = words(spoken).shared, parse(puzzle.position).turn + 1
    title = shared.puzzle.format(title=game(puzzle.game).TITLE)
    picture = f"/api/picture.png?position={quote(puzzle.position)}"
    return Head(title, shared.puzzle_text.format(seat=seat), picture)


def language(request: Request) -> str:
    """The first language in the browser's list that we have."""
    listed = [
        tag.strip()[:2].lower() for tag in request.headers.get("accept-language", "").split(",")
    ]
    return next((tag for tag in listed if tag in WORDS), ENGLISH)
