"""The games there are, by name."""

from __future__ import annotations

from types import ModuleType
from typing import Any, TypeAlias

from tilewright import classic, pavilion
from tilewright.game import InvalidNotation, State, expected

AnyMove: TypeAlias = Any
AnyState: TypeAlias = State[Any]

GAMES: dict[str, ModuleType] = {"classic": classic, "pavilion": pavilion}


def game(name: str) -> ModuleType:
    """The rules module of a game."""
    if name not in GAMES:
        raise InvalidNotation(f"unknown game {name!r}: {expected(name, GAMES)}")
    return GAMES[name]


def parse(text: str) -> AnyState:
    """Read a position of any game."""
    state: AnyState = game(text.split(maxsplit=1)[0] if text.strip() else "").parse(text)
    return state


def begin(name: str, options: str) -> AnyState:
    """The beginning of a game with options in words: `players=2 wall=grey round_limit=40`."""
    state: AnyState = game(name).begin(options)
    return state
