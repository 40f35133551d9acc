"""The results of an arena as a small SVG picture: points with their intervals, row by row."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import NamedTuple
from xml.sax.saxutils import escape

from tilewright.arena.figures import Estimate
from tilewright.arena.report import Report
from tilewright.drawing import INK, LINE, PANEL, SANS, SIGNAL, SOFT_INK

WIDTH, LEFT, RIGHT = 760, 290, 90  # of the picture, and of the words at its sides
ROW, HEAD, FOOT = 26, 34, 30


class Row(NamedTuple):
    """A line of a chart."""

    name: str
    value: Estimate
    words: str


def plot(report: Report) -> str:
    """Draw the ratings, where there are more than two players, and the scores."""
    charts = []
    rated = [
        Row(player.name, player.rating, f"{player.rating.mean:+.0f}")
        for player in report.players
        if player.rating is not None
    ]
    if rated:
        rated.sort(key=lambda row: -row.value.mean)
        charts.append(("Rating (Elo)", rated, *span(rated), 0.0))
    scores = [
        Row(f"{entry.one} – {', '.join(entry.others)}", entry.score, f"{entry.score.mean:.1%}")
        for entry in report.figures
    ]
    fair = report.figures[0].fair if report.figures else 0.5
    charts.append(("Score", scores, 0.0, 1.0, fair))
    parts, top = [], 0
    for title, rows, low, high, mark in charts:
        parts.append(chart(title, rows, top, low, high, mark))
        top += HEAD + ROW * len(rows) + FOOT
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {top}" '
        f'font-family="{SANS}" font-size="13" role="img">\n'
        f"<title>{escape(report.command)}</title>\n"
        f'<rect width="{WIDTH}" height="{top}" fill="{PANEL}"/>\n' + "\n".join(parts) + "\n</svg>\n"
    )


def span(rows: Sequence[Row]) -> tuple[float, float]:
    """Whole hundreds around all intervals."""
    ends = [end for row in rows for end in row.value if isfinite(end)]
    return min(ends) // 100 * 100, -(-max(ends) // 100) * 100


def chart(title: str, rows: Sequence[Row], top: int, low: float, high: float, mark: float) -> str:
    """Rows of points on one scale, with a line at a mark."""

    def x(value: float) -> float:
        inside = min(max(value, low), high)
        return round(LEFT + (inside - low) / ((high - low) or 1) * (WIDTH - LEFT - RIGHT), 1)

    bottom = top + HEAD + ROW * len(rows)
    parts = [text(16, top + 22, title, fill=INK, weight="bold")]
    for tick in (low, mark, high):
        words = f"{tick:.0%}" if high == 1.0 else f"{tick:+.0f}"
        parts.append(
            f'<path d="M{x(tick)} {top + HEAD}V{bottom}" stroke="{LINE}" stroke-width="1.5"/>'
        )
        parts.append(text(x(tick), bottom + 16, words, anchor="middle"))
    for at, row in enumerate(rows):
        y = top + HEAD + ROW * at + ROW // 2
        parts.append(text(16, y + 4, row.name, fill=INK))
        if isfinite(row.value.low) and isfinite(row.value.high):
            ends = f"M{x(row.value.low)} {y}H{x(row.value.high)}"
            parts.append(f'<path d="{ends}" stroke="{SIGNAL}" stroke-width="3"/>')
        parts.append(f'<circle cx="{x(row.value.mean)}" cy="{y}" r="5" fill="{SIGNAL}"/>')
        parts.append(text(WIDTH - 16, y + 4, row.words, anchor="end"))
    return "\n".join(parts)


def text(
    x: float, y: float, words: str, *, fill: str = SOFT_INK, anchor: str = "start", weight: str = ""
) -> str:
    """A line of words; long ones are cut."""
    shown = words if len(words) <= 42 else f"{words[:41]}…"
    bold = f' font-weight="{weight}"' if weight else ""
    return (
        f'<text x="{x}" y="{y}" fill="{fill}" text-anchor="{anchor}"{bold}>{escape(shown)}</text>'
    )
