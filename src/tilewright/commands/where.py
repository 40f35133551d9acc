"""The command `where`."""

from __future__ import annotations

import os
from pathlib import Path

import tilewright
from tilewright import home
from tilewright.commands.needs import needed_by
from tilewright.commands.options import Json
from tilewright.tui import printing, saved
from tilewright.tui.terminal import Terminal


def where(json: Json = False) -> None:
    """Show where your games, the database and everything else are kept.

    TILEWRIGHT_HOME names another folder for all of it. What an earlier release kept elsewhere is
    listed as old: tilewright play brings games home, tilewright serve the database.

    \b
    Example:
      tilewright where
    """
    if json:
        printing.print_json(places())
    else:
        show(Terminal())


def places() -> dict[str, object]:
    """Every place by its name."""
    with needed_by("the server"):
        from tilewright.web.settings import place
    database, older = place()
    site = Path(tilewright.__file__).parent / "site"
    return {
        "home": str(home.folder()),
        "database": database,
        "games": str(home.games()),
        "compiled": str(home.cache()),
        "pages": str(site) if (site / "index.html").is_file() else None,
        "settings": os.environ.get("TILEWRIGHT_SETTINGS"),
        "old": [str(path) for path in [older, *saved.older()] if path],
    }


def show(terminal: Terminal) -> None:
    """Print the places for people."""
    missing = {
        "pages": "not built; make site builds them",
        "settings": "no file; TILEWRIGHT_SETTINGS names one",
    }
    for name, place in places().items():
        for line in place if isinstance(place, list) else [place or missing[name]]:
            terminal.write(f"{name:<9} {line}")
