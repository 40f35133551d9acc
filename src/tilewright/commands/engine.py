"""Commands about bots in programs of their own."""

from __future__ import annotations

from typing import Annotated

import typer

from tilewright.tui import engines
from tilewright.tui.options import Json
from tilewright.tui.terminal import Terminal


def engine(
    bot: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Who answers; the strongest bot if not set."),
    ] = None,
    competition: Annotated[
        bool,
        typer.Option(
            "--competition",
            help="Speak the text protocol of the Digital Tabletop Competition instead of JSON.",
        ),
    ] = False,
) -> None:
    """Answer other programs: a position in, a move and its value out, in lines of JSON.

    It ends with its input. See docs/engine.md.

    \b
    Example:
      echo '{"id": 1, "hello": 1}' | tilewright engine --bot greedy
    """
    engines.answer(bot, competition=competition)


def engine_check(
    command: Annotated[
        list[str], typer.Argument(metavar="CMD...", help="The engine, with its own options.")
    ],
    grace: Annotated[
        float,
        typer.Option(metavar="SECONDS", min=0.1, help="How late an answer may be."),
    ] = 1.0,
    json: Json = False,
) -> None:
    """Try whether an engine keeps to the protocol.

    Exit code 0 if it does, 1 if it does not.

    \b
    Example:
      tilewright engine-check node examples/engine.js
    """
    if not engines.try_engine(command, Terminal(), grace=grace, as_json=json):
        raise typer.Exit(1)
