"""What `help` and `rules` say at the prompt."""

from __future__ import annotations

from tilewright.games import AnyState
from tilewright.tui.entry import COMMANDS, SHORT, word_for
from tilewright.tui.game import on_screen
from tilewright.tui.language import column
from tilewright.tui.story import text


def help_text(state: AnyState) -> str:
    """How moves are written, and the commands, in English and in the language in use."""
    keys = {word: key for key, word in SHORT.items() if len(key) == 1}
    words = [word_for(each) if word_for(each) != each else "" for each in COMMANDS]
    width = column(words) + 2 if any(words) else 0
    lines = [
        f"  {each:<9} {keys.get(each, ' ')}  {word:<{width}}{text(f'commands.{each}')}"
        for each, word in zip(COMMANDS, words, strict=True)
    ]
    return "\n".join([on_screen(state).text("moves"), text("commands_heading"), *lines])


def rules_text(state: AnyState) -> str:
    """The rules on one page."""
    more = text("more_rules", page=f"docs/rules/{state.game}.md")
    return f"{on_screen(state).text('rules')}\n{more}"
