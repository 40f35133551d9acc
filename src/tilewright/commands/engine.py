"""The command `engine`."""

from __future__ import annotations

from typing import Annotated

import typer

from tilewright.commands import engines


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
