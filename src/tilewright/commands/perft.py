"""The command `perft`."""

from __future__ import annotations

from typing import Annotated

import typer

from tilewright.commands import count
from tilewright.commands.options import (
    FromOption,
    GameArgument,
    JsonOption,
    PlayersOption,
)
from tilewright.commands.variants import NONE, Variant, with_variants
from tilewright.tui import setup
from tilewright.tui.files import BadInput
from tilewright.tui.terminal import Terminal


@with_variants
def perft(
    game: GameArgument = None,
    depth: Annotated[int, typer.Option(metavar="N", min=1, help="How many moves deep.")] = 3,
    table: Annotated[
        bool, typer.Option("--table", help="Both games, all numbers of players, both sides.")
    ] = False,
    players: PlayersOption = None,
    variant: Variant = NONE,
    start: FromOption = None,
    json: JsonOption = False,
) -> None:
    """Count the lines of play.

    It serves to compare implementations of the rules. The deals are those of a secret of
    32 zero bytes; only the players' moves are counted.

    \b
    Example:
      tilewright perft pavilion --depth 3 --players 4 --board neutral
    """
    wish = setup.GameArguments(game, players, variant, position=start)
    if not table:
        count.count(setup.wished_game(wish), depth, as_json=json)
    elif wish.says_something():
        raise BadInput("--table counts everything: leave out the game and its options")
    else:
        count.count_table(Terminal(), depth, as_json=json)
