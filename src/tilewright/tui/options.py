"""The options that several commands share."""

from __future__ import annotations

from typing import Annotated

import typer

GameName = Annotated[
    str | None, typer.Argument(metavar="classic|pavilion", help="Which game.", show_default=False)
]
File = Annotated[str, typer.Argument(help="A record, text or JSON; - reads standard input.")]
Position = Annotated[
    list[str],
    typer.Argument(
        metavar="POSITION",
        help="A position text, a file that holds one, or a record; - reads standard input.",
    ),
]
From = Annotated[
    str | None, typer.Option("--from", metavar="POSITION", help="Begin at a position.")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
NoColor = Annotated[bool, typer.Option("--no-color", help="Letters only, no colours.")]
Output = Annotated[
    str | None,
    typer.Option("--output", "-o", metavar="FILE", help="Write there, not to the screen."),
]
Ply = Annotated[
    int | None, typer.Option("--ply", metavar="N", help="The position after N moves of a record.")
]
Players = Annotated[int | None, typer.Option(metavar="N", help="2, 3 or 4 players.")]
Wall = Annotated[str | None, typer.Option(metavar="SIDE", help="classic: coloured or grey.")]
RoundLimit = Annotated[
    str | None, typer.Option(metavar="N", help="classic: the most rounds, or none.")
]
Edition = Annotated[
    str | None, typer.Option(metavar="NAME", help="pavilion: 2019 (lowest score 1) or mini (0).")
]
Board = Annotated[str | None, typer.Option(metavar="SIDE", help="pavilion: coloured or neutral.")]
JokerOrder = Annotated[
    str | None,
    typer.Option(metavar="ORDER", help="pavilion: standard, alternative, or six letters pgoybr."),
]
LastRoundDiscard = Annotated[
    str | None, typer.Option(metavar="WHEN", help="pavilion: after_bonuses or at_pass.")
]


def variant(
    wall: str | None,
    round_limit: str | None,
    edition: str | None,
    board: str | None,
    joker_order: str | None,
    last_round_discard: str | None,
) -> dict[str, str]:
    """The options of either game that were given, by their names in the rules."""
    given = {
        "wall": wall,
        "round_limit": round_limit,
        "edition": edition,
        "board": board,
        "joker_order": joker_order,
        "last_round_discard": last_round_discard,
    }
    return {name: value for name, value in given.items() if value is not None}
