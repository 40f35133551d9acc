"""The command `arena`."""

from __future__ import annotations

from typing import Annotated

import typer

from tilewright.commands import contest
from tilewright.commands.options import (
    NoColorOption,
    PlayersOption,
)
from tilewright.commands.variants import NONE, Variant, with_variants
from tilewright.games import DEFAULT, GAMES
from tilewright.tui import setup
from tilewright.tui.terminal import Terminal


@with_variants
def arena(
    bot: Annotated[
        list[str],
        typer.Argument(
            metavar="BOT...",
            help="Who plays: a bot (see tilewright bots) or cmd:COMMAND for an engine, "
            "each with a limit of its own if you like: master@50ms, uct@1s, master@400.",
        ),
    ],
    game: Annotated[str, typer.Option(metavar="NAME", help=f"{' or '.join(GAMES)}.")] = DEFAULT,
    players: PlayersOption = None,
    variant: Variant = NONE,
    pairs: Annotated[
        int,
        typer.Option(
            metavar="N", min=1, help="How often each pairing plays all its seats on one deal."
        ),
    ] = 50,
    gauntlet: Annotated[
        bool, typer.Option("--gauntlet", help="Only the first against each of the others.")
    ] = False,
    ladder: Annotated[
        bool, typer.Option("--ladder", help="Only each against the one named before it.")
    ] = False,
    together: Annotated[
        bool, typer.Option("--together", help="All at one table, as many as there are seats.")
    ] = False,
    sprt: Annotated[
        str | None,
        typer.Option(
            metavar="LOW,HIGH",
            help="Stop a pairing when one of two hypotheses is accepted: "
            "Elo like 0,50 or scores like 50%,57%.",
        ),
    ] = None,
    seed: Annotated[
        str, typer.Option(metavar="TEXT", help="The same deals and luck for the same seed.")
    ] = "0",
    save: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Keep finished pairs there, and continue from them."),
    ] = None,
    json: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write the results there for programs.")
    ] = None,
    plot: Annotated[
        str | None, typer.Option(metavar="FILE", help="Draw the results there as SVG.")
    ] = None,
    no_color: NoColorOption = False,
) -> None:
    """Let bots play each other and see which is better.

    Everyone meets everyone, unless told otherwise. Games come in pairs on the same deals with
    the seats swapped; intervals are 95 % intervals over pairs. TILEWRIGHT_COMPUTE says where to
    play: a number of processes, or ray. See docs/arena.md.

    \b
    Example:
      tilewright arena pupil mason master@50ms --pairs 20 --save arena.jsonl --plot arena.svg
    """
    start = setup.new_game(game, 2 if players is None else players, variant)
    order = contest.schedule(gauntlet=gauntlet, ladder=ladder, together=together)
    wish = contest.ContestArguments(bot, start, seed, order, pairs, sprt, save, json, plot)
    contest.hold(wish, Terminal(color=not no_color))
