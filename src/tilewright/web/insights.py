"""Insights over HTTP: what the reviews of my games say together, and ordering missing reviews."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Annotated, NamedTuple

import msgspec
from fastapi import APIRouter, Request
from msgspec import Struct
from pydantic import Field
from starlette.responses import Response

from tilewright.analysis.insight import SeatSummary, fold
from tilewright.record import Record, parse_record
from tilewright.store import insights as store
from tilewright.store.insights import PlayedSeat
from tilewright.store.users import User
from tilewright.table import archive
from tilewright.table.archive import Archived
from tilewright.table.clock import now
from tilewright.table.event import Unreadable
from tilewright.table.view import encode
from tilewright.web.attempts import address
from tilewright.web.description import PROBLEMS, answer
from tilewright.web.house import House
from tilewright.web.insight_views import InsightsView, PlayedGame, PlayedKind
from tilewright.web.people import AnyUser, PlayingUser, TheHouse
from tilewright.web.reviews import BacklogView
from tilewright.web.study import FROM_HERE, LONGEST
from tilewright.web.tables import Strict

router = APIRouter(prefix="/api/me/insights", responses=PROBLEMS)

MOST = 20  # games that are reviewed at one click
DAY = 86_400_000  # milliseconds

GameOr = Annotated[
    str, Field(max_length=16, description="its name; empty for the one I played last")
]
Count = Annotated[int, Field(ge=0, le=9, description="of players; 0 for any number")]
Days = Annotated[int, Field(ge=0, le=10_000, description="in which the games ended; 0 for ever")]


class Chosen(Strict):
    """Which of my games to review."""

    game: GameOr = ""
    players: Count = 0
    days: Days = 0
    last: Annotated[int, Field(ge=1, le=MOST, description="how many, the latest first")] = 10


class Planned(Struct):
    """What the setup of a game says here."""

    game: str
    seats: list[str]


class SummaryKey(Struct):
    """The part of a summary by which it is chosen."""

    game: str
    players: int


class SeatOfMine(NamedTuple):
    """A game that I have played to its end, and what its review says about me."""

    id: str
    over: int
    game: str
    players: int
    told: str | None  # a summary as JSON


@router.get("", responses=answer(InsightsView))
async def look(
    user: AnyUser, house: TheHouse, game: GameOr = "", players: Count = 0, days: Days = 0
) -> Response:
    """What the reviews of my games say, taken together: for one game, number of players and number
    of days. Nobody else can see it."""
    backlog = await house.reviewing.ordered(user.id)  # first: once it is empty, all are counted
    seats = await seats_of(house, user)
    view = await asyncio.to_thread(tell, seats, game, players, days)
    view.backlog = backlog
    return Response(encode(view), media_type="application/json")


@router.post("", responses=answer(BacklogView))
async def catch_up(
    chosen: Chosen, request: Request, user: PlayingUser, house: TheHouse
) -> Response:
    """Order reviews of my latest games that have none; reviews that somebody is waiting for come
    first. While some are being made, no more can be ordered."""
    found = await house.reviewing.ordered(user.id)
    if found is None:
        await house.quotas.take(FROM_HERE, address(request))
        seats = choose(await seats_of(house, user), chosen.game, chosen.players, chosen.days)
        missing = [seat.id for seat in reversed(seats) if seat.told is None]
        games = await archive.read(house.database, missing[: chosen.last])
        records = await asyncio.to_thread(lambda: dict(readable(games)))
        await house.reviewing.order(user.id, records)
        found = await house.reviewing.ordered(user.id) or BacklogView(0, 0, 1.0)
    return Response(encode(found), media_type="application/json")


def readable(games: Iterable[Archived]) -> Iterator[tuple[str, Record]]:
    """The records of some games, without those that cannot be reviewed."""
    for game in games:
        with suppress(Unreadable):
            if len(game.words) <= LONGEST:
                yield game.id, parse_record(game.text())


async def seats_of(house: House, user: User) -> list[SeatOfMine]:
    """The games that a user has played to the end, oldest first."""
    found = await store.ReviewedSeats(house.database).of_user(user.id)
    return await asyncio.to_thread(lambda: [read(one) for one in found])


def read(seat: PlayedSeat) -> SeatOfMine:
    """A game from the database."""
    if seat.body is not None:
        kind = msgspec.json.decode(seat.body, type=SummaryKey)
        return SeatOfMine(seat.game, seat.ended, kind.game, kind.players, seat.body)
    plan = msgspec.json.decode(seat.setup or "", type=Planned)
    return SeatOfMine(seat.game, seat.ended, plan.game, len(plan.seats), None)


def choose(seats: list[SeatOfMine], game: str, players: int, days: int) -> list[SeatOfMine]:
    """Those of one game that were asked for."""
    game = game or last_played(seats)
    since = now() - DAY * days if days else 0
    return [
        seat
        for seat in seats
        if seat.game == game and players in (0, seat.players) and seat.over >= since
    ]


def last_played(seats: list[SeatOfMine]) -> str:
    """The game that was played last; one that has been reviewed, if any has."""
    reviewed = [seat for seat in seats if seat.told is not None]
    return (reviewed or seats)[-1].game if seats else ""


def tell(seats: list[SeatOfMine], game: str, players: int, days: int) -> InsightsView:
    """What some games say together."""
    chosen = choose(seats, game, players, days)
    known = [seat for seat in chosen if seat.told is not None]
    summaries = [msgspec.json.decode(seat.told or "", type=SeatSummary) for seat in known]
    insights = fold(summaries) if known else None
    named: set[int] = set()
    if insights is not None:
        named = {slip.game for slip in insights.slips}
        named |= {number for span in insights.spans for number in (span.first, span.last)}
    return InsightsView(
        game=game or last_played(seats),
        kinds=tuple(kinds(seats)),
        missing=len(chosen) - len(known),
        insights=insights,
        played=tuple([PlayedGame(n, known[n].id, known[n].over) for n in sorted(named)]),
        backlog=None,
    )


def kinds(seats: list[SeatOfMine]) -> list[PlayedKind]:
    """How many games of each kind there are."""
    played = Counter([(seat.game, seat.players) for seat in seats])
    reviewed = Counter([(seat.game, seat.players) for seat in seats if seat.told is not None])
    return [PlayedKind(*kind, played[kind], reviewed[kind]) for kind in sorted(played)]
