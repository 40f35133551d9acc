"""Study over HTTP: hints while playing bots, reviews of games, the best lines of positions."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter
from pydantic import Field
from starlette.responses import Response

from tilewright import analysis
from tilewright.game import OVER
from tilewright.table.event import Refused
from tilewright.table.match import DONE, PLAYING
from tilewright.web.description import PROBLEMS, answer
from tilewright.web.limits import Limit
from tilewright.web.people import AnyUser, Player, TheHouse
from tilewright.web.positions import read_move
from tilewright.web.reviews import ReviewView
from tilewright.web.tables import Position, Strict, read_position

router = APIRouter(prefix="/api", responses=PROBLEMS)

ANALYSES = Limit("analyses", 120, 60.0)  # that a user may ask for in a minute
DEEPEST = 64_000  # simulations


@router.post("/games/{id}/hint", responses=answer(analysis.Hint))
async def hint(id: str, user: Player, house: TheHouse) -> Response:
    """Be helped with my next move: in casual games against bots. The record counts it."""
    table = await house.hall.fresh(id)
    house.studio.require(table.match.setup.game)
    await house.limits.take(ANALYSES, user.id)
    match = await table.ask(lambda match, time: match.hint(user.id, time))
    found = await house.studio.hint(str(match.state), 2 * house.settings.review_effort)
    return Response(found, media_type="application/json")


@router.post("/games/{id}/review", responses=answer(ReviewView))
async def review(id: str, user: AnyUser, house: TheHouse) -> Response:
    """Have a game that is over reviewed; answers at once with how far that is."""
    table = await house.hall.fresh(id)
    if table.match.status != DONE:
        raise Refused("not_over", "the game is not over yet")
    found = await house.reviewing.ask(id, table.record(), user.id)
    return Response(found, media_type="application/json")


@router.get("/games/{id}/review", responses=answer(ReviewView))
async def find_review(id: str, house: TheHouse) -> Response:
    """The review of a game, or how far it is."""
    found = await house.reviewing.find(id, (await house.hall.fresh(id)).record())
    if found is None:
        raise Refused("no_review", "nobody has asked for a review of this game yet")
    return Response(found, media_type="application/json")


class Analysed(Strict):
    """A position to be analysed."""

    position: Position
    effort: Annotated[int, Field(ge=1, le=DEEPEST, description="simulations")] = 2000
    also: list[Annotated[str, Field(max_length=100)]] = Field(
        default=[], max_length=4, description="moves to be compared with the best"
    )


@router.post("/analysis", responses=answer(analysis.Analysis))
async def analyse(asked: Analysed, user: AnyUser, house: TheHouse) -> Response:
    """The best lines of a position. More effort takes longer and sees more."""
    state = read_position(asked.position)
    for table in house.hall.tables.values():
        match = table.match
        held = match.seats_of(user.id)
        if match.status == PLAYING and held and not match.is_casual and match.state == state:
            raise Refused("no_hint", "this is the position of a game that you are playing")
    if state.turn == OVER:
        raise Refused("over", "the game is over in this position")
    house.studio.require(state.game)
    await house.limits.take(ANALYSES, user.id)
    also = tuple([str(read_move(state, move)) for move in asked.also])
    found = await house.studio.analyse(asked.position, asked.effort, also)
    return Response(found, media_type="application/json")
