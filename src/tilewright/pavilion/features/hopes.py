"""What the estimate expects of stars, numbers and decorations, as tables."""

from __future__ import annotations

from collections.abc import Callable
from math import exp

import numpy as np

from tilewright.fast.compiling import Array
from tilewright.pavilion.board import (
    BOARDS,
    COLORS,
    MULTICOLOR,
    ROUNDS,
    SLOTS,
)
from tilewright.pavilion.features.layout import (
    MOST_COVERED,
)
from tilewright.pavilion.kernel.layout import (
    NUMBER,
    NUMBER_BONUS,
    RUN,
)
from tilewright.pavilion.scoring import STAR_BONUSES

# What the estimate expects, tuned by playing. Rounds are those still to come.
TILE = 2.1  # a bonus tile
KEPT_TILE, KEPT_JOKER = 1.6, 1.0  # a tile kept for the next round, and what a joker adds
PRICE, JOKER_PRICE = 1.1, 0.5  # a tile paid, and what a joker adds
POOL = 1.4  # a tile that still lies in the sources
FIRST = 3.5  # to choose first in the next round


def chance(number: float, rounds: int) -> float:
    """How likely an empty space with a number is to be filled."""
    return 1 - exp(-0.5 * rounds / number)


def hope(cost: float, means: float, rounds: int) -> float:
    """How likely it is that so much will still be paid."""
    if not cost:
        return 1.0
    return exp(-((cost / means) ** 1.5)) if rounds else 0.0


def _numbers(side: int, outer: int) -> list[int]:
    """The numbers of a star."""
    return [int(number) for number in NUMBER[side, SLOTS * outer : SLOTS * outer + SLOTS]]


def _complete(side: int, outer: int, star: int, rounds: int) -> float:
    """How likely a star is to be completed."""
    cost = sum(n for at, n in enumerate(_numbers(side, outer)) if not star >> at & 1)
    return hope(cost, 4.3 + 2.7 * rounds, rounds)


def _runs(side: int, outer: int, star: int, rounds: int) -> float:
    """What the empty spaces of a star will score."""
    points = 0.0
    for at, number in enumerate(_numbers(side, outer)):
        if not star >> at & 1:
            now = int(RUN[star | 1 << at, at])
            points += chance(number, rounds) * (now + 0.1 * rounds**0.5 * (SLOTS - now))
    return points


def _by_star(table: Callable[[int, int, int, int], float]) -> Array:
    """A table by side, whether it is an outer star, filled slots and rounds."""
    shape = (len(BOARDS), 2, 64, ROUNDS + 1)
    return np.array([table(*at) for at in np.ndindex(*shape)], np.float64).reshape(shape)


COMPLETE, RUNS = _by_star(_complete), _by_star(_runs)
BONUS = np.full(64, float(STAR_BONUSES[MULTICOLOR]))  # of a star, by the colours laid on it
BONUS[0] = 13.0
for _color in range(COLORS):
    BONUS[1 << _color] = STAR_BONUSES[_color]
COVER = np.array(  # what a number will earn, by spaces missing and rounds
    [
        [
            [
                float(NUMBER_BONUS[n - 1]) * hope(missing * (n + 1), 4 + 4 * rounds, rounds)
                for rounds in range(ROUNDS + 1)
            ]
            for missing in range(MOST_COVERED + 1)
        ]
        for n in range(1, 5)
    ],
    np.float64,
)
SURROUND = np.array(  # what a decoration will earn, by its tiles, spaces missing and rounds
    [
        [
            [TILE * tiles * chance(number, rounds) ** missing for rounds in range(ROUNDS + 1)]
            for missing in range(5)
        ]
        for tiles, number in ((0, 1), (1, 2.7), (2, 2.2), (3, 5.5))
    ],
    np.float64,
)
