"""Pictures for link previews: cards of games and positions as PNG.

Painting one takes a few tenths of a second of CPU time. So one process paints one at a time, at low
priority; its pictures are kept, and only a few requests may wait.
"""

from __future__ import annotations

import asyncio
import re
from collections import OrderedDict

from starlette.requests import Request
from starlette.responses import Response

from tilewright.bots.names import name_at
from tilewright.compute import SingleWorker
from tilewright.games import AnyState, game
from tilewright.table.event import Refused
from tilewright.table.fold import DONE, WAITING
from tilewright.table.match import Match
from tilewright.web.painting import Card, paint
from tilewright.web.quotas import Quota, Quotas, network

KEPT = 64  # pictures, of up to half a megabyte each
MOST_WAITING = 8
PICTURES = Quota("pictures", 30, 60.0)  # painted for an address in a minute
FREE = "?"  # in place of the name of a player still to come
LETTERS = re.compile(  # that the fonts have: Latin, Greek and Cyrillic
    r"[ -~\u00a0-\u017f\u0218-\u021b\u0300-\u030c\u0323\u0327\u0328\u0370-\u045f\u0490-\u04ff"
    r"\u1ea0-\u1ef9]*"
)


def card_of_game(match: Match) -> Card:
    """The card of a table: the boards, and above them the score or what will be played."""
    title, names = game(match.setup.game).TITLE, names_at(match)
    drawn = [name if LETTERS.fullmatch(name) else f"{n}" for n, name in enumerate(names, 1)]
    if match.status == WAITING:
        headline, about = title, ", ".join(drawn)
    else:
        headline, about = standing(match, drawn), title
    return Card(str(match.state), headline, about, tuple(drawn), only_boards=True)


def card_of_position(state: AnyState) -> Card:
    """The card of a position: the whole table."""
    return Card(str(state), game(state.game).TITLE)


def names_at(match: Match) -> list[str]:
    """Who sits at a table, by seat."""
    return [
        seat.name if seat.user else name_at(seat.bot, number) if seat.bot else FREE
        for number, seat in enumerate(match.seats)
    ]


def standing(match: Match, names: list[str]) -> str:
    """The score in a line: `Ann 62 – 48 Ben`; with more players, the best first."""
    scores = match.state.scores
    if len(names) == 2:
        return f"{names[0]} {scores[0]} – {scores[1]} {names[1]}"
    order = list(range(len(names)))
    if match.status == DONE:
        order.sort(key=lambda seat: match.ranks[seat])
    return " – ".join([f"{names[seat]} {scores[seat]}" for seat in order])


class Pictures:
    """Paints cards and keeps the last of them."""

    def __init__(self, quotas: Quotas, nice: int = 0) -> None:
        self.quotas = quotas
        self._painter = SingleWorker(nice)
        self._kept: OrderedDict[Card, bytes] = OrderedDict()
        self._painting: dict[Card, asyncio.Task[bytes]] = {}

    @property
    def waiting(self) -> int:
        """How many are being painted or are queued."""
        return len(self._painting)

    async def answer(self, request: Request, asked: Card) -> Response:
        """A picture, or the answer that the client has it already."""
        headers = {"etag": asked.tag, "cache-control": "no-cache"}
        if asked.tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        if asked not in self._kept and asked not in self._painting:
            self._check_room()
            await self.quotas.take(PICTURES, network(request.client.host if request.client else ""))
        return Response(await self.find(asked), media_type="image/png", headers=headers)

    async def find(self, asked: Card) -> bytes:
        """A picture that is kept, is being painted, or will be."""
        if asked in self._kept:
            self._kept.move_to_end(asked)
            return self._kept[asked]
        if asked not in self._painting:
            self._check_room()  # others may have come while the limit was asked
            self._painting[asked] = asyncio.create_task(self._paint(asked))
        return await asyncio.shield(self._painting[asked])  # others may wait for it too

    def _check_room(self) -> None:
        if self.waiting >= MOST_WAITING:
            raise Refused("busy", "too many pictures are waiting to be painted", retry=5.0)

    async def _paint(self, asked: Card) -> bytes:
        try:
            self._kept[asked] = await self._painter.run(paint, asked)
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
            return self._kept[asked]
        finally:
            del self._painting[asked]

    def close(self) -> None:
        """Stop the process."""
        self._painter.close()
