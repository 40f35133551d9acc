"""A game on the kernel and on the reference rules side by side: every step is compared."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Generic, TypeVar, cast

import numpy as np

import tilewright as tw
from tests.configurations import CONFIGURATIONS
from tilewright.bots import BOTS, Limit
from tilewright.fast import Records, kernels, outcome, reward, scores
from tilewright.fast.compiling import kernel
from tilewright.fast.rules import count_moves, is_legal, kth_move, list_moves, write_mask

S = TypeVar("S", bound=Any)  # the state of a game

Pick = Callable[[random.Random, int], float]  # which legal move, 0 up to 1, by chance and seed


@kernel
def differs(states: Records, moves: Any, out: Any, mask: Any) -> int:
    """0 if every way to ask for the legal moves gives these; otherwise which one does not."""
    s, n = states[0], len(moves)
    if count_moves(s) != n:
        return 1
    if list_moves(s, out) != n:
        return 2
    for k in range(n):
        if out[k] != moves[k]:
            return 3
        if kth_move(s, k) != moves[k]:
            return 4
    write_mask(s, mask)
    if mask.sum() != n:
        return 5
    for move in range(-1, len(mask) + 1):
        if is_legal(s, move) != (0 <= move < len(mask) and mask[move]):
            return 6
    return 0


class Equality(Generic[S]):
    """What the tests of a kernel compare it with."""

    def __init__(self, game: str, pick: Pick) -> None:
        self.fast, self.pick = kernels(game), pick
        self.games: dict[str, Callable[[], S]] = {
            name: cast(Callable[[], S], new_game)
            for name, new_game in CONFIGURATIONS.items()
            if name.startswith(game)
        }
        self.out = np.zeros(self.fast.MOST_MOVES, np.int32)
        self.mask = np.zeros(self.fast.MOVES, np.bool_)

    def same(self, array: Records, state: S) -> list[Any]:
        """Check everything that can be asked of a position; returns the legal moves."""
        fast = self.fast
        expected = fast.from_state(state)
        assert array.tobytes() == expected.tobytes(), f"{fast.to_state(array)}\n{state}"
        legal: list[Any] = state.legal_moves()
        moves = np.array([fast.encode_move(move) for move in legal], np.int32)
        assert differs(array, moves, self.out, self.mask) == 0, state
        assert fast.turn(array[0]) == state.turn
        return legal

    def advance(self, array: Records, state: S, move: Any) -> S:
        """Make a move on both sides."""
        if state.turn == tw.CHANCE:
            self.fast.apply_chance(array[0], self.fast.encode_chance(move))
        else:
            self.fast.apply(array[0], self.fast.encode_move(move))
        return cast(S, state.play(move))

    def finished(self, array: Records, state: S) -> None:
        """Check the result."""
        found = np.zeros(len(state.scores), np.int64)
        scores(array[0], found)
        assert tuple(found) == state.scores
        outcome(array[0], found)
        assert tuple(found) == state.outcome()
        for seat, rank in enumerate(ranks := state.outcome()):
            beaten = sum(other > rank for other in ranks) - sum(other < rank for other in ranks)
            assert reward(array[0], seat) == beaten / (len(ranks) - 1)

    def follow(self, state: S, seed: int, *, every: int = 1) -> int:
        """Play a game on both sides, by the reference's chance; every n-th position is also
        converted there and back. Returns the number of moves."""
        rng = random.Random(seed)
        array = self.fast.from_state(state)
        legal = self.same(array, state)
        moves = 0
        while state.turn != tw.OVER:
            if state.turn == tw.CHANCE:
                move = state.sample(rng)
            elif seed % 40 == 0:
                move = BOTS["greedy"](state, Limit(), rng).move
            else:
                move = legal[int(len(legal) * self.pick(rng, seed))]
            state = self.advance(array, state, move)
            legal = self.same(array, state)
            moves += 1
            if moves % every == 0:
                assert self.fast.to_state(array) == state
        self.finished(array, state)
        return moves

    def equal(
        self, games: int, seed: int = 0, progress: Callable[[str, int], None] | None = None
    ) -> dict[str, int]:
        """Play this many games of every configuration on both sides and compare every step; returns
        the number of moves compared by configuration. `progress` hears of every hundredth game."""
        compared = dict.fromkeys(self.games, 0)
        for name, new_game in self.games.items():
            for game in range(games):
                compared[name] += self.follow(new_game(), seed + game, every=16)
                if progress and (game + 1) % 100 == 0:
                    progress(name, game + 1)
        return compared
