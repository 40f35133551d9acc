"""The command `puzzles`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tilewright.commands.needs import needed_by
from tilewright.commands.options import GameName, Players
from tilewright.commands.variants import NONE, Variant, with_variants
from tilewright.tui.terminal import Terminal


@with_variants
def puzzles(
    game: GameName = None,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE", help="Where to add them, a line each.")
    ] = Path("puzzles.jsonl"),
    count: Annotated[int, typer.Option(metavar="N", min=1, help="How many to look for.")] = 10,
    players: Players = None,
    variant: Variant = NONE,
    seed: Annotated[int, typer.Option(metavar="N", help="Of the first game.")] = 0,
) -> None:
    """Make puzzles from games between strong bots.

    A puzzle has one clearly best decision: at least 3 points and 10 % winning chance better than
    any other, even at eight times the effort, and not the one that scores most at once. Only the
    hardest of each round is taken. The same seed makes the same puzzles; a file that has some
    already is continued.

    \b
    Example:
      tilewright puzzles classic --count 20 -o puzzles.jsonl
    """
    with needed_by("study"):
        from tilewright.commands import studying  # numba takes its time
    from tilewright.tui import setup

    start = setup.wished_game(setup.Wish(game, players, variant))
    studying.puzzles(start, Terminal(), output=output, count=count, seed=seed)
