"""Pictures of positions as arrays of pixels, drawn with numpy alone: plain, small and quick.

For pictures to look at there is `state._repr_svg_()`; these are for video and for networks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from tilewright import classic, pavilion
from tilewright.classic.board import FLOOR_SPACES, SIZE, printed_color
from tilewright.classic.rules import floor_spaces
from tilewright.game import OVER, Seat
from tilewright.games import AnyState
from tilewright.market import NOBODY, Sources
from tilewright.pavilion.board import MULTICOLOR, NUMBERS, SLOTS, STAR_COLORS
from tilewright.pavilion.picture import ROOT, SIDE_ON_BOARD, Point, direction, place_star
from tilewright.tiles import EMPTY, Tiles

Picture: TypeAlias = NDArray[np.uint8]
Grid: TypeAlias = NDArray[np.float64]
Ink: TypeAlias = tuple[int, int, int]

SMOOTH = 2  # pixels are drawn so many times finer, then averaged

TABLE, PANEL, WELL, LINE = (237, 229, 214), (253, 250, 244), (226, 217, 200), (138, 125, 102)
DARK, TO_MOVE, LOSS, MARKER = (28, 36, 56), (8, 104, 95), (248, 224, 214), (201, 129, 22)
CLASSIC_INKS = ((31, 75, 156), (237, 182, 62), (178, 48, 42), (38, 38, 44), (120, 205, 212))
PAVILION_INKS = (
    (112, 62, 150),
    (58, 130, 72),
    (226, 120, 38),
    (240, 200, 66),
    (37, 99, 194),
    (166, 30, 46),
)

# Digits, three by five, a row of bits each.
DIGITS = ("75557", "26227", "71747", "71717", "55711", "74717", "74757", "71122", "75757", "75717")

CELL, GAP, PAD = 18, 6, 10  # pixels
HEAD = 20  # the line with the score
MARKET = 86  # the height of a row of the market
CENTRE, PLATE, PLATES = 7 * CELL, 76, 5  # its widths, and how many plates stand in a row
CLASSIC_PANEL = (11 * CELL + 2 * PAD, HEAD + 6 * CELL + GAP + 2 * PAD)
SIDE = 22.0  # of a rhombus on a pavilion board
PAVILION_PANEL = (round(9.9 * SIDE) + 2 * PAD, HEAD + round(8.9 * SIDE) + 2 * CELL + 2 * PAD)


class Canvas:
    """A picture in the making; places and sizes are pixels of the finished one."""

    def __init__(self, width: int, height: int) -> None:
        self.pixels = np.empty((height * SMOOTH, width * SMOOTH, 3), np.uint8)
        self.pixels[:] = TABLE

    def box(self, x: float, y: float, width: float, height: float, ink: Ink) -> None:
        """Fill a rectangle."""
        left, right, top, bottom = (round(SMOOTH * n) for n in (x, x + width, y, y + height))
        self.pixels[top:bottom, left:right] = ink

    def disc(self, x: float, y: float, radius: float, ink: Ink) -> None:
        """Fill a circle round a point."""
        across, down, part = self._around(x, y, radius)
        part[across**2 + down**2 <= (radius * SMOOTH) ** 2] = ink

    def rhombus(self, at: Point, side: float, turn: int, ink: Ink) -> None:
        """Fill a rhombus whose long way points so many sixths clockwise from the top."""
        across, down, part = self._around(at.x, at.y, side)
        tip, edge = Point(0, 0).towards(turn, 1), Point(0, 0).towards(turn + 1.5, 1)
        along = abs(across * tip.x + down * tip.y) / (ROOT / 2)
        aside = abs(across * edge.x + down * edge.y) / 0.5
        part[along + aside <= side * SMOOTH] = ink

    def tile(self, x: float, y: float, ink: Ink, *, size: float = CELL) -> None:
        """Draw a square tile at its upper left corner."""
        self.box(x + 1, y + 1, size - 2, size - 2, DARK)
        self.box(x + 2, y + 2, size - 4, size - 4, ink)

    def number(self, value: int, x: float, y: float, ink: Ink = DARK, *, dot: float = 2) -> None:
        """Write a number at its upper left corner."""
        for place, digit in enumerate(str(abs(value))):
            for row, bits in enumerate(DIGITS[int(digit)]):
                for column in range(3):
                    if int(bits) >> (2 - column) & 1:
                        left = x + dot * (4 * place + column)
                        self.box(left, y + dot * row, dot, dot, ink)

    def finish(self) -> Picture:
        """The picture in its size."""
        high, wide = self.pixels.shape[0] // SMOOTH, self.pixels.shape[1] // SMOOTH
        fine = self.pixels.reshape(high, SMOOTH, wide, SMOOTH, 3)
        picture: Picture = fine.mean(axis=(1, 3)).astype(np.uint8)
        return picture

    def _around(self, x: float, y: float, reach: float) -> tuple[Grid, Grid, Picture]:
        """The pixels near a point: how far right and down each lies, and themselves."""
        left, top = max(0, int(SMOOTH * (x - reach))), max(0, int(SMOOTH * (y - reach)))
        right, bottom = int(SMOOTH * (x + reach)) + 2, int(SMOOTH * (y + reach)) + 2
        part = self.pixels[top:bottom, left:right]
        down, across = np.ogrid[top : top + part.shape[0], left : left + part.shape[1]]
        return across + 0.5 - SMOOTH * x, down + 0.5 - SMOOTH * y, part


def draw(state: AnyState) -> Picture:
    """Draw the market above, the boards of all seats below, two in a row."""
    assert isinstance(state, classic.State | pavilion.State)
    is_classic = isinstance(state, classic.State)
    inks = CLASSIC_INKS if is_classic else PAVILION_INKS
    wide, high = CLASSIC_PANEL if is_classic else PAVILION_PANEL
    market = GAP - (1 - len(state.sources)) // PLATES * MARKET
    rows = (len(state.players) + 1) // 2
    width = CENTRE + PLATES * PLATE + 3 * GAP
    canvas = Canvas(width, market + rows * (high + GAP) + GAP + (0 if is_classic else 2 * CELL))
    draw_market(canvas, state.sources, inks, has_marker=state.marker == NOBODY)
    if isinstance(state, pavilion.State):
        draw_heap(canvas, GAP, market, state.supply, inks)
        canvas.box(width - 2 * GAP - CELL - 4, market - 4, CELL + 8, CELL + 8, DARK)
        canvas.tile(width - 2 * GAP - CELL, market, inks[state.joker])
        market += 2 * CELL
    for seat in range(len(state.players)):
        x = (width - 2 * wide - GAP) // 2 + (seat % 2) * (wide + GAP)
        y = market + GAP + (seat // 2) * (high + GAP)
        draw_panel(canvas, x, y, wide, high, state, seat)
        if isinstance(state, classic.State):
            draw_classic_board(canvas, x + PAD, y + PAD + HEAD, state, seat)
        else:
            draw_pavilion_board(canvas, x + PAD, y + PAD + HEAD, state, seat)
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


def draw_heap(canvas: Canvas, x: float, y: float, tiles: Tiles, inks: Sequence[Ink]) -> None:
    """Draw a tile for each colour that is there, with its number below."""
    for color, count in enumerate(tiles):
        if count:
            canvas.tile(x, y, inks[color])
            canvas.number(count, x + 5, y + CELL + 2)
        x += CELL + 1


def draw_panel(
    canvas: Canvas, x: int, y: int, wide: int, high: int, state: AnyState, seat: Seat
) -> None:
    """Draw the ground of a board, framed for the seat to move and for winners."""
    assert isinstance(state, classic.State | pavilion.State)
    won = state.turn == OVER and state.outcome()[seat] == 1
    if state.turn == seat or won:
        canvas.box(x - 3, y - 3, wide + 6, high + 6, MARKER if won else TO_MOVE)
    canvas.box(x, y, wide, high, PANEL)
    canvas.number(state.scores[seat], x + PAD, y + PAD - 2, dot=3)
    if state.marker == seat:
        canvas.disc(x + wide - PAD - 8, y + PAD + 6, 8, MARKER)


def pale(ink: Ink) -> Ink:
    """The colour printed on a board."""
    red, green, blue = (round(0.22 * part + 0.78 * ground) for part, ground in zip(ink, PANEL))
    return red, green, blue


def draw_classic_board(canvas: Canvas, x: int, y: int, state: classic.State, seat: Seat) -> None:
    """Draw pattern lines, wall and floor line."""
    player, inks = state.players[seat], CLASSIC_INKS
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


def draw_pavilion_board(canvas: Canvas, x: int, y: int, state: pavilion.State, seat: Seat) -> None:
    """Draw the seven stars, and the hand below."""
    player, inks, board = state.players[seat], PAVILION_INKS, state.options.board
    zoom = SIDE / SIDE_ON_BOARD
    middle_x, middle_y = x + 4.95 * SIDE, y + 4.4 * SIDE
    for space, color in enumerate(player.spaces):
        star, slot = divmod(space, SLOTS)
        turn = direction(star, slot)
        at = place_star(Point(0, 0), star).towards(turn, ROOT / 2 * SIDE_ON_BOARD)
        at = Point(middle_x + zoom * at.x, middle_y + zoom * at.y)
        if color != EMPTY:
            canvas.rhombus(at, SIDE * 0.96, turn, DARK)
            canvas.rhombus(at, SIDE * 0.84, turn, inks[color])
            continue
        printed = STAR_COLORS[star] if board == "coloured" else MULTICOLOR
        canvas.rhombus(
            at, SIDE * 0.96, turn, WELL if printed == MULTICOLOR else pale(inks[printed])
        )
        canvas.number(NUMBERS[board][space], at.x - 2, at.y - 4, LINE, dot=1.5)
    draw_heap(canvas, x, y + 8.9 * SIDE, player.hand, inks)
    if player.passed:
        canvas.box(x + 6.6 * CELL, y + 8.9 * SIDE + 4, CELL, CELL / 2, LINE)
