"""The terminal: what is printed, what is asked, and how long a move stays visible."""

from __future__ import annotations

import contextlib
import sys
import time
from textwrap import fill

from rich.console import Console, RenderableType
from rich.text import Text

from tilewright.tui.story import text

PAUSE = 0.5  # seconds after a bot's move before the next
LINE_PAUSE = 0.2  # seconds between two lines of scoring
TABLE = 17  # lines of a table with a few moves above it

with contextlib.suppress(ImportError):
    import readline  # noqa: F401  # line editing and history at the prompt


class Leave(Exception):
    """The player wants to quit."""


class Terminal:
    """Where a game is shown and where people answer."""

    def __init__(self, *, color: bool = True, fast: bool = False) -> None:
        self.console = Console(no_color=None if color else True, highlight=False, emoji=False)
        self.asks = sys.stdin.isatty() and self.console.is_terminal
        self.fast = fast or not self.asks

    @property
    def width(self) -> int:
        """Columns to draw in."""
        return self.console.width

    @property
    def height(self) -> int | None:
        """Lines to draw in, without the prompt; None if nothing scrolls away."""
        return self.console.height - 3 if self.console.is_terminal else None

    def show(self, *things: RenderableType) -> None:
        """Print boards and tables, each from a new line."""
        for thing in things:
            self.console.print(thing)

    def say(self, words: str, *, style: str = "", hang: int = 0) -> None:
        """Print a line as it is, wrapped between words, and then so many columns further in."""
        if hang:
            indent = " " * hang
            words = fill(words, self.width, subsequent_indent=indent, break_on_hyphens=False)
        self.console.print(Text(words, style=style))

    def write(self, words: str) -> None:
        """Print text that a program may read: never wrapped, never coloured."""
        self.console.print(Text(words), soft_wrap=True)

    def ask(self, prompt: str) -> str:
        """Ask for a line of input; EOFError when there is no more."""
        line = input(prompt)
        if not self.asks:
            print(line)  # so that a transcript shows what was answered
        return line.strip()

    def wait(self, lines: int) -> None:
        """Let people read some lines before a table pushes them off a small screen."""
        if not self.fast and self.height is not None and lines + TABLE > self.height:
            self.ask(text("enter"))

    def pause(self, seconds: float = PAUSE) -> None:
        """Let people see what happened."""
        if not self.fast:
            time.sleep(seconds)
