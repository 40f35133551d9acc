"""What the server offers, so that a client needs no lists of its own."""

from __future__ import annotations

from fastapi import APIRouter
from pydantic import BaseModel, Field

import tilewright
from tilewright.bots import LEVELS, shown
from tilewright.web.chat import PHRASES, REACTIONS
from tilewright.web.description import PROBLEMS
from tilewright.web.people import TheHouse

router = APIRouter(prefix="/api", responses=PROBLEMS)


class Bot(BaseModel):
    """A bot of the server."""

    name: str
    number: int = Field(description="its strength from 1 to 8; 0 if it is not on the scale")


class About(BaseModel):
    """The version of the server, its bots, and what can be said at every table."""

    version: str
    bots: list[Bot] = Field(description="the weakest first")
    ready: bool = Field(description="whether they play as well as they can; else, simply")
    warming: bool = Field(description="whether they are getting ready")
    mail: bool = Field(description="whether the server sends mail")
    phrases: list[str]
    reactions: list[str]


@router.get("/about")
async def about(house: TheHouse) -> About:
    """The version of the server, its bots, and what can be said at every table."""
    thinking = house.hall.thinking
    return About(
        version=tilewright.__version__,
        bots=[
            Bot(name=name, number=LEVELS.index(name) + 1 if name in LEVELS else 0)
            for name in shown()
        ],
        ready=thinking.ready,
        warming=thinking.warming,
        mail=bool(house.settings.smtp),
        phrases=list(PHRASES),
        reactions=list(REACTIONS),
    )
