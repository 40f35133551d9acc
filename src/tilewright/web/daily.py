"""The daily deal: one deal per day and game, the same for everyone, against the same bot."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel
from starlette.responses import Response

from tilewright.store.games import Day
from tilewright.store.ladders import ladder_of
from tilewright.store.results import Results
from tilewright.table.clock import now
from tilewright.table.daily import closes, day_of
from tilewright.table.event import Refused
from tilewright.table.hall import daily_secret, new_id
from tilewright.table.setup import Setup
from tilewright.web.choices import GameName
from tilewright.web.description import PROBLEMS
from tilewright.web.ladders import Page, Size
from tilewright.web.people import PlayingUser, TheHouse, find_user
from tilewright.web.tables import NewTable, TableLink, make_setup

router = APIRouter(prefix="/api/daily", responses=PROBLEMS)

SEATS = ["me", "bot:tiler"]

AnyDay = Annotated[str, Query(pattern=r"^\d{4}-\d{2}-\d{2}$", description="`2026-11-15`, in UTC")]


class DayRow(BaseModel):
    """A result of a day; its game can be seen once the day is over."""

    place: int
    name: str
    kind: str
    score: int
    margin: int
    game: str | None


class MyDay(BaseModel):
    """My table of a day; it has a score once it is played to the end."""

    game: str
    url: str
    score: int | None
    margin: int | None


class DailyDeal(BaseModel):
    """A day's deal: when it closes, my table, and a page of results."""

    day: str
    game: str
    options: str
    seats: list[str]
    closes: int
    closed: bool
    mine: MyDay | None
    page: int
    size: int
    total: int
    rows: list[DayRow]


def setup_of(game: GameName, day: str) -> Setup:
    """The setup of every table of a day's deal."""
    return make_setup(NewTable(game=game, seats=SEATS), daily=day)


@router.get("/{game}")
async def look(
    game: GameName,
    request: Request,
    house: TheHouse,
    day: AnyDay | None = None,
    page: Page = 1,
    size: Size = 50,
) -> DailyDeal:
    """The deal of today or of an earlier day with its results, by score and then by margin."""
    time = now()
    day = day_of(time) if day is None else checked(day, time)
    user = await find_user(request)
    store, ladder, setup = Results(house.database), ladder_of(game, len(SEATS)), setup_of(game, day)
    mine = await store.begun(day, ladder, user.id) if user else None
    total, found = await store.day(day, ladder, offset=size * (page - 1), limit=size)
    closed = time >= closes(day)
    own = mine.game if mine else ""
    return DailyDeal(
        day=day,
        game=game,
        options=setup.options,
        seats=SEATS,
        closes=closes(day),
        closed=closed,
        mine=MyDay(url=f"/games/{mine.game}", **mine._asdict()) if mine else None,
        page=page,
        size=size,
        total=total,
        rows=[
            DayRow(**{**row._asdict(), "game": row.game if closed or row.game == own else None})
            for row in found
        ],
    )


def checked(day: str, time: int) -> str:
    """A day that is not in the future."""
    try:
        date.fromisoformat(day)
    except ValueError as error:
        raise Refused("bad_request", f"day: {error}") from None
    if day > day_of(time):
        raise Refused("not_found", "this day has not come yet")
    return day


@router.post("/{game}", status_code=201, responses={200: {"model": TableLink}})
async def begin(
    game: GameName, user: PlayingUser, house: TheHouse, response: Response
) -> TableLink:
    """Begin my table for today, or return to it (200): everyone has one per day."""
    # Nobody contributes a nonce, so the deals are the same for all.
    day, ladder, id = day_of(now()), ladder_of(game, len(SEATS)), new_id()
    house.greet(user)
    table = await house.hall.create(
        setup_of(game, day),
        user.id,
        user.name,
        id=id,
        secret=daily_secret(house.secret.encode(), day, ladder),
        day=Day(day, ladder),
    )
    if table.id != id:
        response.status_code = 200
    return TableLink(game=table.id, url=f"/games/{table.id}")
