"""The shipped nets by their cards, and which configuration plays with which."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

from rich import box
from rich.table import Table

from tilewright.bots import shipped
from tilewright.bots.shipped import EVERY
from tilewright.games import GAMES, sides
from tilewright.tui.terminal import Terminal


class Use(NamedTuple):
    """A configuration and the net it is played with."""

    game: str
    players: int
    board: str
    net: Path | None  # None: the hand-made evaluation

    @property
    def name(self) -> str:
        """As its own net would be called."""
        return f"{self.game}-{self.players}-{self.board}"

    @property
    def is_shared(self) -> bool:
        """Tell whether the net was made for another number of players."""
        return self.net is not None and self.net.stem != self.name and not self.is_common

    @property
    def is_common(self) -> bool:
        """Tell whether the net has learned all tables of the game."""
        return self.net is not None and self.net.stem == f"{self.game}-{EVERY}"


def uses() -> list[Use]:
    """All configurations."""
    return [
        Use(game, players, board, shipped.net_file(game, players, board))
        for game in GAMES
        for board in sides(game)
        for players in GAMES[game].PLAYERS
    ]


def card(net: Path | None) -> dict[str, Any]:
    """What is known about a net; nothing if it has no card."""
    path = net and net.with_suffix(".json")
    if path is None or not path.is_file():
        return {}
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def to_data() -> list[dict[str, object]]:
    """The nets for programs."""
    return [
        {
            "game": use.game,
            "players": use.players,
            "board": use.board,
            "net": use.net and use.net.stem,
            "shared": use.is_shared,
            "card": card(use.net) or None,
        }
        for use in uses()
    ]


def show(terminal: Terminal) -> None:
    """Print them."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("configuration", no_wrap=True)
    table.add_column("plays with")
    for name in ("generations", "games", "Elo", "KB"):
        table.add_column(name, justify="right")
    for use in uses():
        if use.net is None:
            table.add_row(use.name, "hand evaluation")
            continue
        if use.is_shared:
            table.add_row(use.name, f"the net {use.net.stem}")
            continue
        told = card(use.net)
        made, size = told.get("made", {}), use.net.stat().st_size // 1000
        gained = f"{told['elo']:+z.0f}" if "elo" in told else ""
        facts = [str(made.get(name, "")) for name in ("generations", "games")]
        whose = "the net of all tables" if use.is_common else "its own net"
        table.add_row(use.name, whose, *facts, gained, str(size))
    terminal.show(table)
    terminal.say("Elo: what the training has added, over the search without a net or over the net")
    terminal.say("that it began with. The cards beside the nets, *.json, tell more.")
