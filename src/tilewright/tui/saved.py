"""The saved games of a user: where they are, and how those of earlier releases get there."""

from __future__ import annotations

import re
import shutil
from datetime import datetime
from itertools import chain, count
from pathlib import Path

from tilewright import home
from tilewright.tui.session import secret_path
from tilewright.tui.story import text

NAMED = re.compile(r"\w+-\d{8}-\d{6}(-\d+)?\.txt")  # as `free_path` does


def free_path(name: str) -> Path:
    """A file for a game without one, named after the time it began."""
    stem = f"{name}-{datetime.now():%Y%m%d-%H%M%S}"
    names = chain([""], map("-{}".format, count(2)))
    paths = (home.games() / f"{stem}{ending}.txt" for ending in names)
    return next(path for path in paths if not path.exists())


def saved_games() -> list[Path]:
    """The saved games, the latest first."""
    return sorted(home.games().glob("*.txt"), key=lambda path: path.stat().st_mtime, reverse=True)


def older() -> list[Path]:
    """Games where earlier releases kept them; none if a home folder is set."""
    old = home.old_games()
    if home.is_named() or not old.is_dir():
        return []
    return sorted(path for path in old.iterdir() if NAMED.fullmatch(path.name))


def bring_home() -> str:
    """Move older games to the others without overwriting any; returns what to tell the user."""
    found = older()
    if not found:
        return ""
    home.make()
    home.games().mkdir(exist_ok=True)
    for path in found:
        move(path, home.games())
    old, here = home.old_games(), home.games()
    if left := older():
        names = ", ".join([path.name for path in left])
        return text("saved.left", names=names, old=old, here=here)
    return text("saved.moved", old=old, here=here)


def move(game: Path, folder: Path) -> None:
    """Move a game and its secret to a folder, unless one of that name is there. The secret goes
    first: nobody could verify the game without it."""
    files = [path for path in (secret_path(game), game) if path.exists()]
    if any((folder / path.name).exists() for path in (secret_path(game), game)):
        return
    for path in files:
        beside = folder / f".{path.name}.tmp"  # so that across disks no file is ever half written
        shutil.move(path, beside)
        beside.rename(folder / path.name)
