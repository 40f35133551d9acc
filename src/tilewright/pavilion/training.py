"""How nets for pavilion are trained."""

from __future__ import annotations

from random import Random

from tilewright.pavilion.board import COLOR_LETTERS, COLORS

TEACHER = (500, 100)  # simulations of the first teacher, on learned moves and on others
RATE = 1.5e-3  # higher ones are no better


def vary(number: int, rng: Random) -> dict[str, str]:
    """The options of a numbered game, apart from the side of the board: every fourth game is of the
    MINI edition, and every other one has a joker order of its own."""
    options = {"edition": "mini" if number % 4 == 3 else "2019"}
    if number % 2:
        options["joker_order"] = "".join(rng.sample(COLOR_LETTERS, COLORS))
    return options
