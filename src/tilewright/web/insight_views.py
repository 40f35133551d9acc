"""What insights look like on the wire."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from tilewright.analysis import Insights
from tilewright.table.messages import about
from tilewright.web.reviews import BacklogView


class PlayedKind(Struct, frozen=True):
    """My games with this number of players."""

    game: Annotated[str, about("its name")]
    players: int
    games: Annotated[int, about("that I have played to the end")]
    reviewed: Annotated[int, about("of these, those that have been reviewed")]


class PlayedGame(Struct, frozen=True):
    """Which game a number in insights means."""

    number: int
    game: Annotated[str, about("its id")]
    over: Annotated[int, about("when it ended")]


class InsightsView(Struct, kw_only=True):
    """What the reviews of my games say together."""

    game: Annotated[str, about("the name of the game; empty if I have played none to the end")]
    kinds: Annotated[tuple[PlayedKind, ...], about("all my games, by game and number of players")]
    missing: Annotated[int, about("games of those chosen that have not been reviewed")]
    insights: Annotated[Insights | None, about("what the reviews say; `null` if there are none")]
    played: Annotated[tuple[PlayedGame, ...], about("the games that `insights` names by number")]
    backlog: Annotated[
        BacklogView | None, about("the reviews that I have ordered together, while they are made")
    ]
