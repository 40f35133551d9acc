"""The command `train`."""

from __future__ import annotations

from typing import Annotated

import typer

from tilewright.commands.needs import needed_by
from tilewright.commands.options import (
    ComputeOption,
    NoColorOption,
)
from tilewright.games import GAMES, sides
from tilewright.tui.terminal import Terminal


def train(
    game: Annotated[str, typer.Argument(metavar="|".join(GAMES), help="Which game.")],
    players: Annotated[int, typer.Option(metavar="N", help="2, 3 or 4 players.")] = 2,
    board: Annotated[
        str | None,
        typer.Option(
            metavar="SIDE",
            help="; ".join(f"{name}: {' or '.join(sides(name))}" for name in GAMES) + ".",
        ),
    ] = None,
    together: Annotated[
        bool,
        typer.Option(
            "--together",
            help="Learn one net for every number of players and both sides of the boards.",
        ),
    ] = False,
    folder: Annotated[
        str | None,
        typer.Option(
            metavar="DIR", help="Where it is kept; training/GAME-PLAYERS-BOARD if not set."
        ),
    ] = None,
    generations: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="How many to make; no end if not set."),
    ] = None,
    minutes: Annotated[
        float | None,
        typer.Option(metavar="M", min=0, help="Begin no generation after this many minutes."),
    ] = None,
    games: Annotated[
        int, typer.Option(metavar="N", min=1, help="Games that a generation learns from.")
    ] = 3000,
    full: Annotated[
        int, typer.Option(metavar="N", min=2, help="Simulations where a move is learned from.")
    ] = 500,
    quick: Annotated[
        int, typer.Option(metavar="N", min=2, help="Simulations for the other moves.")
    ] = 100,
    pairs: Annotated[
        int,
        typer.Option(metavar="N", min=2, help="The most deals to play against the previous net."),
    ] = 200,
    start: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="NET",
            help="Begin with a net: a file, or a name listed by tilewright bots --nets.",
        ),
    ] = None,
    units: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=128,
            max=256,
            help="Units of the first layer: 128 if not set, or as many as the net has.",
        ),
    ] = None,
    trust: Annotated[
        float | None,
        typer.Option(
            metavar="SHARE",
            min=0,
            max=1,
            help="How much of what is learned about a position comes from the search: 0.9 if not "
            "set; the rest is how the game ended.",
        ),
    ] = None,
    ends: Annotated[
        float | None,
        typer.Option(
            metavar="TIMES",
            min=0,
            help="How much more the end of a round counts than another position: 4 if not set.",
        ),
    ] = None,
    compute: ComputeOption = None,
    no_color: NoColorOption = False,
) -> None:
    """Train the bots: they play against themselves, and a net learns from the games.

    A generation is kept if it is better than the one before and loses to no earlier one. Ctrl-C
    stops; the same command resumes from the folder. See docs/training.md.

    \b
    Example:
      tilewright train classic --from classic-2-coloured --minutes 60
    """
    with needed_by("training"):
        from tilewright.commands import training  # numba takes its time
    wish = training.TrainingArguments(
        game,
        players,
        board or sides(game)[0],
        folder=folder,
        generations=generations,
        minutes=minutes,
        games=games,
        full=full,
        quick=quick,
        pairs=pairs,
        start=start,
        units=units,
        trust=trust,
        ends=ends,
        compute=compute,
        together=together,
    )
    training.train(wish, Terminal(color=not no_color))
