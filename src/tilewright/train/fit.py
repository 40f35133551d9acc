"""Fitting a net to positions: the loss, its gradient and the optimiser, inside kernels.

The target for a position's value blends the search's result with the end of the game; the target
for its policy is how often the search visited each move.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tilewright.bots.evaluate import Workspace, feature_logit, forward, new_workspace
from tilewright.bots.features import (
    MOST_MOVES,
    feature_count,
    list_candidates,
    move_features,
    position_features,
    spread,
)
from tilewright.bots.nets import HEADS, SECOND, Net
from tilewright.fast import seeded
from tilewright.fast.compiling import RngState, kernel, lean_kernel, quick_kernel
from tilewright.fast.contract import SEATS
from tilewright.fast.words import below
from tilewright.train.play import Samples

Array = NDArray[Any]
Floats = NDArray[np.float32]

BATCH = 512
DECAY = np.float32(0.1)  # weight decay


class LossWeights(NamedTuple):
    """What the loss is made of."""

    trust: float = 0.9  # share of the search in the target; the rest is the end of the game
    chance: float = 1.0
    margin: float = 1.0
    policy: float = 0.5
    ends: float = 4.0  # how much a position before a deal counts: deep searches end there
    level: float = 1e-3  # keeps the mean of the logits near 0, which no other loss does


LOSS_WEIGHTS = LossWeights()


@quick_kernel
def backward(
    net: Net,
    grad: Net,
    workspace: Workspace,
    n: int,
    numbers: Floats,
    outputs: Floats,
    second: Floats,
) -> None:
    """Add a sample's gradient, given those of its outputs and, from its moves, of the second
    layer."""
    first, width = workspace.gradients, len(net.first)
    for j in range(SECOND):
        x = workspace.second[j]
        if x > 0:
            total = second[j]
            for k in range(HEADS):
                grad.heads[k, j] += x * outputs[k]
                total += net.heads[k, j] * outputs[k]
            second[j] = total
        else:
            second[j] = 0
    for k in range(HEADS):
        grad.head_biases[k] += outputs[k]
    for j in range(SECOND):
        grad.second[j] += second[j]
    for i in range(width):
        x = workspace.first[i]
        if x > 0:
            total = np.float32(0)
            for j in range(SECOND):
                grad.middle[i, j] += x * second[j]
                total += net.middle[i, j] * second[j]
            first[i] = total
        else:
            first[i] = 0
    for i in range(width):
        grad.first[i] += first[i]
    for k in range(n):
        row = grad.rows[workspace.active[k]]
        for i in range(width):
            row[i] += first[i]
    at = len(net.rows) - len(numbers)
    for k in range(len(numbers)):
        x = numbers[k]
        if x != 0:
            row = grad.rows[at + k]
            for i in range(width):
                row[i] += x * first[i]


@quick_kernel
def backward_move(
    net: Net, grad: Net, workspace: Workspace, feature: int, slope: float, second: Floats
) -> None:
    """Add the gradient of one feature of one move."""
    grad.move_biases[feature] += slope
    for j in range(SECOND):
        grad.move_rows[feature, j] += slope * workspace.second[j]
        second[j] += slope * net.move_rows[feature, j]


@kernel
def gradient(
    net: Net,
    grad: Net,
    samples: Samples,
    order: Array,
    workspace: Workspace,
    moves: Array,
    loss_weights: LossWeights,
) -> Array:
    """Add the gradient of some samples; returns the sums of the three losses."""
    losses = np.zeros(3)
    outputs = np.empty(HEADS, np.float32)
    second = np.empty(SECOND, np.float32)
    for at in order:
        s = samples.states[at]
        players = s.players
        numbers = workspace.numbers[: len(net.rows) - feature_count(s)]
        n = position_features(s, workspace.active, numbers)
        forward(net, workspace, n, numbers, players)
        outputs[:] = 0
        second[:] = 0
        top = workspace.outputs[0]
        for k in range(1, players):
            top = max(top, workspace.outputs[k])
        total = 0.0
        for k in range(players):
            total += np.exp(workspace.outputs[k] - top)
        level = loss_weights.level * (top + np.log(total))
        count = samples.counts[at]
        weight = 1.0 if count else loss_weights.ends
        seat = int(s.seat)
        for k in range(players):
            chance = np.exp(workspace.outputs[k] - top) / total
            found, ended = samples.found[at], samples.ended[at]
            wanted = loss_weights.trust * found[0, seat] + (1 - loss_weights.trust) * ended[0, seat]
            outputs[k] = weight * loss_weights.chance * (chance - wanted) + level * chance
            losses[0] -= wanted * np.log(chance + 1e-9)
            wanted = loss_weights.trust * found[1, seat] + (1 - loss_weights.trust) * ended[1, seat]
            off = workspace.outputs[SEATS + k] - wanted / spread(s)
            outputs[SEATS + k] = weight * loss_weights.margin * min(max(off, -1.0), 1.0)
            losses[1] += 0.5 * off * off if abs(off) < 1 else abs(off) - 0.5
            seat = seat + 1 if seat + 1 < players else 0
        if count > 1:
            list_candidates(s, moves)
            top = -1e9
            for i in range(count):
                value = 0.0
                for k in range(move_features(s, moves[i], workspace.move_features)):
                    value += feature_logit(net, workspace.second, workspace.move_features[k])
                workspace.logits[i] = value
                top = max(top, value)
            total = 0.0
            for i in range(count):
                total += np.exp(workspace.logits[i] - top)
            common = top + np.log(total)
            level = loss_weights.level * common
            for i in range(count):
                prior = np.exp(workspace.logits[i] - common)
                wanted = samples.weights[samples.first[at] + i]
                losses[2] += wanted * (common - workspace.logits[i])
                slope = loss_weights.policy * (prior - wanted) + level * prior
                for k in range(move_features(s, moves[i], workspace.move_features)):
                    backward_move(net, grad, workspace, workspace.move_features[k], slope, second)
        backward(net, grad, workspace, n, numbers, outputs, second)
    return losses


@quick_kernel
def adam(
    weights: Floats, grad: Floats, mean: Floats, square: Floats, size: float, scale: float, t: int
) -> None:
    """Take a step of Adam and clear the gradient."""
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
    """Take a step of Adam, called from Python."""
    adam(weights, grad, mean, square, size, scale, t)


@kernel
def shuffle(order: Array, rng: RngState) -> None:
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
    loss_weights: LossWeights = LOSS_WEIGHTS,
    progress: Callable[[float], None] = lambda _part: None,
) -> tuple[Net, tuple[float, float, float]]:
    """Fit a net, starting from its present weights; returns it and its losses near the end."""
    net = Net(*[array.copy() for array in net])
    grad, mean, square = [Net(*[np.zeros_like(array) for array in net]) for _ in range(3)]
    order, rng = np.arange(len(samples.states)), seeded(seed)
    workspace, moves = new_workspace(MOST_MOVES), np.empty(MOST_MOVES, np.int32)
    size = min(BATCH, len(order))
    steps = max(1, int(epochs * len(order) / size))
    losses, seen, at = np.zeros(3), np.zeros(3), len(order)
    for t in range(1, steps + 1):
        if at + size > len(order):
            shuffle(order, rng)
            at = 0
        batch = order[at : at + size]
        at += size
        lost = gradient(net, grad, samples, batch, workspace, moves, loss_weights)
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
