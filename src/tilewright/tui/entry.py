"""What a person types: a command, a move, the beginning of a move, or a mistake."""

from __future__ import annotations

import re

from tilewright import pavilion
from tilewright.games import AnyMove, AnyState
from tilewright.pavilion.board import COLOR_LETTERS, ROUNDS
from tilewright.pavilion.scoring import STAR_BONUSES

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


def tidy(text: str) -> str:
    """A move as typed, without blanks and in the case of the notation."""
    text = re.sub(r"\s+", "", text).lower()
    text = re.sub(r"^pass:?(?=.)", "pass:", text)
    star = re.match(r"(c|nw|ne|e|se|sw|w)(?![a-z])", text)
    return star[0].upper() + text[star.end() :] if star else text


def matches(state: AnyState, text: str) -> list[AnyMove]:
    """The legal moves that a text may mean: the very one, or else all that begin with it."""
    typed = tidy(text)
    legal = {str(move).lower(): move for move in state.legal_moves()}
    if typed.startswith("pass:") and set(typed[5:]) <= set(COLOR_LETTERS):
        typed = "pass:" + "".join(sorted(typed[5:], key=COLOR_LETTERS.index))
    for key in (typed.lower(), f"*{typed.lower()}"):
        if key in legal:
            return [legal[key]]
    return [move for key, move in legal.items() if key.startswith(typed.lower())] if typed else []


def keep_choices(state: pavilion.State) -> list[pavilion.Pass]:
    """The passes that lose fewest tiles, the best four first: jokers of the next round, then many
    of one colour, then the dearer stars. In the last round it is the pass that keeps nothing."""
    passes = [move for move in state.legal_moves() if isinstance(move, pavilion.Pass)]
    if (
        state.round == ROUNDS
    ):  # pavilion 8.9: there a kept tile is never better than a discarded one
        return passes[:1]
    joker = COLOR_LETTERS.index(state.options.joker_order[state.round])
    most = max(sum(move.kept) for move in passes)

    def worth(move: pavilion.Pass) -> tuple[int, int, int]:
        equals = sum(count * count for count in move.kept)
        stars = sum(count * STAR_BONUSES[color] for color, count in enumerate(move.kept))
        return move.kept[joker], equals, stars

    found = [move for move in passes if sum(move.kept) == most]
    return sorted(found, key=worth, reverse=True)[:4]
