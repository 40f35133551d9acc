"""Insights in words and tables."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.table import Table

from tilewright.analysis.insight import Cause, Insights
from tilewright.analysis.report import Reason
from tilewright.analysis.wording import tell
from tilewright.games import GAMES
from tilewright.tui.study import like

WIDEST = 24  # letters of the longest bar
SURE = 1.96  # standard errors


def told(who: str, found: Insights) -> Iterator[RenderableType]:
    """What a player's games have in common."""
    yield f"{who}: {games(found.games)} of {GAMES[found.game].TITLE}, {found.decisions} decisions"
    accuracy = f"accuracy {found.accuracy:.0f} %"
    yield f"Lost a decision: {found.error_rate:.2f} ± {SURE * found.error:.2f}; {accuracy}"
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
    return "1 game" if count == 1 else f"{count} games"


def columns(*names: str) -> Table:
    """A table whose first column has words, and the others numbers; one without a name has bars."""
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
    yield f"Played like {like(one.level)}"
    yield ""
    table = columns("", "a decision", "")
    rates = [*one.rates.items(), (who, one.error_rate)]
    most = max([rate for _, rate in rates])
    for name, rate in sorted(rates, key=lambda row: -row[1]):
        style = "bold" if name == who else ""
        table.add_row(name, f"{rate:.2f}", bar(rate, most), style=style)
    yield table


def causes(found: Insights) -> Table:
    """Where points are lost."""
    table = columns("lost", "a game", "slips", "")
    rows = [(named(found.game, one), one.points, str(one.slips)) for one in found.causes]
    rows.append(("no reason found", found.unexplained, ""))
    rows.append(("small losses", found.small, ""))
    most = max([points for _, points, _ in rows])
    for name, points, slips in rows:
        table.add_row(name, f"{points / found.games:.1f}", slips, bar(points, most))
    return table


def named(game: str, cause: Cause) -> str:
    """What points were lost for."""
    what = tell(game, Reason(cause.kind, 0, 0.0, 0.0))
    return f"given to others: {what}" if cause.given else what


def rounds(found: Insights) -> Table:
    """What was lost in each round."""
    table = columns("round", "decisions", "a game", "a decision", "")
    rates = [one.loss / one.decisions for one in found.rounds]
    for one, rate in zip(found.rounds, rates, strict=True):
        row = (str(one.round), str(one.decisions), f"{one.loss / found.games:.1f}", f"{rate:.2f}")
        table.add_row(*row, bar(rate, max(rates)))
    return table


def luck(found: Insights) -> Iterator[str]:
    """What was luck, and what was not."""
    parts = (found.result, found.start, found.luck, -found.loss, found.others)
    result, start, luck, loss, others = [f"{points / found.games:+.1f}" for points in parts]
    yield (
        f"A game ended {result} on average: {start} expected at the start, {luck} by luck, "
        f"{loss} by own decisions, {others} by those of others"
    )
    yield f"Ahead at the end: {games(found.ahead)}, {found.ahead_by_luck} of them by luck alone"
    yield f"Behind at the end: {games(found.behind)}, {found.behind_by_luck} of them by bad luck"


def progress(found: Insights) -> Table:
    """How the error rate has changed."""
    table = columns("games", "a decision", "±", "luck", "result", "")
    most = max([span.error_rate for span in found.spans])
    for span in found.spans:
        one = span.first == span.last
        table.add_row(
            str(span.first + 1) if one else f"{span.first + 1}-{span.last + 1}",
            f"{span.error_rate:.2f}",
            f"{SURE * span.error:.2f}",
            f"{span.luck:+.1f}",
            f"{span.result:+.1f}",
            bar(span.error_rate, most),
        )
    return table
