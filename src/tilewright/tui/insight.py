"""Insights in words and tables."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.table import Table

from tilewright.analysis.insight import Cause, Insights
from tilewright.analysis.report import Reason
from tilewright.games import GAMES
from tilewright.tui.language import decimal, percent
from tilewright.tui.story import called, text
from tilewright.tui.study import tell_level, tell_reason

WIDEST = 24  # characters of the longest bar
SURE = 1.96  # standard errors


def told(who: str, found: Insights) -> Iterator[RenderableType]:
    """What a player's games have in common."""
    title, count = GAMES[found.game].TITLE, found.decisions
    yield text("insight.head", name=called(who), games=games(found.games), title=title, count=count)
    rate, error = decimal(found.error_rate, ".2f"), decimal(SURE * found.error, ".2f")
    yield text("insight.rate", rate=rate, error=error, accuracy=percent(found.accuracy / 100))
    yield from level(who, found)
    yield ""
    yield causes(found)
    yield ""
    yield rounds(found)
    yield ""
    yield from luck(found)
    if len(found.spans) > 1:
        yield ""
        yield progress(found)


def games(count: int) -> str:
    """A number of games."""
    return text("insight.games", count=count)


def columns(*names: str) -> Table:
    """A table with words in its first column and numbers in the others, or bars in one without a
    name."""
    table = Table(box=None, pad_edge=False)
    for number, name in enumerate(names):
        table.add_column(name, justify="right" if number and name else "left")
    return table


def bar(points: float, most: float) -> str:
    """A bar beside a number."""
    return "█" * round(WIDEST * points / most) if most else ""


def level(who: str, found: Insights) -> Iterator[RenderableType]:
    """The error rate among those of the bots' levels."""
    if (one := found.compared) is None:
        return
    yield text("insight.like", level=tell_level(one.level))
    yield ""
    table = columns("", text("insight.a_decision"), "")
    rates = [*one.rates.items(), (who, one.error_rate)]
    most = max([rate for _, rate in rates])
    for name, rate in sorted(rates, key=lambda row: -row[1]):
        style = "bold" if name == who else ""
        table.add_row(called(name), decimal(rate, ".2f"), bar(rate, most), style=style)
    yield table


def causes(found: Insights) -> Table:
    """Where points are lost."""
    table = columns(*[text(f"insight.{name}") for name in ("lost", "a_game", "slips")], "")
    rows = [(named(found.game, one), one.points, str(one.slips)) for one in found.causes]
    rows.append((text("insight.unexplained"), found.unexplained, ""))
    rows.append((text("insight.small"), found.small, ""))
    most = max([points for _, points, _ in rows])
    for name, points, slips in rows:
        table.add_row(name, decimal(points / found.games), slips, bar(points, most))
    return table


def named(game: str, cause: Cause) -> str:
    """What points were lost for."""
    what = tell_reason(game, Reason(cause.kind, 0, 0.0, 0.0))
    return text("insight.given", what=what) if cause.given else what


def rounds(found: Insights) -> Table:
    """What was lost in each round."""
    names = ("round", "decisions", "a_game", "a_decision")
    table = columns(*[text(f"insight.{name}") for name in names], "")
    rates = [one.loss / one.decisions for one in found.rounds]
    for one, rate in zip(found.rounds, rates, strict=True):
        row = (str(one.round), str(one.decisions), decimal(one.loss / found.games))
        table.add_row(*row, decimal(rate, ".2f"), bar(rate, max(rates)))
    return table


def luck(found: Insights) -> Iterator[str]:
    """What was luck, and what was not."""
    parts = {
        "result": found.result,
        "start": found.start,
        "luck": found.luck,
        "loss": -found.loss,
        "others": found.others,
    }
    means = {name: decimal(points / found.games, "+.1f") for name, points in parts.items()}
    yield text("insight.ended", **means)
    yield text("insight.ahead", games=games(found.ahead), count=found.ahead_by_luck)
    yield text("insight.behind", games=games(found.behind), count=found.behind_by_luck)


def progress(found: Insights) -> Table:
    """How the error rate has changed."""
    first, *names = [text(f"insight.{name}") for name in ("span", "a_decision", "luck", "result")]
    table = columns(first, names[0], "±", *names[1:], "")
    most = max([span.error_rate for span in found.spans])
    for span in found.spans:
        one = span.first == span.last
        table.add_row(
            str(span.first + 1) if one else f"{span.first + 1}-{span.last + 1}",
            decimal(span.error_rate, ".2f"),
            decimal(SURE * span.error, ".2f"),
            decimal(span.luck, "+.1f"),
            decimal(span.result, "+.1f"),
            bar(span.error_rate, most),
        )
    return table
