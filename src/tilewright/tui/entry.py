"""What a person types: a command, a move, the beginning of a move, or a mistake."""

from __future__ import annotations

from collections.abc import Iterable

from tilewright.games import AnyMove, AnyState
from tilewright.tui.game import on_screen
from tilewright.tui.story import text

COMMANDS = (
    "moves",
    "hint",
    "board",
    "undo",
    "redo",
    "save",
    "position",
    "draw",
    "rules",
    "help",
    "resign",
    "quit",
)
OF_PUZZLES = ("answer", "next")
SHORT = {
    "m": "moves",
    "b": "board",
    "u": "undo",
    "h": "hint",
    "?": "help",
    "q": "quit",
    "exit": "quit",
}


def word_for(command: str) -> str:
    """The word for a command; the English one may always be typed, too."""
    return text.unless_english(command, f"words.{command}")


def words() -> dict[str, str]:
    """The word for each command, for a message that names some."""
    return {each: word_for(each) for each in (*COMMANDS, *OF_PUZZLES)}


def meaning(typed: str, commands: Iterable[str]) -> str | None:
    """The command that a word means, in English or in the language in use."""
    word = typed.strip().lower()
    return next((each for each in commands if word in (each, word_for(each))), None)


def command(typed: str) -> tuple[str, str] | None:
    """The command in a text, with the rest of its line."""
    word, _, rest = typed.strip().partition(" ")
    found = meaning(word, COMMANDS)
    return (found, rest.strip()) if found else None


def short_command(typed: str) -> str | None:
    """The command that a single letter stands for."""
    return SHORT.get(typed.strip().lower())


def matches(state: AnyState, typed: str) -> list[AnyMove]:
    """The legal moves that a text may mean: exactly that one, or else all that begin with it."""
    shown = on_screen(state)
    keys = [spelling.lower() for spelling in shown.spellings(shown.tidy(typed))]
    legal = {str(move).lower(): move for move in state.legal_moves()}
    for key in keys:
        if key in legal:
            return [legal[key]]
    return [move for key, move in legal.items() if key.startswith(keys[0])] if keys[0] else []
