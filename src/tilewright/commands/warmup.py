"""The command `warmup`."""

from __future__ import annotations

from tilewright.tui import compiled


def warmup() -> None:
    """Compile the bots and the fast rules ahead of their first use.

    The result is kept for later, until the bots, the rules or the compiler change.

    \b
    Example:
      tilewright warmup
    """
    compiled.warm_up()
