"""What `help` and `rules` say at the prompt."""

from __future__ import annotations

from tilewright.games import AnyState
from tilewright.tui.entry import COMMANDS, SHORT
from tilewright.tui.game import on_screen


def help_text(state: AnyState) -> str:
    """How moves are written, and the commands."""
    keys = {word: key for key, word in SHORT.items() if len(key) == 1}
    lines = [f"  {word:<9} {keys.get(word, ' ')}  {says}" for word, says in COMMANDS.items()]
    return "\n".join([on_screen(state).MOVES, "Commands, some with a short form:", *lines])


def rules_text(state: AnyState) -> str:
    """The rules on one page."""
    return f"{on_screen(state).RULES}\nAll of it: docs/rules/{state.game}.md"
