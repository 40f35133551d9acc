"""A database where earlier releases kept it: moved home whole, or left as it is."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import ExitStack, closing
from pathlib import Path

from tilewright import home
from tilewright.store.claim import claim

OLD = Path("tilewright.db")  # in the folder where the server was started


class CannotMove(ValueError):
    """A database that must stay where it is; the text says why."""


def is_ours(path: Path) -> bool:
    """Tell whether a file is a database of a server."""
    if not path.is_file():
        return False
    tables = "SELECT count(*) FROM sqlite_master WHERE name IN ('alembic_version', 'events')"
    try:
        with closing(sqlite3.connect(path)) as connection:
            return bool(connection.execute(tables).fetchone()[0] == 2)
    except sqlite3.OperationalError as error:
        raise CannotMove(f"{path}, which may be an older database: {error}") from None
    except sqlite3.DatabaseError:  # it is not a database at all
        return False


def older() -> Path | None:
    """The database of an earlier release in the current folder, if there is one."""
    old = OLD.absolute()
    return old if old != home.database() and is_ours(old) else None


def bring_home() -> str:
    """Make the user's folder and move an older database there; returns what to tell the user."""
    home.make()
    old, new = older(), home.database()
    if old is None:
        return ""
    if new.exists():
        return (
            f"{old} is not used: the database is {new}. "
            f"To serve the other: TILEWRIGHT_DATABASE=sqlite:///{old}"
        )
    move(old, new)
    return f"The database has moved from {old} to {new}"


def move(old: Path, new: Path) -> None:
    """Move a database that nobody is using, including its -wal. It is copied to a file beside the
    new place and put there in one step; only then is the old one removed."""
    beside = new.with_name(f".{new.name}.{os.getpid()}.tmp")
    with ExitStack() as held:
        for path in (old, new):
            claimed = claim(f"sqlite:///{path}", shared=False, holder="a move to another folder")
            assert claimed is not None
            held.enter_context(claimed)
        held.callback(beside.unlink, missing_ok=True)
        if new.exists():
            raise CannotMove(f"{new} is already there; {old} stays")
        try:
            with closing(_alone(old)) as source:
                with closing(sqlite3.connect(beside)) as target:
                    source.backup(target)
                shutil.copymode(old, beside)
                _keep(beside)
                beside.rename(new)
                _keep(new.parent)
                old.unlink()
        except sqlite3.Error as error:
            raise CannotMove(f"{old} cannot be moved to {new}: {error}") from None
        Path(f"{old}.lock").unlink(missing_ok=True)


def _alone(path: Path) -> sqlite3.Connection:
    """An exclusive connection; the -wal is merged and removed."""
    connection = sqlite3.connect(path, isolation_level=None, timeout=1)
    try:
        connection.execute("PRAGMA locking_mode=EXCLUSIVE")
        connection.execute("PRAGMA journal_mode=DELETE")  # refused while others have the file open
        connection.execute("BEGIN EXCLUSIVE")
        connection.execute("COMMIT")  # in this mode the lock stays
    except sqlite3.OperationalError as error:
        connection.close()
        if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
            raise
        raise CannotMove(
            f"{path} is used by another program; stop it first, or serve the file where it is: "
            f"TILEWRIGHT_DATABASE=sqlite:///{path}"
        ) from None
    return connection


def _keep(path: Path) -> None:
    """Flush a file, or the names in a folder, to disk before going on."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
