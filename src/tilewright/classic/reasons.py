"""What the points of classic are for, when a review says why a move was worse than another."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.analysis.reasons import START, Subject
from tilewright.classic.board import Move
from tilewright.classic.state import State
from tilewright.game import Step

OPEN = 8  # choices of a colour in the market: with more of them a round may go in many ways
LOSSES: tuple[str, ...] = ("floor",)
DEPTHS: tuple[int, ...] = (768, 96)  # simulations for a move


def unsure(state: State) -> tuple[str, ...]:
    """While much is in the market, nobody knows who will be left with what and begin the next
    round."""
    choices = sum([count > 0 for tiles in state.sources for count in tiles])
    return ("floor", "free", START) if choices > OPEN else ()


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
