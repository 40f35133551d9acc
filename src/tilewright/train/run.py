"""Generations: play, fit, pass the gate, repeat. What is learned is kept in a folder, from which a
later run resumes."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

from tilewright import fast
from tilewright.bots import nets
from tilewright.bots.config import SearchConfig
from tilewright.bots.nets import Net
from tilewright.compute import Pool
from tilewright.train import fit
from tilewright.train.game import learned
from tilewright.train.gate import GateResult, Rival, Trial, decide, together
from tilewright.train.jobs import (
    BY_HAND,
    Configuration,
    JobProgress,
    SelfPlayJob,
    compare,
    join,
    self_play,
)
from tilewright.train.play import Effort, Samples
from tilewright.writing import replacing

CHUNK = 25  # games a worker plays before it reports


class Plan(NamedTuple):
    """How a generation is made."""

    games: int = 3000
    effort: Effort = Effort()
    noise: float = 0.2  # at the root, while playing to learn
    window: int = 5  # generations that are learned from
    epochs: float = 1.3
    rate: float | None = None  # of the steps; by default the highest that is stable
    loss_weights: fit.LossWeights = fit.LOSS_WEIGHTS
    trial: Trial = Trial()  # before a net takes over
    units: int = nets.FIRST  # of the first layer of a new net


class Generation(NamedTuple):
    """The result of a generation."""

    number: int
    games: int
    positions: int
    losses: tuple[float, float, float]  # chance, margin, policy
    score: float  # against the previous net
    error: float  # 95 % interval, over deals
    margin: float
    seconds: float
    kept: bool
    rivals: tuple[tuple[str, float, float, int], ...] = ()  # its opponents: score, error, deals
    reason: str = ""  # why it was not kept


class Training:
    """A folder in which a net learns."""

    def __init__(
        self,
        configuration: Configuration,
        folder: Path,
        plan: Plan,
        pool: Pool,
        start: Net | None = None,
    ) -> None:
        self.configuration, self.folder, self.plan, self.pool = configuration, folder, plan, pool
        folder.mkdir(parents=True, exist_ok=True)
        log = folder / "log.jsonl"
        lines = log.read_text().splitlines() if log.exists() else []
        self.generations = [Generation(**json.loads(line)) for line in lines]
        kept, first = folder / "net.npz", folder / "start.npz"
        if start and not first.exists():
            nets.save(start, first)
        self.by_hand = not first.exists()  # the first games
        self.net = nets.load(kept) if kept.exists() else start

    def generation(self, progress: JobProgress = lambda _what, _part: None) -> Generation:
        """Make one more generation. Without a net to start with, the first games are played by the
        hand-made search and used only once."""
        plan, number, begin, before = self.plan, len(self.generations), time.time(), self.net
        seed = 7919 * (number + 1)
        fresh, games = join_all(self.self_play_games(seed, progress))
        with replacing(self.samples(number)) as file:
            np.savez(file, **fresh._asdict())
        first = max(int(self.by_hand and number > 0), number + 1 - plan.window)
        window = [self.load(at) for at in range(first, number)]
        net, losses = fit.fit_net(
            before or nets.new_net(self.configuration.game, units=plan.units),
            join([*window, fresh]),
            epochs=plan.epochs if before else 3.0,
            rate=plan.rate or learned(self.configuration.game).RATE,
            seed=seed,
            loss_weights=plan.loss_weights,
            progress=lambda part: progress("fit", part),
        )
        decision = self.trial(net, seed, progress)
        scores, kept = decision.scores, decision.passed
        made = Generation(
            number,
            games,
            len(fresh.states),
            losses,
            *next(iter(scores.values()))[:3],
            time.time() - begin,
            kept,
            tuple((name, one.share, one.error, one.deals) for name, one in scores.items()),
            decision.reason,
        )
        if kept:
            nets.save(net, self.folder / f"net-{number:03}.npz")
            nets.save(net, self.folder / "net.npz")
            self.net = nets.load(self.folder / "net.npz")  # rounded, as a later run would find it
        with (self.folder / "log.jsonl").open("a") as file:
            file.write(json.dumps(made._asdict()) + "\n")
        self.generations.append(made)
        return made

    def trial(self, net: Net, seed: int, progress: JobProgress) -> GateResult:
        """Send a net to the gate. One for several configurations is tried in all of them."""
        each = self.configuration.each
        share = self.plan.trial.split(len(each))
        found = {one: self.trial_at(one, net, share, seed, progress) for one in each}
        return together(found) if len(each) > 1 else found[self.configuration]

    def trial_at(
        self, at: Configuration, net: Net, trial: Trial, seed: int, progress: JobProgress
    ) -> GateResult:
        """Try a net in one configuration. The first net, fitted to hand-made games, is measured and
        always passes."""
        before = self.net
        if before is None:
            times = (trial.simulations, learned(at.game).TEACHER[0])
            score = compare(
                at,
                (net, nets.no_net()),
                times,
                trial.pairs,
                self.pool,
                configs=(SearchConfig(), BY_HAND),
                seed=seed,
                progress=progress,
            )
            return GateResult({"uct": score})
        kept = [*self.folder.glob("start.npz"), *sorted(self.folder.glob("net-*.npz"))][:-1]
        earlier = dict.fromkeys([*kept[:1], *kept[len(kept) // 2 :][:1]])
        rivals = [
            Rival("the net before", before),
            *[Rival(path.stem, nets.load(path)) for path in earlier],
            Rival("uct", nets.no_net(), BY_HAND),
        ]
        return decide(
            at,
            net,
            rivals,
            trial,
            self.pool,
            seed=seed,
            must_win=at == self.configuration,
            progress=progress,
        )

    def self_play_games(self, seed: int, progress: JobProgress) -> Iterator[tuple[int, Samples]]:
        """Let the workers play the games of a generation."""
        plan, done = self.plan, 0
        net, config, effort = self.net, SearchConfig(noise=plan.noise), plan.effort
        if net is None:
            net, config = nets.no_net(), BY_HAND
            effort = Effort(*learned(self.configuration.game).TEACHER)
        each = self.configuration.each
        jobs = [
            SelfPlayJob(
                each[at // CHUNK % len(each)],
                net,
                config,
                effort,
                min(CHUNK, plan.games - at),
                seed * 10**6 + at,
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
        arrays["states"] = arrays["states"].astype(fast.kernels(self.configuration.game).STATE)
        return Samples(**arrays)


def join_all(parts: Iterator[tuple[int, Samples]]) -> tuple[Samples, int]:
    """All samples as one, and the number of games."""
    games, found = zip(*parts, strict=True)
    return join(list(found)), sum(games)
