"""The commands for engines: answering as one, and testing one."""

from __future__ import annotations

import sys
from typing import BinaryIO, Protocol

from rich.table import Table
from rich.text import Text

from tilewright.bots import find
from tilewright.commands.printing import print_json
from tilewright.engine import server
from tilewright.engine.check import VARIANTS, CheckResult, check
from tilewright.games import games_with, part
from tilewright.tui.terminal import Terminal

NAME = max(map(len, VARIANTS))  # columns of the name of a check
LONGEST = 160  # letters of a reason
SIGNS = {True: "✓", False: "✗", None: "–"}


class Duel(Protocol):
    """What the game of the students' contest provides: its module `duel`."""

    def run(self, bot: str, requests: BinaryIO, answers: BinaryIO, /) -> None:
        """Answer until the requests end."""
        ...


def answer(bot: str | None, *, competition: bool = False) -> None:
    """Answer requests until standard input ends."""
    bot = bot or server.default_bot()
    find(bot)
    if competition:
        (name,) = games_with("duel")
        server.prepare(bot, [name])
        duel: Duel = part(name, "duel")
        duel.run(bot, sys.stdin.buffer, sys.stdout.buffer)
    else:
        server.prepare(bot)
        server.run(bot, sys.stdin.buffer, sys.stdout.buffer)


def try_engine(command: list[str], terminal: Terminal, *, grace: float, as_json: bool) -> bool:
    """Print how the checks went; returns whether all were passed."""
    results = []
    for result in check(command, grace=grace):
        results.append(result)
        if not as_json:
            terminal.show(row(result))
    if as_json:
        print_json([result._asdict() for result in results])
    return all(result.passed is not False for result in results)


def row(result: CheckResult) -> Table:
    """A check with what the engine did."""
    found = Table.grid(padding=(0, 2, 0, 0))
    found.add_column(width=1)
    found.add_column(width=NAME)
    found.add_column()
    reason = result.reason if len(result.reason) <= LONGEST else result.reason[:LONGEST] + "…"
    found.add_row(SIGNS[result.passed], Text(result.name), Text(reason))
    return found
