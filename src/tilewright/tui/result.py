"""The end of a game: ranks, where the points came from, and who won."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.table import Table

from tilewright.games import AnyState
from tilewright.record import Record
from tilewright.tui.game import on_screen
from tilewright.tui.story import YOU, called, join, text


def sums(record: Record) -> list[dict[str, int]]:
    """For every seat, the points it began with and those of each kind of step."""
    kinds = on_screen(record.start).POINTS
    found = [{"start": score, **dict.fromkeys(kinds, 0)} for score in record.start.scores]
    for steps in record.steps():
        for step in steps:
            for kind, codes in kinds.items():
                if step.code in codes:
                    found[step.seat][kind] += step.points
    return found


def table(record: Record) -> Table:
    """Ranks, names, points by kind and in total."""
    state, parts = record.state, sums(record)
    kinds = {"start": text("table.start")} if any(record.start.scores) else {}
    kinds |= {kind: on_screen(state).text(f"points.{kind}") for kind in on_screen(state).POINTS}
    shown = Table(box=box.SIMPLE_HEAD, collapse_padding=True)
    shown.add_column(text("table.rank"), justify="right")
    shown.add_column(text("table.name"))
    for heading in (*kinds.values(), text("table.points")):
        shown.add_column(heading, justify="right")
    order = sorted(range(len(record.seats)), key=lambda seat: state.outcome()[seat])
    for seat in order:
        points = [str(parts[seat][kind]) for kind in kinds]
        rank = str(state.outcome()[seat])
        shown.add_row(rank, called(record.seats[seat]), *points, str(state.scores[seat]))
    return shown


def verdict(names: Sequence[str], state: AnyState) -> str:
    """Why the game is over, and who won."""
    return f"{on_screen(state).text(f'ends.{state.end}')} {winners(names, state)}"


def winners(names: Sequence[str], state: AnyState) -> str:
    """Who has won: one seat, or several that share the victory."""
    first = [name for name, rank in zip(names, state.outcome(), strict=True) if rank == 1]
    points = max(state.scores)
    if len(first) > 1:
        return text("shared", names=join(list(map(called, first))), count=points)
    key = "won.you" if first[0] == YOU else "won.name"
    return text(key, name=called(first[0]), count=points)


def score_line(names: Sequence[str], scores: Sequence[int]) -> str:
    """The scores in a line."""
    return ", ".join([f"{called(name)} {score}" for name, score in zip(names, scores, strict=True)])
