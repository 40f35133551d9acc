"""Computer opponents, by name."""

from __future__ import annotations

from tilewright.bots import greedy, levels, random, warming
from tilewright.bots.choice import Choice, Choose, Limit, Outlook, Ranked
from tilewright.game import Rng, expected
from tilewright.games import AnyState

__all__ = [
    "BOTS",
    "DEFAULT",
    "LEVELS",
    "SEARCHING",
    "Choice",
    "Choose",
    "Limit",
    "Outlook",
    "Ranked",
    "at_once",
    "find",
    "shown",
]


def uct(state: AnyState, limit: Limit, rng: Rng) -> Choice:
    """Choose by tree search to the end of the round and a hand-made evaluation."""
    warming.require(state.game)
    from tilewright.bots import search  # needs numba

    return search.uct(state, limit, rng)


# From weakest to strongest; more may be added.
BOTS: dict[str, Choose] = {
    "random": random.choose,
    "greedy": greedy.choose,
    "uct": uct,
    **levels.OPPONENTS,
}
LEVELS = levels.NAMES  # those made for people
DEFAULT = levels.DEFAULT
SEARCHING = ("uct", *LEVELS)  # they need the search, which is compiled once
MEASURES = ("random", "greedy", "uct")  # to compare with, in tests and arenas


def find(name: str) -> Choose:
    """Find a bot by its name."""
    if name not in BOTS:
        raise ValueError(f"unknown bot {name!r}: {expected(name, BOTS)}")
    return BOTS[name]


def at_once(name: str, game: str = "") -> Choose:
    """Find a bot by its name, or the greedy bot while the search of the game (or of any game) is
    not compiled yet: people at a table should not have to wait, and are told."""
    if name in SEARCHING and not warming.is_ready(game):
        return greedy.choose
    return find(name)


def shown() -> list[str]:
    """The bots that people can choose: the levels, and those that were added."""
    return [name for name in BOTS if name not in MEASURES]
