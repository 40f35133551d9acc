"""The command `bots`."""

from __future__ import annotations

from typing import Annotated

import typer

from tilewright.commands import nets
from tilewright.commands.options import (
    Json,
    NoColor,
)
from tilewright.tui import look
from tilewright.tui.terminal import Terminal


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
