"""Whole games of any kind, played at random to the end, and their results."""

from __future__ import annotations

import numpy as np

from tilewright.fast.compiling import (
    Array,
    Records,
    RngState,
    StateRecord,
    int64,
    kernel,
    lean_kernel,
)
from tilewright.fast.rules import chance, random_step, standing, turn
from tilewright.game import CHANCE, OVER


@lean_kernel
def copy(to: Records, of: Records) -> None:
    """Copy the first game of one array over the first of another."""
    to[0] = of[0]


@lean_kernel
def settle(s: StateRecord, rng: RngState) -> None:
    """Make nature's moves until a seat is to move or the game is over."""
    while turn(s) == CHANCE:
        chance(s, rng)


@lean_kernel
def scores(s: StateRecord, out: Array) -> None:
    """Write the score of every seat."""
    for seat in range(s.players):
        out[seat] = s.score[seat]


@lean_kernel
def outcome(s: StateRecord, out: Array) -> None:
    """Write the rank of every seat, from 1; seats that tie share a rank."""
    for seat in range(s.players):
        out[seat] = 1
        for other in range(s.players):
            out[seat] += standing(s, other) > standing(s, seat)


@lean_kernel
def reward(s: StateRecord, seat: int) -> float:
    """What a finished game is worth to a seat, from -1 to 1: the share of opponents that it beat,
    less the share that beat it."""
    ahead = 0
    mine = standing(s, seat)
    for other in range(s.players):
        theirs = standing(s, other)
        ahead += (theirs < mine) - (theirs > mine)
    return ahead / int64(s.players - 1)


@lean_kernel
def playout(s: StateRecord, rng: RngState) -> int:
    """Play at random to the end, all moves equally likely; returns how many the seats made."""
    moves = 0
    while True:
        seat = turn(s)
        if seat == OVER:
            return moves
        if seat == CHANCE:
            chance(s, rng)
        else:
            random_step(s, rng)
            moves += 1


@kernel
def play_games(start: Records, games: int, rng: RngState, out: Array) -> int:
    """Play random games from one position and write the scores of each; returns how many moves the
    seats made."""
    game = np.empty_like(start)
    moves = 0
    for i in range(games):
        game[0] = start[0]
        moves += playout(game[0], rng)
        scores(game[0], out[i])
    return moves
