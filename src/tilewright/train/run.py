"""Generations: play, fit, compare with the net before, and go on. What is learned is kept in a
folder, and a later run takes it up again."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

from tilewright import fast
from tilewright.bots import evaluate, nets
from tilewright.bots.config import SearchConfig
from tilewright.bots.evaluate import Workspace
from tilewright.bots.features import MOST_MOVES
from tilewright.bots.nets import Net
from tilewright.bots.tree import Tree, new_tree
from tilewright.compute import Pool
from tilewright.games import game, new_game
from tilewright.train import fit, play
from tilewright.train.game import learned
from tilewright.train.play import Effort, Samples
from tilewright.writing import replacing

CHUNK = 25  # games that a worker plays before it reports
DEALS = 5  # likewise, when nets are compared
BY_HAND = SearchConfig(c_puct=0.7, ucb=True, playout=True)  # the first teacher

Progress = Callable[[str, float], None]


class Table(NamedTuple):
    """The configuration that is learned."""

    game: str
    players: int = 2
    board: str = "coloured"  # the side of the player boards

    @property
    def name(self) -> str:
        """As files are called."""
        return f"{self.game}-{self.players}-{self.board}"


class Plan(NamedTuple):
    """How a generation is made."""

    games: int = 3000
    effort: Effort = Effort()
    noise: float = 0.2  # at the root, while playing to learn
    window: int = 5  # generations that are learned from
    epochs: float = 1.3
    rate: float | None = None  # of the steps; by default the highest that is stable
    pairs: int = 60  # deals to compare with the net before
    simulations: int = 200  # in these games
    gate: float = 0.9  # of its fair share of wins is the least for a net that takes over


class Generation(NamedTuple):
    """What became of a generation."""

    number: int
    games: int
    positions: int
    losses: tuple[float, float, float]  # chance, margin, policy
    score: float  # against the net before
    error: float  # 95 % interval, over deals
    margin: float
    seconds: float
    kept: bool


class SelfPlayJob(NamedTuple):
    """Games for a worker to play."""

    table: Table
    net: Net
    config: SearchConfig
    effort: Effort
    games: int
    seed: int


class ComparisonJob(NamedTuple):
    """Deals for a worker to compare two nets on."""

    table: Table
    nets: tuple[Net, Net]
    configs: tuple[SearchConfig, SearchConfig]
    times: tuple[int, int]  # simulations
    seeds: tuple[int, ...]


def starts(table: Table, count: int = 64, seed: int = 0) -> fast.Records:
    """Beginnings of games, with all that may differ within a configuration."""
    rng = random.Random(seed)
    found = []
    for i in range(count):
        options = {game(table.game).SIDE: table.board, **learned(table.game).vary(i, rng)}
        found.append(fast.from_state(new_game(table.game, table.players, options)))
    return np.concatenate(found)


def new_search(simulations: int) -> tuple[Tree, Workspace]:
    """Room for a search."""
    tree = new_tree(simulations + 8, 24 * simulations + 8 * MOST_MOVES, MOST_MOVES)
    return tree, evaluate.new_workspace(MOST_MOVES)


def self_play(job: SelfPlayJob) -> tuple[int, Samples]:
    """In a worker: play games; returns how many there was room for, and what they brought."""
    table, net, config, effort, games, seed = job
    begin = starts(table, seed=seed)
    tree, workspace = new_search(max(effort.full, effort.quick))
    out = play.new_samples(begin, games * 120 + 300, games * 120 * 40 + 20000)
    played = play.self_play_games(
        begin, games, net, tree, workspace, config, effort, fast.seeded(seed), out
    )
    return played, join([out])


def join(parts: list[Samples]) -> Samples:
    """Samples of several workers or generations as one."""
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
    begin = starts(job.table, count=1)
    tree, workspace = new_search(max(job.times))
    out = np.zeros((len(job.seeds), job.table.players, 2))
    seeds = np.array(job.seeds, np.uint64)
    play.play_deals(
        begin[0], job.nets, job.configs, job.times, seeds, tree, workspace, begin.copy(), out
    )
    return [(float(share), float(margin)) for share, margin in out.mean(axis=1)]


def compare(
    table: Table,
    nets: tuple[Net, Net],
    times: tuple[int, int],
    pairs: int,
    pool: Pool,
    *,
    configs: tuple[SearchConfig, SearchConfig] = (SearchConfig(), SearchConfig()),
    seed: int = 0,
    progress: Progress = lambda _what, _part: None,
) -> tuple[float, float, float]:
    """Play deals from every seat, the first net against the second; returns the first one's share
    of wins, its 95 % interval over deals, and its margin."""
    seeds = [int(one) for one in fast.seeded(seed, pairs)]
    jobs = [
        ComparisonJob(table, nets, configs, times, tuple(seeds[at : at + DEALS]))
        for at in range(0, pairs, DEALS)
    ]
    deals: list[tuple[float, float]] = []
    for part in pool.map(play_comparison, jobs):
        deals += part
        progress("compare", len(deals) / pairs)
    shares, margins = np.array(deals).T
    error = 1.96 * shares.std(ddof=1) / len(deals) ** 0.5 if len(deals) > 1 else 1.0
    return float(shares.mean()), float(error), float(margins.mean())


class Training:
    """A folder in which a net learns."""

    def __init__(
        self, table: Table, folder: Path, plan: Plan, pool: Pool, start: Net | None = None
    ) -> None:
        self.table, self.folder, self.plan, self.pool = table, folder, plan, pool
        folder.mkdir(parents=True, exist_ok=True)
        log = folder / "log.jsonl"
        lines = log.read_text().splitlines() if log.exists() else []
        self.generations = [Generation(**json.loads(line)) for line in lines]
        kept, first = folder / "net.npz", folder / "start.npz"
        if start and not first.exists():
            nets.save(start, first)
        self.by_hand = not first.exists()  # the first games
        self.net = nets.load(kept) if kept.exists() else start

    def generation(self, progress: Progress = lambda _what, _part: None) -> Generation:
        """Make one more generation. Without a net to start with, the first games are played by
        hand-made rules, and serve once."""
        plan, number, begin, before = self.plan, len(self.generations), time.time(), self.net
        seed = 7919 * (number + 1)
        fresh, games = join_all(self.self_play_games(seed, progress))
        with replacing(self.samples(number)) as file:
            np.savez(file, **fresh._asdict())
        first = max(int(self.by_hand and number > 0), number + 1 - plan.window)
        window = [self.load(at) for at in range(first, number)]
        net, losses = fit.fit_net(
            before or nets.new_net(self.table.game),
            join([*window, fresh]),
            epochs=plan.epochs if before else 3.0,
            rate=plan.rate or learned(self.table.game).RATE,
            seed=seed,
            progress=lambda part: progress("fit", part),
        )
        score, error, margin = compare(
            self.table,
            (net, before or nets.no_net()),
            (plan.simulations, plan.simulations if before else learned(self.table.game).TEACHER[0]),
            plan.pairs,
            self.pool,
            configs=(SearchConfig(), SearchConfig() if before else BY_HAND),
            seed=seed,
            progress=progress,
        )
        kept = before is None or score * self.table.players >= plan.gate
        seconds = time.time() - begin
        made = Generation(
            number, games, len(fresh.states), losses, score, error, margin, seconds, kept
        )
        if kept:
            nets.save(net, self.folder / f"net-{number:03}.npz")
            nets.save(net, self.folder / "net.npz")
            self.net = nets.load(self.folder / "net.npz")  # rounded, as a later run finds it
        with (self.folder / "log.jsonl").open("a") as file:
            file.write(json.dumps(made._asdict()) + "\n")
        self.generations.append(made)
        return made

    def self_play_games(self, seed: int, progress: Progress) -> Iterator[tuple[int, Samples]]:
        """Let the workers play the games of a generation."""
        plan, done = self.plan, 0
        net, config, effort = self.net, SearchConfig(noise=plan.noise), plan.effort
        if net is None:
            net, config = nets.no_net(), BY_HAND
            effort = Effort(*learned(self.table.game).TEACHER)
        jobs = [
            SelfPlayJob(
                self.table, net, config, effort, min(CHUNK, plan.games - at), seed * 10**6 + at
            )
            for at in range(0, plan.games, CHUNK)
        ]
        for played, part in self.pool.map(self_play, jobs):
            done += played
            progress("play", done / plan.games)
            yield played, part

    def samples(self, number: int) -> Path:
        """Where the games of a generation are kept."""
        return self.folder / f"samples-{number:03}.npz"

    def load(self, number: int) -> Samples:
        """What a generation has played."""
        with np.load(self.samples(number)) as file:
            arrays = dict(file)
        arrays["states"] = arrays["states"].astype(fast.kernels(self.table.game).STATE)
        return Samples(**arrays)


def join_all(parts: Iterator[tuple[int, Samples]]) -> tuple[Samples, int]:
    """All samples as one, and the number of games."""
    games, found = zip(*parts, strict=True)
    return join(list(found)), sum(games)
