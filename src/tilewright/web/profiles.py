"""What has been played: the statistics of users and games, and the finished games of a user."""

from __future__ import annotations

import json

from fastapi import APIRouter, Request
from pydantic import BaseModel

from tilewright import statistics
from tilewright.store.ladders import LADDERS, Ladders, Rating
from tilewright.store.results import NO_RANK, FinishedGame, Placed, Results
from tilewright.store.tallies import Tallies, Tally
from tilewright.table.setup import BOT, HOT_SEAT
from tilewright.web.description import PROBLEMS
from tilewright.web.ladders import NamedUser, Size
from tilewright.web.people import TheHouse, find_user
from tilewright.web.results import BROKEN_OFF
from tilewright.web.tables import Before

router = APIRouter(prefix="/api", responses=PROBLEMS)


class SpreadView(BaseModel):
    """A number over many games."""

    average: float
    lowest: int
    highest: int


class LadderStatistics(BaseModel):
    """A user's games of one kind: how often they took each place, and statistics."""

    ladder: str
    game: str
    players: int
    games: int
    wins: int
    places: list[int]
    played_out: int
    numbers: dict[str, SpreadView]


class GameSeat(BaseModel):
    """A seat of a finished game; `bot` is the level of a bot of the server, or empty."""

    name: str
    bot: str
    rank: int | None
    score: int | None


class GameRow(BaseModel):
    """A finished game in a list; `rank` is empty if it was abandoned."""

    game: str
    rules: str
    options: str
    seats: list[GameSeat]
    seat: int
    rank: int | None
    score: int
    rated: bool
    daily: str
    over: int


class GamePage(BaseModel):
    """Finished games, the latest first; ask for those `before` the last one to get the next."""

    size: int
    total: int
    rows: list[GameRow]


class RatingChange(BaseModel):
    """What a game has changed."""

    before: int
    after: int


class SeatStatistics(BaseModel):
    """The numbers of a seat; its rating once that has been computed."""

    name: str
    rank: int | None
    score: int
    rating: RatingChange | None
    numbers: dict[str, int]


@router.get("/users/{name}/statistics")
async def user_statistics(
    user: NamedUser, house: TheHouse, rated: bool = False
) -> list[LadderStatistics]:
    """A user's games in numbers, by game and number of players."""
    found = await Tallies(house.database).of_user(user.id, only_rated=rated)
    return [summary(ladder, found[ladder]) for ladder in LADDERS if ladder in found]


def summary(ladder: str, tally: Tally) -> LadderStatistics:
    """Many games of a kind in numbers."""
    return LadderStatistics(
        ladder=ladder,
        game=ladder[:-2],
        players=len(tally.places),
        games=sum(tally.places),
        wins=tally.places[0],
        places=list(tally.places),
        played_out=tally.played_out,
        numbers={
            name: SpreadView(
                average=round(span.sum / tally.played_out, 2),
                lowest=span.lowest,
                highest=span.highest,
            )
            for name, span in tally.numbers.items()
        },
    )


@router.get("/users/{name}/games")
async def games(
    user: NamedUser, request: Request, house: TheHouse, before: Before = "", size: Size = 50
) -> GamePage:
    """A user's finished games: all of them for the user, the public and rated ones for others."""
    store = Results(house.database)
    asking = await find_user(request)
    total, found = await store.games_of(
        user.id,
        shown_to_all=asking is None or asking.id != user.id,
        before=before,
        limit=size,
    )
    seats: dict[str, list[Placed]] = {}
    for placed in await store.seats_of([played.game for played in found]):
        seats.setdefault(placed.game, []).append(placed)
    rows = [game_row(played, seats[played.game]) for played in found]
    return GamePage(size=size, total=total, rows=rows)


def game_row(played: FinishedGame, placed: list[Placed]) -> GameRow:
    """A finished game as a list shows it."""
    setup = json.loads(played.setup)
    seats = []
    for plan in setup["seats"]:
        name = plan.removeprefix(BOT).removeprefix(HOT_SEAT)
        seats.append(
            GameSeat(name=name, bot=name if plan.startswith(BOT) else "", rank=None, score=None)
        )
    for place in placed:
        seat = seats[place.seat]
        if not setup["seats"][place.seat].startswith((BOT, HOT_SEAT)):
            seat.name = place.name or ""
        seat.rank, seat.score = place.rank or None, place.score
    return GameRow(
        game=played.game,
        rules=setup["game"],
        options=setup["options"],
        seats=seats,
        seat=played.seat,
        rank=None if played.rank == NO_RANK else played.rank,
        score=played.score,
        rated=setup["rated"],
        daily=setup["daily"],
        over=played.over,
    )


@router.get("/games/{id}/statistics")
async def game_statistics(id: str, house: TheHouse) -> list[SeatStatistics]:
    """A game in numbers so far, seat by seat."""
    match = (await house.hall.table(id)).match
    ranked = match.ranks and match.ending not in BROKEN_OFF
    changes = await Ladders(house.database).changes(id)
    return [
        SeatStatistics(
            name=match.seats[seat].name,
            rank=match.ranks[seat] if ranked else None,
            score=numbers["score"],
            rating=change(*changes[seat]) if seat in changes else None,
            numbers=numbers,
        )
        for seat, numbers in enumerate(statistics.of_all(match.record()))
    ]


def change(before: Rating, after: Rating) -> RatingChange:
    """A change of rating as people see it."""
    return RatingChange(before=before.shown, after=after.shown)
