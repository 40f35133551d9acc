"""What is counted in a game of gather."""

from __future__ import annotations

from tests.gather import Move, State
from tilewright.game import Step

NAMES: tuple[str, ...] = ()
STEPS = {"take": ("points_tiles", "takes"), "most": ("points_most", "most")}


def count_step(state: State, step: Step, numbers: dict[str, int]) -> None:
    """Count what a scoring step tells beyond its points."""
    numbers["tiles_taken"] += step.numbers["tiles"] if step.code == "take" else 0


def count_move(state: State, move: Move, numbers: dict[str, int]) -> None:
    """Count a move: the steps say it all."""
