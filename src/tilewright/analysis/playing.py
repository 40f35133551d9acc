"""Games played on from a position by small searches for all seats, with every scoring step."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from math import sqrt
from statistics import fmean, stdev

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
LINES = 4  # up to nature's first move, by searches of different sizes


class DealSeeds:
    """Seeds of nature's moves in a game. They depend on the game's seed, on the round and on how
    many there were in it: games of the same seed are dealt alike, as far as the bag allows."""

    def __init__(self, seed: int) -> None:
        self.seed, self.round, self.count = seed, 0, 0

    def next(self, round: int) -> int:
        """The seed of nature's next move, in this round."""
        self.count = self.count + 1 if round == self.round else 0
        self.round = round
        return (self.seed << 32) + (round << 16) + self.count


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
        self.foreseen: dict[tuple[AnyState, int], int] = {}  # moves before nature's first, by line
        self.spent = 0  # simulations after nature's first move
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

    def foresee(self, state: AnyState, array: Records, line: int) -> int:
        """A move as a number before nature has moved, so that many games may come here: searched
        once, and more deeply, because a slip here would not average out."""
        key = state, line
        if key not in self.foreseen:
            clear(self.tree)
            self.foreseen[key] = self.choose(array, self.first >> line, fast.seeded(0))
        return self.foreseen[key]

    def finish(self, state: AnyState, seed: int) -> AnyState:
        """How a game goes on to its end, without its moves."""
        line, deals, rng = seed % LINES, DealSeeds(seed), fast.seeded(seed)
        array, first = fast.from_state(state), state.round
        while self.first and state.turn not in (CHANCE, OVER):
            code = self.foresee(state, array, line)
            state = state.play(self.kernel.decode_move(code))
            self.kernel.apply(array[0], code)
        clear(self.tree)
        while (turn := fast.turn(array[0])) != OVER:
            round = int(array[0]["round_"])
            if turn == CHANCE:
                fast.settle(array[0], fast.seeded(deals.next(round)))
            else:
                simulations = self.now if round == first else self.later
                self.spent += simulations
                self.kernel.apply(array[0], self.choose(array, simulations, rng))
        return fast.to_state(array)

    def play(
        self, state: AnyState, seed: int
    ) -> Iterator[tuple[AnyState, AnyMove, tuple[Step, ...]]]:
        """Play on to the end: every position, the move made there, and its steps."""
        clear(self.tree)
        array, rng, deals = fast.from_state(state), fast.seeded(seed), DealSeeds(seed)
        first, is_foreseen = state.round, self.first > 0
        while state.turn != OVER:
            if state.turn == CHANCE:
                is_foreseen = False
                move = state.sample(random.Random(deals.next(state.round)))
                after, steps = state.step(move)
                array = fast.from_state(after)
            else:
                simulations = self.now if state.round == first else self.later
                code = (
                    self.foresee(state, array, seed % LINES)
                    if is_foreseen
                    else self.choose(array, simulations, rng)
                )
                move = self.kernel.decode_move(code)
                after, steps = state.step(move)
                self.kernel.apply(array[0], code)
            yield state, move, steps
            state = after


def error(numbers: Sequence[float]) -> float:
    """The standard error of a mean over games. These follow a few lines up to nature's first move:
    where the lines differ by more than the games in them explain, they count as so few games."""
    if len(numbers) < 2:
        return 0.0
    lines = [fmean(numbers[line::LINES]) for line in range(min(LINES, len(numbers)))]
    return max(stdev(each) / sqrt(len(each)) for each in (numbers, lines))
