"""A game in words: those that all games share."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from tilewright.bots import BOTS, LEVELS, shown
from tilewright.bots.levels import ABOUT
from tilewright.game import SHOWN, IllegalMove, InvalidNotation, Step
from tilewright.games import AnyMove, AnyState
from tilewright.tui.game import on_screen
from tilewright.tui.language import Messages, column

YOU = "You"  # how a record names a person who has given no name
SEAT = re.compile(r"Seat (\d)")  # how it names a seat that nobody has named

NAMED = (*LEVELS, "greedy", "random")  # bots that have a name in every language

text = Messages(__file__)


def bot_name(seat: str) -> str | None:
    """The bot that a seat's name means: `tiler`, or `tiler 2` for the second one."""
    name, _, number = seat.lower().partition(" ")
    return name if name in BOTS and (not number or number.isdigit()) else None


def called(name: str) -> str:
    """How a name in a record is displayed: `You` and the bots have a name in every language."""
    if found := SEAT.fullmatch(name):
        return text("seat", number=int(found[1]))
    word, blank, number = name.partition(" ")
    if word == YOU and (not number or number.isdigit()):
        return text("you") + blank + number
    bot = bot_name(name)
    return called_bot(bot) + blank + number if bot else name


def called_bot(name: str) -> str:
    """What a bot is called; one from elsewhere has only its own name."""
    return text.unless_english(name, f"bots.{name}") if name in NAMED else name


def bot_called(word: str) -> str | None:
    """The bot that is called this in the language in use."""
    return next((bot for bot in NAMED if called_bot(bot).lower() == word.lower()), None)


def bot_lines(signs: Iterable[object]) -> Iterator[str]:
    """A line for each bot that people can choose, after its sign."""
    names = [called_bot(name) for name in shown()]
    for sign, bot, name in zip(signs, shown(), names, strict=True):
        about = ABOUT.get(bot, "")
        told = text.unless_english(about, f"levels.{bot}") if about else ""
        yield f"  {sign} {name:<{column(names, 10)}} {told}".rstrip()


def tell_loss(step: Step, lowest: str = "lowest") -> str:
    """Describe a loss, and the score at which it stopped if it could not fall further."""
    loss = step.numbers["loss"]
    if -step.points == loss:
        return f"-{loss}"
    return text(f"stopped_at.{lowest}", points=step.points, loss=loss)


def join(parts: Sequence[str]) -> str:
    """A list in words: `a, b and c`."""
    if len(parts) < 2:
        return "".join(parts)
    return text("and", rest=", ".join(parts[:-1]), last=parts[-1])


def sentence(words: str) -> str:
    """Words with a capital letter and a full stop."""
    return f"{words[:1].upper()}{words[1:]}."


def chapters(steps: Sequence[Step], number: int) -> list[tuple[str, list[Step]]]:
    """The steps that are told at the end of a round and of the game, each with a heading."""
    found = [
        (text("round_scored", round=number), [step for step in steps if step.kind == "round"]),
        (text("game_over"), [step for step in steps if step.kind == "end"]),
    ]
    return [(heading, scored) for heading, scored in found if scored]


def move_line(name: str, state: AnyState, move: AnyMove, steps: Sequence[Step]) -> str:
    """A move and what it scores at once, in one line."""
    shown = on_screen(state)
    told = "".join([shown.tell_at_once(step) for step in steps])
    return f"{name} {move}: {shown.say(state, move)}{told}"


def tell_error(state: AnyState, typed: str, error: ValueError) -> str:
    """Why what was typed cannot be played here."""
    if not isinstance(error, IllegalMove | InvalidNotation) or error.objection is None:
        return str(error)
    why = on_screen(state).tell_objection(error.objection)
    if isinstance(error, InvalidNotation):
        return text.unless_english(str(error), "not_a_move", typed=typed, form=why)
    legal = [str(move) for move in state.legal_moves()]
    more = text("in_all", count=len(legal)) if len(legal) > SHOWN else ""
    listed = ", ".join([*legal[:SHOWN], *filter(None, [more])])
    return text.unless_english(str(error), "not_legal", typed=typed, why=why, moves=listed)
