"""Words that a request may choose from, known when the server starts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from tilewright.games import GAMES
from tilewright.store.ladders import LADDERS

if TYPE_CHECKING:
    GameName: TypeAlias = str
    Ladder: TypeAlias = str
else:
    GameName = Literal[tuple(GAMES)]
    Ladder = Literal[LADDERS]
