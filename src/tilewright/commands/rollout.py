"""The command `rollout`."""

from __future__ import annotations

from typing import Annotated

import typer

from tilewright.commands.needs import needed_by
from tilewright.commands.options import (
    JsonOption,
    LanguageOption,
    NoColorOption,
    PlyOption,
    PositionArgument,
)
from tilewright.tui.terminal import Terminal


def rollout(
    position: PositionArgument,
    games: Annotated[
        int, typer.Option(metavar="N", min=2, help="The most games to play after each move.")
    ] = 200,
    moves: Annotated[int, typer.Option(metavar="N", min=2, help="How many moves to compare.")] = 2,
    ply: PlyOption = None,
    json: JsonOption = False,
    no_color: NoColorOption = False,
    language: LanguageOption = None,
) -> None:
    """Play a position out many times, after each of its best moves.

    The deals are the same for all moves, and their luck is taken out as far as a quick search can
    tell. It stops once the best move is known with 95 % confidence. The same games are played every
    time.

    \b
    Example:
      tilewright rollout game.txt --ply 12 --games 400
    """
    with needed_by("study"):
        from tilewright.commands import studying  # numba takes its time

    terminal = Terminal(color=not no_color)
    studying.rollout(" ".join(position), ply, terminal, games=games, moves=moves, as_json=json)
