"""Pavilion in pixels."""

from __future__ import annotations

from tilewright.envs.canvas import (
    CELL,
    DARK,
    GAP,
    HEAD,
    LINE,
    PAD,
    SMOOTH,
    WELL,
    Canvas,
    Ink,
    draw_heap,
    pale,
)
from tilewright.game import Seat
from tilewright.pavilion.board import MULTICOLOR, NUMBERS, SLOTS, STAR_COLORS
from tilewright.pavilion.picture import ROOT, SIDE_ON_BOARD, Point, direction, place_star
from tilewright.pavilion.state import State
from tilewright.tiles import EMPTY

INKS: tuple[Ink, ...] = (
    (112, 62, 150),
    (58, 130, 72),
    (226, 120, 38),
    (240, 200, 66),
    (37, 99, 194),
    (166, 30, 46),
)
SIDE = 22.0  # of a rhombus
BOARD_SIZE = (round(9.9 * SIDE) + 2 * PAD, HEAD + round(8.9 * SIDE) + 2 * CELL + 2 * PAD)
BESIDE = 2 * CELL


def draw_beside(canvas: Canvas, width: int, y: int, state: State) -> None:
    """Draw the supply and the joker between market and boards."""
    draw_heap(canvas, GAP, y, state.supply, INKS)
    canvas.box(width - 2 * GAP - CELL - 4, y - 4, CELL + 8, CELL + 8, DARK)
    canvas.tile(width - 2 * GAP - CELL, y, INKS[state.joker])


def draw_board(canvas: Canvas, x: int, y: int, state: State, seat: Seat) -> None:
    """Draw the seven stars, and the hand below."""
    player, inks, board = state.players[seat], INKS, state.options.board
    zoom = SIDE / SIDE_ON_BOARD
    middle_x, middle_y = x + 4.95 * SIDE, y + 4.4 * SIDE
    for space, color in enumerate(player.spaces):
        star, slot = divmod(space, SLOTS)
        turn = direction(star, slot)
        at = place_star(Point(0, 0), star).towards(turn, ROOT / 2 * SIDE_ON_BOARD)
        at = Point(middle_x + zoom * at.x, middle_y + zoom * at.y)
        if color != EMPTY:
            draw_rhombus(canvas, at, SIDE * 0.96, turn, DARK)
            draw_rhombus(canvas, at, SIDE * 0.84, turn, inks[color])
            continue
        printed = STAR_COLORS[star] if board == "coloured" else MULTICOLOR
        draw_rhombus(
            canvas, at, SIDE * 0.96, turn, WELL if printed == MULTICOLOR else pale(inks[printed])
        )
        canvas.number(NUMBERS[board][space], at.x - 2, at.y - 4, LINE, dot=1.5)
    draw_heap(canvas, x, y + 8.9 * SIDE, player.hand, inks)
    if player.passed:
        canvas.box(x + 6.6 * CELL, y + 8.9 * SIDE + 4, CELL, CELL / 2, LINE)


def draw_rhombus(canvas: Canvas, at: Point, side: float, turn: int, ink: Ink) -> None:
    """Fill a rhombus whose long axis points this many sixths clockwise from the top."""
    across, down, part = canvas.around(at.x, at.y, side)
    tip, edge = Point(0, 0).towards(turn, 1), Point(0, 0).towards(turn + 1.5, 1)
    along = abs(across * tip.x + down * tip.y) / (ROOT / 2)
    aside = abs(across * edge.x + down * edge.y) / 0.5
    part[along + aside <= side * SMOOTH] = ink
