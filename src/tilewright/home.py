"""Where a user's things are kept: one folder, and one for what can be made again.

`TILEWRIGHT_HOME` names another folder for all of it, `TILEWRIGHT_CACHE` or `NUMBA_CACHE_DIR` one
for what is compiled. `tilewright where` shows them.
"""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_cache_path, user_data_path

NAME = "tilewright"


def is_named() -> bool:
    """Whether the user has chosen the folder."""
    return bool(os.environ.get("TILEWRIGHT_HOME"))


def folder() -> Path:
    """The folder of a user's things."""
    if is_named():
        return Path(os.environ["TILEWRIGHT_HOME"]).expanduser().absolute()
    return user_data_path(NAME, appauthor=False)


def make() -> Path:
    """The folder, made if need be: for its owner alone, since secrets of games lie there."""
    folder().mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder()


def database() -> Path:
    """The database of a server that was given none."""
    return folder() / "tilewright.db"


def language() -> Path:
    """The file that remembers the language of the terminal."""
    return folder() / "language"


def games() -> Path:
    """The folder of games that were played in the terminal and given no file."""
    return folder() / "games"


def cache() -> Path:
    """The folder of what is compiled."""
    for name in ("TILEWRIGHT_CACHE", "NUMBA_CACHE_DIR"):
        if os.environ.get(name):
            return Path(os.environ[name])
    return folder() / "cache" if is_named() else user_cache_path(NAME, appauthor=False)


def old_games() -> Path:
    """The folder where earlier releases kept the games of the terminal, on every system."""
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / NAME
