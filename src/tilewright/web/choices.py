"""Words that a request may choose from, known when the server starts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from tilewright.games import GAMES
from tilewright.store.ladders import LADDERS
from tilewright.web.languages import WORDS

if TYPE_CHECKING:
    GameName: TypeAlias = str
    Ladder: TypeAlias = str
    Language: TypeAlias = str
else:
    GameName = Literal[tuple(GAMES)]
    Ladder = Literal[LADDERS]
    Language = Literal[tuple(WORDS)]
