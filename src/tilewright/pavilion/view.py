"""What views show of pavilion."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from tilewright.pavilion.board import BOARDS, LAST_ROUND_DISCARDS, SCORE_FLOORS
from tilewright.pavilion.rules import PHASES
from tilewright.pavilion.state import State
from tilewright.table.messages import Heap, StateView, StepView, about, by_code, one_of


class PavilionOptions(Struct):
    """What the players agreed on."""

    players: int
    edition: Annotated[str, one_of("the edition", *SCORE_FLOORS)]
    board: Annotated[str, one_of("the side of the boards", *BOARDS)]
    joker_order: str
    last_round_discard: Annotated[str, one_of("when the last tiles go", *LAST_ROUND_DISCARDS)]


class PavilionPlayer(Struct):
    """One player board."""

    score: int
    spaces: Annotated[
        tuple[int, ...],
        about("42 colours, six slots for each of C, NW, NE, E, SE, SW, W, -1 where empty"),
    ]
    hand: Annotated[Heap, about("a heap")]
    passed: bool


class PavilionState(StateView):
    """A position of pavilion."""

    options: Annotated[
        PavilionOptions,
        about("`players`, `edition`, `board`, `joker_order`, `last_round_discard`"),
    ]
    phase: Annotated[
        str, one_of("`fill`, `deal`, `take`, `place`, `pick`, `refill`, `over`", *PHASES)
    ]
    round: Annotated[int, about("from 1; the joker of round n is letter n of `joker_order`")]
    seat: Annotated[int, about("the seat to move")]
    starter: Annotated[int, about("the start player of the round")]
    marker: Annotated[
        int,
        about(
            "the seat that took the first-player marker in this round, or -1 if it is in the centre"
        ),
    ]
    picks: Annotated[int, about("bonus tiles that the seat may still pick")]
    sources: Annotated[tuple[Heap, ...], about("heaps: the centre, then the factories")]
    supply: Annotated[Heap, about("a heap")]
    bag: Annotated[Heap, about("a heap")]
    tower: Annotated[Heap, about("a heap")]
    players: Annotated[
        list[PavilionPlayer],
        about(
            "by seat: `score`; `spaces`: 42 colours, six slots for each of the stars C, NW, NE, E, "
            "SE, SW, W, -1 where empty; `hand`: a heap; `passed`"
        ),
    ]


class PavilionTake(StepView, tag="take"):
    """Tiles taken from the market."""

    color: int
    tiles: int
    jokers: int
    joker: int
    marker: int


class PavilionPick(StepView, tag="pick"):
    """A tile picked from the supply."""

    color: int
    tiles: int
    jokers: int


class PavilionPlace(StepView, tag="place"):
    """A tile on a star."""

    star: int
    slot: int
    color: int
    number: int


class PavilionPillar(StepView, tag="pillar"):
    """A pillar is surrounded."""

    star: int
    tiles: int


class PavilionStatue(StepView, tag="statue"):
    """A statue is surrounded."""

    star: int
    tiles: int


class PavilionWindow(StepView, tag="window"):
    """A window is surrounded."""

    star: int
    tiles: int


class PavilionShort(StepView, tag="short"):
    """The supply has fewer tiles than are due."""

    due: int
    tiles: int


class PavilionMarker(StepView, tag="marker"):
    """What the marker costs."""

    tiles: int
    loss: int


class PavilionDiscard(StepView, tag="discard"):
    """What discarded tiles cost."""

    tiles: int
    loss: int


class PavilionLeftover(StepView, tag="leftover"):
    """What kept tiles cost at the end."""

    tiles: int
    loss: int


class PavilionStar(StepView, tag="star"):
    """A complete star."""

    star: int
    color: int


class PavilionNumber(StepView, tag="number"):
    """A number that is covered everywhere."""

    number: int


STATE: type[StateView] = PavilionState
STEPS = by_code(
    PavilionTake,
    PavilionPick,
    PavilionPlace,
    PavilionPillar,
    PavilionStatue,
    PavilionWindow,
    PavilionShort,
    PavilionMarker,
    PavilionDiscard,
    PavilionLeftover,
    PavilionStar,
    PavilionNumber,
)


def view(state: State) -> PavilionState:
    """A position in parts."""
    boards = [PavilionPlayer(*player) for player in state.players]
    return PavilionState(PavilionOptions(*state.options), *state[1:-1], boards)
