"""What the points of pavilion are for, when a review says why a move was worse than another."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.analysis.reasons import Subject
from tilewright.game import Step
from tilewright.pavilion.board import Move, Pick, Place, Take
from tilewright.pavilion.state import State

OPEN = 8  # choices of a colour in the market: with more, searches do not agree on the rest
LOSSES: tuple[str, ...] = ("marker", "discard")
DEPTHS, LAST = (384, 48), (1000, 400)  # simulations for a move, and in the last round
AGAIN, TO_THE_END = (4,), (16, 64)  # times the effort of a review, and in the last round
TRIAL = 200  # the same for games
FEATURES = ("pillar", "statue", "window")


def depths(state: State) -> tuple[int, int]:
    """Simulations for a move. In the last round nothing is to come that a net could foresee, and
    games are short."""
    return LAST if state.is_last_round else DEPTHS


def again(state: State) -> tuple[int, ...]:
    """How much further searches may cost. Those of the last round mostly see its end."""
    return TO_THE_END if state.is_last_round else AGAIN


def is_open(state: State) -> bool:
    """Whether much is still in the market."""
    return sum([count > 0 for tiles in state.sources for count in tiles]) > OPEN


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


def held(state: State, move: Move) -> Iterator[Subject]:
    """The jokers that a move takes, or spends in place of other colours. Nothing is said of a tile
    that is paid for in the joker's own colour: such tiles are spent, but not as jokers."""
    match move:
        case Take() | Pick():
            before, after = state.players[state.turn], state.play(move).players[state.turn]
            yield Subject("jokers", (), after.hand[state.joker] - before.hand[state.joker])
        case Place() if move.color != state.joker:
            yield Subject("jokers", (), -move.jokers)


def left(state: State, seat: int) -> tuple[Subject, ...]:
    """What is counted when the round is over: nothing."""
    return ()
