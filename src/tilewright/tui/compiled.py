"""The fast rules compiled ahead, with a bar to watch."""

from __future__ import annotations

from importlib import import_module

from rich.progress import Progress

from tilewright.tui.files import BadInput


def warm_up() -> None:
    """Compile what is not compiled yet."""
    try:
        fast = import_module("tilewright.fast")
    except ModuleNotFoundError as missing:
        if (missing.name or "").startswith("tilewright"):
            raise
        raise BadInput("the fast rules need more: install tilewright[fast]") from None
    if fast.is_warm():
        print("The fast rules are compiled already.")
        return
    with Progress(transient=True) as bar:
        task = bar.add_task("Compiling the fast rules", total=1.0)

        def show(name: str, share: float) -> None:
            bar.update(task, completed=share, description=f"Compiling the fast rules of {name}")

        fast.warm_up(show)
    print("The fast rules are compiled.")
