"""Pavilion: the rules of Azul: Summer Pavilion."""

from tilewright.pavilion.board import (
    COLOR_LETTERS,
    COLOR_NAMES,
    JOKER_ORDERS,
    OPTIONS,
    PLAYERS,
    SIDE,
    SPACE_NAMES,
    Deal,
    Move,
    Options,
    Pass,
    Pick,
    Place,
    Player,
    Refill,
    Take,
)
from tilewright.pavilion.notation import parse_move
from tilewright.pavilion.state import State, begin, new_game, parse

NAME = "pavilion"
TITLE = "Azul: Summer Pavilion"
RULES = 1  # the version of the rules that records name

__all__ = [
    "NAME",
    "OPTIONS",
    "PLAYERS",
    "SIDE",
    "TITLE",
    "COLOR_LETTERS",
    "COLOR_NAMES",
    "JOKER_ORDERS",
    "RULES",
    "SPACE_NAMES",
    "Deal",
    "Move",
    "Options",
    "Pass",
    "Pick",
    "Place",
    "Player",
    "Refill",
    "State",
    "Take",
    "begin",
    "new_game",
    "parse",
    "parse_move",
]
