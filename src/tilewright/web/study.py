"""Study over HTTP: hints while playing bots, reviews of games, the best lines of positions, and
rollouts."""

from __future__ import annotations

import asyncio
from asyncio import FIRST_COMPLETED
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Request
from pydantic import Field
from starlette.responses import Response

from tilewright import analysis
from tilewright.game import CHANCE, OVER
from tilewright.games import parse
from tilewright.store.users import User
from tilewright.table.event import Refused
from tilewright.table.fold import DONE
from tilewright.web.attempts import address
from tilewright.web.description import PROBLEMS, answer
from tilewright.web.fair import check_fair
from tilewright.web.house import House
from tilewright.web.people import AnyUser, PlayingUser, TheHouse
from tilewright.web.positions import read_move
from tilewright.web.quotas import Quota
from tilewright.web.reviews import ReviewView
from tilewright.web.tables import PositionText, Strict, read_position

router = APIRouter(prefix="/api", responses=PROBLEMS)

ANALYSES = Quota("analyses", 120, 60.0)  # that a user may ask for in a minute
AT_ONCE = Quota("analyses at a time", 4)  # of a user
FROM_ONE_PLACE = Quota("analyses from one address", 8)  # at a time
FROM_HERE = Quota("reviews from one address", 20, 60.0)  # that have to be made
DEEPEST = 64_000  # simulations
MOST_GAMES = 32  # of a rollout, after each move
AT_A_TIME = 8  # games of a rollout before others have their turn
POLL = 0.5  # seconds between checks whether the server is stopping
LONGEST = 1000  # moves of a game that can be reviewed


@router.post("/games/{id}/hint", responses=answer(analysis.Hint))
async def hint(id: str, request: Request, user: PlayingUser, house: TheHouse) -> Response:
    """Get a hint for my next move, in casual games against bots. The record counts them."""
    table = await house.hall.fresh(id)
    await house.studio.require(table.match.setup.game)
    await house.quotas.take(ANALYSES, user.id)
    await check_fair(house, user, table.match.state)
    match = await table.ask(lambda match, time: match.hint(user.id, time))
    position, effort = str(match.state), 2 * house.settings.review_effort
    return await search(request, house, user, 0, lambda: house.studio.hint(position, effort))


@router.post("/games/{id}/review", responses=answer(ReviewView))
async def review(id: str, request: Request, user: AnyUser, house: TheHouse) -> Response:
    """Have a finished game reviewed; answers at once with the progress."""
    table = await house.hall.fresh(id)
    if table.match.status != DONE:
        raise Refused("not_over", "the game is not over yet")
    if len(table.match.log) > LONGEST:
        raise Refused("too_large", f"games of up to {LONGEST} moves are reviewed")
    if start := table.match.setup.start:
        await check_fair(house, user, parse(start))
    record = table.record()
    found = await house.reviewing.find(id, record)
    if found is None:
        await house.quotas.take(FROM_HERE, address(request))
        found = await house.reviewing.ask(id, record, user.id)
    else:
        await house.reviewing.hurry(id, record)
    return Response(found, media_type="application/json")


@router.get("/games/{id}/review", responses=answer(ReviewView))
async def find_review(id: str, house: TheHouse) -> Response:
    """The review of a game, or its progress."""
    found = await house.reviewing.find(id, (await house.hall.fresh(id)).record())
    if found is None:
        raise Refused("no_review", "nobody has asked for a review of this game yet")
    return Response(found, media_type="application/json")


class Analysed(Strict):
    """A position to be analysed."""

    position: PositionText
    effort: Annotated[int, Field(ge=1, le=DEEPEST, description="simulations")] = 2000
    also: list[Annotated[str, Field(max_length=100)]] = Field(
        default=[], max_length=4, description="moves to be compared with the best"
    )


@router.post("/analysis", responses=answer(analysis.Analysis))
async def analyse(asked: Analysed, request: Request, user: AnyUser, house: TheHouse) -> Response:
    """The best lines of a position. More effort takes longer and sees more."""
    state, effort = read_position(asked.position), asked.effort
    if state.turn == OVER:
        raise Refused("over", "the game is over in this position")
    await house.studio.require(state.game)
    await house.quotas.take(ANALYSES, user.id)
    await check_fair(house, user, state)
    position, also = str(state), tuple([str(read_move(state, move)) for move in asked.also])
    return await search(
        request, house, user, effort, lambda: house.studio.analyse(position, effort, also)
    )


class RolloutRequest(Strict):
    """A position to be played out."""

    position: PositionText
    games: Annotated[
        int, Field(ge=2, le=MOST_GAMES, description="to be played after each move, at most")
    ] = MOST_GAMES


@router.post("/rollout", responses=answer(analysis.Rollout))
async def roll_out(
    asked: RolloutRequest, request: Request, user: AnyUser, house: TheHouse
) -> Response:
    """Play a position out after each of its best moves, with the same deals. It stops when the best
    one is known."""
    state = read_position(asked.position)
    if state.turn == OVER:
        raise Refused("over", "the game is over in this position")
    if state.turn == CHANCE:
        raise Refused("position", "tiles are to be drawn first: there are no moves to compare")
    await house.studio.require(state.game)
    await house.quotas.take(ANALYSES, user.id)
    await check_fair(house, user, state)
    for games in [*range(AT_A_TIME, asked.games, AT_A_TIME), asked.games]:
        work = partial(house.studio.rollout, str(state), games)
        found = await search(request, house, user, DEEPEST, work)
        if found.status_code != 200:
            break
    return found


async def search(
    request: Request,
    house: House,
    user: User,
    effort: int,
    work: Callable[[], Coroutine[Any, Any, bytes]],
) -> Response:
    """What the search finds when its turn comes, as long as someone is waiting for it."""
    async with (
        house.quotas.hold(AT_ONCE, user.id),
        house.quotas.hold(FROM_ONE_PLACE, address(request)),
    ):
        found = asyncio.create_task(house.searches.run(effort, work))
        left = asyncio.create_task(hung_up(request))
        try:
            while house.ready and not (found.done() or left.done()):
                await asyncio.wait({found, left}, timeout=POLL, return_when=FIRST_COMPLETED)
            if found.done():
                return Response(found.result(), media_type="application/json")
            if left.done():
                return Response(status_code=499)  # nobody reads it
            raise Refused("busy", "the server is stopping; try again in a moment")
        finally:
            left.cancel()
            found.cancel()


async def hung_up(request: Request) -> None:
    """Wait until the client has gone; the body has arrived already."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
