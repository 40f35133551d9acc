"""Files that are either complete or absent: written beside their place, then moved into it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO


@contextmanager
def replacing(path: Path, *, mode: int = 0o666) -> Iterator[IO[bytes]]:
    """A file to write, which takes its place when all of it is on the disk. If anything goes wrong
    before, what was there stays as it was."""
    place = path.resolve()
    if place.exists() and not place.is_file():  # a pipe or a device stays what it is
        with place.open("wb") as file:
            yield file
        return
    beside = place.with_name(f".{place.name}.{os.getpid()}.tmp")
    try:
        with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode), "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        beside.replace(place)
    except OSError as error:
        if error.filename == str(beside):
            error.filename = str(path)  # as it was asked for
        raise
    finally:
        beside.unlink(missing_ok=True)


def write(path: Path, text: str, *, mode: int = 0o666) -> None:
    """Write a whole file or nothing."""
    with replacing(path, mode=mode) as file:
        file.write(text.encode())
