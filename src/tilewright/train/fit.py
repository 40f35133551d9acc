"""Fitting a net to positions: the loss, its gradient and the steps, inside kernels.

What a position is worth is blended from the search and the end of the game; how good its moves
are is how often the search visited them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tilewright.bots.evaluate import FIRST, HEADS, SECOND, Desk, Net, new_desk, taste, think
from tilewright.bots.sight import MOST_MOVES, features, list_candidates, look, spread, traits
from tilewright.fast import seeded
from tilewright.fast.compiling import Rng, kernel, lean_kernel, quick_kernel
from tilewright.fast.contract import SEATS
from tilewright.fast.words import below
from tilewright.train.play import Samples

Array = NDArray[Any]
Floats = NDArray[np.float32]

BATCH = 512
DECAY = np.float32(0.1)  # how fast weights that nothing holds go back to zero


class Aim(NamedTuple):
    """What the loss is made of."""

    trust: float = 0.6  # share of the search, and not the end of the game, in what is expected
    chance: float = 1.0
    margin: float = 1.0
    policy: float = 0.5
    level: float = 1e-3  # holds the common level of the logits, which no other loss does, near 0


AIM = Aim()


@quick_kernel
def back(
    net: Net, grad: Net, desk: Desk, n: int, numbers: Floats, ends: Floats, second: Floats
) -> None:
    """Add a sample's gradient, given that of its ends and, from the moves, of the second layer."""
    first = desk.slopes
    for j in range(SECOND):
        x = desk.second[j]
        if x > 0:
            total = second[j]
            for k in range(HEADS):
                grad.heads[k, j] += x * ends[k]
                total += net.heads[k, j] * ends[k]
            second[j] = total
        else:
            second[j] = 0
    for k in range(HEADS):
        grad.ends[k] += ends[k]
    for j in range(SECOND):
        grad.second[j] += second[j]
    for i in range(FIRST):
        x = desk.first[i]
        if x > 0:
            total = np.float32(0)
            for j in range(SECOND):
                grad.middle[i, j] += x * second[j]
                total += net.middle[i, j] * second[j]
            first[i] = total
        else:
            first[i] = 0
    for i in range(FIRST):
        grad.first[i] += first[i]
    for k in range(n):
        row = grad.rows[desk.active[k]]
        for i in range(FIRST):
            row[i] += first[i]
    at = len(net.rows) - len(numbers)
    for k in range(len(numbers)):
        x = numbers[k]
        if x != 0:
            row = grad.rows[at + k]
            for i in range(FIRST):
                row[i] += x * first[i]


@quick_kernel
def add_taste(net: Net, grad: Net, desk: Desk, trait: int, slope: float, second: Floats) -> None:
    """Add the gradient of one trait of one move."""
    grad.tastes[trait] += slope
    for j in range(SECOND):
        grad.traits[trait, j] += slope * desk.second[j]
        second[j] += slope * net.traits[trait, j]


