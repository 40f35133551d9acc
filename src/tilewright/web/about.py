"""What the house offers, so that a client needs no lists of its own."""

from __future__ import annotations

from fastapi import APIRouter
from pydantic import BaseModel, Field

import tilewright
from tilewright.bots import BOTS
from tilewright.web.tables import PROBLEMS
from tilewright.web.talk import PHRASES, REACTIONS

router = APIRouter(prefix="/api", responses=PROBLEMS)


class About(BaseModel):
    """The version of the server, its bots, and what can be said at every table."""

    version: str
    bots: list[str] = Field(description="the weakest first")
    phrases: list[str]
    reactions: list[str]


@router.get("/house")
async def about() -> About:
    """The version of the server, its bots, and what can be said at every table."""
    return About(
        version=tilewright.__version__,
        bots=list(BOTS),
        phrases=list(PHRASES),
        reactions=list(REACTIONS),
    )
