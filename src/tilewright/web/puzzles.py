"""Puzzles over HTTP: the next one, the one of the day, and what a try at one is worth."""

from __future__ import annotations

import random
from datetime import date
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from pydantic import BaseModel, Field

from tilewright.analysis.collection import Puzzle, find, shipped
from tilewright.games import GAMES, parse
from tilewright.store.ladders import MIDDLE, MODEL, SCALE, Rating
from tilewright.store.puzzles import Puzzles, Solver, Try
from tilewright.store.users import User
from tilewright.table.clock import now
from tilewright.table.daily import day_of
from tilewright.table.event import Refused
from tilewright.web import profiles
from tilewright.web.choices import GameName
from tilewright.web.description import PROBLEMS
from tilewright.web.house import House
from tilewright.web.people import PlayingUser, TheHouse, find_user
from tilewright.web.positions import read_move
from tilewright.web.quotas import Quota
from tilewright.web.tables import Strict

router = APIRouter(prefix="/api/puzzles", responses=PROBLEMS)

TRIES = Quota("tries at puzzles", 60, 60.0)  # of a user in a minute
EASIEST, STEP = 1000, 150  # the rating of difficulty 1 at first, and by how much each next is above
KNOWN = 4.0  # sigma of a puzzle at first: the bots' levels have tried it
NEAREST = 5  # puzzles, of which one is chosen

PuzzleId = Annotated[str, Path(pattern="^[0-9a-f]{10}$")]
Theme = Annotated[str, Query(pattern="^[a-z_]{0,30}$", description="a kind of reason")]


class PuzzleBook(BaseModel):
    """The puzzles of a game, and how I do with them."""

    game: str
    total: int
    themes: dict[str, int] = Field(description="how many puzzles have each")
    today: str = Field(description="the id of the puzzle of the day")
    today_solved: bool | None = Field(description="at my first try; null before it")
    rating: int
    deviation: int
    provisional: bool
    tried: int
    solved: int
    streak: int = Field(description="solved in a row")
    days: int = Field(description="in a row on which I solved the puzzle of the day")


class PuzzleAnswer(BaseModel):
    """The result of a try."""

    move: str
    solved: bool
    first: bool = Field(description="only the first try counts")
    solution: list[str] = Field(description="all moves that are right, the best first")
    line: list[str] = Field(description="how the game may continue, the best move first")
    gap: float = Field(description="points that the best of the other moves loses")
    chance_gap: float
    themes: list[str]
    rating: profiles.RatingChange | None = Field(description="mine, if the try counted")
    streak: int
    days: int


class PuzzleView(BaseModel):
    """A puzzle; its answer is there once I have tried it."""

    id: str
    game: str
    players: int
    position: str
    seat: int = Field(description="whose move is to be found")
    rating: int
    tries: int
    day: str = Field(description="whose puzzle it is, if it is that of today")
    mine: PuzzleAnswer | None


class Attempt(Strict):
    """A try at a puzzle."""

    move: Annotated[str, Field(max_length=100)]


def begun(puzzle: Puzzle) -> Rating:
    """The rating of a puzzle that nobody has tried yet."""
    shown = EASIEST + STEP * (puzzle.difficulty - 1)
    return Rating(MODEL.mu + (shown - MIDDLE) / SCALE, KNOWN)


def of_day(game: str, day: str) -> str:
    """The puzzle of a day: ids are in random order, and each comes once before any comes again."""
    ids = sorted(shipped(game))
    return ids[date.fromisoformat(day).toordinal() % len(ids)]


def known(id: str) -> Puzzle:
    """A puzzle by its id, or a refusal."""
    puzzle = find(id)
    if puzzle is None:
        raise Refused("no_puzzle", "there is no such puzzle")
    return puzzle


@router.get("")
async def books(request: Request, house: TheHouse) -> list[PuzzleBook]:
    """The puzzles there are, game by game, and how I am doing with them."""
    user, day = await find_user(request), day_of(now())
    return [await book(house, game, day, user) for game in GAMES if shipped(game)]


