"""What workers do in a training run: self-play, and games that compare two nets."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from tilewright import fast
from tilewright.arena.figures import estimate, mean
from tilewright.arena.sequential import Hypotheses, ratio, verdict
from tilewright.bots.config import SearchConfig
from tilewright.bots.evaluate import Workspace, new_workspace
from tilewright.bots.features import MOST_MOVES
from tilewright.bots.nets import Net
from tilewright.bots.shipped import EVERY
from tilewright.bots.tree import Tree, new_tree
from tilewright.compute import Pool
from tilewright.games import game, new_game, sides
from tilewright.train import play
from tilewright.train.game import learned
from tilewright.train.play import Effort, Samples

DEALS = 5  # games a worker plays before it reports
BATCH = 20  # deals between two checks of a sequential test
BY_HAND = SearchConfig(c_puct=0.7, ucb=True, playout=True)  # the first teacher

JobProgress = Callable[[str, float], None]


EVERY_COUNT = 0  # stands for the number of players of a net that learns its whole game


class Configuration(NamedTuple):
    """The configuration that is learned."""

    game: str
    players: int
    board: str  # the side of the player boards

    @classmethod
    def usual(cls, game: str, players: int = 2) -> Configuration:
        """The configuration with the usual boards."""
        return cls(game, players, sides(game)[0])

    @classmethod
    def every(cls, game: str) -> Configuration:
        """All of a game, learned together."""
        return cls(game, EVERY_COUNT, EVERY)

    @property
    def name(self) -> str:
        """The name used for files."""
        return "-".join([self.game, *([str(self.players)] if self.players else []), self.board])

    @property
    def each(self) -> tuple[Configuration, ...]:
        """The configurations played: this one, or all those of the game."""
        if self.players != EVERY_COUNT:
            return (self,)
        counts, boards = game(self.game).PLAYERS, sides(self.game)
        return tuple([Configuration(self.game, n, board) for n in counts for board in boards])

    @property
    def seats(self) -> int:
        """How many players share the wins in a measure of strength: for a net of every number of
        players, shares are given as if there were two."""
        return self.players or 2


class SelfPlayJob(NamedTuple):
    """Games for a worker to play."""

    configuration: Configuration
    net: Net
    config: SearchConfig
    effort: Effort
    games: int
    seed: int


class ComparisonJob(NamedTuple):
    """Deals for a worker to compare two nets on."""

    configuration: Configuration
    nets: tuple[Net, Net]
    configs: tuple[SearchConfig, SearchConfig]
    times: tuple[int, int]  # simulations
    seeds: tuple[int, ...]


class Score(NamedTuple):
    """How the first of two nets has done."""

    share: float  # of wins
    error: float  # 95 % interval, over deals
    margin: float
    deals: int
    ratio: float = 0.0  # log likelihood ratio of the higher hypothesis, if there are any
    verdict: str = ""  # the hypothesis that holds: `high`, `low`, or none yet


def starts(configuration: Configuration, count: int = 64, seed: int = 0) -> fast.Records:
    """Starts of games, with everything that may differ within a configuration."""
    rng = random.Random(seed)
    found = []
    for i in range(count):
        options = {
            game(configuration.game).SIDE: configuration.board,
            **learned(configuration.game).vary(i, rng),
        }
        found.append(fast.from_state(new_game(configuration.game, configuration.players, options)))
    return np.concatenate(found)


def new_search(simulations: int) -> tuple[Tree, Workspace]:
    """Memory for a search."""
    tree = new_tree(simulations + 8, 24 * simulations + 8 * MOST_MOVES, MOST_MOVES)
    return tree, new_workspace(MOST_MOVES)


def self_play(job: SelfPlayJob) -> tuple[int, Samples]:
    """In a worker: play games; returns how many there was room for, and their samples."""
    configuration, net, config, effort, games, seed = job
    begin = starts(configuration, seed=seed)
    tree, workspace = new_search(max(effort.full, effort.quick))
    out = play.new_samples(begin, games * 120 + 300, games * 120 * 40 + 20000)
    rng = fast.seeded(seed)
    played = play.self_play_games(begin, games, net, tree, workspace, config, effort, rng, out)
    return played, join([out])


def join(parts: list[Samples]) -> Samples:
    """Merge the samples of several workers or generations."""
    at = np.cumsum([0, *[int(part.used[1]) for part in parts]])
    cut = [[array[: part.used[0]] for array in part[:5]] for part in parts]
    states, first, count, found, ended = [
        np.concatenate(arrays) for arrays in zip(*cut, strict=True)
    ]
    weights = np.concatenate([part.weights[: part.used[1]] for part in parts])
    first = first + np.repeat(at[:-1], [int(part.used[0]) for part in parts]).astype(np.int32)
    return Samples(
        states, first, count, found, ended, weights, np.array([len(states), len(weights)])
    )


def play_comparison(job: ComparisonJob) -> list[tuple[float, float]]:
    """In a worker: play deals from every seat; returns the first net's share of the win and its
    margin, averaged over the seats of each deal."""
    begin = starts(job.configuration, count=1)
    tree, workspace = new_search(max(job.times))
    out = np.zeros((len(job.seeds), job.configuration.players, 2))
    seeds = np.array(job.seeds, np.uint64)
    play.play_deals(
        begin[0], job.nets, job.configs, job.times, seeds, tree, workspace, begin.copy(), out
    )
    return [(float(share), float(margin)) for share, margin in out.mean(axis=1)]


def compare(
    configuration: Configuration,
    nets: tuple[Net, Net],
    times: tuple[int, int],
    pairs: int,
    pool: Pool,
    *,
    configs: tuple[SearchConfig, SearchConfig] = (SearchConfig(), SearchConfig()),
    seed: int = 0,
    hypotheses: Hypotheses | None = None,
    progress: JobProgress = lambda _what, _part: None,
) -> Score:
    """Play deals from every seat, the first net against the second; given hypotheses, no
    more of them than it takes to decide between the two."""
    seeds = [int(one) for one in fast.seeded(seed, pairs)]
    shares: list[float] = []
    margins: list[float] = []
    decision = ""
    while len(shares) < pairs and not decision:
        more = seeds[len(shares) :][: BATCH if hypotheses else pairs]
        jobs = [
            ComparisonJob(configuration, nets, configs, times, tuple(more[at : at + DEALS]))
            for at in range(0, len(more), DEALS)
        ]
        for part in pool.map(play_comparison, jobs):
            shares += [share for share, _ in part]
            margins += [margin for _, margin in part]
            progress("compare", len(shares) / pairs)
        decision = verdict(shares, hypotheses) if hypotheses else ""
    score = estimate(shares)
    error = score.high - score.mean if len(shares) > 1 else 1.0
    evidence = ratio(shares, hypotheses) if hypotheses else 0.0
    return Score(score.mean, error, mean(margins), len(shares), evidence, decision)
