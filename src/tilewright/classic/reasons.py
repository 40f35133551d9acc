"""What the points of classic are for, when a review says why a move was worse than another."""

from __future__ import annotations

from tilewright.analysis.reasons import Subject
from tilewright.analysis.report import Reason
from tilewright.classic.board import COLOR_NAMES
from tilewright.game import Step

WORDS = {
    "tile": "tiles of this round",
    "later_tile": "tiles of later rounds",
    "floor": "the floor line",
    "later_floor": "the floor line in later rounds",
    "row": "complete rows",
    "column": "complete columns",
    "color": "complete colours",
}


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


def tell(reason: Reason) -> str:
    """What the points of a reason are for, in English."""
    thing = reason.thing
    names = [f"{name} {thing[name]}" for name in ("row", "column") if name in thing]
    names += [COLOR_NAMES[thing["color"]]] if "color" in thing else []
    return WORDS[reason.kind] + (f" ({', '.join(names)})" if names else "")
