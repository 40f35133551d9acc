"""What an engine answers, checked: a legal move, and numbers that are numbers."""

from __future__ import annotations

from tilewright.bots import Choice, Outlook, Ranked
from tilewright.bots.choice import outlook
from tilewright.engine.protocol import Fault, is_number
from tilewright.games import AnyMove, AnyState


def read_choice(state: AnyState, answer: dict[str, object]) -> Choice:
    """The choice in an answer; whatever an engine leaves out is filled in from the scores."""
    move = read_move(state, answer.get("move"), "move")
    value = outlook(state.scores)
    if answer.get("value") is not None:
        value = read_value(answer["value"], len(state.scores))
    lines = answer.get("lines", [])
    if not isinstance(lines, list):
        raise Fault("lines", "expected a list")
    ranking = [read_line(state, line, f"lines[{at}]") for at, line in enumerate(lines)]
    if not ranking:
        ranking = [Ranked(move, value.margins[state.turn], value.chances[state.turn], 1.0)]
    return Choice(move, value, tuple(ranking))


def read_move(state: AnyState, text: object, field: str) -> AnyMove:
    """A legal move."""
    if not isinstance(text, str):
        raise Fault(field, f"expected the text of a move, not {text!r}")
    try:
        return state.parse(text)
    except ValueError as error:
        raise Fault(field, str(error)) from None


def read_value(data: object, seats: int) -> Outlook:
    """How the game is expected to end."""
    if not isinstance(data, dict):
        raise Fault("value", "expected an object")
    found = []
    for name in Outlook._fields:
        numbers = data.get(name)
        if not isinstance(numbers, list) or len(numbers) != seats:
            raise Fault(f"value.{name}", f"expected {seats} numbers")
        found.append(tuple([read_number(n, f"value.{name}[{at}]") for at, n in enumerate(numbers)]))
    margins, chances = found
    if not all(0 <= chance <= 1 for chance in chances) or abs(sum(chances) - 1) > 0.01:
        raise Fault("value.chances", "expected numbers from 0 to 1 that add up to 1")
    return Outlook(margins, chances)


def read_line(state: AnyState, data: object, field: str) -> Ranked:
    """A move that was compared."""
    if not isinstance(data, dict):
        raise Fault(field, "expected an object")
    move = read_move(state, data.get("move"), f"{field}.move")
    margin, chance, weight = [
        read_number(data.get(name), f"{field}.{name}") for name in Ranked._fields[1:]
    ]
    return Ranked(move, margin, chance, weight)


def read_number(value: object, field: str) -> float:
    """A finite number."""
    if not is_number(value):
        raise Fault(field, f"expected a number, not {value!r}")
    return float(value)  # type: ignore[arg-type]