@kernel
def gradient(
    net: Net, grad: Net, samples: Samples, order: Array, desk: Desk, moves: Array, aim: Aim
) -> Array:
    """Add the gradient of some samples; returns the sums of the three losses."""
    losses = np.zeros(3)
    ends = np.empty(HEADS, np.float32)
    second = np.empty(SECOND, np.float32)
    for at in order:
        s = samples.states[at]
        players = s.players
        numbers = desk.numbers[: len(net.rows) - features(s)]
        n = look(s, desk.active, numbers)
        think(net, desk, n, numbers, players)
        ends[:] = 0
        second[:] = 0
        top = desk.ends[0]
        for k in range(1, players):
            top = max(top, desk.ends[k])
        total = 0.0
        for k in range(players):
            total += np.exp(desk.ends[k] - top)
        level = aim.level * (top + np.log(total))
        seat = int(s.seat)
        for k in range(players):
            chance = np.exp(desk.ends[k] - top) / total
            found, ended = samples.found[at], samples.ended[at]
            wanted = aim.trust * found[0, seat] + (1 - aim.trust) * ended[0, seat]
            ends[k] = aim.chance * (chance - wanted) + level * chance
            losses[0] -= wanted * np.log(chance + 1e-9)
            wanted = aim.trust * found[1, seat] + (1 - aim.trust) * ended[1, seat]
            off = desk.ends[SEATS + k] - wanted / spread(s)
            ends[SEATS + k] = aim.margin * min(max(off, -1.0), 1.0)
            losses[1] += 0.5 * off * off if abs(off) < 1 else abs(off) - 0.5
            seat = seat + 1 if seat + 1 < players else 0
        count = samples.counts[at]
        if count > 1:
            list_candidates(s, moves)
            top = -1e9
            for i in range(count):
                value = 0.0
                for k in range(traits(s, moves[i], desk.traits)):
                    value += taste(net, desk.second, desk.traits[k])
                desk.logits[i] = value
                top = max(top, value)
            total = 0.0
            for i in range(count):
                total += np.exp(desk.logits[i] - top)
            level = aim.level * (top + np.log(total))
            for i in range(count):
                prior = np.exp(desk.logits[i] - top) / total
                wanted = samples.weights[samples.first[at] + i]
                losses[2] -= wanted * np.log(prior + 1e-9)
                slope = aim.policy * (prior - wanted) + level * prior
                for k in range(traits(s, moves[i], desk.traits)):
                    add_taste(net, grad, desk, desk.traits[k], slope, second)
        back(net, grad, desk, n, numbers, ends, second)
    return losses


@quick_kernel
def adam(
    weights: Floats, grad: Floats, mean: Floats, square: Floats, size: float, scale: float, t: int
) -> None:
    """One step of Adam; the gradient is used up."""
    a, b = 1 - 0.9**t, 1 - 0.999**t
    for i in range(len(weights)):
        g = grad[i] * scale
        mean[i] += np.float32(0.1) * (g - mean[i])
        square[i] += np.float32(0.001) * (g * g - square[i])
        move = (mean[i] / a) / (np.sqrt(square[i] / b) + np.float32(1e-6))
        weights[i] -= size * (move + DECAY * weights[i])
        grad[i] = 0


@lean_kernel
def step(
    weights: Floats, grad: Floats, mean: Floats, square: Floats, size: float, scale: float, t: int
) -> None:
    """Make a step of Adam."""
    adam(weights, grad, mean, square, size, scale, t)


@kernel
def shuffle(order: Array, rng: Rng) -> None:
    """Put numbers in a random order."""
    for i in range(len(order) - 1, 0, -1):
        k = below(rng, i + 1)
        order[i], order[k] = order[k], order[i]


def fit_net(
    net: Net,
    samples: Samples,
    *,
    epochs: float,
    rate: float,
    seed: int = 0,
    aim: Aim = AIM,
    progress: Callable[[float], None] = lambda _part: None,
) -> tuple[Net, tuple[float, float, float]]:
    """Fit a net, beginning with the weights it has; returns it, and its losses near the end."""
    net = Net(*[array.copy() for array in net])
    grad, mean, square = [Net(*[np.zeros_like(array) for array in net]) for _ in range(3)]
    order, rng = np.arange(len(samples.states)), seeded(seed)
    desk, moves = new_desk(MOST_MOVES), np.empty(MOST_MOVES, np.int32)
    size = min(BATCH, len(order))
    steps = max(1, int(epochs * len(order) / size))
    losses, seen, at = np.zeros(3), np.zeros(3), len(order)
    for t in range(1, steps + 1):
        if at + size > len(order):
            shuffle(order, rng)
            at = 0
        batch = order[at : at + size]
        at += size
        lost = gradient(net, grad, samples, batch, desk, moves, aim)
        if t > 0.8 * steps:
            losses += lost
            seen += [size, size, (samples.counts[batch] > 1).sum()]
        part = t / steps
        pace = rate * (part / 0.1 if part < 0.1 else max(0.02, (1 - part) / 0.9))
        for arrays in zip(net, grad, mean, square, strict=True):
            weights, slope, first, second = [array.reshape(-1) for array in arrays]
            step(weights, slope, first, second, pace, 1 / size, t)
        progress(part)
    chance, margin, policy = losses / np.maximum(seen, 1)
    return net, (float(chance), float(margin), float(policy))
