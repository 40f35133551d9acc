"""The command `puzzle`."""

from __future__ import annotations

from typing import Annotated

import typer

from tilewright.commands.options import GameArgument, LanguageOption, NoColorOption
from tilewright.games import DEFAULT, GAMES
from tilewright.tui.files import BadInput
from tilewright.tui.terminal import Terminal


def puzzle(
    game: GameArgument = None,
    difficulty: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="Only this difficulty; 1 is the easiest."),
    ] = None,
    theme: Annotated[
        str | None, typer.Option(metavar="KIND", help="Only about this: floor, row, star, …")
    ] = None,
    seed: Annotated[
        str | None, typer.Option(metavar="TEXT", help="The same order for the same seed.")
    ] = None,
    no_color: NoColorOption = False,
    language: LanguageOption = None,
) -> None:
    """Solve puzzles: positions with one clearly best move.

    The puzzles come with the game and are shown in random order. At the prompt, answer shows the
    best move and next moves on.

    \b
    Example:
      tilewright puzzle pavilion --difficulty 3
    """
    import random

    from tilewright.analysis.collection import shipped
    from tilewright.tui import puzzles

    name = game or DEFAULT
    if name not in GAMES:
        raise BadInput(f"unknown game {name!r}: expected {' or '.join(GAMES)}")
    chosen = [
        each
        for each in shipped(name).values()
        if difficulty in (None, each.difficulty) and (theme is None or theme in each.themes)
    ]
    if not chosen:
        themes = sorted({kind for each in shipped(name).values() for kind in each.themes})
        raise BadInput(f"there are no such puzzles; the themes of {name} are {', '.join(themes)}")
    random.Random(seed).shuffle(chosen)
    puzzles.solve(chosen, Terminal(color=not no_color))
