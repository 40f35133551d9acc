"""Pictures of positions as arrays of pixels, drawn with numpy alone: plain, small and quick.

For pictures to look at, use `state._repr_svg_()`; these are for video and for neural networks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tilewright.envs.canvas import (
    CELL,
    GAP,
    HEAD,
    LINE,
    MARKER,
    PAD,
    PANEL,
    TO_MOVE,
    WELL,
    Canvas,
    Ink,
    Pixels,
    draw_heap,
)
from tilewright.envs.game import drawn
from tilewright.game import OVER, Seat
from tilewright.games import AnyState
from tilewright.market import NOBODY, Sources

MARKET = 86  # the height of a row of the market
CENTRE, PLATE, PLATES = 7 * CELL, 76, 5  # its widths, and how many plates stand in a row


def draw(position: AnyState) -> Pixels:
    """Draw the market above, the boards of all seats below, two in a row."""
    state: Any = position
    game = drawn(position.game)
    wide, high = game.BOARD_SIZE
    market = GAP - (1 - len(state.sources)) // PLATES * MARKET
    rows = (len(state.players) + 1) // 2
    width = CENTRE + PLATES * PLATE + 3 * GAP
    canvas = Canvas(width, market + rows * (high + GAP) + GAP + game.BESIDE)
    draw_market(canvas, state.sources, game.INKS, has_marker=state.marker == NOBODY)
    game.draw_beside(canvas, width, market, state)
    market += game.BESIDE
    for seat in range(len(state.players)):
        x = (width - 2 * wide - GAP) // 2 + (seat % 2) * (wide + GAP)
        y = market + GAP + (seat // 2) * (high + GAP)
        draw_panel(canvas, x, y, wide, high, position, seat, has_marker=state.marker == seat)
        game.draw_board(canvas, x + PAD, y + PAD + HEAD, state, seat)
    return canvas.finish()


def draw_market(canvas: Canvas, sources: Sources, inks: Sequence[Ink], *, has_marker: bool) -> None:
    """Draw the factories as plates of four tiles, and the centre as the first, wider one."""
    canvas.box(GAP, GAP, CENTRE, MARKET - 2 * GAP, WELL)
    if has_marker:
        canvas.disc(GAP + CENTRE - 10, MARKET - GAP - 10, 8, MARKER)
    draw_heap(canvas, GAP + 4, GAP + 6, sources[0], inks)
    for at, tiles in enumerate(sources[1:]):
        row, column = divmod(at, PLATES)
        x = CENTRE + 2 * GAP + (column + 0.5) * PLATE
        y = row * MARKET + MARKET / 2
        canvas.disc(x, y, PLATE / 2 - 2, LINE)
        canvas.disc(x, y, PLATE / 2 - 3, PANEL)
        colors = [color for color, count in enumerate(tiles) for _ in range(count)]
        for place, color in enumerate(colors):
            down, across = divmod(place, 2)
            canvas.tile(x + 22 * across - 21, y + 22 * down - 21, inks[color], size=20)


def draw_panel(
    canvas: Canvas,
    x: int,
    y: int,
    wide: int,
    high: int,
    state: AnyState,
    seat: Seat,
    *,
    has_marker: bool,
) -> None:
    """Draw the background of a board, framed for the seat to move and for winners."""
    won = state.turn == OVER and state.outcome()[seat] == 1
    if state.turn == seat or won:
        canvas.box(x - 3, y - 3, wide + 6, high + 6, MARKER if won else TO_MOVE)
    canvas.box(x, y, wide, high, PANEL)
    canvas.number(state.scores[seat], x + PAD, y + PAD - 2, dot=3)
    if has_marker:
        canvas.disc(x + wide - PAD - 8, y + PAD + 6, 8, MARKER)
