"""Take it along: everything that is kept about a user, as one file."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator

from fastapi import APIRouter, Request
from pydantic import BaseModel
from starlette.responses import StreamingResponse

from tilewright.store.games import Listed
from tilewright.store.insights import ReviewedSeats
from tilewright.store.puzzles import Puzzles
from tilewright.store.studies import Studies
from tilewright.table import archive
from tilewright.table.event import Unreadable
from tilewright.table.fold import DONE, PLAYING, WAITING
from tilewright.table.table import fold_stored
from tilewright.web import people
from tilewright.web.accounts import ALL, MyAccount, PasskeyRow, my_account
from tilewright.web.description import PROBLEMS
from tilewright.web.house import House
from tilewright.web.ladders import UserRating, ratings
from tilewright.web.people import Owner, TheAccounts, TheHouse
from tilewright.web.quotas import Quota

SOME = 20  # games at a time, so that nobody else has to wait

EXPORTS = Quota("exports", 6, 600.0)
router = APIRouter(prefix="/api", responses=PROBLEMS)


class RemarkOfMine(BaseModel):
    """Something I said, in an export."""

    game: str
    text: str
    time: int


class GameOfMine(BaseModel):
    """A game in an export, with its record as text."""

    game: str
    status: str
    created: int
    record: str


class PuzzleTry(BaseModel):
    """My first try at a puzzle, in an export."""

    puzzle: str
    game: str
    move: str
    solved: bool
    day: str
    time: int


class StudyOfMine(BaseModel):
    """A study in an export."""

    title: str
    changed: int
    branches: dict[str, object]


class SeatInsights(BaseModel):
    """What the review of a game says about me in a few numbers, in an export."""

    game: str
    summary: dict[str, object]


class Export(BaseModel):
    """Everything that is kept about me."""

    account: MyAccount
    preferences: dict[str, object]
    sessions: list[people.SessionRow]
    tokens: list[people.TokenRow]
    passkeys: list[PasskeyRow]
    chat: list[RemarkOfMine]
    puzzles: list[PuzzleTry]
    studies: list[StudyOfMine]
    insights: list[SeatInsights]
    ratings: list[UserRating]
    games: list[GameOfMine]


@router.get("/me/export", response_class=StreamingResponse, responses={200: {"model": Export}})
async def export(
    request: Request, user: Owner, house: TheHouse, accounts: TheAccounts
) -> StreamingResponse:
    """Everything kept about me, as JSON; the games follow one by one."""
    await house.quotas.take(EXPORTS, user.id)
    tried = await Puzzles(house.database).tried(user.id)
    everything = Export(
        account=await my_account(user, accounts),
        preferences=json.loads(user.preferences),
        sessions=await people.my_sessions(request, user, house),
        tokens=await people.my_tokens(user, house),
        passkeys=[PasskeyRow(**k._asdict()) for k in await accounts.passkeys_of(user.id)],
        chat=[RemarkOfMine(**remark) for remark in await accounts.remarks_of(user.id)],
        puzzles=[PuzzleTry(**one._asdict()) for one in tried.values()],
        studies=[
            StudyOfMine(title=study.title, changed=study.changed, branches=json.loads(study.body))
            async for study in Studies(house.database).whole(user.id)
        ],
        insights=[
            SeatInsights(game=seat.game, summary=json.loads(seat.body))
            for seat in await ReviewedSeats(house.database).of_user(user.id)
            if seat.body is not None
        ],
        ratings=await ratings(user, house),
        games=[],
    )
    head = everything.model_dump_json(exclude={"games"})
    return StreamingResponse(
        pieces(house, head, user.id),
        media_type="application/json",
        headers={"content-disposition": 'attachment; filename="tilewright-export.json"'},
    )


async def pieces(house: House, head: str, user: str) -> AsyncIterator[bytes]:
    """An export, game by game; tables that are not open are not opened for it."""
    yield head[:-1].encode() + b',"games":['
    comma = b""
    async for row, record in records(house, user):
        game = GameOfMine(game=row.id, status=row.status, created=row.created, record=record)
        yield comma + game.model_dump_json().encode()
        comma = b","
    yield b"]}"


async def records(house: House, user: str) -> AsyncIterator[tuple[Listed, str]]:
    """The games of a user with their records, those that are not over first; one that cannot be
    read has none."""
    store = house.hall.games
    for row in await store.of_user(user, status=(WAITING, PLAYING), limit=ALL):
        yield row, await current_record(house, row.id)
    before = ""
    while page := await store.of_user(user, status=(DONE,), before=before, limit=SOME):
        found = await archive.read(house.database, [row.id for row in page])
        for row, game in zip(page, found, strict=True):
            try:
                yield row, game.text()
            except Unreadable as error:
                house.hall.set_aside(row.id, error)
                yield row, ""
        before = page[-1].id


async def current_record(house: House, id: str) -> str:
    """The record of a game that is not over."""
    table = house.hall.tables.get(id)
    if table is not None:
        return str(table.record())
    stored = await house.hall.games.load(id)
    assert stored is not None
    try:
        return await asyncio.to_thread(lambda: str(fold_stored(stored).record()))
    except Exception as error:
        house.hall.set_aside(id, error)
        return ""
