"""Classic: the rules of Azul."""

from tilewright.classic.board import (
    COLOR_LETTERS,
    COLOR_NAMES,
    FLOOR,
    Deal,
    Lay,
    Move,
    Options,
    Player,
    Take,
)
from tilewright.classic.notation import parse_move
from tilewright.classic.state import State, begin, new_game, parse

RULES = 1  # the version of the rules that records name

__all__ = [
    "COLOR_LETTERS",
    "COLOR_NAMES",
    "FLOOR",
    "RULES",
    "Deal",
    "Lay",
    "Move",
    "Options",
    "Player",
    "State",
    "Take",
    "begin",
    "new_game",
    "parse",
    "parse_move",
]
