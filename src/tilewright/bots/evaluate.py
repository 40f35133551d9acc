"""A small net that says how a game will end and which moves look good, computed by kernels.

The features that are present choose rows of the first layer, which are added; two layers of
rectified sums follow. From the second come a logit of winning and a margin for each board, and,
by the sums of their traits, a logit for each move.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tilewright.bots.sight import SIGHTS, estimate, features, look, spread, traits
from tilewright.fast.compiling import Record, inner_kernel, quick_kernel
from tilewright.fast.contract import SEATS
from tilewright.fast.games import outcome
from tilewright.fast.rules import turn
from tilewright.game import OVER

Floats = NDArray[np.float32]
Array = NDArray[Any]

FIRST, SECOND = 128, 64  # units of the layers
HEADS = 2 * SEATS  # logits of winning, then margins
MOST_ACTIVE = max(sight.MOST_ACTIVE for sight in SIGHTS.values())
MOST_TRAITS = max(sight.MOST_TRAITS for sight in SIGHTS.values())
MOST_NUMBERS = max(sight.NUMBERS for sight in SIGHTS.values())
TRAITS = max(sight.TRAITS for sight in SIGHTS.values())
BY_SCORE = 10.0  # a lead of so many points in the estimate makes a win e times as likely


class Net(NamedTuple):
    """The weights."""

    rows: Floats  # (features and numbers, FIRST)
    first: Floats
    middle: Floats  # (FIRST, SECOND)
    second: Floats
    heads: Floats  # (HEADS, SECOND)
    ends: Floats
    traits: Floats  # (traits, SECOND)
    tastes: Floats  # one for each trait


class Desk(NamedTuple):
    """Room to compute in; one for each thread."""

    active: NDArray[np.int32]
    numbers: Floats
    first: Floats
    slopes: Floats  # of the first layer, when a net is fitted
    lit: NDArray[np.int32]  # units of the first layer that are not 0
    second: Floats
    ends: Floats
    logits: Floats
    traits: NDArray[np.int32]
    tastes: Floats  # what was computed of traits since `stamp`
    stamps: NDArray[np.int32]
    stamp: NDArray[np.int32]
    scores: NDArray[np.float64]
    ranks: NDArray[np.int64]


def new_net(game: str, seed: int = 0) -> Net:
    """A net that knows nothing."""
    rng = np.random.default_rng(seed)
    sight = SIGHTS[game]

    def layer(*shape: int, scale: float) -> Floats:
        return (scale * rng.standard_normal(shape)).astype(np.float32)

    return Net(
        layer(sight.FEATURES + sight.NUMBERS, FIRST, scale=0.1),
        layer(FIRST, scale=0.0),
        layer(FIRST, SECOND, scale=(2 / FIRST) ** 0.5),
        layer(SECOND, scale=0.0),
        layer(HEADS, SECOND, scale=0.02),
        layer(HEADS, scale=0.0),
        layer(sight.TRAITS, SECOND, scale=0.02),
        layer(sight.TRAITS, scale=0.0),
    )


def widen(net: Net, game: str, players: int) -> Net:
    """A net of so many players for more: later boards are seen as the last of theirs. A start to
    learn from."""
    net = Net(*[array.copy() for array in net])
    last = players - 2  # counted from the second board
    for board in range(players - 1, SEATS - 1):
        for at, step in SIGHTS[game].LATER_BOARDS:
            to, of = at + board * step, at + last * step
            net.rows[to : to + step] = net.rows[of : of + step]
        for first in (1, SEATS + 1):
            net.heads[first + board] = net.heads[first + last]
            net.ends[first + board] = net.ends[first + last]
    return net


def no_net() -> Net:
    """Stands in for a net where the estimate made by hand is used."""
    empty = np.zeros((0, 0), np.float32)
    flat = np.zeros(0, np.float32)
    return Net(empty, flat, empty, flat, empty, flat, empty, flat)


def load(path: Path) -> Net:
    """A net from a file."""
    with np.load(path) as file:
        return Net(*[np.ascontiguousarray(file[name], np.float32) for name in Net._fields])


def save(net: Net, path: Path) -> None:
    """Write a net to a file, in half precision; the file is whole or not there."""
    part = path.with_name(f"part-{path.name}")
    np.savez_compressed(part, **{k: v.astype(np.float16) for k, v in net._asdict().items()})
    part.replace(path)


def new_desk(most_moves: int) -> Desk:
    """An empty desk."""
    return Desk(
        np.empty(MOST_ACTIVE, np.int32),
        np.empty(MOST_NUMBERS, np.float32),
        np.empty(FIRST, np.float32),
        np.empty(FIRST, np.float32),
        np.empty(FIRST + 1, np.int32),
        np.empty(SECOND, np.float32),
        np.empty(HEADS, np.float32),
        np.empty(most_moves, np.float32),
        np.empty(MOST_TRAITS, np.int32),
        np.empty(TRAITS, np.float32),
        np.zeros(TRAITS, np.int32),
        np.zeros(1, np.int32),
        np.empty(SEATS, np.float64),
        np.empty(SEATS, np.int64),
    )


@quick_kernel
def add_rows(net: Net, active: Array, n: int, numbers: Floats, out: Floats) -> None:
    """The first layer before it is rectified."""
    rows = net.rows
    for j in range(FIRST):
        out[j] = net.first[j]
    i = 0
    while i + 4 <= n:  # four rows at a time
        a, b, c, d = active[i], active[i + 1], active[i + 2], active[i + 3]
        for j in range(FIRST):
            out[j] += (rows[a, j] + rows[b, j]) + (rows[c, j] + rows[d, j])
        i += 4
    while i < n:
        a = active[i]
        for j in range(FIRST):
            out[j] += rows[a, j]
        i += 1
    at = len(rows) - len(numbers)
    for k in range(len(numbers)):
        x = numbers[k]
        if x != 0:
            for j in range(FIRST):
                out[j] += x * rows[at + k, j]


@quick_kernel
def think(net: Net, desk: Desk, n: int, numbers: Floats, players: int) -> None:
    """Both layers and the ends, from the features on the desk."""
    first, second, lit, middle = desk.first, desk.second, desk.lit, net.middle
    add_rows(net, desk.active, n, numbers, first)
    count = 0
    for i in range(FIRST):  # without branches: which unit is lit is hard to foretell
        lit[count] = i
        count += first[i] > 0
        first[i] = max(first[i], np.float32(0))
    for j in range(SECOND):
        second[j] = net.second[j]
    k = 0
    while k + 4 <= count:
        a, b, c, d = lit[k], lit[k + 1], lit[k + 2], lit[k + 3]
        w, x, y, z = first[a], first[b], first[c], first[d]
        for j in range(SECOND):
            second[j] += (w * middle[a, j] + x * middle[b, j]) + (
                y * middle[c, j] + z * middle[d, j]
            )
        k += 4
    while k < count:
        a = lit[k]
        w = first[a]
        for j in range(SECOND):
            second[j] += w * middle[a, j]
        k += 1
    for j in range(SECOND):
        second[j] = max(second[j], np.float32(0))
    for k in range(2 * players):
        h = k if k < players else SEATS + k - players
        total = net.ends[h]
        for j in range(SECOND):
            total += second[j] * net.heads[h, j]
        desk.ends[h] = total


@quick_kernel
def taste(net: Net, second: Floats, trait: int) -> float:
    """How good moves with a trait look."""
    total = net.tastes[trait]
    for j in range(SECOND):
        total += second[j] * net.traits[trait, j]
    return float(total)


@inner_kernel
def judge(s: Record, net: Net, desk: Desk, chances: Floats, margins: Floats) -> None:
    """Write each seat's chance of winning and its margin. The second layer stays on the desk."""
    players = s.players
    if turn(s) == OVER:
        result(s, desk, chances, margins)
        return
    if len(net.first) == 0:
        estimate(s, desk.scores)
        by_score(desk.scores, players, chances, margins)
        return
    numbers = desk.numbers[: len(net.rows) - features(s)]
    n = look(s, desk.active, numbers)
    think(net, desk, n, numbers, players)
    top = desk.ends[0]
    for k in range(1, players):
        top = max(top, desk.ends[k])
    total = np.float32(0)
    for k in range(players):
        desk.ends[k] = np.exp(desk.ends[k] - top)
        total += desk.ends[k]
    seat = s.seat
    for k in range(players):
        chances[seat] = desk.ends[k] / total
        margins[seat] = desk.ends[SEATS + k] * spread(s)
        seat = seat + 1 if seat + 1 < players else 0


