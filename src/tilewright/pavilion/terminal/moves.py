"""The legal moves of pavilion as a short list, with what each is worth."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from tilewright.game import Step
from tilewright.pavilion import rules
from tilewright.pavilion.board import (
    COLOR_LETTERS,
    SLOTS,
    SPACE_NAMES,
    Move,
    Place,
    Take,
)
from tilewright.pavilion.state import State
from tilewright.pavilion.terminal.entry import keep_choices
from tilewright.pavilion.terminal.words import text
from tilewright.tui import paint
from tilewright.tui.language import column
from tilewright.tui.moves import flow, plain, points


def list_moves(state: State, width: int) -> RenderableType:
    """All legal moves, grouped and short."""
    match state.phase:
        case rules.PLACE:
            return placements(state, width)
        case rules.TAKE:
            return takes(state, width)
    return plain(state, state.legal_moves(), width, worth)


def some_moves(state: State, moves: Sequence[Move], width: int) -> RenderableType:
    """Some of the moves."""
    return plain(state, moves, width, worth)


def worth(steps: Iterable[Step]) -> str:
    """The points and bonus tiles of a preview: ` +3`, ` +1 -2`, ` +2 and 3 tiles`."""
    steps = list(steps)
    tiles = sum(
        step.numbers["tiles"] for step in steps if step.code in ("pillar", "statue", "window")
    )
    return points(steps) + (f" {text('tiles_too', count=tiles)}" if tiles else "")


def takes(state: State, width: int) -> Text:
    """The takes, each with the joker that comes along and the loss for the marker."""
    shown = []
    for move in state.legal_moves():
        assert isinstance(move, Take)
        take, *marker = state.preview(move)
        jokers = take.numbers["jokers"] if move.color != state.joker else 0
        kind = ("both" if marker else "joker") if jokers else "marker" if marker else "plain"
        offer = text.tiles(move.color, take.numbers["tiles"] - jokers)
        loss = sum([step.points for step in marker])
        shown.append(text(f"offer.{kind}", move=move, tiles=offer, points=loss))
    return flow([f"{entry:<{column(shown)}}" for entry in shown], width)


def placements(state: State, width: int) -> Group:
    """A line per star: each space with the cheapest payment in every colour and what it scores."""
    spaces: dict[int, list[Place]] = {}
    for move in state.legal_moves():
        if isinstance(move, Place):
            spaces.setdefault(SLOTS * move.star + move.slot - 1, []).append(move)
    stars: dict[int, list[str]] = {}
    for space, ways in spaces.items():
        fewest: dict[int, int] = {}
        for way in ways:
            fewest.setdefault(way.color, way.jokers)
        paid = " ".join([f"{COLOR_LETTERS[color]}{jokers}" for color, jokers in fewest.items()])
        entry = f"{SPACE_NAMES[space]} {paid}{worth(state.preview(ways[0]))}"
        stars.setdefault(space // SLOTS, []).append(entry)
    lines = [flow(entries, width) for entries in stars.values()]
    if lines:
        example = next(iter(spaces.values()))[0]
        note = text(
            "example",
            move=example,
            color=text.color(example.color),
            space=SPACE_NAMES[min(spaces)],
            count=example.jokers,
        )
        lines.append(Text(note, style=paint.QUIET))
    return Group(*lines, passes(state, width))


def passes(state: State, width: int) -> Text:
    """The passes worth considering."""
    shown = []
    for move in keep_choices(state):
        now = [step for step in state.preview(move) if step.code == "discard"]
        shown.append(f"{move}{worth(now)}")
    return flow(shown, width)
