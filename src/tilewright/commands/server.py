"""The server behind commands, loaded when one of them needs it."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from tilewright.tui.files import BadInput


def server_part(name: str) -> ModuleType:
    """A module of the server, which needs more packages than the terminal does."""
    try:
        return import_module(f"tilewright.web.{name}")
    except ModuleNotFoundError as missing:
        package = (missing.name or "").partition(".")[0]
        if package == "tilewright":
            raise
        needs = f"the server needs {package}: install tilewright with its dependencies"
        raise BadInput(needs) from None