@inner_kernel
def by_score(scores: Array, players: int, chances: Floats, margins: Floats) -> None:
    """Margins from scores, and chances that fit them."""
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
    """How far a seat is ahead of the best of the others."""
    best = -1e9
    for other in range(players):
        if other != seat:
            best = max(best, scores[other])
    return float(scores[seat] - best)


@inner_kernel
def result(s: Record, desk: Desk, chances: Floats, margins: Floats) -> None:
    """What a finished game has brought."""
    outcome(s, desk.ranks)
    winners = 0
    for seat in range(s.players):
        winners += desk.ranks[seat] == 1
        desk.scores[seat] = s.score[seat]
    for seat in range(s.players):
        chances[seat] = (desk.ranks[seat] == 1) / winners
        margins[seat] = lead(desk.scores, s.players, seat)


@inner_kernel
def utility(s: Record, chance: float, margin: float) -> float:
    """What a seat makes of its chance and its margin, from -1 to 1."""
    players = s.players
    won = (players * chance - 1) / (players - 1)
    return float(0.5 * won + 0.5 * np.tanh(margin / spread(s)))


@inner_kernel
def prefer(
    s: Record, net: Net, second: Floats, desk: Desk, moves: Array, n: int, priors: Floats
) -> None:
    """Write how likely each move is to be the best, from the second layer."""
    if len(net.first) == 0 or n == 1:
        for i in range(n):
            priors[i] = 1 / n
        return
    desk.stamp[0] += 1
    stamp = desk.stamp[0]
    top = np.float32(-1e9)
    for i in range(n):
        logit = np.float32(0)
        for k in range(traits(s, moves[i], desk.traits)):
            trait = desk.traits[k]
            if desk.stamps[trait] != stamp:
                desk.stamps[trait] = stamp
                desk.tastes[trait] = taste(net, second, trait)
            logit += desk.tastes[trait]
        desk.logits[i] = logit
        top = max(top, logit)
    total = np.float32(0)
    for i in range(n):
        priors[i] = np.exp(desk.logits[i] - top)
        total += priors[i]
    for i in range(n):
        priors[i] /= total
