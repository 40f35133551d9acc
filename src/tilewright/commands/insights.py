"""The command `insights`."""

from __future__ import annotations

from typing import Annotated

import typer

from tilewright.commands.needs import needed_by
from tilewright.commands.options import Compute, Effort, Json, Language, NoColor
from tilewright.tui.terminal import Terminal


def insights(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE…", help="Records, in the order they were played.")
    ],
    player: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Whose games; if left out, who played all of them."),
    ] = None,
    effort: Effort = 1000,
    compute: Compute = None,
    json: Json = False,
    no_color: NoColor = False,
    language: Language = None,
) -> None:
    """Show what a player's games have in common.

    Where points are lost, and in which rounds; the error rate beside those of the bots' levels;
    what was luck; and progress over time. Games without a review are reviewed first; reviews are
    kept.

    \b
    Example:
      tilewright insights *.tw --player Ann
    """
    with needed_by("study"):
        from tilewright.commands import studying  # numba takes its time

    terminal = Terminal(color=not no_color)
    studying.insights(files, terminal, player=player, effort=effort, as_json=json, compute=compute)
