"""The options that several commands share."""

from __future__ import annotations

from typing import Annotated

import typer

from tilewright.games import GAMES
from tilewright.tui import language


def speak(code: str | None) -> None:
    """Speak a language, if one is asked for."""
    if code is not None:
        language.speak(code)


GameArgument = Annotated[
    str | None, typer.Argument(metavar="|".join(GAMES), help="Which game.", show_default=False)
]
FileArgument = Annotated[
    str, typer.Argument(help="A record, text or JSON; - reads standard input.")
]
PositionArgument = Annotated[
    list[str],
    typer.Argument(
        metavar="POSITION",
        help="A position text, a file that holds one, or a record; - reads standard input.",
    ),
]
FromOption = Annotated[
    str | None, typer.Option("--from", metavar="POSITION", help="Begin from a position.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
NoColorOption = Annotated[bool, typer.Option("--no-color", help="Letters only, no colours.")]
LanguageOption = Annotated[
    str | None,
    typer.Option(
        "--language",
        metavar="|".join(language.NAMES),
        help="Its language; by default TILEWRIGHT_LANGUAGE, the menu's choice or the system's.",
        callback=speak,
        expose_value=False,
    ),
]
OutputOption = Annotated[
    str | None,
    typer.Option("--output", "-o", metavar="FILE", help="Write there, not to the screen."),
]
PlyOption = Annotated[
    int | None, typer.Option("--ply", metavar="N", help="The position after N moves of a record.")
]
PlayersOption = Annotated[int | None, typer.Option(metavar="N", help="2, 3 or 4 players.")]
EffortOption = Annotated[int, typer.Option(metavar="N", min=1, help="Simulations per position.")]
ComputeOption = Annotated[
    str | None,
    typer.Option(metavar="WHERE", help="A number of processes, ray, or ray://HOST:PORT."),
]
