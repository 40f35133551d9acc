"""The arena in the terminal: a bar while it plays, then tables, and files for others."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import isfinite, isinf, isnan
from pathlib import Path

from rich import box
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskProgressColumn,
    TextColumn,
    TimeRemainingColumn,
)
from rich.table import Table

from tilewright.arena import Contest, ContestState, Journal, parse_hypotheses, run
from tilewright.arena.contest import GAUNTLET, LADDER, ROBIN, TOGETHER
from tilewright.arena.entrant import needs_compiling
from tilewright.arena.figures import Figures, Interval
from tilewright.arena.plot import plot
from tilewright.arena.report import Report, report, to_data
from tilewright.bots import warming
from tilewright.compute import Pool
from tilewright.games import AnyState
from tilewright.tui.files import BadInput
from tilewright.tui.terminal import Terminal
from tilewright.writing import write

WIDE = 100  # columns for a table with both names in a line


@dataclass(frozen=True)
class ContestArguments:
    """What was asked for on the command line."""

    bots: list[str]
    start: AnyState
    seed: str
    schedule: str
    pairs: int
    sprt: str | None = None
    save: str | None = None  # files
    json: str | None = None
    plot: str | None = None


def schedule(*, gauntlet: bool, ladder: bool, together: bool) -> str:
    """Who meets whom, by the options that were given."""
    chosen = [
        name
        for name, is_chosen in ((GAUNTLET, gauntlet), (LADDER, ladder), (TOGETHER, together))
        if is_chosen
    ]
    if len(chosen) > 1:
        raise BadInput(f"--{chosen[0]} and --{chosen[1]} cannot be used together")
    return chosen[0] if chosen else ROBIN


def hold(wish: ContestArguments, terminal: Terminal) -> None:
    """Run an arena and show its results."""
    start = wish.start
    options = str(start.options)
    contest = Contest(tuple(wish.bots), start.game, options, wish.seed, wish.schedule)
    if wish.sprt is not None and contest.schedule == TOGETHER:
        raise BadInput("--sprt compares one bot with another; it is not for --together")
    hypotheses = None if wish.sprt is None else parse_hypotheses(wish.sprt, contest.players)
    for name in filter(None, (wish.save, wish.json, wish.plot)):
        if not Path(name).resolve().parent.is_dir():
            raise BadInput(f"{name}: there is no such folder")
    course = ContestState(contest, wish.pairs, hypotheses)
    journal = Journal(contest, Path(wish.save) if wish.save else None)
    try:
        play(course, journal)
    except KeyboardInterrupt:
        if wish.save:
            print(f"Stopped; the same command resumes from {wish.save}.", file=sys.stderr)
        raise
    finally:
        journal.close()
    found = report(course)
    show(found, terminal)
    if wish.json:
        write(Path(wish.json), json.dumps(to_data(found), ensure_ascii=False, indent=1) + "\n")
    if wish.plot:
        write(Path(wish.plot), plot(found))


def play(course: ContestState, journal: Journal) -> None:
    """Play all games, with a progress bar if someone is watching."""
    with bar() as progress:
        game = course.contest.game
        if any(needs_compiling(entrant, game) for entrant in course.contest.entrants):
            compiling = progress.add_task("Compiling the search", total=1.0, rate="")
            warming.get_ready(lambda _, share: progress.update(compiling, completed=share), game)
            progress.remove_task(compiling)
        task = progress.add_task("Pairs", total=None, rate="")
        games = len(course.contest.pairings[0].lineups)

        def tell(done: int, total: int) -> None:
            progress.update(task, completed=done, total=total)
            speed = progress.tasks[-1].speed
            if speed:
                progress.update(task, rate=f"{speed * games:.3g} games/s")

        with Pool() as pool:
            run(course, pool, journal=journal, progress=tell)


@contextmanager
def bar() -> Iterator[Progress]:
    """A bar on standard error, if that is a terminal."""
    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as progress:
        yield progress


# Tables


def show(found: Report, terminal: Terminal) -> None:
    """Print the results."""
    contest = found.contest
    terminal.say(f"{contest.game} {contest.start.options}, {contest.schedule}")
    terminal.show(table_of_pairings(found.figures, width=terminal.width))
    terminal.show(table_of_players(found))
    for verdict in found.verdicts:
        terminal.say(verdict)
    terminal.say(found.note)
    terminal.write(found.command)


def table_of_pairings(entries: list[Figures], *, width: int) -> Table:
    """How each did against the others, with 95 % intervals. In a narrow terminal the names are
    one below the other."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    many = bool(entries) and entries[0].seats > 2
    versus = "among" if many else "against"
    narrow = width < WIDE
    for name in ("",) if narrow else ("", versus):
        table.add_column(name, overflow="fold")
    for name in ("w-d-l", "score %", *["x fair"] * many, "margin", "Elo"):
        table.add_column(name, justify="right", no_wrap=True)
    for entry in entries:
        others = ", ".join(entry.others)
        names = [f"{entry.one}\n{versus} {others}"] if narrow else [entry.one, others]
        table.add_row(
            *names,
            f"{entry.wins}-{entry.draws}-{entry.losses}",
            give_or_take(Interval(*[100 * value for value in entry.score]), ".1f"),
            *([f"{entry.score.mean / entry.fair:.2f}"] if many else []),
            give_or_take(entry.margin, "+z.1f"),
            between(entry.elo),
        )
    return table


def table_of_players(found: Report) -> Table:
    """Everyone over all games: the rating, and how long a move took."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    rated = any(player.rating for player in found.players)
    table.add_column("")
    if rated:
        table.add_column("rating", justify="right")
    table.add_column("ms a move", justify="right")
    players = found.players
    if rated:
        players = sorted(players, key=lambda player: -player.rating.mean if player.rating else 0)
    for player in players:
        rating = [between(player.rating)] if player.rating else []
        table.add_row(player.name, *rating, f"{player.thinking:.2f}")
    return table


def give_or_take(found: Interval, form: str) -> str:
    """A figure with half of its interval, or with both ends where it is lopsided."""
    if not isfinite(found.low):
        return f"{found.mean:{form}}"
    below, above = found.mean - found.low, found.high - found.mean
    if abs(below - above) > 0.05:
        return f"{found.mean:{form}} [{found.low:.0f}, {found.high:.0f}]"
    return f"{found.mean:{form}} ± {above:.1f}"


def between(found: Interval) -> str:
    """A figure and the ends of its interval, or its only end if the other is infinite."""
    if isinf(found.mean):
        return f"over {found.low:+.0f}" if found.mean > 0 else f"under {found.high:+.0f}"
    ends = "" if isnan(found.low) else f" [{found.low:+z.0f}, {found.high:+z.0f}]"
    return f"{found.mean:+z.0f}{ends}"
