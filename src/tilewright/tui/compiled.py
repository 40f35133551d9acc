"""Compiling: ahead of time, with a progress bar, or while a game is played."""

from __future__ import annotations

import os
import threading
from multiprocessing.process import BaseProcess

from rich.console import Console
from rich.progress import Progress

from tilewright.bots import warming
from tilewright.tui.files import BadInput
from tilewright.tui.story import text


def warm_up() -> None:
    """Compile what is not compiled yet."""
    if not warming.is_possible():
        raise BadInput("the fast rules need numba: pip install numba")
    if warming.is_warm():
        print("The bots and the fast rules are already compiled.")
        return
    with Progress(transient=True) as bar:
        task = bar.add_task("Compiling", total=1.0)

        def show(name: str, share: float) -> None:
            bar.update(task, completed=share, description=f"Compiling {name}")

        warming.warm_up(show)
    print("The bots and the fast rules are compiled.")


class BackgroundCompile:
    """The search of a game, compiled while people play, and what they should know about it."""

    def __init__(self, game: str) -> None:
        self.game, self.was_simple = game, False
        self._process: BaseProcess | None = None
        self._beginning = threading.Thread(target=self._begin)
        self._beginning.start()

    def _begin(self) -> None:
        if (
            warming.is_possible()
            and not warming.load(self.game)
            and os.environ.get("TILEWRIGHT_WARM") != "0"
        ):
            self._process = warming.aside(self.game)

    def wait(self, console: Console) -> None:
        """Wait for what is being compiled in the background."""
        self._beginning.join()
        if self._process is not None and self._process.is_alive():
            with console.status(text("warming.still"), spinner="line"):
                self._process.join()

    def notice(self) -> str:
        """What to say before a bot moves, if it has not been said."""
        before, self.was_simple = self.was_simple, not warming.is_ready(self.game)
        if before == self.was_simple:
            return ""
        if before:
            return text("warming.done")
        if warming.is_possible():
            return text("warming.begun")
        return text("warming.never")
