"""A whole position for the terminal: the market above, the boards below, side by side."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.console import Group
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from tilewright.games import AnyState
from tilewright.tui import paint
from tilewright.tui.entry import word_for
from tilewright.tui.game import on_screen
from tilewright.tui.story import called, text

PANEL = 4  # columns that a frame takes


def market_panel(state: AnyState, width: int) -> Panel:
    """The market in a frame."""
    lines = on_screen(state).market_lines(state, width - PANEL)
    title = Text(on_screen(state).headline(state), style="bold")
    return Panel(Group(*lines), title=title, title_align="left", box=box.ROUNDED, width=width)


def board_panel(state: AnyState, seat: int, name: str) -> Panel:
    """A player board in a frame; that of the seat to move is bold and says so."""
    turn = state.turn == seat
    key = "board.turn" if turn else "board.waiting"
    title = text(key, name=called(name), score=state.scores[seat])
    return Panel(
        Group(*on_screen(state).board_lines(state, seat)),
        title=Text(title, style="bold"),
        title_align="left",
        box=box.ROUNDED,
        border_style=paint.TURN if turn else paint.QUIET,
        width=on_screen(state).BOARD_WIDTH + PANEL,
    )


def boards_per_row(state: AnyState, width: int) -> int:
    """How many boards fit side by side; four go two by two rather than three and one."""
    players = len(state.scores)
    fits = max(1, (width + 1) // (on_screen(state).BOARD_WIDTH + PANEL + 1))
    return 2 if players == 4 and fits == 3 else min(fits, players)


def position(
    state: AnyState,
    names: Sequence[str],
    *,
    width: int,
    height: int | None = None,
    seat: int | None = None,
) -> Group:
    """The market and the boards; without enough height for all of them, the board of one seat and
    a line for each of the others."""
    shown, per_row = on_screen(state), boards_per_row(state, width)
    seats = list(range(len(names)))
    boards = [board_panel(state, each, names[each]) for each in seats]
    rows = [boards[at : at + per_row] for at in range(0, len(boards), per_row)]
    board_height = len(shown.board_lines(state, 0)) + 2
    market = market_panel(state, min(width, max(80, per_row * (shown.BOARD_WIDTH + PANEL + 1))))
    needed = len(shown.market_lines(state, width - PANEL)) + 2 + board_height * len(rows)
    if height is None or seat is None or needed <= height or len(rows) == 1:
        return Group(market, *[side_by_side(row) for row in rows])
    others = [
        Text(f"{called(names[each])}: {state.scores[each]}, {shown.summary(state, each)}")
        for each in seats
        if each != seat
    ]
    note = Text(text("board.all", board=word_for("board")), style=paint.QUIET)
    return Group(market, boards[seat], *others, note)


def side_by_side(panels: Sequence[Panel]) -> Table:
    """Boards in one row."""
    row = Table.grid(padding=(0, 1, 0, 0))
    row.add_row(*panels)
    return row