async def book(house: House, game: str, day: str, user: User | None) -> PuzzleBook:
    """The puzzles of a game."""
    store, today, solver, solved = Puzzles(house.database), of_day(game, day), Solver(), None
    if user is not None:
        solver = await store.solver(user.id, game, day, partial(of_day, game))
        mine = await store.tried(user.id, puzzle=today)
        solved = mine[today].solved if mine else None
    themes: dict[str, int] = {}
    for puzzle in shipped(game).values():
        for theme in puzzle.themes:
            themes[theme] = themes.get(theme, 0) + 1
    return PuzzleBook(
        game=game,
        total=len(shipped(game)),
        themes=themes,
        today=today,
        today_solved=solved,
        rating=solver.rating.shown,
        deviation=solver.rating.deviation,
        provisional=solver.rating.provisional,
        tried=solver.rating.games,
        solved=solver.solved,
        streak=solver.streak,
        days=solver.days,
    )


@router.get("/next")
async def next_puzzle(
    request: Request, house: TheHouse, game: GameName, theme: Theme = ""
) -> PuzzleView:
    """A puzzle that I have not tried yet and that fits my rating."""
    user, store, day = await find_user(request), Puzzles(house.database), day_of(now())
    seen, rating = dict[str, Try](), Rating()
    if user is not None:
        seen = await store.tried(user.id, game=game)
        rating = (await store.solver(user.id, game, day)).rating
    new = [
        puzzle
        for puzzle in shipped(game).values()
        if puzzle.id not in seen and (not theme or theme in puzzle.themes)
    ]
    if not new:
        raise Refused("no_puzzle", "you have tried all puzzles of this kind")
    ratings = await store.ratings(game=game)
    aim = rating.mu - rating.sigma  # an easy one for someone we hardly know
    new.sort(key=lambda puzzle: abs(ratings.get(puzzle.id, begun(puzzle)).mu - aim))
    return await view(house, random.choice(new[:NEAREST]), user)


@router.get("/{id}")
async def look(id: PuzzleId, request: Request, house: TheHouse) -> PuzzleView:
    """A puzzle; with its answer if I have tried it."""
    return await view(house, known(id), await find_user(request))


@router.post("/{id}")
async def attempt(id: PuzzleId, tried: Attempt, user: PlayingUser, house: TheHouse) -> PuzzleAnswer:
    """Try to solve a puzzle. The first try rates me and the puzzle, and shows the solution."""
    puzzle, time = known(id), now()
    move = str(read_move(parse(puzzle.position), tried.move))
    await house.quotas.take(TRIES, user.id)
    day = day_of(time) if id == of_day(puzzle.game, day_of(time)) else ""
    new = Try(id, puzzle.game, move, move in puzzle.solution, day, time)
    changed = await Puzzles(house.database).attempt(user.id, new, begun(puzzle))
    found = await answer(house, puzzle, new, user)
    if changed is None:
        return found.model_copy(update={"first": False})
    return found.model_copy(update={"rating": profiles.change(*changed)})


async def answer(house: House, puzzle: Puzzle, tried: Try, user: User) -> PuzzleAnswer:
    """The result of a try, and how the user is doing now."""
    store, days = Puzzles(house.database), partial(of_day, puzzle.game)
    solver = await store.solver(user.id, puzzle.game, day_of(now()), days)
    return PuzzleAnswer(
        move=tried.move,
        solved=tried.solved,
        first=True,
        solution=list(puzzle.solution),
        line=list(puzzle.line),
        gap=puzzle.gap,
        chance_gap=puzzle.chance_gap,
        themes=list(puzzle.themes),
        rating=None,
        streak=solver.streak,
        days=solver.days,
    )


async def view(house: House, puzzle: Puzzle, user: User | None) -> PuzzleView:
    """A puzzle as a user may see it."""
    store, day = Puzzles(house.database), day_of(now())
    tried = (await store.tried(user.id, puzzle=puzzle.id)).get(puzzle.id) if user else None
    rating = (await store.ratings(id=puzzle.id)).get(puzzle.id, begun(puzzle))
    return PuzzleView(
        id=puzzle.id,
        game=puzzle.game,
        players=puzzle.players,
        position=puzzle.position,
        seat=parse(puzzle.position).turn,
        rating=rating.shown,
        tries=rating.games,
        day=day if puzzle.id == of_day(puzzle.game, day) else "",
        mine=await answer(house, puzzle, tried, user) if tried and user else None,
    )
