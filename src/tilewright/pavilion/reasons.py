"""What the points of pavilion are for, when a review says why a move was worse than another."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.analysis.reasons import Subject
from tilewright.game import Step
from tilewright.pavilion.rules import DEAL
from tilewright.pavilion.state import State

DEPTH = 192  # simulations for a move; more finds no other reasons and takes twice the time
FEATURES = ("pillar", "statue", "window")


def subject(step: Step) -> Subject | None:
    """What the points of a step are for, or how many bonus tiles it brings."""
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
        case "pillar" | "statue" | "window":
            about = (("feature", FEATURES.index(step.code)),)
            return Subject("bonus", (about,), at["tiles"])
    return None


def held(state: State, seat: int) -> Iterator[Subject]:
    """The jokers in the hand right after a move; none after a pass, as what is kept then is for
    another round, with other jokers."""
    if state.phase != DEAL and not state.players[seat].passed:
        yield Subject("jokers", (), state.players[seat].hand[state.joker])


def left(state: State, seat: int) -> tuple[Subject, ...]:
    """What is counted when the round is over: nothing."""
    return ()
