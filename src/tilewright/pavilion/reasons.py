"""What the points of pavilion are for, when a review says why a move was worse than another."""

from __future__ import annotations

from tilewright.analysis.reasons import Subject
from tilewright.analysis.report import Reason
from tilewright.game import Step
from tilewright.pavilion.board import COLOR_NAMES, STAR_NAMES

WORDS = {
    "place": "tiles placed this round",
    "later_place": "tiles placed in later rounds",
    "marker": "the marker",
    "later_marker": "the marker in later rounds",
    "discard": "tiles thrown away",
    "later_discard": "tiles thrown away in later rounds",
    "star": "complete stars",
    "number": "numbers covered everywhere",
}


def subject(step: Step) -> Subject | None:
    """What the points of a step are for."""
    at = step.numbers
    match step.code:
        case "place":
            return Subject("place", ((("star", at["star"]),), (("color", at["color"]),)))
        case "marker":
            return Subject("marker", ())
        case "discard" | "leftover":
            return Subject("discard", ())
        case "star":
            return Subject("star", ((("star", at["star"]),),))
        case "number":
            return Subject("number", ((("number", at["number"]),),))
    return None


def tell(reason: Reason) -> str:
    """What the points of a reason are for, in English."""
    thing = reason.thing
    names = [f"star {STAR_NAMES[thing['star']]}"] if "star" in thing else []
    names += [COLOR_NAMES[thing["color"]]] if "color" in thing else []
    names += [f"the {thing['number']}s"] if "number" in thing else []
    return WORDS[reason.kind] + (f" ({', '.join(names)})" if names else "")
