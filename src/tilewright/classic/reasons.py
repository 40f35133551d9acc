"""What the points of classic are for, when a review says why a move was worse than another."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.analysis.reasons import Subject
from tilewright.classic.state import State
from tilewright.game import Step

DEPTH = 384  # simulations for a move; with half of them a fifth of the reasons are wrong


def subject(step: Step) -> Subject | None:
    """What the points of a step are for."""
    at = step.numbers
    match step.code:
        case "tile":
            row, color = ("row", at["row"]), ("color", at["color"])
            return Subject("tile", ((row, color), (row,), (color,)))
        case "floor":
            return Subject("floor", ())
        case "row" | "column" | "color":
            return Subject(step.code, (((step.code, at[step.code]),),))
    return None


def held(state: State, seat: int) -> tuple[Subject, ...]:
    """What is counted right after a move: nothing."""
    return ()


def left(state: State, seat: int) -> Iterator[Subject]:
    """The pattern lines that are free when the round is over."""
    for row, (_, count) in enumerate(state.players[seat].lines, 1):
        if not count:
            yield Subject("free", ((("row", row),),), 1)
