"""Finished and running games as records: download, every ply, proof of fair deals, picture."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from tilewright.fairness import UnfairDeal, verify
from tilewright.games import AnyState
from tilewright.record import Record
from tilewright.table.event import Refused
from tilewright.table.messages import DealProof, History, PlayedView, Ply
from tilewright.table.view import encode, move_view, state_view
from tilewright.web.description import PROBLEMS, answer
from tilewright.web.people import TheHouse
from tilewright.web.pictures import card_of_game

router = APIRouter(prefix="/api/games/{id}", responses=PROBLEMS)


async def find(id: str, house: TheHouse) -> Record:
    """The record of a game."""
    return (await house.hall.fresh(id)).record()


@router.get("/record.tw")
async def text(id: str, house: TheHouse) -> PlainTextResponse:
    """The record as text."""
    name = {"content-disposition": f'attachment; filename="tilewright-{id}.tw"'}
    return PlainTextResponse(str(await find(id, house)), headers=name)


@router.get("/record.json")
async def as_json(id: str, house: TheHouse) -> Response:
    """The record as JSON."""
    return Response((await find(id, house)).to_json(), media_type="application/json")


@router.get("/ply/{ply}", responses=answer(Ply))
async def position(id: str, ply: int, house: TheHouse) -> Response:
    """The position after a number of moves, nature's included, with the move that led to it."""
    record = await find(id, house)
    if not 0 <= ply <= len(record.moves):
        raise Refused("not_found", f"the game has {len(record.moves)} moves")
    state, played = record.start, None
    if ply:
        before = record.undo(len(record.moves) - ply + 1).state
        state, played = move_view(before, record.moves[ply - 1])
    view = ply_view(ply, state, played)
    view.of = len(record.moves)
    return Response(encode(view), media_type="application/json")


@router.get("/history", responses=answer(History))
async def history(id: str, house: TheHouse) -> Response:
    """All positions of the game with the moves between them: what `ply` answers, one by one."""
    record = await find(id, house)
    return Response(await asyncio.to_thread(tell, record), media_type="application/json")


def tell(record: Record) -> bytes:
    """A whole game, encoded; a long one takes a while."""
    state = record.start
    plies = [ply_view(0, state, None)]
    for ply, move in enumerate(record.moves, 1):
        state, played = move_view(state, move)
        plies.append(ply_view(ply, state, played))
    return encode(History(len(record.moves), plies))


def ply_view(ply: int, state: AnyState, played: PlayedView | None) -> Ply:
    """A position with the move that has led to it."""
    if played is None:
        return Ply(ply=ply, **state_view(state))
    seat, move, steps = played.seat, played.move, played.steps
    return Ply(ply=ply, seat=seat, move=move, steps=steps, **state_view(state))


@router.get("/picture.svg")
async def picture(id: str, house: TheHouse, ply: int | None = None) -> Response:
    """A picture of the game now, or after a number of moves."""
    record = await find(id, house)
    if ply is not None:
        if not 0 <= ply <= len(record.moves):
            raise Refused("not_found", f"the game has {len(record.moves)} moves")
        record = record.undo(len(record.moves) - ply)
    return Response(record._repr_svg_(), media_type="image/svg+xml; charset=utf-8")


@router.head("/picture.png", include_in_schema=False)
@router.get("/picture.png")
async def card(id: str, request: Request, house: TheHouse) -> Response:
    """A picture of the boards with names and scores, 1200 by 630, for link previews."""
    match = (await house.hall.fresh(id)).match
    return await house.pictures.answer(request, card_of_game(match))


@router.get("/proof", responses=answer(DealProof))
async def proof(id: str, house: TheHouse) -> Response:
    """The commitment to the deals; after the end also the secret and whether they match."""
    record = await find(id, house)
    view = DealProof(record.tags["commitment"])
    if secret := record.tags.get("secret"):
        try:
            found = verify(record)
            view = DealProof(view.commitment, secret, found.draws, found.whole)
        except UnfairDeal as error:
            view.unfair = str(error)
    return Response(encode(view), media_type="application/json")
