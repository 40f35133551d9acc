"""How nets for classic are trained."""

from __future__ import annotations

from random import Random

TEACHER = (
    2000,
    400,
)  # simulations of the first teacher, on learned moves and on others
RATE = 1e-3  # the highest at which a fit is stable


def vary(number: int, rng: Random) -> dict[str, str]:
    """The options of a numbered game, apart from the side of the board: the defaults."""
    return {}
