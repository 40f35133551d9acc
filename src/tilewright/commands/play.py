"""The command `play`."""

from __future__ import annotations

from typing import Annotated

import typer

from tilewright.commands.options import (
    FromOption,
    GameArgument,
    LanguageOption,
    NoColorOption,
    PlayersOption,
)
from tilewright.commands.variants import NONE, Variant, with_variants
from tilewright.tui import saved, setup, story
from tilewright.tui.terminal import Terminal


@with_variants
def play(
    game: GameArgument = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="Who sits there, in order: me, a bot (see tilewright bots), or a person's name; "
            "me:NAME if it is close to a bot's. Repeat it; the default is me against the "
            "apprentice.",
        ),
    ] = None,
    players: PlayersOption = None,
    variant: Variant = NONE,
    seed: Annotated[
        str | None, typer.Option(metavar="TEXT", help="The same deals and bots for the same seed.")
    ] = None,
    load: Annotated[str | None, typer.Option(metavar="FILE", help="Continue a saved game.")] = None,
    start: FromOption = None,
    save: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Save there after every move; JSON if the name ends in .json. "
            "Without it the game is saved in your own folder (see tilewright where).",
        ),
    ] = None,
    no_color: NoColorOption = False,
    language: LanguageOption = None,
    fast: Annotated[bool, typer.Option("--fast", help="No pauses between moves.")] = False,
    ask_always: Annotated[
        bool, typer.Option("--ask-always", help="Ask even when there is only one move.")
    ] = False,
) -> None:
    """Play at the prompt, against bots or with friends.

    Without any option it asks what you would like to play. At the prompt, help explains
    the rest. The deals are committed to at the start and can be verified afterwards.

    \b
    Example:
      tilewright play pavilion --seat Ann --seat mason --save game.txt
    """
    wish = setup.GameArguments(game, players, variant, seat or [], seed, load, start, save)
    terminal = Terminal(color=not no_color, fast=fast)
    if notice := saved.bring_home():
        terminal.say(notice)
    if terminal.asks and not wish.says_something():
        terminal.say(story.text("hello"))
    setup.play_game(wish, terminal, ask_always=ask_always)
