"""The command `insights`."""

from __future__ import annotations

from typing import Annotated

import typer

from tilewright.commands.needs import needed_by
from tilewright.commands.options import (
    ComputeOption,
    EffortOption,
    JsonOption,
    LanguageOption,
    NoColorOption,
)
from tilewright.tui.terminal import Terminal


def insights(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE…", help="Records, in the order they were played.")
    ],
    player: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Whose games; if left out, whoever played all of them."),
    ] = None,
    effort: EffortOption = 1000,
    compute: ComputeOption = None,
    json: JsonOption = False,
    no_color: NoColorOption = False,
    language: LanguageOption = None,
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
