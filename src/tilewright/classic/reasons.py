"""What the points of classic are for, when a review says why a move was worse than another."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.analysis.reasons import Subject
from tilewright.classic.board import Move
from tilewright.classic.state import State
from tilewright.game import Step

OPEN = 8  # choices of a colour in the market: with more, searches do not agree on the rest
LOSSES: tuple[str, ...] = ("floor",)
DEPTHS = (768, 96)  # simulations for a move
AGAIN = (4,)  # times the effort of a review
TRIAL = 150  # the same for games


def depths(state: State) -> tuple[int, int]:
    """Simulations for a move."""
    return DEPTHS


def again(state: State) -> tuple[int, ...]:
    """How much further searches may cost."""
    return AGAIN


def is_open(state: State) -> bool:
    """Whether much is still in the market."""
    return sum([count > 0 for tiles in state.sources for count in tiles]) > OPEN


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


def held(state: State, move: Move) -> tuple[Subject, ...]:
    """What a move is counted to bring: nothing."""
    return ()


def left(state: State, seat: int) -> Iterator[Subject]:
    """The pattern lines that are free when the round is over."""
    for row, (_, count) in enumerate(state.players[seat].lines, 1):
        if not count:
            yield Subject("free", ((("row", row),),), 1)
