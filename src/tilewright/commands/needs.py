"""Packages that a command needs besides the terminal, imported when it runs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tilewright.tui.files import BadInput


@contextmanager
def needed_by(name: str) -> Iterator[None]:
    """Around imports: a package that is missing is reported in a line."""
    try:
        yield
    except ModuleNotFoundError as missing:
        package = (missing.name or "").partition(".")[0]
        if package == "tilewright":
            raise
        needs = f"{name} needs {package}: install tilewright with its dependencies"
        raise BadInput(needs) from None
