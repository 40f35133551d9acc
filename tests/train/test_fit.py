"""The gradient is that of the loss, and following it lowers the loss."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.bots import plain
from tests.bots.positions import candidates, features_of
from tilewright import fast
from tilewright.bots.config import SearchConfig
from tilewright.bots.evaluate import new_workspace
from tilewright.bots.features import MOST_MOVES
from tilewright.bots.nets import Net, new_net
from tilewright.train.fit import LossWeights, fit_net, gradient, shuffle
from tilewright.train.jobs import Configuration, SelfPlayJob, self_play
from tilewright.train.play import Effort, Samples

CONFIGURATIONS = [
    Configuration.usual("classic", 2),
    Configuration("classic", 3, "grey"),
    Configuration.usual("pavilion", 2),
    Configuration("pavilion", 3, "neutral"),
]
LOSS_WEIGHTS = LossWeights(trust=0.7, chance=1.1, margin=0.9, policy=0.6, level=0.2, ends=2.5)
every_configuration = pytest.mark.parametrize(
    "configuration", CONFIGURATIONS, ids=[configuration.name for configuration in CONFIGURATIONS]
)


@cache
def job(configuration: Configuration, games: int = 2) -> Samples:
    """A few games to learn from."""
    net = plain.lively_net(new_net(configuration.game, 1))
    effort = Effort(full=12, quick=4, share=0.4)
    _, samples = self_play(
        SelfPlayJob(configuration, net, SearchConfig(noise=0.2), effort, games, 3)
    )
    return samples


def loss(
    net: Net, samples: Samples, order: NDArray[np.int64], ends: float = 1
) -> NDArray[np.float64]:
    """The three losses and that of the common level, in plain numpy. Chances and margins of
    positions before a deal may count more."""
    total = np.zeros(4)
    for at in order:
        array = samples.states[at : at + 1]
        players, seat = int(array[0]["players"]), int(array[0]["seat"])
        seats = [(seat + board) % players for board in range(players)]
        raw = plain.forward(net, array)
        found, ended = samples.found[at], samples.ended[at]
        chances, margins = (LOSS_WEIGHTS.trust * found + (1 - LOSS_WEIGHTS.trust) * ended)[:, seats]
        count = int(samples.counts[at])
        weight = 1 if count else ends
        total[0] -= weight * (chances @ np.log(raw.chances + 1e-9))
        off = np.abs(raw.margins - margins / features_of(array).SPREAD)
        total[1] += weight * np.where(off < 1, off * off / 2, off - 0.5).sum()
        total[3] += plain.level(raw.logits) ** 2 / 2
        if count > 1:
            logits = plain.move_logits(net, array, raw.second, candidates(array))
            first = samples.first[at]
            wanted = samples.weights[first : first + count]
            total[2] += wanted @ (plain.level(logits) - logits)
            total[3] += plain.level(logits) ** 2 / 2
    return total


def gradients(
    net: Net, samples: Samples, order: NDArray[np.int64]
) -> tuple[Net, NDArray[np.float64]]:
    """The gradient and the losses, from the kernels."""
    grad = Net(*[np.zeros_like(array) for array in net])
    moves = np.empty(MOST_MOVES, np.int32)
    losses = gradient(net, grad, samples, order, new_workspace(MOST_MOVES), moves, LOSS_WEIGHTS)
    return grad, losses


def difference(total: Callable[[Net], float], net: Net, name: str, at: int) -> float:
    """How much a loss changes with a weight."""
    ends = []
    for step in (1e-5, -1e-5):
        array = getattr(net, name).copy()
        array.flat[at] += step
        ends.append(total(net._replace(**{name: array})))
    return (ends[0] - ends[1]) / 2e-5


@every_configuration
def test_the_gradient_is_that_of_the_loss(configuration: Configuration) -> None:
    samples, rng = job(configuration), random_order(0)
    net = plain.lively_net(new_net(configuration.game, 2))
    order = np.concatenate(
        [rng.choice(np.flatnonzero(kind), 4, replace=False) for kind in kinds(samples)]
    )
    grad, losses = gradients(net, samples, order)
    exact = plain.doubled(net)
    assert losses == pytest.approx(loss(exact, samples, order)[:3], rel=1e-4)
    weights = np.array(
        [LOSS_WEIGHTS.chance, LOSS_WEIGHTS.margin, LOSS_WEIGHTS.policy, LOSS_WEIGHTS.level]
    )

    def total(of: Net) -> float:
        return float(weights @ loss(of, samples, order, LOSS_WEIGHTS.ends))

    for name in Net._fields:
        slope = getattr(grad, name).reshape(-1)
        moving = np.flatnonzero(slope)
        assert len(moving)
        for at in rng.choice(moving, min(len(moving), 3), replace=False):
            wanted = difference(total, exact, name, int(at))
            assert slope[at] == pytest.approx(wanted, rel=5e-3, abs=2e-4), (name, at)
        still = np.flatnonzero(slope == 0)
        for at in rng.choice(still, min(len(still), 2), replace=False):
            assert difference(total, exact, name, int(at)) == pytest.approx(0, abs=1e-6)


def kinds(samples: Samples) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which positions are decisions, and which come before a deal."""
    return samples.counts > 0, samples.counts == 0


