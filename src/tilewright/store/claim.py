"""Which server has a SQLite file: a lock beside it, released by the system when the server ends."""

from __future__ import annotations

import fcntl
from pathlib import Path
from typing import TextIO

from sqlalchemy import make_url


class Claimed(ValueError):
    """Another server has the file."""


def claim(database: str, *, shared: bool, holder: str) -> TextIO | None:
    """Claim the file of a SQLite database for as long as the result is open: alone, or together
    with servers that hear from each other. Latecomers are told who holds it."""
    url = make_url(database)
    if url.get_backend_name() != "sqlite":
        return None
    path = Path(str(url.database)).resolve()
    if path.is_dir():
        raise ValueError(f"{path} is a folder, not a database")
    # Not the database itself: closing any handle to it would release SQLite's own locks.
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = Path(f"{path}.lock").open("a+", encoding="utf-8")  # noqa: SIM115
    except OSError as error:
        raise ValueError(f"{path} cannot be kept there: {error.strerror}") from None
    try:
        fcntl.flock(file, fcntl.LOCK_NB | (fcntl.LOCK_SH if shared else fcntl.LOCK_EX))
    except BlockingIOError:
        file.seek(0)
        other = file.read().strip() or "another server"
        file.close()
        raise Claimed(
            f"{path} is being served by {other}; stop that one, choose another file with "
            "TILEWRIGHT_DATABASE, or give both the same TILEWRIGHT_BUS"
        ) from None
    file.truncate(0)
    file.write(holder + "\n")
    file.flush()
    return file
