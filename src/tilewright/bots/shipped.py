"""The nets that are shipped, as files: which of them plays a configuration. Needs no numba."""

from __future__ import annotations

from functools import cache
from importlib import resources
from pathlib import Path

EVERY = "every"  # the board in the name of a net that has learned all tables of its game


@cache
def net_file(of: str, players: int, board: str) -> Path | None:
    """The shipped net for a configuration: its own, the one that has learned all tables of the
    game, or one for more players."""
    folder = Path(str(resources.files("tilewright.bots"))) / "weights"
    more = [f"{of}-{count}-{board}" for count in (4, 3, 2) if count > players]
    for name in (f"{of}-{players}-{board}", f"{of}-{EVERY}", *more):
        path = folder / f"{name}.npz"
        if path.exists():
            return path
    return None
