"""What views show of gather."""

from __future__ import annotations

from msgspec import Struct, convert

from tests.gather import State
from tilewright.table.messages import Heap, StateView, StepView, by_code


class GatherOptions(Struct):
    """What the players agreed on."""

    players: int
    board: str
    rounds: int


class GatherState(StateView):
    """A position of gather."""

    options: GatherOptions
    phase: str
    round: int
    seat: int
    sources: tuple[Heap, ...]
    bag: Heap
    hands: tuple[Heap, ...]
    scores: tuple[int, ...]


class GatherTake(StepView, tag="take"):
    """Tiles taken, a point each."""

    color: int
    tiles: int


class GatherMost(StepView, tag="most"):
    """The most reds at the end."""

    tiles: int


STATE: type[StateView] = GatherState
STEPS = by_code(GatherTake, GatherMost)


def view(state: State) -> GatherState:
    """A position in parts."""
    return convert(state, GatherState, from_attributes=True)
