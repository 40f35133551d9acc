"""Positions without a table: what can be played in them, and their pictures. Nothing is kept."""

from __future__ import annotations

import random
from typing import Annotated

from fastapi import APIRouter
from pydantic import Field
from starlette.requests import Request
from starlette.responses import Response

from tilewright.game import CHANCE, OVER, IllegalMove, InvalidNotation
from tilewright.games import AnyMove, AnyState
from tilewright.table.event import Refused
from tilewright.table.messages import PositionView
from tilewright.table.view import encode, legal_view, move_view, state_view
from tilewright.web.description import PROBLEMS, answer
from tilewright.web.people import TheHouse
from tilewright.web.pictures import card_of_position
from tilewright.web.tables import Beginning, PositionText, begin, read_position

router = APIRouter(prefix="/api", responses=PROBLEMS)

MOST_MOVES = 400
DRAW = "?"  # stands for a move of nature, drawn at random


class Continuation(Beginning):
    """A position and moves to be played from there."""

    players: Annotated[int, Field(ge=2, le=4)] | None = None
    moves: list[Annotated[str, Field(max_length=100)]] = Field(
        default=[], max_length=MOST_MOVES, description="`2r4`, nature's too; `?` lets nature draw"
    )
    previews: bool = True


# Both only need the processor; since they are not coroutines, they run in threads.


@router.post("/positions", responses=answer(PositionView))
def play(wanted: Continuation) -> Response:
    """Play moves from a position; answers with where they lead and what can be played there."""
    try:
        state = begin(wanted, wanted.players)
    except (TypeError, ValueError) as error:
        raise Refused("bad_request", str(error)) from None
    log = []
    for text in wanted.moves:
        move = read_move(state, text)
        state, told = move_view(state, move)
        log.append(told)
    view = PositionView(
        rules=state.game,
        options=str(state.options),
        **state_view(state),
        legal=legal_view(state, previews=wanted.previews) if state.turn >= 0 else [],
        log=log,
        description=state.describe(),
        ranks=state.outcome() if state.turn == OVER else (),
    )
    return Response(encode(view), media_type="application/json")


def read_move(state: AnyState, text: str) -> AnyMove:
    """A move that is legal in a state."""
    if text == DRAW:
        if state.turn != CHANCE:
            raise Refused("illegal", f"{DRAW}: nature is not to move here")
        return state.sample(random.SystemRandom())
    try:
        return state.parse(text)
    except InvalidNotation as error:
        raise Refused("notation", str(error)) from None
    except IllegalMove as error:
        raise Refused("illegal", str(error)) from None


@router.get("/picture.svg")
def picture(position: PositionText) -> Response:
    """A picture of a position."""
    return Response(read_position(position)._repr_svg_(), media_type="image/svg+xml; charset=utf-8")


@router.head("/picture.png", include_in_schema=False)
@router.get("/picture.png")
async def card(position: PositionText, request: Request, house: TheHouse) -> Response:
    """A picture of a position, 1200 by 630, for link previews."""
    return await house.pictures.answer(request, card_of_position(read_position(position)))
