"""Classic in pixels."""

from __future__ import annotations

from tilewright.classic.board import FLOOR_SPACES, SIZE, printed_color
from tilewright.classic.rules import floor_spaces
from tilewright.classic.state import State
from tilewright.envs.canvas import CELL, GAP, HEAD, LOSS, MARKER, PAD, WELL, Canvas, Ink, pale
from tilewright.game import Seat
from tilewright.tiles import EMPTY

INKS: tuple[Ink, ...] = (
    (31, 75, 156),
    (237, 182, 62),
    (178, 48, 42),
    (38, 38, 44),
    (120, 205, 212),
)
BOARD_SIZE = (11 * CELL + 2 * PAD, HEAD + 6 * CELL + GAP + 2 * PAD)
BESIDE = 0


def draw_beside(canvas: Canvas, width: int, y: int, state: State) -> None:
    """Draw what lies between market and boards: nothing."""


def draw_board(canvas: Canvas, x: int, y: int, state: State, seat: Seat) -> None:
    """Draw pattern lines, wall and floor line."""
    player, inks = state.players[seat], INKS
    for row, (color, count) in enumerate(player.lines):
        for place in range(row + 1):
            left, top = x + (4 - place) * CELL, y + row * CELL
            canvas.box(left + 1, top + 1, CELL - 2, CELL - 2, WELL)
            if place < count:
                canvas.tile(left, top, inks[color])
        for column in range(SIZE):
            left, top = x + (6 + column) * CELL, y + row * CELL
            laid = player.wall[SIZE * row + column]
            printed = printed_color(row, column)
            ghost = pale(inks[printed]) if state.options.wall == "coloured" else WELL
            canvas.box(left + 1, top + 1, CELL - 2, CELL - 2, ghost)
            if laid != EMPTY:
                canvas.tile(left, top, inks[laid])
    dropped = [inks[color] for color, count in enumerate(player.floor) for _ in range(count)]
    taken = floor_spaces(player, has_marker=state.marker == seat)
    dropped = [MARKER] * (taken - len(dropped)) + dropped
    for place in range(FLOOR_SPACES):
        left, top = x + place * CELL, y + SIZE * CELL + GAP
        canvas.box(left + 1, top + 1, CELL - 2, CELL - 2, LOSS)
        if place < len(dropped):
            canvas.tile(left, top, dropped[place])
