"""The command `review`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tilewright.commands.needs import needed_by
from tilewright.commands.options import (
    ComputeOption,
    EffortOption,
    FileArgument,
    JsonOption,
    LanguageOption,
    NoColorOption,
)
from tilewright.tui.terminal import Terminal


def review(
    file: FileArgument,
    effort: EffortOption = 1000,
    everything: Annotated[
        bool, typer.Option("--all", help="All moves, not only those that lost something.")
    ] = False,
    svg: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw the course of the game there.")
    ] = None,
    seat: Annotated[
        int, typer.Option(metavar="N", min=1, max=4, help="Whose course is drawn.")
    ] = 1,
    compute: ComputeOption = None,
    json: JsonOption = False,
    no_color: NoColorOption = False,
    language: LanguageOption = None,
) -> None:
    """Review a game: what was a mistake, why, and what was luck.

    Every decision is compared with the best move, in points and in chance of winning. Luck and
    decisions add up to the result. Reviews are kept: the second time it appears at once, and one
    that was interrupted continues where it stopped.

    \b
    Example:
      tilewright review game.txt
    """
    with needed_by("study"):
        from tilewright.commands import studying  # numba takes its time

    terminal = Terminal(color=not no_color)
    studying.review(
        file,
        terminal,
        effort=effort,
        everything=everything,
        svg=svg,
        seat=seat - 1,
        as_json=json,
        compute=compute,
    )
