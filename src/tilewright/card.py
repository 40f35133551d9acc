"""Cards: pictures of a game for link previews, 1200 by 630 as SVG."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tilewright.drawing import (
    PAGE,
    PALE_INK,
    SERIF,
    SOFT_INK,
    Style,
    breadth,
    clip,
    document,
    rectangle,
    trim,
    write,
)

WIDTH, HEIGHT = 1200.0, 630.0
EDGE, HEAD, GAP = 36.0, 132.0, 20.0
COLUMN = 400.0  # of words beside a drawing
HEADLINE, SMALLEST = 54.0, 26.0  # sizes of letters
ABOUT = Style(26, 400, SOFT_INK)
HOUSE = Style(26, 600, PALE_INK)
SIZE = re.compile(r' width="([\d.]+)" height="([\d.]+)"')  # of a drawing, in its first tag


def draw(headline: str, about: str, drawings: Sequence[str]) -> str:
    """Draw a card: a headline, what it is about, and drawings of one size as large as they fit:
    several below the words, one beside them."""
    beside = len(drawings) == 1
    room = COLUMN if beside else WIDTH - 2 * EDGE
    large = Style(HEADLINE, 600, font=SERIF)
    size = max(SMALLEST, HEADLINE * min(1.0, room / breadth(headline, large)))
    style = large._replace(size=size)
    house = (EDGE, HEIGHT - 50, HOUSE) if beside else (WIDTH - EDGE, 104, HOUSE, "end")
    left, top = (2 * EDGE + COLUMN, EDGE) if beside else (EDGE, HEAD)
    parts = [
        rectangle(0, 0, WIDTH, HEIGHT, fill=PAGE),
        write(clip(headline, room, style), EDGE, 50, style),
        write(clip(about, room - 170, ABOUT), EDGE, 104, ABOUT),
        write("Tilewright", *house),
        lay_out(drawings, left, top, WIDTH - EDGE - left, HEIGHT - EDGE - top),
    ]
    return document("\n".join(parts), width=WIDTH, height=HEIGHT, title=headline, description=about)


def lay_out(drawings: Sequence[str], x: float, y: float, width: float, height: float) -> str:
    """Place drawings in the middle of some room, in as many columns as make them largest."""
    found = SIZE.search(drawings[0])
    assert found
    wide, high, count = float(found[1]), float(found[2]), len(drawings)

    def scale(columns: int) -> float:
        rows = -(-count // columns)
        across = (width - GAP * (columns - 1)) / (wide * columns)
        return min(across, (height - GAP * (rows - 1)) / (high * rows))

    columns = max(range(1, count + 1), key=scale)
    wide, high = scale(columns) * wide, scale(columns) * high
    rows = -(-count // columns)
    left = x + (width - columns * (wide + GAP) + GAP) / 2
    top = y + (height - rows * (high + GAP) + GAP) / 2
    placed = []
    for at, drawing in enumerate(drawings):
        row, column = divmod(at, columns)
        place = {"x": left + column * (wide + GAP), "y": top + row * (high + GAP)}
        place |= {"width": wide, "height": high}
        words = "".join([f' {name}="{trim(value)}"' for name, value in place.items()])
        placed.append(SIZE.sub(words, drawing, count=1))
    return "\n".join(placed)
