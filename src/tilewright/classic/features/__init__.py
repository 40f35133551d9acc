"""What a bot sees of a classic position, compiled.

Boards are seen from the seat to move: board 0 is its own, board 1 that of the next seat. Before a
deal the seat to move is the one that will start. A position is a list of features, some of them
more than once, and a few numbers; a move has features too, called traits.
"""

from tilewright.classic.features.estimate import estimate
from tilewright.classic.features.layout import (
    EXPLORE,
    FEATURES,
    LATER_BOARDS,
    MOST_ACTIVE,
    MOST_TRAITS,
    NUMBERS,
    SPREAD,
    TRAITS,
)
from tilewright.classic.features.moves import list_candidates, traits
from tilewright.classic.features.position import look
from tilewright.classic.features.search import advance, cut, explore, features, is_leaf, spread

__all__ = [
    "EXPLORE",
    "FEATURES",
    "LATER_BOARDS",
    "MOST_ACTIVE",
    "MOST_TRAITS",
    "NUMBERS",
    "SPREAD",
    "TRAITS",
    "advance",
    "cut",
    "estimate",
    "explore",
    "features",
    "is_leaf",
    "list_candidates",
    "look",
    "spread",
    "traits",
]
