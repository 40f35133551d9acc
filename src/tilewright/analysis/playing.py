"""Games played on from a position by small searches for all seats, with every scoring step."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np

from tilewright import fast
from tilewright.bots import search
from tilewright.bots.config import SearchConfig
from tilewright.bots.evaluate import new_workspace
from tilewright.bots.features import MOST_MOVES
from tilewright.bots.memory import is_decided
from tilewright.bots.root import sample
from tilewright.bots.simulation import run_simulations
from tilewright.bots.tree import clear, find, new_tree, set_root
from tilewright.fast.compiling import Records, RngState
from tilewright.game import CHANCE, OVER, Step
from tilewright.games import AnyMove, AnyState

NOW, LATER = 48, 12  # simulations for a move of the round it begins in, and of those that follow
TEMPERATURE = 0.25
KEPT = 4  # searches fit into the tree


class RolloutPlayer:
    """Plays all seats of a game; for one thread."""

    def __init__(
        self,
        state: AnyState,
        now: int = NOW,
        later: int = LATER,
        temperature: float = TEMPERATURE,
        first: int = 0,
    ) -> None:
        self.net, self.now, self.later = search.net_of(state), now, later
        self.temperature, self.first = temperature, first
        self.foreseen: dict[AnyState, int] = {}  # moves before nature's first
        room = max(first, KEPT * now, KEPT * later)
        self.tree = new_tree(room + 8, 32 * room + 4 * MOST_MOVES, MOST_MOVES)
        self.workspace, self.config = new_workspace(MOST_MOVES), SearchConfig()
        self.game = fast.from_state(state)
        self.kernel = fast.kernels(state.game)

    def choose(self, array: Records, simulations: int, rng: RngState) -> int:
        """A move as a number: the best found by a small search, or one nearly as good. The search
        goes on from what those before it found."""
        s, tree, net, workspace = array[0], self.tree, self.net, self.workspace
        known = find(tree, np.uint64(self.kernel.hash_state(s)))
        has_room = tree.used[0] + simulations <= len(tree.nodes)
        if known and tree.nodes[known]["count"] and has_room:
            set_root(tree, known, self.config, rng)
        else:
            clear(tree)
            run_simulations(tree, s, self.game, net, workspace, self.config, rng, 0)
        times = simulations - int(tree.nodes[tree.used[2]]["visits"])
        if times > 0 and not is_decided(tree):
            run_simulations(tree, s, self.game, net, workspace, self.config, rng, times)
        return int(tree.children[sample(tree, self.temperature, rng)]["move"])

    def foresee(self, state: AnyState, array: Records) -> int:
        """A move as a number before nature has moved, so that all games may come here: searched
        once, and more deeply, because a slip here would not average out."""
        if state not in self.foreseen:
            clear(self.tree)
            self.foreseen[state] = self.choose(array, self.first, fast.seeded(0))
        return self.foreseen[state]

    def play(
        self, state: AnyState, seed: int
    ) -> Iterator[tuple[AnyState, AnyMove, tuple[Step, ...]]]:
        """Play on to the end: every position, the move made there, and its steps. Nature's moves
        depend on the seed, the round and their number in it, as far as the bag allows."""
        clear(self.tree)
        array, rng = fast.from_state(state), fast.seeded(seed)
        first, rounds, draws, is_foreseen = state.round, state.round, 0, self.first > 0
        while state.turn != OVER:
            if state.turn == CHANCE:
                is_foreseen = False
                draws = draws + 1 if state.round == rounds else 0
                rounds = state.round
                move = state.sample(random.Random(f"{seed} {rounds} {draws}"))
                after, steps = state.step(move)
                array = fast.from_state(after)
            else:
                simulations = self.now if state.round == first else self.later
                code = (
                    self.foresee(state, array)
                    if is_foreseen
                    else self.choose(array, simulations, rng)
                )
                move = self.kernel.decode_move(code)
                after, steps = state.step(move)
                self.kernel.apply(array[0], code)
            yield state, move, steps
            state = after
