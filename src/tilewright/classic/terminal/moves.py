"""The legal moves of classic as a table."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from tilewright.classic.board import COLOR_LETTERS, SIZE, Move, Take
from tilewright.classic.state import State
from tilewright.classic.terminal.words import text
from tilewright.tui import paint
from tilewright.tui.moves import plain, points


def list_moves(state: State, width: int) -> RenderableType:
    """All legal moves."""
    return some_moves(state, state.legal_moves(), width)


def some_moves(state: State, moves: Sequence[Move], width: int) -> RenderableType:
    """Some of the moves."""
    takes = [move for move in moves if isinstance(move, Take)]
    return take_tables(state, takes, width) if takes else plain(state, moves, width, points)


def take_tables(state: State, moves: Sequence[Take], width: int) -> RenderableType:
    """One row per colour of each source, one column per place it may go to."""
    offers = list(dict.fromkeys([(move.source, move.color) for move in moves]))
    half = (len(offers) + 1) // 2 if len(offers) > 8 and width >= 2 * 54 else len(offers)
    tables = Table.grid(padding=(0, 4, 0, 0))
    parts = [offers[at : at + half] for at in range(0, len(offers), half)]
    tables.add_row(*[take_table(state, moves, part) for part in parts])
    return Group(tables, Text(text("table.note"), style=paint.QUIET))


def take_table(state: State, moves: Sequence[Take], offers: Sequence[tuple[int, int]]) -> Table:
    """The table of some offers."""
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for heading in (text("table.take"), "", *[f"{line}" for line in range(1, SIZE + 1)], "-"):
        table.add_column(heading, no_wrap=True)
    for source, color in offers:
        cells = [""] * (SIZE + 1)
        for move in moves:
            if (move.source, move.color) == (source, color):
                cells[move.line] = cell(state, move)
        count = state.sources[source][color]
        offer = Text(f"{source}{COLOR_LETTERS[color]}", style="bold")
        table.add_row(offer, text.tiles(color, count), *cells[1:], cells[0])
    return table


def cell(state: State, move: Take) -> str:
    """What a take is worth: the points of a line it fills, or how full the line gets; the floor."""
    steps = state.preview(move)
    floor = "".join([f" {step.points}" for step in steps if step.code == "floor"])
    if not move.line:
        return floor.strip()
    for step in steps:
        if step.code in ("tile", "stuck"):
            return (text("table.stuck") if step.code == "stuck" else f"{step.points:+}") + floor
    held = state.players[state.seat].lines[move.line - 1][1]
    return f"{held + steps[0].numbers['laid']}/{move.line}{floor}"
