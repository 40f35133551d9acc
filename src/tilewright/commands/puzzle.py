"""The command `puzzle`."""

from __future__ import annotations

from typing import Annotated

import typer

from tilewright import games
from tilewright.commands.options import GameArgument, LanguageOption, NoColorOption
from tilewright.game import expected
from tilewright.games import DEFAULT
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

    name = games.game(game or DEFAULT).NAME
    found = shipped(name).values()
    themes = sorted({kind for each in found for kind in each.themes})
    hardest = max([each.difficulty for each in found])
    if theme is not None and theme not in themes:
        raise BadInput(f"--theme {theme}: {expected(theme, themes)}")
    if difficulty is not None and difficulty > hardest:
        raise BadInput(f"--difficulty {difficulty}: the hardest puzzles of {name} have {hardest}")
    chosen = [
        each
        for each in found
        if difficulty in (None, each.difficulty) and (theme is None or theme in each.themes)
    ]
    if not chosen:
        raise BadInput(f"no puzzle of {name} about {theme} has difficulty {difficulty}")
    random.Random(seed).shuffle(chosen)
    puzzles.solve(chosen, Terminal(color=not no_color))
