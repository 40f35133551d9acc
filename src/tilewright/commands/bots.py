"""The command `bots`."""

from __future__ import annotations

from typing import Annotated

import typer

from tilewright.commands import nets, printing
from tilewright.commands.options import JsonOption, LanguageOption, NoColorOption
from tilewright.tui.terminal import Terminal


def bots(
    list_nets: Annotated[
        bool, typer.Option("--nets", help="List what they have learned instead.")
    ] = False,
    json: JsonOption = False,
    no_color: NoColorOption = False,
    language: LanguageOption = None,
) -> None:
    """List the bots that you can play against, weakest first.

    With --nets it lists every configuration of the games with the net that the bots play it with.

    \b
    Example:
      tilewright bots
    """
    if not list_nets:
        printing.list_bots(as_json=json)
        return
    if json:
        printing.print_json(nets.to_data())
    else:
        nets.show(Terminal(color=not no_color))
