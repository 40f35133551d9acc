"""What a person types in pavilion, and the question before tiles are discarded."""

from __future__ import annotations

import re
from collections.abc import Callable

from tilewright.pavilion.board import COLOR_LETTERS, ROUNDS, Pass
from tilewright.pavilion.scoring import STAR_BONUSES
from tilewright.pavilion.state import State
from tilewright.pavilion.terminal.words import text as words


def tidy(text: str) -> str:
    """A move as typed, without blanks and in the case of the notation."""
    text = "".join(text.split()).lower()
    text = re.sub(r"^pass:?(?=.)", "pass:", text)
    star = re.match(r"(c|nw|ne|e|se|sw|w)(?![a-z])", text)
    return star[0].upper() + text[star.end() :] if star else text


def spellings(text: str) -> tuple[str, ...]:
    """What a tidy text may stand for: kept tiles in any order, a bonus tile by its letter."""
    if text.startswith("pass:") and set(text[5:]) <= set(COLOR_LETTERS):
        text = "pass:" + "".join(sorted(text[5:], key=COLOR_LETTERS.index))
    return text, f"*{text}"


def keep_choices(state: State) -> list[Pass]:
    """The passes that lose the fewest tiles, at most four: first those that keep jokers of the next
    round, then many of one colour, then dearer stars. In the last round, the one with nothing."""
    passes = [move for move in state.legal_moves() if isinstance(move, Pass)]
    if (
        state.round == ROUNDS
    ):  # pavilion 8.9: there a kept tile is never better than a discarded one
        return passes[:1]
    joker = COLOR_LETTERS.index(state.options.joker_order[state.round])
    most = max(sum(move.kept) for move in passes)

    def worth(move: Pass) -> tuple[int, int, int]:
        equals = sum(count * count for count in move.kept)
        stars = sum(count * STAR_BONUSES[color] for color, count in enumerate(move.kept))
        return move.kept[joker], equals, stars

    found = [move for move in passes if sum(move.kept) == most]
    return sorted(found, key=worth, reverse=True)[:4]


def settle(state: State, text: str, ask: Callable[[str], str], say: Callable[[str], None]) -> str:
    """The move to play when a text is typed; no pass discards tiles without asking."""
    hand = state.players[state.seat].hand
    passes = [move for move in state.legal_moves() if isinstance(move, Pass)]
    if tidy(text) != "pass" or not passes or not any(hand):
        return text
    best, *others = keep_choices(state)
    held, no, none = sum(hand), answers("no")[0], answers("none")[0]
    if not any(best.kept):
        question = words("pass.lose", count=held, no=no)
    else:
        choices = ", ".join([str(move) for move in others])
        say(words("pass.hold_also" if choices else "pass.hold", count=held, choices=choices))
        question = words("pass.keep", move=best, none=none, count=held, no=no)
    answer = ask(question).lower()
    if answer in ("", "y", "yes", *answers("yes")):
        return str(best)
    if answer in ("n", "no", *answers("no")):
        return ""
    if answer in ("none", *answers("none")):
        return "pass"
    return answer if answer.startswith("pass") else f"pass:{answer}"


def answers(meaning: str) -> list[str]:
    """The accepted answers for yes, no or none, the shortest first."""
    return words(f"answers.{meaning}").split()
