"""The command `puzzles`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tilewright.commands.needs import needed_by
from tilewright.commands.options import GameArgument, PlayersOption
from tilewright.commands.variants import NONE, Variant, with_variants
from tilewright.tui.terminal import Terminal


@with_variants
def puzzles(
    game: GameArgument = None,
    output: Annotated[
        Path,
        typer.Option("--output", "-o", metavar="FILE", help="Where to add them, one per line."),
    ] = Path("puzzles.jsonl"),
    count: Annotated[
        int,
        typer.Option(
            metavar="N", min=1, help="How many to look for; the last game may bring more."
        ),
    ] = 10,
    players: PlayersOption = None,
    variant: Variant = NONE,
    seed: Annotated[int, typer.Option(metavar="N", help="The seed of the first game.")] = 0,
    difficulty: Annotated[
        int,
        typer.Option(
            metavar="N",
            min=1,
            help="At least this: one more than the number of levels that fail it.",
        ),
    ] = 1,
    games: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Look in these games instead, written by dump."),
    ] = None,
) -> None:
    """Make puzzles from games between strong bots, or from games that were played on a server.

    A puzzle has one clearly best decision: at least 3 points better than any other, and with
    two players 10 % likelier to win, even at eight times the effort; and it is not simply the one
    that scores most at once. For every seat, only the hardest of each round is taken. The same
    seed makes the same puzzles; a file that already has some is continued.

    \b
    Example:
      tilewright puzzles classic --count 20 -o puzzles.jsonl
      tilewright puzzles --games games.jsonl --count 20 -o puzzles.jsonl
    """
    with needed_by("study"):
        from tilewright.commands import studying  # numba takes its time
    from tilewright.tui import setup

    if games:
        studying.puzzles_in_games(games, Terminal(), output=output, count=count, least=difficulty)
        return
    start = setup.wished_game(setup.GameArguments(game, players, variant))
    studying.puzzles(start, Terminal(), output=output, count=count, seed=seed, least=difficulty)
