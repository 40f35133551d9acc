"""A picture in the making, as an array of pixels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from tilewright.tiles import Tiles

Pixels: TypeAlias = NDArray[np.uint8]
Coordinates: TypeAlias = NDArray[np.float64]
Ink: TypeAlias = tuple[int, int, int]

SMOOTH = 2  # pixels are drawn this many times finer, then averaged

TABLE, PANEL, WELL, LINE = (237, 229, 214), (253, 250, 244), (226, 217, 200), (138, 125, 102)
DARK, TO_MOVE, LOSS, MARKER = (28, 36, 56), (8, 104, 95), (248, 224, 214), (201, 129, 22)

# Digits, three by five, a row of bits each.
DIGITS = ("75557", "26227", "71747", "71717", "55711", "74717", "74757", "71122", "75757", "75717")

CELL, GAP, PAD = 18, 6, 10  # pixels
HEAD = 20  # the line with the score


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
        across, down, part = self.around(x, y, radius)
        part[across**2 + down**2 <= (radius * SMOOTH) ** 2] = ink

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

    def finish(self) -> Pixels:
        """The picture at its final size."""
        high, wide = self.pixels.shape[0] // SMOOTH, self.pixels.shape[1] // SMOOTH
        fine = self.pixels.reshape(high, SMOOTH, wide, SMOOTH, 3)
        picture: Pixels = fine.mean(axis=(1, 3)).astype(np.uint8)
        return picture

    def around(self, x: float, y: float, reach: float) -> tuple[Coordinates, Coordinates, Pixels]:
        """The pixels near a point: how far right and down each lies, and themselves."""
        left, top = max(0, int(SMOOTH * (x - reach))), max(0, int(SMOOTH * (y - reach)))
        right, bottom = int(SMOOTH * (x + reach)) + 2, int(SMOOTH * (y + reach)) + 2
        part = self.pixels[top:bottom, left:right]
        down, across = np.ogrid[top : top + part.shape[0], left : left + part.shape[1]]
        return across + 0.5 - SMOOTH * x, down + 0.5 - SMOOTH * y, part


def draw_heap(canvas: Canvas, x: float, y: float, tiles: Tiles, inks: Sequence[Ink]) -> None:
    """Draw a tile for each colour present, with its number below."""
    for color, count in enumerate(tiles):
        if count:
            canvas.tile(x, y, inks[color])
            canvas.number(count, x + 5, y + CELL + 2)
        x += CELL + 1


def pale(ink: Ink) -> Ink:
    """The colour printed on a board."""
    red, green, blue = (round(0.22 * part + 0.78 * ground) for part, ground in zip(ink, PANEL))
    return red, green, blue
