"""The command `where`."""

from __future__ import annotations

import os
from pathlib import Path

import tilewright
from tilewright import home
from tilewright.commands import printing
from tilewright.commands.needs import needed_by
from tilewright.commands.options import JsonOption, LanguageOption
from tilewright.commands.words import text
from tilewright.tui import saved
from tilewright.tui.language import column
from tilewright.tui.terminal import Terminal


def where(json: JsonOption = False, language: LanguageOption = None) -> None:
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
        "language": str(home.language()),
        "settings": os.environ.get("TILEWRIGHT_SETTINGS"),
        "old": [str(path) for path in [older, *saved.older()] if path],
    }


def show(terminal: Terminal) -> None:
    """Print the places for people."""
    found = places()
    names = {name: text.unless_english(name, f"places.{name}") for name in found}
    width = column(list(names.values()), 9)
    for name, place in found.items():
        for line in place if isinstance(place, list) else [place or text(f"missing.{name}")]:
            terminal.write(f"{names[name]:<{width}} {line}")
