"""What a net makes of a position: its forward pass, value and policy, computed by kernels."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tilewright.bots.features import (
    FEATURES,
    estimate,
    feature_count,
    move_features,
    position_features,
    spread,
)
from tilewright.bots.nets import HEADS, SECOND, WIDEST, Floats, Net
from tilewright.fast.compiling import StateRecord, inner_kernel, quick_kernel
from tilewright.fast.contract import SEATS
from tilewright.fast.games import outcome
from tilewright.fast.rules import turn
from tilewright.game import OVER

Array = NDArray[Any]

MOST_ACTIVE = max(features.MOST_ACTIVE for features in FEATURES.values())
MOST_MOVE_FEATURES = max(features.MOST_MOVE_FEATURES for features in FEATURES.values())
MOST_NUMBERS = max(features.NUMBERS for features in FEATURES.values())
MOVE_FEATURES = max(features.MOVE_FEATURES for features in FEATURES.values())
BY_SCORE = 10.0  # a lead of so many points in the estimate makes a win e times as likely


class Workspace(NamedTuple):
    """Scratch arrays, one set per thread."""

    active: NDArray[np.int32]
    numbers: Floats
    first: Floats
    gradients: Floats  # of the first layer, in training
    nonzero: NDArray[np.int32]  # units of the first layer that are not 0
    second: Floats
    outputs: Floats
    logits: Floats
    move_features: NDArray[np.int32]
    feature_logits: Floats  # of move features; valid where `stamps` equals `stamp`
    stamps: NDArray[np.int32]
    stamp: NDArray[np.int32]
    scores: NDArray[np.float64]
    ranks: NDArray[np.int64]


def new_workspace(most_moves: int) -> Workspace:
    """An empty workspace."""
    return Workspace(
        np.empty(MOST_ACTIVE, np.int32),
        np.empty(MOST_NUMBERS, np.float32),
        np.empty(WIDEST, np.float32),
        np.empty(WIDEST, np.float32),
        np.empty(WIDEST + 1, np.int32),
        np.empty(SECOND, np.float32),
        np.empty(HEADS, np.float32),
        np.empty(most_moves, np.float32),
        np.empty(MOST_MOVE_FEATURES, np.int32),
        np.empty(MOVE_FEATURES, np.float32),
        np.zeros(MOVE_FEATURES, np.int32),
        np.zeros(1, np.int32),
        np.empty(SEATS, np.float64),
        np.empty(SEATS, np.int64),
    )


@quick_kernel
def add_rows(net: Net, active: Array, n: int, numbers: Floats, out: Floats) -> None:
    """Compute the first layer, before rectification."""
    rows, width = net.rows, len(net.first)
    for j in range(width):
        out[j] = net.first[j]
    i = 0
    while i + 4 <= n:  # four rows at a time
        a, b, c, d = active[i], active[i + 1], active[i + 2], active[i + 3]
        for j in range(width):
            out[j] += (rows[a, j] + rows[b, j]) + (rows[c, j] + rows[d, j])
        i += 4
    while i < n:
        a = active[i]
        for j in range(width):
            out[j] += rows[a, j]
        i += 1
    at = len(rows) - len(numbers)
    for k in range(len(numbers)):
        x = numbers[k]
        if x != 0:
            for j in range(width):
                out[j] += x * rows[at + k, j]


@quick_kernel
def forward(net: Net, workspace: Workspace, n: int, numbers: Floats, players: int) -> None:
    """Both layers and the heads, from the features in the workspace."""
    first, second, nonzero, middle = (
        workspace.first,
        workspace.second,
        workspace.nonzero,
        net.middle,
    )
    add_rows(net, workspace.active, n, numbers, first)
    count = 0
    for i in range(len(net.first)):  # without branches, which the processor could not predict
        nonzero[count] = i
        count += first[i] > 0
        first[i] = max(first[i], np.float32(0))
    for j in range(SECOND):
        second[j] = net.second[j]
    k = 0
    while k + 4 <= count:
        a, b, c, d = nonzero[k], nonzero[k + 1], nonzero[k + 2], nonzero[k + 3]
        w, x, y, z = first[a], first[b], first[c], first[d]
        for j in range(SECOND):
            second[j] += (w * middle[a, j] + x * middle[b, j]) + (
                y * middle[c, j] + z * middle[d, j]
            )
        k += 4
    while k < count:
        a = nonzero[k]
        w = first[a]
        for j in range(SECOND):
            second[j] += w * middle[a, j]
        k += 1
    for j in range(SECOND):
        second[j] = max(second[j], np.float32(0))
    for k in range(2 * players):
        h = k if k < players else SEATS + k - players
        total = net.head_biases[h]
        for j in range(SECOND):
            total += second[j] * net.heads[h, j]
        workspace.outputs[h] = total


@quick_kernel
def feature_logit(net: Net, second: Floats, feature: int) -> float:
    """What a feature adds to the logit of a move that has it."""
    total = net.move_biases[feature]
    for j in range(SECOND):
        total += second[j] * net.move_rows[feature, j]
    return float(total)


@inner_kernel
def evaluate(
    s: StateRecord, net: Net, workspace: Workspace, chances: Floats, margins: Floats
) -> None:
    """Write each seat's chance of winning and its margin. The second layer stays in the
    workspace."""
    players = s.players
    if turn(s) == OVER:
        result(s, workspace, chances, margins)
        return
    if len(net.first) == 0:
        estimate(s, workspace.scores)
        by_score(workspace.scores, players, chances, margins)
        return
    numbers = workspace.numbers[: len(net.rows) - feature_count(s)]
    n = position_features(s, workspace.active, numbers)
    forward(net, workspace, n, numbers, players)
    top = workspace.outputs[0]
    for k in range(1, players):
        top = max(top, workspace.outputs[k])
    total = np.float32(0)
    for k in range(players):
        workspace.outputs[k] = np.exp(workspace.outputs[k] - top)
        total += workspace.outputs[k]
    seat = s.seat
    for k in range(players):
        chances[seat] = workspace.outputs[k] / total
        margins[seat] = workspace.outputs[SEATS + k] * spread(s)
        seat = seat + 1 if seat + 1 < players else 0


@inner_kernel
def by_score(scores: Array, players: int, chances: Floats, margins: Floats) -> None:
    """Write margins from scores, and chances to match."""
    top = scores[0]
    for seat in range(1, players):
        top = max(top, scores[seat])
    total = 0.0
    for seat in range(players):
        total += np.exp((scores[seat] - top) / BY_SCORE)
    for seat in range(players):
        chances[seat] = np.exp((scores[seat] - top) / BY_SCORE) / total
        margins[seat] = lead(scores, players, seat)


@inner_kernel
def lead(scores: Array, players: int, seat: int) -> float:
    """How far a seat is ahead of its best opponent."""
    best = -1e9
    for other in range(players):
        if other != seat:
            best = max(best, scores[other])
    return float(scores[seat] - best)


@inner_kernel
def result(s: StateRecord, workspace: Workspace, chances: Floats, margins: Floats) -> None:
    """Write the chances and margins of a finished game."""
    outcome(s, workspace.ranks)
    winners = 0
    for seat in range(s.players):
        winners += workspace.ranks[seat] == 1
        workspace.scores[seat] = s.score[seat]
    for seat in range(s.players):
        chances[seat] = (workspace.ranks[seat] == 1) / winners
        margins[seat] = lead(workspace.scores, s.players, seat)


@inner_kernel
def utility(s: StateRecord, chance: float, margin: float) -> float:
    """What its chance and its margin are worth to a seat, from -1 to 1."""
    players = s.players
    won = (players * chance - 1) / (players - 1)
    return float(0.5 * won + 0.5 * np.tanh(margin / spread(s)))


@inner_kernel
def policy(
    s: StateRecord,
    net: Net,
    second: Floats,
    workspace: Workspace,
    moves: Array,
    n: int,
    temperature: float,
    priors: Floats,
) -> None:
    """Write how likely each move is to be the best, from the second layer; the higher the
    temperature, the more alike."""
    if len(net.first) == 0 or n == 1:
        for i in range(n):
            priors[i] = 1 / n
        return
    workspace.stamp[0] += 1
    stamp = workspace.stamp[0]
    top = np.float32(-1e9)
    for i in range(n):
        logit = np.float32(0)
        for k in range(move_features(s, moves[i], workspace.move_features)):
            feature = workspace.move_features[k]
            if workspace.stamps[feature] != stamp:
                workspace.stamps[feature] = stamp
                workspace.feature_logits[feature] = feature_logit(net, second, feature)
            logit += workspace.feature_logits[feature]
        logit /= np.float32(temperature)
        workspace.logits[i] = logit
        top = max(top, logit)
    total = np.float32(0)
    for i in range(n):
        priors[i] = np.exp(workspace.logits[i] - top)
        total += priors[i]
    for i in range(n):
        priors[i] /= total
