"""Tables over HTTP: make, list, look, ask."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from typing import Annotated, Literal

import structlog
from fastapi import APIRouter, Body, Query, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from tilewright import games
from tilewright.bots import DEFAULT
from tilewright.game import InvalidNotation, expected
from tilewright.games import GAMES, AnyState, game, option_names, parse
from tilewright.store.games import Listed
from tilewright.store.users import User
from tilewright.table.control import ClockKind, TimeControl
from tilewright.table.event import Event, Refused
from tilewright.table.fold import DONE, WAITING, TableSeat
from tilewright.table.match import Match
from tilewright.table.messages import Frame
from tilewright.table.setup import BOT, HOT_SEAT, Setup, from_json
from tilewright.table.table import Table
from tilewright.web import door
from tilewright.web.choices import GameName
from tilewright.web.description import PROBLEMS, answer
from tilewright.web.house import House
from tilewright.web.naming import clean_seat_name
from tilewright.web.people import AnyUser, Maker, PlayingUser, TheHouse, find_user

log = structlog.get_logger()
router = APIRouter(prefix="/api", responses=PROBLEMS)
ID = r"^[\w-]*$"
PART = 100  # of a long list in one answer
MANY_SHOWS = 2  # tables of a user between bots alone, which play without a pause


PositionText = Annotated[str, Field(max_length=1000, description="A text as in docs/notation.md")]

Before = Annotated[
    str,
    Query(max_length=32, description="A game that is over: those that ended before it", pattern=ID),
]


class Strict(BaseModel):
    """A body without unknown fields."""

    model_config = ConfigDict(extra="forbid")


class NewClock(Strict):
    """How long a seat may think."""

    kind: ClockKind = "none"
    seconds: Annotated[int, Field(ge=0, le=86400)] = 0
    increment: Annotated[int, Field(ge=0, le=600)] = 0
    days: Annotated[int, Field(ge=0, le=30)] = 0


class Beginning(Strict):
    """Where a game begins: with its first deal, or in a position."""

    game: GameName = games.DEFAULT
    options: dict[str, str | int | None] = Field(
        default={},
        description="; ".join(f"{name}: {', '.join(option_names(name))}" for name in GAMES),
    )
    position: PositionText = ""


class NewTable(Beginning):
    """A table to be made."""

    seats: Annotated[
        list[Annotated[str, Field(max_length=40)]],
        Field(min_length=2, max_length=4, description="`me`, `open`, `bot:tiler`, `me:Ann`"),
    ] = ["me", f"bot:{DEFAULT}"]
    clock: NewClock = NewClock()
    rated: bool = False
    public: bool = False
    play_on: bool = True
    nonce: Annotated[str, Field(max_length=128, pattern="^([0-9a-f]{2})*$")] = ""


class TableLink(BaseModel):
    """Where a table is."""

    game: str
    url: str


class Rematch(TableLink):
    """Where a rematch is."""

    begun: bool = Field(description="everyone has asked for it")


class TableRow(BaseModel):
    """A table in a list."""

    game: str
    rules: str
    options: str
    seats: list[str] = Field(description="as planned, see NewTable")
    taken: list[int] = Field(description="the seats on which someone sits")
    names: list[str] = Field(description="who sits there, by seat; empty if it is free")
    clock: dict[str, str | int]
    rated: bool
    status: str
    at: int
    your_turn: bool
    created: int
    updated: int


def read_position(text: str) -> AnyState:
    """A position that someone has sent."""
    try:
        return parse(text)
    except InvalidNotation as error:
        raise Refused("position", str(error), why=error.objection) from None


def begin(new: Beginning, players: int | None) -> AnyState:
    """The state in which a game begins; options given beside a position must agree with it."""
    state = read_position(new.position) if new.position else None
    rules = game(state.game if state else new.game)
    known = option_names(rules.NAME)
    for option in sorted(set(new.options) - set(known)):
        raise ValueError(f"options: unknown {option}; {expected(option, sorted(known))}")
    seats = rules.PLAYERS[0] if players is None else players
    fresh = games.new_game(rules.NAME, seats, new.options)
    if state is None:
        return fresh
    said = [*new.options, *([] if players is None else ["players"])]
    agrees = all(getattr(state.options, o) == getattr(fresh.options, o) for o in said)
    if not agrees or ("game" in new.model_fields_set and new.game != state.game):
        raise ValueError(f"position: it is one of {state.game} {state.options}")
    return state


def clean_seat(plan: str) -> str:
    """The plan of a seat; a name in it must be one."""
    if not plan.startswith(HOT_SEAT):
        return plan
    return HOT_SEAT + clean_seat_name(plan.removeprefix(HOT_SEAT))


def make_setup(new: NewTable, daily: str = "") -> Setup:
    """The setup of a new table, checked."""
    try:
        state = begin(new, len(new.seats))
        return Setup(
            game=state.game,
            options=str(state.options),
            seats=tuple([clean_seat(seat) for seat in new.seats]),
            clock=TimeControl(**new.clock.model_dump()),
            rated=new.rated,
            public=new.public,
            play_on=new.play_on,
            daily=daily,
            start=str(state) if new.position else "",
        )
    except (TypeError, ValueError) as error:
        raise Refused("bad_request", str(error)) from None


def row(listed: Listed, user: str, seated: dict[int, str]) -> TableRow:
    """A table as a list shows it."""
    setup = json.loads(listed.setup)
    names = {}
    for seat, plan in enumerate(setup["seats"]):
        if plan.startswith(BOT):
            names[seat] = plan.removeprefix(BOT)
        elif seat in seated:
            own = not plan.startswith(HOT_SEAT)
            names[seat] = seated[seat] if own else plan.removeprefix(HOT_SEAT)
    return TableRow(
        game=listed.id,
        rules=setup["game"],
        options=setup["options"],
        seats=setup["seats"],
        taken=list(names),
        names=[names.get(seat, "") for seat in range(len(setup["seats"]))],
        clock=setup["clock"],
        rated=setup["rated"],
        status=listed.status,
        at=listed.at,
        your_turn=bool(user) and listed.turn == user,
        created=listed.created,
        updated=listed.updated,
    )


async def rows(house: House, found: list[Listed], user: str) -> list[TableRow]:
    """Tables as lists show them."""
    seated = await house.hall.games.seated([listed.id for listed in found])
    made = []
    for listed in found:
        try:
            made.append(row(listed, user, seated.get(listed.id, {})))
        except (ValueError, KeyError, TypeError) as error:
            log.error("unreadable setup", game=listed.id, error=repr(error))
    return made


@router.post("/tables", status_code=201)
async def make_table(new: NewTable, user: Maker, house: TheHouse) -> TableLink:
    """Create a table and take the seats that are mine."""
    if new.rated and user.kind == "guest":
        raise Refused("forbidden", "rated games are for accounts")
    setup, nonce = make_setup(new), bytes.fromhex(new.nonce)
    house.greet(user)
    async with house.one_by_one(user.id):
        table = await house.hall.create(
            setup, user.id, user.name, nonce=nonce, most=door.MANY_TABLES, shows=MANY_SHOWS
        )
    return TableLink(game=table.id, url=f"/games/{table.id}")


@router.get("/tables")
async def lobby(request: Request, house: TheHouse, over: bool = False) -> list[TableRow]:
    """The public tables that need players or can be watched, or the last that are over."""
    user = await find_user(request)
    return await rows(house, await house.hall.games.lobby(over=over), user.id if user else "")


@router.get("/me/games")
async def my_games(
    user: AnyUser,
    house: TheHouse,
    status: Literal["current", "over"] = "current",
    before: Before = "",
) -> list[TableRow]:
    """My games that are not over, or those that are."""
    store = house.hall.games
    if status == "over":
        found = await store.of_user(user.id, status=("over",), before=before, limit=PART)
    else:
        found = await store.of_user(user.id, status=("waiting", "playing"))
    return await rows(house, found, user.id)


@router.get("/games/{id}", responses=answer(Frame))
async def look(id: str, request: Request, house: TheHouse, previews: bool = True) -> Response:
    """The whole view of a table, as the socket sends it."""
    user = await find_user(request)
    table = await house.hall.fresh(id)
    return view(table, user.id if user else "", previews=previews)


@router.post("/games/{id}/ask", responses=answer(Frame))
async def ask(
    id: str,
    request: Request,
    user: PlayingUser,
    house: TheHouse,
    body: Annotated[dict[str, object], Body(description="One request, as on the socket")],
) -> Response:
    """One request to a table, as on the socket; answers with the view."""
    table = await house.hall.table(id)
    await door.ask(house, table, user, door.read(await request.body()))
    return view(await house.hall.table(id), user.id, previews=True)


@router.post("/games/{id}/rematch", status_code=201)
async def rematch(id: str, user: Maker, house: TheHouse) -> Rematch:
    """Offer a rematch, or accept the offer: the same setup, with the seats moved on by one. It
    begins once everyone has asked for it."""
    old = await house.hall.fresh(id)  # it may have ended on another node
    if old.match.status != DONE:
        raise Refused("not_over", "the game is not over yet")
    if not old.match.seats_of(user.id):
        raise Refused("not_seated", "you had no seat at this table")
    mine = [(seat - 1) % len(old.match.seats) for seat in old.match.seats_of(user.id)]
    stored = await house.hall.games.load(id)
    assert stored is not None
    table = await house.hall.fresh(stored.rematch) if stored.rematch else None
    if table is None or table.match.ending == "aborted":  # none, or the offer was withdrawn
        plans = [plan_again(seat, user.id) for seat in old.match.seats[1:] + old.match.seats[:1]]
        again = replace(from_json(stored.setup), seats=tuple(plans), public=False, daily="")
        house.greet(user)
        async with house.one_by_one(user.id):
            table = await house.hall.create(
                again,
                user.id,
                user.name,
                most=door.MANY_TABLES,
                seats=mine,
                after=id,
                instead=stored.rematch,
            )
    for seat in mine:
        if table.match.status == WAITING and not table.match.seats[seat].user:
            try:
                await door.sit_down(house, table, user, partial(sit_again, seat, user))
            except Refused as refusal:  # two clicks at once
                if refusal.code == "too_many":
                    raise
    await house.hall.offered(id)
    return Rematch(game=table.id, url=f"/games/{table.id}", begun=table.match.status != WAITING)


def plan_again(seat: TableSeat, user: str) -> str:
    """The plan of a seat in a rematch that a user asks for."""
    if not seat.user or seat.plan.startswith(HOT_SEAT):
        return seat.plan
    return "me" if seat.user == user else "open"


def sit_again(seat: int, user: User, match: Match, time: int) -> Event:
    """Take a seat of a rematch."""
    return match.sit(seat, user.id, user.name, b"", time, owner=True)


def view(table: Table, user: str, *, previews: bool) -> Response:
    """The view as an answer."""
    return Response(table.frame(user, previews=previews), media_type="application/json")
