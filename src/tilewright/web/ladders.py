"""Ladders: leaderboards, and the ratings of a user."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Path, Query, Request
from pydantic import BaseModel

from tilewright.store.ladders import LADDERS, Count, Ladders, Standing
from tilewright.store.users import User
from tilewright.table.event import Refused
from tilewright.web.choices import Ladder
from tilewright.web.description import PROBLEMS
from tilewright.web.people import TheHouse, find_user

router = APIRouter(prefix="/api", responses=PROBLEMS)

MOST_POINTS = 1000  # of a rating's history in one answer

Page = Annotated[int, Query(ge=1, le=100_000)]
Size = Annotated[int, Query(ge=1, le=100)]


class LadderInfo(BaseModel):
    """A ladder: a game with a number of players."""

    ladder: str
    game: str
    players: int
    ranked: int
    provisional: int


class LadderRow(BaseModel):
    """A player on a ladder; no place while the rating is provisional."""

    ladder: str
    place: int | None
    name: str
    kind: str
    rating: int
    deviation: int
    games: int
    provisional: bool


class Leaderboard(BaseModel):
    """A page of a ladder, and where I stand."""

    ladder: str
    page: int
    size: int
    total: int
    rows: list[LadderRow]
    you: LadderRow | None


class RatingPoint(BaseModel):
    """A rating after a game."""

    game: str
    time: int
    rating: int
    deviation: int


class UserRating(LadderRow):
    """A user's rating on a ladder, and how it came about."""

    history: list[RatingPoint]


def row(standing: Standing) -> LadderRow:
    """A player as a leaderboard shows them."""
    rating = standing.rating
    return LadderRow(
        ladder=standing.ladder,
        place=standing.place or None,
        name=standing.name,
        kind=standing.kind,
        rating=rating.shown,
        deviation=rating.deviation,
        games=rating.games,
        provisional=rating.provisional,
    )


async def named_user(
    name: Annotated[str, Path(min_length=1, max_length=64)], house: TheHouse
) -> User:
    """The user that a path names."""
    user = None if "\0" in name else await house.users.by_name(name)
    if user is None:
        raise Refused("not_found", "there is no user by this name")
    return user


NamedUser = Annotated[User, Depends(named_user)]


@router.get("/ladders")
async def ladders(house: TheHouse) -> list[LadderInfo]:
    """The ladders there are, and how many players each has."""
    counts = await Ladders(house.database).counts()
    return [
        LadderInfo(
            ladder=ladder,
            game=ladder[:-2],
            players=int(ladder[-1]),
            **counts.get(ladder, Count())._asdict(),
        )
        for ladder in LADDERS
    ]


@router.get("/ladders/{ladder}")
async def leaderboard(
    ladder: Ladder,
    request: Request,
    house: TheHouse,
    provisional: bool = False,
    kind: Literal["person", "bot"] = "person",
    page: Page = 1,
    size: Size = 50,
) -> Leaderboard:
    """The best players of a ladder, or those whose rating is provisional."""
    store = Ladders(house.database)
    user = await find_user(request)
    offset = size * (page - 1)
    total, found = await store.board(
        ladder, kind=kind, provisional=provisional, offset=offset, limit=size
    )
    mine = await store.of_user(user.id, ladder=ladder) if user else []
    return Leaderboard(
        ladder=ladder,
        page=page,
        size=size,
        total=total,
        rows=[row(standing) for standing in found],
        you=row(mine[0]) if mine else None,
    )


@router.get("/users/{name}/ratings")
async def ratings(
    user: NamedUser, house: TheHouse, ladder: Ladder | None = None
) -> list[UserRating]:
    """A user's ratings with their latest history, the oldest point first."""
    found = await Ladders(house.database).with_history(user.id, ladder=ladder, limit=MOST_POINTS)
    return [
        UserRating(
            **row(standing).model_dump(),
            history=[
                RatingPoint(
                    game=point.game,
                    time=point.time,
                    rating=point.rating.shown,
                    deviation=point.rating.deviation,
                )
                for point in points
            ],
        )
        for standing, points in found
    ]
