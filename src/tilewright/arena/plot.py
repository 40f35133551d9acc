"""The results of an arena as a picture: points with their intervals, row by row."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

from tilewright.arena.report import Report
from tilewright.chart import Bar, picture, rows


def plot(report: Report) -> str:
    """Draw the ratings, where there are more than two players, and the scores."""
    charts = []
    rated = [
        Bar(player.name, player.rating, f"{player.rating.mean:+.0f}")
        for player in report.players
        if player.rating is not None
    ]
    if rated:
        rated.sort(key=lambda row: -row.value.mean)
        charts.append(rows("Rating (Elo)", rated, *span(rated), 0.0, "+.0f"))
    scores = [
        Bar(f"{entry.one} – {', '.join(entry.others)}", entry.score, f"{entry.score.mean:.1%}")
        for entry in report.figures
    ]
    fair = report.figures[0].fair if report.figures else 0.5
    charts.append(rows("Score", scores, 0.0, 1.0, fair, ".0%"))
    return picture(report.command, charts)


def span(rated: Sequence[Bar]) -> tuple[float, float]:
    """Whole hundreds around all intervals."""
    values = [row.value for row in rated]
    ends = [end for value in values for end in (value.low, value.mean, value.high) if isfinite(end)]
    return min(ends) // 100 * 100, -(-max(ends) // 100) * 100
