"""The command `db`."""

from __future__ import annotations

from tilewright.commands.needs import needed_by


def look_after() -> None:
    """Look after the server's database, the one that TILEWRIGHT_DATABASE names.

    \b
    Example:
      tilewright db upgrade
    """


def upgrade() -> None:
    """Bring the tables of the database up to date; nothing is lost.

    Each step is reported when it is done; with many games, one may take minutes.

    \b
    Example:
      TILEWRIGHT_DATABASE=postgresql://me@localhost/tilewright tilewright db upgrade
    """
    with needed_by("the server"):
        from tilewright.web.command import upgrade_database
    upgrade_database(print)
    print("The database is up to date.")
