"""Commands about bots: let them play each other, list them, train them, compile them."""

from __future__ import annotations

from typing import Annotated

import typer

from tilewright.commands.variants import NONE, Variant, with_variants
from tilewright.games import DEFAULT, GAMES, sides
from tilewright.tui import compiled, contest, look, nets, setup, training
from tilewright.tui.options import (
    Json,
    NoColor,
    Players,
)
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
    players: Players = None,
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
            help="Stop a pairing when one of two claims is accepted: "
            "Elo like 0,50 or scores like 50%,57%.",
        ),
    ] = None,
    seed: Annotated[
        str, typer.Option(metavar="TEXT", help="The same deals and luck for the same seed.")
    ] = "0",
    save: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Keep finished pairs there, and go on from there."),
    ] = None,
    json: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write the results there for programs.")
    ] = None,
    plot: Annotated[
        str | None, typer.Option(metavar="FILE", help="Draw the results there as SVG.")
    ] = None,
    no_color: NoColor = False,
) -> None:
    """Let bots play each other and see who is better.

    Everybody meets everybody, unless told otherwise. Games come in pairs on the same deals with
    the seats changed; intervals are of 95 %, over pairs. TILEWRIGHT_COMPUTE says where to play:
    a number of processes, or ray. See docs/arena.md.

    \b
    Example:
      tilewright arena pupil mason master@50ms --pairs 20 --save arena.jsonl --plot arena.svg
    """
    start = setup.new_game(game, 2 if players is None else players, variant)
    order = contest.schedule(gauntlet=gauntlet, ladder=ladder, together=together)
    wish = contest.Wish(bot, start, seed, order, pairs, sprt, save, json, plot)
    contest.hold(wish, Terminal(color=not no_color))


def bots(
    list_nets: Annotated[
        bool, typer.Option("--nets", help="List what they have learned instead.")
    ] = False,
    json: Json = False,
    no_color: NoColor = False,
) -> None:
    """List the bots that you can play against, the weakest first.

    With --nets it lists every configuration of the games with the net that the bots play it with.

    \b
    Example:
      tilewright bots
    """
    if not list_nets:
        look.list_bots(as_json=json)
    elif json:
        look.print_json(nets.to_data())
    else:
        nets.show(Terminal(color=not no_color))


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
    folder: Annotated[
        str | None,
        typer.Option(
            metavar="DIR", help="Where it is kept; training/GAME-PLAYERS-BOARD if not set."
        ),
    ] = None,
    generations: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="How many there shall be; no end if not set."),
    ] = None,
    minutes: Annotated[
        float | None,
        typer.Option(metavar="M", min=0, help="Begin no generation after so many minutes."),
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
        int, typer.Option(metavar="N", min=2, help="Deals to compare with the net before.")
    ] = 60,
    start: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="NET",
            help="Begin with a net: a file, or a name of tilewright bots --nets.",
        ),
    ] = None,
    compute: Annotated[
        str | None,
        typer.Option(metavar="WHERE", help="A number of processes, ray, or ray://HOST:PORT."),
    ] = None,
    no_color: NoColor = False,
) -> None:
    """Let the bots learn: they play against themselves, and a net is fitted to it.

    Every generation is compared with the one before, and kept unless it is worse. Ctrl-C stops;
    the same command goes on from the folder. See docs/training.md.

    \b
    Example:
      tilewright train classic --from classic-2-coloured --minutes 60
    """
    wish = training.Wish(
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
        compute=compute,
    )
    training.train(wish, Terminal(color=not no_color))


def warmup() -> None:
    """Compile the bots and the fast rules ahead of their first use.

    The result is kept for later, until the bots, the rules or the compiler change.

    \b
    Example:
      tilewright warmup
    """
    compiled.warm_up()
