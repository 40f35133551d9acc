"""What has been played: the statistics of users and games, and the finished games of a user."""

from __future__ import annotations

import json
from statistics import fmean

from fastapi import APIRouter, Request
from pydantic import BaseModel

from tilewright import statistics
from tilewright.store.ladders import LADDERS, Ladders, Rating, ladder_of
from tilewright.store.results import NO_RANK, Placed, Played, Results
from tilewright.table.setup import BOT, HOT_SEAT
from tilewright.web.ladders import NamedUser, Page, Size
from tilewright.web.people import TheHouse, find_user
from tilewright.web.results import BROKEN_OFF
from tilewright.web.tables import PROBLEMS

router = APIRouter(prefix="/api", responses=PROBLEMS)

MOST_GAMES = 1000  # that statistics are made of, the latest


class Spread(BaseModel):
    """A number over many games."""

    average: float
    lowest: int
    highest: int


class LadderStatistics(BaseModel):
    """A user's games of a kind: how often which place, and the numbers of those played out."""

    ladder: str
    game: str
    players: int
    games: int
    wins: int
    places: list[int]
    played_out: int
    numbers: dict[str, Spread]


class GameSeat(BaseModel):
    """A seat of a finished game."""

    name: str
    rank: int | None
    score: int | None


class GameRow(BaseModel):
    """A finished game in a list; `rank` is empty if it was broken off."""

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
    """A page of finished games, the latest first."""

    page: int
    size: int
    total: int
    rows: list[GameRow]


class RatingChange(BaseModel):
    """What a game has changed."""

    before: int
    after: int


class SeatStatistics(BaseModel):
    """The numbers of a seat; its rating once that has been reckoned."""

    name: str
    rank: int | None
    score: int
    rating: RatingChange | None
    numbers: dict[str, int]


@router.get("/users/{name}/statistics")
async def user_statistics(
    user: NamedUser, house: TheHouse, rated: bool = False
) -> list[LadderStatistics]:
    """A user's latest games in numbers, by game and number of players."""
    by_ladder: dict[str, list[Played]] = {}
    for played in await Results(house.database).latest(user.id, limit=MOST_GAMES):
        setup = json.loads(played.setup)
        own = not setup["seats"][played.seat].startswith(HOT_SEAT) and not setup.get("start")
        if own and (setup["rated"] or not rated):
            ladder = ladder_of(setup["game"], len(setup["seats"]))
            by_ladder.setdefault(ladder, []).append(played)
    return [summary(ladder, by_ladder[ladder]) for ladder in LADDERS if ladder in by_ladder]


def summary(ladder: str, games: list[Played]) -> LadderStatistics:
    """Many games of a kind in numbers."""
    players = int(ladder[-1])
    told = [json.loads(game.statistics) for game in games if game.statistics]
    ranks = [game.rank for game in games]
    numbers = {}
    for name in told[0] if told else ():
        values = [one[name] for one in told if name in one]
        numbers[name] = Spread(
            average=round(fmean(values), 2), lowest=min(values), highest=max(values)
        )
    return LadderStatistics(
        ladder=ladder,
        game=ladder[:-2],
        players=players,
        games=len(games),
        wins=ranks.count(1),
        places=[ranks.count(place) for place in range(1, players + 1)],
        played_out=len(told),
        numbers=numbers,
    )


@router.get("/users/{name}/games")
async def games(
    user: NamedUser, request: Request, house: TheHouse, page: Page = 1, size: Size = 50
) -> GamePage:
    """A user's finished games: his own eyes see all of them, others the public and rated ones."""
    store = Results(house.database)
    asking = await find_user(request)
    total, found = await store.games_of(
        user.id,
        shown_to_all=asking is None or asking.id != user.id,
        offset=size * (page - 1),
        limit=size,
    )
    seats = await store.seats_of([played.game for played in found])
    return GamePage(
        page=page, size=size, total=total, rows=[game_row(played, seats) for played in found]
    )


def game_row(played: Played, placed: list[Placed]) -> GameRow:
    """A finished game as a list shows it."""
    setup = json.loads(played.setup)
    seats = [
        GameSeat(name=plan.removeprefix(BOT).removeprefix(HOT_SEAT), rank=None, score=None)
        for plan in setup["seats"]
    ]
    for place in placed:
        if place.game == played.game:
            seat = seats[place.seat]
            if not setup["seats"][place.seat].startswith(HOT_SEAT):
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