def random_order(seed: int) -> np.random.Generator:
    """Chance of a test."""
    return np.random.default_rng(seed)


@every_configuration
def test_the_gradient_adds_up(configuration: Configuration) -> None:
    samples, net = job(configuration), plain.lively_net(new_net(configuration.game, 2))
    order = np.arange(6)
    whole, losses = gradients(net, samples, order)
    parts = [gradients(net, samples, order[at : at + 1]) for at in range(6)]
    assert losses == pytest.approx(sum(part[1] for part in parts))
    for name in Net._fields:
        added = sum(getattr(part[0], name) for part in parts)
        assert np.allclose(getattr(whole, name), added, rtol=1e-3, atol=1e-4)


@pytest.mark.parametrize(
    "configuration",
    CONFIGURATIONS[::2],
    ids=[configuration.name for configuration in CONFIGURATIONS[::2]],
)
def test_fitting_lowers_the_loss(configuration: Configuration) -> None:
    samples = job(configuration)
    order = np.arange(len(samples.states))
    net = new_net(configuration.game, 1)
    heard: list[float] = []
    fitted, losses = fit_net(
        net, samples, epochs=40, rate=3e-3, loss_weights=LOSS_WEIGHTS, progress=heard.append
    )
    before, after = gradients(net, samples, order)[1], gradients(fitted, samples, order)[1]
    assert (after < before).all()
    assert after.sum() < 0.9 * before.sum()
    assert heard == sorted(heard)
    assert heard[-1] == 1.0
    counts = np.array([len(order), len(order), (samples.counts > 1).sum()])
    assert np.array(losses) == pytest.approx(after / counts, rel=0.5)
    again, same = fit_net(net, samples, epochs=40, rate=3e-3, loss_weights=LOSS_WEIGHTS)
    assert same == losses
    for one, other in zip(fitted, again, strict=True):
        assert one.tobytes() == other.tobytes()
    assert net.rows.tobytes() == new_net(configuration.game, 1).rows.tobytes()


@pytest.mark.parametrize(
    "configuration",
    CONFIGURATIONS[::2],
    ids=[configuration.name for configuration in CONFIGURATIONS[::2]],
)
def test_the_level_of_the_logits_is_held(configuration: Configuration) -> None:
    """Chances and preferences do not change if all logits rise: only the level holds them."""
    samples, net = job(configuration), new_net(configuration.game, 1)
    net.head_biases[:] += 20
    held, _ = fit_net(
        net, samples, epochs=60, rate=3e-3, loss_weights=LOSS_WEIGHTS._replace(level=1e-3)
    )
    free, _ = fit_net(
        net, samples, epochs=60, rate=3e-3, loss_weights=LOSS_WEIGHTS._replace(level=0)
    )

    def level(of: Net) -> float:
        states = [samples.states[at : at + 1] for at in range(0, len(samples.states), 5)]
        return float(np.mean([plain.level(plain.forward(of, state).logits) for state in states]))

    assert level(free) > 0.9 * level(net)
    assert level(held) < 0.8 * level(free)


def test_every_order_has_every_number() -> None:
    order = np.arange(50)
    shuffle(order, fast.seeded(1))
    assert sorted(order) == list(range(50))
    assert order.tolist() != list(range(50))
