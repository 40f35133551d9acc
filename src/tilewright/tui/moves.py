"""The legal moves as a short list, with what each earns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from rich.text import Text

from tilewright.game import Step
from tilewright.games import AnyMove, AnyState
from tilewright.tui.story import text

SHOWN = 24  # moves of a plain list
GAP = "   "


def plain(
    state: AnyState, moves: Sequence[AnyMove], width: int, worth: Callable[[Iterable[Step]], str]
) -> Text:
    """Moves one after another with their points, only the first if there are many."""
    shown = [f"{move}{worth(state.preview(move))}" for move in moves[:SHOWN]]
    if len(moves) > SHOWN:
        shown.append(text("in_all", count=len(moves)))
    return flow(shown, width)


def flow(entries: Iterable[str], width: int) -> Text:
    """Entries one after the other, with a new line only between two of them."""
    lines: list[str] = []
    for entry in entries:
        if lines and len(lines[-1]) + len(GAP) + len(entry) <= width:
            lines[-1] += GAP + entry
        else:
            lines.append(entry)
    return Text("\n".join(lines))


def points(steps: Iterable[Step]) -> str:
    """The points of a preview: ` +3`, ` +1 -2`."""
    return "".join([f" {step.points:+}" for step in steps if step.points])
