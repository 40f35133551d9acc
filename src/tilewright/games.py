"""The games there are, by name. A game is registered here and nowhere else."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any, TypeAlias

from tilewright import (
    classic,
    pavilion,
)
from tilewright.game import AnyMove as AnyMove
from tilewright.game import Game, InvalidNotation, Option, State, expected

__all__ = [
    "GAMES",
    "begin",
    "classic",
    "parse",
    "pavilion",
]

AnyState: TypeAlias = State[Any]

_GAMES: tuple[Game, ...] = (
    classic,
    pavilion,
)
GAMES = {game.NAME: game for game in _GAMES}
for _name in os.environ.get("TILEWRIGHT_GAMES", "").split():  # modules of further games
    _more: Game = import_module(_name)
    GAMES[_more.NAME] = _more
DEFAULT = next(iter(GAMES))  # what is played unless another is named


def game(name: str) -> Game:
    """A game by its name."""
    if name not in GAMES:
        raise InvalidNotation(f"unknown game {name!r}: {expected(name, GAMES)}")
    return GAMES[name]


@cache
def part(name: str, layer: str) -> ModuleType:
    """What a layer needs from a game: a module in the game's own folder, loaded when asked for."""
    return import_module(f"{game(name).__name__}.{layer}")


@cache
def has_part(name: str, layer: str) -> bool:
    """Whether a game offers something to a layer that not all of them do."""
    return find_spec(f"{game(name).__name__}.{layer}") is not None


def games_with(layer: str) -> list[str]:
    """The games that offer something to a layer."""
    return [name for name in GAMES if has_part(name, layer)]


def parse(text: str) -> AnyState:
    """Read a position of any game."""
    return game(text.split(maxsplit=1)[0] if text.strip() else "").parse(text)


def begin(name: str, options: str) -> AnyState:
    """The beginning of a game with options in words: `players=2 wall=grey round_limit=40`."""
    return game(name).begin(options)


def new_game(name: str, players: int = 2, chosen: Mapping[str, object] | None = None) -> AnyState:
    """The beginning of a game with the options that were chosen, and the defaults for the rest."""
    rules, chosen = game(name), chosen or {}
    names = option_names(name)
    for word in chosen:
        if word not in names:
            raise InvalidNotation(f"{word} is not an option of {name}: {expected(word, names)}")
    words = [f"players={players}"]
    for option in rules.OPTIONS:
        value = chosen.get(option.name, option.default)
        value = "none" if value is None else str(value)
        words.append(f"{option.name}={option.spelled.get(value, value)}")
    return rules.begin(" ".join(words))


def option_names(name: str) -> tuple[str, ...]:
    """The names of a game's options."""
    return tuple([option.name for option in game(name).OPTIONS])


def option(name: str, word: str) -> Option:
    """An option of a game."""
    return next(each for each in game(name).OPTIONS if each.name == word)


def sides(name: str) -> tuple[str, ...]:
    """The sides of the player boards of a game."""
    return option(name, game(name).SIDE).values


def side(state: AnyState) -> str:
    """The side of the player boards that is played on."""
    found: str = getattr(state.options, game(state.game).SIDE)
    return found
