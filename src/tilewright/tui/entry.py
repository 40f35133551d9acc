"""What a person types: a command, a move, the beginning of a move, or a mistake."""

from __future__ import annotations

from tilewright.games import AnyMove, AnyState
from tilewright.tui.game import on_screen

COMMANDS = {
    "moves": "what you may play, with the points it brings",
    "hint": "what the strongest bot would play",
    "board": "show the table again, with all boards",
    "undo": "back to your last decision; also over deals and bots",
    "redo": "play again what undo took back",
    "save": "save [FILE]; the game is also saved after every move",
    "position": "the position as text, for show, draw and --from",
    "draw": "draw FILE.svg: the position as a picture",
    "rules": "the rules on one page",
    "help": "this list, and how moves are written",
    "resign": "give up",
    "quit": "leave; the game can be resumed",
}
SHORT = {
    "m": "moves",
    "b": "board",
    "u": "undo",
    "h": "hint",
    "?": "help",
    "q": "quit",
    "exit": "quit",
}


def command(text: str) -> tuple[str, str] | None:
    """The command that a text is, with the rest of its line."""
    word, _, rest = text.strip().partition(" ")
    word = word.lower()
    return (word, rest.strip()) if word in COMMANDS else None


def short_command(text: str) -> str | None:
    """The command that a single letter stands for."""
    return SHORT.get(text.strip().lower())


def matches(state: AnyState, text: str) -> list[AnyMove]:
    """The legal moves that a text may mean: the very one, or else all that begin with it."""
    shown = on_screen(state)
    typed = [spelling.lower() for spelling in shown.spellings(shown.tidy(text))]
    legal = {str(move).lower(): move for move in state.legal_moves()}
    for key in typed:
        if key in legal:
            return [legal[key]]
    return [move for key, move in legal.items() if key.startswith(typed[0])] if typed[0] else []
