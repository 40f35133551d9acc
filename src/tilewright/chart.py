"""Charts as small SVG pictures, and the strokes, points and words that they are made of."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import isfinite
from typing import NamedTuple, Protocol
from xml.sax.saxutils import escape

from tilewright.drawing import INK, LINE, PANEL, SANS, SIGNAL, SOFT_INK

WIDTH = 760  # of a picture
HEAD, FOOT = 34, 30  # above and below a chart
ROW = 26
ROW_LEFT, ROW_RIGHT = 290, 90  # of rows, for the words at their sides
LINE_LEFT, LINE_RIGHT = 70, 24  # of lines, for the numbers at their side
LONGEST = 42  # characters of a label


class IntervalLike(Protocol):
    """A value, and how sure it is."""

    @property
    def mean(self) -> float: ...
    @property
    def low(self) -> float: ...
    @property
    def high(self) -> float: ...


class Chart(NamedTuple):
    """A part of a picture: its height, and what is drawn when it begins so far down."""

    height: int
    parts: Sequence[str]


class Bar(NamedTuple):
    """One value of several, in words too."""

    name: str
    value: IntervalLike
    words: str


def picture(title: str, charts: Sequence[Chart]) -> str:
    """Charts below each other, as an SVG document."""
    parts, top = [], 0
    for chart in charts:
        parts.append(f'<g transform="translate(0 {top})">\n' + "\n".join(chart.parts) + "\n</g>")
        top += chart.height
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {top}" '
        f'font-family="{SANS}" font-size="13" role="img">\n'
        f"<title>{escape(title)}</title>\n"
        f'<rect width="{WIDTH}" height="{top}" fill="{PANEL}"/>\n' + "\n".join(parts) + "\n</svg>\n"
    )


def rows(
    title: str, values: Sequence[Bar], low: float, high: float, mark: float, form: str
) -> Chart:
    """Rows of points on one scale, with a line at a mark."""

    def x(value: float) -> float:
        inside = min(max(value, low), high)
        share = (inside - low) / ((high - low) or 1)
        return round(ROW_LEFT + share * (WIDTH - ROW_LEFT - ROW_RIGHT), 1)

    bottom = HEAD + ROW * len(values)
    parts = [label(16, 22, title, fill=INK, weight="bold")]
    for tick in (low, mark, high):
        parts.append(path(f"M{x(tick)} {HEAD}V{bottom}", LINE, 1.5))
        parts.append(label(x(tick), bottom + 16, f"{tick:{form}}", anchor="middle"))
    for at, row in enumerate(values):
        y = HEAD + ROW * at + ROW // 2
        parts.append(label(16, y + 4, row.name, fill=INK))
        if isfinite(row.value.low) and isfinite(row.value.high):
            parts.append(path(f"M{x(row.value.low)} {y}H{x(row.value.high)}", SIGNAL, 3))
        parts.append(dot(x(row.value.mean), y, 5))
        parts.append(label(WIDTH - 16, y + 4, row.words, anchor="end"))
    return Chart(bottom + FOOT, parts)


def line(
    title: str, values: Sequence[IntervalLike], kept: Sequence[bool], height: int, form: str
) -> Chart:
    """Points with their intervals, joined where they are kept; the others are hollow."""
    ends = [end for value in values for end in (value.low, value.mean, value.high) if isfinite(end)]
    low, high = min(ends), max(ends)
    below = HEAD + height

    def x(number: int) -> float:
        return round(LINE_LEFT + (number + 0.5) / len(values) * (WIDTH - LINE_LEFT - LINE_RIGHT), 1)

    def y(value: float) -> float:
        return round(below - (value - low) / ((high - low) or 1) * height, 1)

    parts = [label(16, 22, title, fill=INK, weight="bold")]
    for end in sorted({low, high}):
        parts.append(path(f"M{LINE_LEFT} {y(end)}H{WIDTH - LINE_RIGHT}", LINE, 1.5))
        parts.append(label(LINE_LEFT - 8, y(end) + 4, f"{end:{form}}", anchor="end"))
    for number in sorted({0, len(values) - 1}):
        parts.append(label(x(number), below + 18, str(number), anchor="middle"))
    for one, other in pairwise([number for number, is_kept in enumerate(kept) if is_kept]):
        places = [f"{x(number)} {y(values[number].mean)}" for number in (one, other)]
        parts.append(path(f"M{places[0]}L{places[1]}", SIGNAL, 2))
    for number, value in enumerate(values):
        if value.low < value.high:
            top = max(HEAD, y(value.high))
            parts.append(path(f"M{x(number)} {top}V{y(value.low)}", SIGNAL, 1))
        parts.append(dot(x(number), y(value.mean), 4, hollow=not kept[number]))
    return Chart(below + FOOT, parts)


def path(way: str, color: str, width: float, *, dashes: str = "") -> str:
    """A stroke."""
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    return f'<path d="{way}" fill="none" stroke="{color}" stroke-width="{width}"{dashed}/>'


def dot(x: float, y: float, radius: int, *, color: str = SIGNAL, hollow: bool = False) -> str:
    """A point."""
    fill = PANEL if hollow else color
    edge = f'stroke="{color}" stroke-width="1.5"'
    return f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{fill}" {edge}/>'


def label(
    x: float, y: float, words: str, *, fill: str = SOFT_INK, anchor: str = "start", weight: str = ""
) -> str:
    """A line of words; long ones are cut."""
    shown = words if len(words) <= LONGEST else f"{words[: LONGEST - 1]}…"
    bold = f' font-weight="{weight}"' if weight else ""
    return (
        f'<text x="{x}" y="{y}" fill="{fill}" text-anchor="{anchor}"{bold}>{escape(shown)}</text>'
    )
