"""How a training goes: the strength after each generation, and a small SVG picture of it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import isfinite
from typing import TYPE_CHECKING, NamedTuple
from xml.sax.saxutils import escape

from tilewright.arena.figures import Estimate, elo
from tilewright.arena.plot import text
from tilewright.drawing import INK, LINE, PANEL, SANS, SIGNAL

if TYPE_CHECKING:
    from tilewright.train.run import Generation

WIDTH, LEFT, RIGHT = 760, 70, 24  # of the picture, and of the numbers at its side
HEAD, FOOT = 34, 26
TALL, LOW = 170, 60  # charts
SUREST = 0.99  # a score that counts as no more than this: a few games cannot prove it


class Chart(NamedTuple):
    """A line over the generations."""

    title: str
    height: int
    values: Sequence[Estimate]
    form: str


def strength(generations: Sequence[Generation], players: int) -> list[Estimate]:
    """The Elo after each generation: the sum of what the kept ones are better than the net before
    them. It begins at 0 with the hand-made search or the net that was given; the interval is that
    of the last comparison alone."""

    def step(score: float) -> float:
        return elo(min(max(score, 1 - SUREST), SUREST), players)

    found, total = [], 0.0
    for made in generations:
        ends = (made.score, made.score - made.error, made.score + made.error)
        mean, low, high = [total + step(score) for score in ends]
        total = mean if made.kept else total
        found.append(Estimate(mean, low, high))
    return found


def sum_of(generations: Sequence[Generation], players: int) -> float:
    """The Elo of the net that is kept."""
    points = zip(strength(generations, players), generations)
    return next((point.mean for point, made in [*points][::-1] if made.kept), 0.0)


def plot(title: str, generations: Sequence[Generation], players: int) -> str:
    """Draw the strength and the three losses over the generations."""
    charts = [
        Chart("Elo, against the net before, added up", TALL, strength(generations, players), "+.0f")
    ]
    for at, name in enumerate(("who wins", "margin", "moves")):
        values = [Estimate(*[made.losses[at]] * 3) for made in generations]
        charts.append(Chart(f"Loss: {name}", LOW, values, ".3f"))
    parts, top = [], 0
    for chart in charts:
        parts.append(draw(chart, [made.kept for made in generations], top))
        top += HEAD + chart.height + FOOT
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {top}" '
        f'font-family="{SANS}" font-size="13" role="img">\n'
        f"<title>{escape(title)}</title>\n"
        f'<rect width="{WIDTH}" height="{top}" fill="{PANEL}"/>\n' + "\n".join(parts) + "\n</svg>\n"
    )


def draw(chart: Chart, kept: Sequence[bool], top: int) -> str:
    """Points with their intervals, joined where a net was kept; the others are hollow."""
    ends = [end for value in chart.values for end in value if isfinite(end)]
    low, high = min(ends), max(ends)
    above, below = top + HEAD, top + HEAD + chart.height

    def x(number: int) -> float:
        return round(LEFT + (number + 0.5) / len(kept) * (WIDTH - LEFT - RIGHT), 1)

    def y(value: float) -> float:
        return round(below - (value - low) / ((high - low) or 1) * chart.height, 1)

    parts = [text(16, top + 22, chart.title, fill=INK, weight="bold")]
    for end in sorted({low, high}):
        line = f"M{LEFT} {y(end)}H{WIDTH - RIGHT}"
        parts.append(f'<path d="{line}" stroke="{LINE}" stroke-width="1.5"/>')
        parts.append(text(LEFT - 8, y(end) + 4, f"{end:{chart.form}}", anchor="end"))
    for number in sorted({0, len(kept) - 1}):
        parts.append(text(x(number), below + 18, str(number), anchor="middle"))
    joined = [number for number, is_kept in enumerate(kept) if is_kept]
    for one, other in pairwise(joined):
        line = f"M{x(one)} {y(chart.values[one].mean)}L{x(other)} {y(chart.values[other].mean)}"
        parts.append(f'<path d="{line}" stroke="{SIGNAL}" stroke-width="2"/>')
    for number, value in enumerate(chart.values):
        if value.low < value.high:
            line = f"M{x(number)} {max(above, y(value.high))}V{y(value.low)}"
            parts.append(f'<path d="{line}" stroke="{SIGNAL}" stroke-width="1"/>')
        fill = SIGNAL if kept[number] else PANEL
        parts.append(
            f'<circle cx="{x(number)}" cy="{y(value.mean)}" r="4" fill="{fill}" '
            f'stroke="{SIGNAL}" stroke-width="1.5"/>'
        )
    return "\n".join(parts)
