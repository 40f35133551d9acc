"""Pavilion, compiled: the same game as `tilewright.pavilion`, packed into machine words.

Kernels take one game, an element of an array of `STATE`, and change it in place. They trust moves
to be legal; `is_legal` checks.
"""

from tilewright.pavilion.kernel.chance import apply_chance, chance, random_step
from tilewright.pavilion.kernel.convert import (
    decode_move,
    encode_chance,
    encode_move,
    from_state,
    to_state,
)
from tilewright.pavilion.kernel.layout import MOST_MOVES, MOVES, STATE
from tilewright.pavilion.kernel.moves import (
    count_moves,
    is_legal,
    kth_move,
    list_moves,
    turn,
    write_mask,
)
from tilewright.pavilion.kernel.play import apply
from tilewright.pavilion.kernel.position import hash_state, reset, standing

__all__ = [
    "MOST_MOVES",
    "MOVES",
    "STATE",
    "apply",
    "apply_chance",
    "chance",
    "count_moves",
    "decode_move",
    "encode_chance",
    "encode_move",
    "from_state",
    "hash_state",
    "is_legal",
    "kth_move",
    "list_moves",
    "random_step",
    "reset",
    "standing",
    "to_state",
    "turn",
    "write_mask",
]
