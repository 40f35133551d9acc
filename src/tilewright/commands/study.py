"""Commands about records and positions: look back, verify, show, draw, count, convert."""

from __future__ import annotations

from typing import Annotated

import typer

from tilewright.commands.variants import NONE, Variant, with_variants
from tilewright.tui import count, look, replay, setup
from tilewright.tui.files import BadInput
from tilewright.tui.options import (
    File,
    From,
    GameName,
    Json,
    NoColor,
    Output,
    Players,
    Ply,
    Position,
)
from tilewright.tui.terminal import Terminal


def replay_record(
    file: File,
    everything: Annotated[bool, typer.Option("--all", help="All moves at once.")] = False,
    ply: Ply = None,
    json: Json = False,
    no_color: NoColor = False,
) -> None:
    """Look back at a game, move by move.

    The scoring is told in words. Without --all it waits at a prompt after each move.

    \b
    Example:
      tilewright replay game.txt --all
    """
    terminal = Terminal(color=not no_color)
    replay.replay(file, terminal, everything=everything, ply=ply, as_json=json)


def verify(file: File, json: Json = False) -> None:
    """Check that the deals of a game were fair.

    Every deal of a finished game must follow from the secret that was promised at its start.
    Of a game that begins from a position it says that the position itself is not covered.

    Exit code 0 if it does, 1 if it does not or the record cannot prove it.

    \b
    Example:
      tilewright verify game.txt
    """
    if not look.check_deals(file, as_json=json):
        raise typer.Exit(1)


def show(
    position: Position,
    plain: Annotated[
        bool, typer.Option("--plain", help="Plain text without frames, for screen readers.")
    ] = False,
    json: Json = False,
    no_color: NoColor = False,
) -> None:
    """Print a position, or what may be played in it.

    With --json it prints turn, scores and legal moves; turn is the seat to move, -1 for
    nature, -2 when the game is over.

    \b
    Example:
      tilewright show game.txt --json
    """
    terminal = Terminal(color=not no_color)
    look.show(" ".join(position), terminal, plain=plain, as_json=json)


def draw(position: Position, output: Output = None, ply: Ply = None) -> None:
    """Draw a position as an SVG picture.

    \b
    Example:
      tilewright draw game.txt --ply 12 -o position.svg
    """
    look.draw(" ".join(position), output, ply)


@with_variants
def perft(
    game: GameName = None,
    depth: Annotated[int, typer.Option(metavar="N", min=1, help="How many moves deep.")] = 3,
    table: Annotated[
        bool, typer.Option("--table", help="Both games, all numbers of players, both sides.")
    ] = False,
    players: Players = None,
    variant: Variant = NONE,
    start: From = None,
    json: Json = False,
) -> None:
    """Count the lines of play.

    It serves to compare implementations of the rules. The deals are those of a secret of
    32 zero bytes; only the players' moves are counted.

    \b
    Example:
      tilewright perft pavilion --depth 3 --players 4 --board neutral
    """
    wish = setup.Wish(game, players, variant, position=start)
    if not table:
        count.count(setup.wished_game(wish), depth, as_json=json)
    elif wish.says_something():
        raise BadInput("--table counts everything: leave out the game and its options")
    else:
        count.count_table(Terminal(), depth, as_json=json)


def convert(file: File, output: Output = None) -> None:
    """Turn a record from text into JSON, or from JSON into text.

    \b
    Example:
      tilewright convert game.txt -o game.json
    """
    look.convert(file, output)
