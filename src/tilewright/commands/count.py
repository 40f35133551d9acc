"""Perft on the command line: one count, or the table of all configurations."""

from __future__ import annotations

from rich import box
from rich.table import Table

from tilewright.commands.printing import print_json
from tilewright.games import GAMES, AnyState, new_game, sides
from tilewright.perft import perft
from tilewright.tui.terminal import Terminal


def counts(state: AnyState, depth: int) -> list[int]:
    """The counts at every depth from 1."""
    return [perft(state, each) for each in range(1, depth + 1)]


def count(state: AnyState, depth: int, *, as_json: bool = False) -> None:
    """Print the counts of one configuration."""
    found = counts(state, depth)
    if as_json:
        print_json({"game": state.game, "options": str(state.options), "counts": found})
        return
    print(f"{state.game} {state.options}")
    for each, number in enumerate(found, 1):
        print(f"depth {each}: {number}")


def count_table(terminal: Terminal, depth: int, *, as_json: bool = False) -> None:
    """Print the counts of all games for every number of players and side of the board."""
    rows: list[tuple[str, int, str, list[int]]] = []
    for name, game in GAMES.items():
        for players in game.PLAYERS:
            for side in sides(name):
                state = new_game(name, players, {game.SIDE: side})
                rows.append((name, players, side, counts(state, depth)))
    if as_json:
        print_json([dict(zip(("game", "players", "side", "counts"), row)) for row in rows])
        return
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column("game")
    table.add_column("players", justify="right")
    table.add_column("side")
    for each in range(1, depth + 1):
        table.add_column(f"depth {each}", justify="right")
    for name, players, side, numbers in rows:
        table.add_row(name, str(players), side, *map(str, numbers))
    terminal.show(table)
