"""Games to review."""

from __future__ import annotations

import random
from functools import cache

from tilewright import bots
from tilewright.game import CHANCE, OVER
from tilewright.games import new_game
from tilewright.record import Record


@cache
def played(game: str, levels: tuple[str, ...], seed: int = 0) -> Record:
    """A game of bots."""
    luck = random.Random(seed)
    record = Record(new_game(game, len(levels)))
    state, moves = record.start, []
    while state.turn != OVER:
        if state.turn == CHANCE:
            move = state.sample(luck)
        else:
            move = bots.find(levels[state.turn])(state, bots.Limit(), luck).move
        moves.append(move)
        state = state.play(move)
    return Record(record.start, tuple(moves))


def ending(game: str, levels: tuple[str, ...], moves: int) -> Record:
    """The last moves of a game of bots, or all if there are no more."""
    record = played(game, levels)
    at = max(0, len(record.moves) - moves)
    return Record(list(record.states())[at], record.moves[at:])
