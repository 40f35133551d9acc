"""Perft: count the lines of play to a depth, to compare implementations of the rules.

Nature's moves are fixed, not counted: draw k of a line is the fair deal of a secret of 32 zero
bytes without nonces. The depth counts the seats' moves only.
"""

from __future__ import annotations

from tilewright.fairness import SECRET_BYTES, DealStream
from tilewright.game import CHANCE, OVER
from tilewright.games import AnyState


def perft(state: AnyState, depth: int, draw: int = 0) -> int:
    """The number of lines of play of a given length; a game that ends earlier counts once."""
    while state.turn == CHANCE:
        state = state.play(state.sample(DealStream(bytes(SECRET_BYTES), (), draw)))
        draw += 1
    if depth == 0 or state.turn == OVER:
        return 1
    moves = state.legal_moves()
    if depth == 1:
        return len(moves)
    return sum(perft(state.play(move), depth - 1, draw) for move in moves)
