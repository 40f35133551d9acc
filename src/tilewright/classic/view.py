"""What views show of classic."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from tilewright.classic.board import WALLS
from tilewright.classic.rules import PHASES
from tilewright.classic.state import State
from tilewright.table.messages import Heap, StateView, StepView, about, by_code, one_of


class ClassicOptions(Struct):
    """What the players agreed on."""

    players: int
    wall: Annotated[str, one_of("the side of the boards", *WALLS)]
    round_limit: int | None


class ClassicPlayer(Struct):
    """One player board."""

    score: int
    lines: Annotated[
        tuple[tuple[int, int], ...], about("five pairs of colour and count, the colour -1 if empty")
    ]
    wall: Annotated[tuple[int, ...], about("25 colours, row by row, -1 where empty")]
    floor: Annotated[Heap, about("a heap")]


class ClassicState(StateView):
    """A position of classic."""

    options: Annotated[ClassicOptions, about("`players`, `wall`, `round_limit`")]
    phase: Annotated[str, one_of("`deal`, `take`, `tile`, `over`", *PHASES)]
    round: Annotated[int, about("from 1")]
    seat: Annotated[int, about("the seat to move")]
    starter: Annotated[int, about("the start player of the round")]
    marker: Annotated[
        int,
        about(
            "the seat that took the first-player marker in this round, or -1 if it is in the centre"
        ),
    ]
    sources: Annotated[tuple[Heap, ...], about("heaps: the centre, then the factories")]
    bag: Annotated[Heap, about("a heap")]
    lid: Annotated[Heap, about("a heap")]
    players: Annotated[
        list[ClassicPlayer],
        about(
            "by seat: `score`; `lines`: five pairs of colour and count, the colour -1 if empty; "
            "`wall`: 25 colours, row by row, -1 where empty; `floor`: a heap"
        ),
    ]


class ClassicTake(StepView, tag="take"):
    """Tiles taken, and where they lie now."""

    color: int
    tiles: int
    laid: int
    floor: int
    lid: int
    marker: int


class ClassicTile(StepView, tag="tile"):
    """A tile on the wall."""

    row: int
    column: int
    color: int
    across: int
    down: int


class ClassicStuck(StepView, tag="stuck"):
    """A line that fits nowhere and falls to the floor."""

    row: int
    color: int
    tiles: int
    floor: int
    lid: int


class ClassicFloor(StepView, tag="floor"):
    """The floor line."""

    spaces: int
    loss: int


class ClassicRow(StepView, tag="row"):
    """A complete row."""

    row: int


class ClassicColumn(StepView, tag="column"):
    """A complete column."""

    column: int


class ClassicColor(StepView, tag="color"):
    """A complete colour."""

    color: int


STATE: type[StateView] = ClassicState
STEPS = by_code(
    ClassicTake,
    ClassicTile,
    ClassicStuck,
    ClassicFloor,
    ClassicRow,
    ClassicColumn,
    ClassicColor,
)


def view(state: State) -> ClassicState:
    """A position in parts."""
    boards = [ClassicPlayer(*player) for player in state.players]
    return ClassicState(ClassicOptions(*state.options), *state[1:-1], boards)
