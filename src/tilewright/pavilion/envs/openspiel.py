"""Pavilion for OpenSpiel."""

from __future__ import annotations

from typing import Any

from tilewright.market import FACTORIES, FACTORY_SIZE
from tilewright.pavilion.board import FEATURES, OPTIONS, ROUNDS, SPACES, SUPPLY_SIZE, Deal, Refill
from tilewright.pavilion.rules import DEAL
from tilewright.pavilion.state import State
from tilewright.tiles import Tiles, add

# OpenSpiel reads 2019 back as a number, so the edition is a flag.
PARAMETERS: dict[str, str | int] = {
    "mini": False,
    **{option.name: option.default for option in OPTIONS if option.name != "edition"},
}


def options(parameters: dict[str, Any]) -> dict[str, object]:
    """The options of a game, from its parameters."""
    others = {name: value for name, value in parameters.items() if name != "mini"}
    return {**others, "edition": "mini" if parameters["mini"] else "2019"}


def most_moves(state: State) -> tuple[int, int]:
    """More moves of seats, and more draws of nature, than any game can have."""
    players = state.options.players
    dealt = FACTORY_SIZE * FACTORIES[players]  # a take takes one tile at least
    picks = players * sum(feature.tiles for feature in FEATURES)
    moves = ROUNDS * (dealt + players) + players * SPACES + picks
    return moves, ROUNDS * dealt + SUPPLY_SIZE + picks


def heaps(state: State) -> tuple[Tiles, Tiles, tuple[int, ...]]:
    """What nature draws from, what is poured in when that is empty, and the sizes of the heaps."""
    sizes = (FACTORY_SIZE,) * (len(state.sources) - 1)
    if state.phase != DEAL:
        sizes = (SUPPLY_SIZE - sum(state.supply),)
    return state.bag, state.tower, sizes


def draw(state: State, groups: tuple[Tiles, ...]) -> Deal | Refill:
    """Nature's move, when all is drawn."""
    return Deal(groups) if state.phase == DEAL else Refill(*groups)


def show(state: State, bag: Tiles, used: Tiles, groups: tuple[Tiles, ...]) -> State:
    """The position with the tiles drawn so far where they will lie."""
    state = state._replace(bag=bag, tower=used)
    if state.phase == DEAL:
        return state._replace(sources=(state.sources[0], *groups))
    return state._replace(supply=add(state.supply, *groups))
