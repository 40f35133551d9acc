"""A whole position for the terminal: the market above, the boards below, side by side."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.console import Group
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from tilewright import classic, pavilion
from tilewright.games import AnyState
from tilewright.tui import classic_board, paint, pavilion_board

PANEL = 4  # columns that a frame takes


def headline(state: AnyState) -> str:
    """The game, the round and what is being done."""
    if isinstance(state, classic.State):
        return classic_board.headline(state)
    assert isinstance(state, pavilion.State)
    return pavilion_board.headline(state)


def market_lines(state: AnyState, width: int) -> list[Text]:
    """The market with bag and used tiles."""
    if isinstance(state, classic.State):
        return classic_board.market_lines(state, width)
    assert isinstance(state, pavilion.State)
    return pavilion_board.market_lines(state, width)


def board_lines(state: AnyState, seat: int) -> list[Text]:
    """One player board."""
    if isinstance(state, classic.State):
        return classic_board.board_lines(state, seat)
    assert isinstance(state, pavilion.State)
    return pavilion_board.board_lines(state, seat)


def summary(state: AnyState, seat: int) -> str:
    """One player board in a line."""
    if isinstance(state, classic.State):
        return classic_board.summary(state, seat)
    assert isinstance(state, pavilion.State)
    return pavilion_board.summary(state, seat)


def market_panel(state: AnyState, width: int) -> Panel:
    """The market in a frame."""
    lines = market_lines(state, width - PANEL)
    title = Text(headline(state), style="bold")
    return Panel(Group(*lines), title=title, title_align="left", box=box.ROUNDED, width=width)


def board_panel(state: AnyState, seat: int, name: str) -> Panel:
    """A player board in a frame; the seat to move has a strong one and the words."""
    turn = state.turn == seat
    title = f"{name}: {state.scores[seat]}" + (", to move" if turn else "")
    return Panel(
        Group(*board_lines(state, seat)),
        title=Text(title, style="bold"),
        title_align="left",
        box=box.ROUNDED,
        border_style=paint.TURN if turn else paint.QUIET,
        width=board_width(state) + PANEL,
    )


def board_width(state: AnyState) -> int:
    """How many columns the inside of a board takes."""
    return classic_board.BOARD_WIDTH if state.game == "classic" else pavilion_board.BOARD_WIDTH


def boards_per_row(state: AnyState, width: int) -> int:
    """How many boards fit side by side; four go two by two rather than three and one."""
    players = len(state.scores)
    fits = max(1, (width + 1) // (board_width(state) + PANEL + 1))
    return 2 if players == 4 and fits == 3 else min(fits, players)


def position(
    state: AnyState,
    names: Sequence[str],
    *,
    width: int,
    height: int | None = None,
    seat: int | None = None,
) -> Group:
    """The market and the boards; with too little height for all of them, the board of one seat
    and a line for each of the others."""
    per_row = boards_per_row(state, width)
    seats = list(range(len(names)))
    boards = [board_panel(state, each, names[each]) for each in seats]
    rows = [boards[at : at + per_row] for at in range(0, len(boards), per_row)]
    board_height = len(board_lines(state, 0)) + 2
    market = market_panel(state, min(width, max(80, per_row * (board_width(state) + PANEL + 1))))
    needed = len(market_lines(state, width - PANEL)) + 2 + board_height * len(rows)
    if height is None or seat is None or needed <= height or len(rows) == 1:
        return Group(market, *[side_by_side(row) for row in rows])
    others = [
        Text(f"{names[each]}: {state.scores[each]}, {summary(state, each)}")
        for each in seats
        if each != seat
    ]
    note = Text("`board` shows all boards", style=paint.QUIET)
    return Group(market, boards[seat], *others, note)


def side_by_side(panels: Sequence[Panel]) -> Table:
    """Boards in one row."""
    row = Table.grid(padding=(0, 1, 0, 0))
    row.add_row(*panels)
    return row
