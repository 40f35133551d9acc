"""The features of classic positions and moves, compiled.

Boards are seen from the seat to move: board 0 is its own, board 1 that of the next seat. Before a
deal, the seat to move is the one that will start. A position is a list of features, in which some
may be repeated, and a few numbers; a move has features too.
"""

from tilewright.classic.features.estimate import estimate
from tilewright.classic.features.layout import (
    C_PUCT,
    LATER_BOARDS,
    MOST_ACTIVE,
    MOST_MOVE_FEATURES,
    MOVE_FEATURES,
    NUMBERS,
    POLICY_TEMPERATURE,
    POSITION_FEATURES,
    SPREAD,
)
from tilewright.classic.features.moves import list_candidates, move_features
from tilewright.classic.features.position import position_features
from tilewright.classic.features.search import (
    advance,
    default_exploration,
    feature_count,
    is_leaf,
    is_playout_end,
    spread,
)

__all__ = [
    "C_PUCT",
    "POLICY_TEMPERATURE",
    "LATER_BOARDS",
    "MOST_ACTIVE",
    "MOST_MOVE_FEATURES",
    "MOVE_FEATURES",
    "NUMBERS",
    "POSITION_FEATURES",
    "SPREAD",
    "advance",
    "default_exploration",
    "estimate",
    "feature_count",
    "is_leaf",
    "is_playout_end",
    "list_candidates",
    "move_features",
    "position_features",
    "spread",
]
