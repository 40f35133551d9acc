"""Classic for OpenSpiel."""

from __future__ import annotations

from typing import Any

from tilewright.classic.board import OPTIONS, ROUND_LIMIT, SIZE, Deal
from tilewright.classic.state import State
from tilewright.market import FACTORIES, FACTORY_SIZE
from tilewright.tiles import Tiles

# OpenSpiel wants games that end, so there is always a round limit.
PARAMETERS: dict[str, str | int] = {
    **{option.name: option.default for option in OPTIONS},
    "round_limit": ROUND_LIMIT,
}


def options(parameters: dict[str, Any]) -> dict[str, object]:
    """The options of a game, from its parameters."""
    return parameters


def most_moves(state: State) -> tuple[int, int]:
    """More moves of seats, and more draws of nature, than any game can have."""
    players, rounds = state.options.players, state.options.round_limit or ROUND_LIMIT
    dealt = FACTORY_SIZE * FACTORIES[players]  # a take takes one tile at least
    return rounds * (dealt + SIZE * players), rounds * dealt


def heaps(state: State) -> tuple[Tiles, Tiles, tuple[int, ...]]:
    """What nature draws from, what is poured in when that is empty, and the sizes of the heaps."""
    return state.bag, state.lid, (FACTORY_SIZE,) * (len(state.sources) - 1)


def draw(state: State, groups: tuple[Tiles, ...]) -> Deal:
    """Nature's move, when all is drawn."""
    return Deal(groups)


def show(state: State, bag: Tiles, used: Tiles, groups: tuple[Tiles, ...]) -> State:
    """The position with the tiles drawn so far where they will lie."""
    return state._replace(bag=bag, lid=used, sources=(state.sources[0], *groups))
