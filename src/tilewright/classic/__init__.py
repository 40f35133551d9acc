"""Classic: the rules of Azul."""

from tilewright.classic.board import (
    COLOR_LETTERS,
    COLOR_NAMES,
    FLOOR,
    OPTIONS,
    PLAYERS,
    SIDE,
    Deal,
    Lay,
    Move,
    Options,
    Player,
    Take,
)
from tilewright.classic.notation import parse_move
from tilewright.classic.state import State, begin, new_game, parse

NAME = "classic"
TITLE = "Azul"
RULES = 1  # the version of the rules that records name

__all__ = [
    "NAME",
    "OPTIONS",
    "PLAYERS",
    "SIDE",
    "TITLE",
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
