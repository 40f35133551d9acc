"""What engines are asked and what they answer, as JSON: one request or answer per line."""

from __future__ import annotations

import json
from dataclasses import dataclass
from math import isfinite

from tilewright import __version__
from tilewright.bots import BOTS, Choice, Limit
from tilewright.game import OVER, expected
from tilewright.games import GAMES, AnyState, parse
from tilewright.record import parse_json, parse_record

PROTOCOL = 1
LINE = 1_048_576  # bytes in a line at most, including its end
SECONDS = 3600.0  # the longest time of a limit
SIMULATIONS = 1_000_000_000
THINK = Limit(time=1.0)  # for a request without a limit
LINES = 5  # moves of the ranking in an answer, unless another number is requested
SEEDS = 2**53  # every language can hold smaller numbers

# What this release plays; an option that is not named may have any value.
PLAYED: dict[str, dict[str, list[int] | list[str]]] = {
    name: {
        "players": [*game.PLAYERS],
        **{option.name: [*option.values] for option in game.OPTIONS if not option.is_open},
    }
    for name, game in GAMES.items()
}
REPEATED = ("game", "options", "state", "legal")  # what the position says too, for simple engines
FIELDS = ("id", "hello", "position", "record", "limit", "bot", "lines", "seed", *REPEATED)


class Fault(ValueError):
    """A request that cannot be answered: the field that is wrong, and why."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(f"{field}: {message}" if field else message)
        self.field, self.message = field, message


@dataclass(frozen=True, slots=True)
class Query:
    """A position in which a move is asked for."""

    state: AnyState
    limit: Limit
    bot: str
    lines: int
    seed: int | None


def plain(value: object) -> object:
    """A state or any part of it as JSON would have it: named fields as objects, heaps as lists."""
    if isinstance(value, tuple):
        if hasattr(value, "_asdict"):
            return {name: plain(part) for name, part in value._asdict().items()}
        return [plain(part) for part in value]
    return value


def decode(line: bytes) -> dict[str, object]:
    """The object in a line."""
    if len(line) > LINE:
        raise Fault("", f"a line has at most {LINE} bytes")
    try:
        data = json.loads(line.decode(), parse_constant=refuse_constant)
    except (ValueError, RecursionError) as error:
        raise Fault("", f"not a line of JSON: {error}") from None
    if not isinstance(data, dict):
        raise Fault("", "expected an object")
    return data


def refuse_constant(name: str) -> object:
    """NaN and Infinity are not JSON."""
    raise ValueError(f"{name} is not a number")


def encode(data: object) -> bytes:
    """A line of JSON, in ASCII."""
    return json.dumps(data, allow_nan=False).encode() + b"\n"


# Requests


def request(state: AnyState, limit: Limit, *, seed: int | None = None) -> dict[str, object]:
    """The request that Tilewright sends to an engine, except for its id."""
    limits = {name: value for name, value in limit._asdict().items() if value is not None}
    found: dict[str, object] = {
        "position": str(state),
        "limit": limits,
        "game": state.game,
        "options": plain(state.options),
        "state": plain(state),
        "legal": [str(move) for move in state.legal_moves()],
    }
    return found if seed is None else {**found, "seed": seed}


def read(data: dict[str, object], bot: str) -> Query:
    """Check a request; every error names the field."""
    for name in data:
        if name not in FIELDS:
            raise Fault(name, f"unknown field; {expected(name, FIELDS)}")
    named = data.get("bot", bot)
    if not isinstance(named, str) or named not in BOTS:
        raise Fault("bot", expected(str(named), BOTS))
    lines = whole(data.get("lines", LINES), "lines", low=0, high=10_000)
    seed = data.get("seed")
    if seed is not None:
        seed = whole(seed, "seed", low=0, high=SEEDS - 1)
    return Query(read_state(data), read_limit(data.get("limit", {})), named, lines, seed)


def read_state(data: dict[str, object]) -> AnyState:
    """The position of a request, in which a seat is to move."""
    field = "record" if "record" in data else "position"
    if ("record" in data) == ("position" in data):
        raise Fault(field, "expected either a position or a record")
    text = data[field]
    if not isinstance(text, str):
        raise Fault(field, "expected a text")
    try:
        if field == "position":
            state = parse(text)
        else:
            state = (parse_json if text.lstrip().startswith("{") else parse_record)(text).state
    except ValueError as error:
        raise Fault(field, str(error)) from None
    if state.turn < 0:
        raise Fault(field, "the game is over" if state.turn == OVER else "nature is to move")
    return state


def read_limit(data: object) -> Limit:
    """How long to think."""
    if not isinstance(data, dict):
        raise Fault("limit", "expected an object")
    for name in data:
        if name not in Limit._fields:
            raise Fault(f"limit.{name}", f"unknown field; {expected(name, Limit._fields)}")
    time = data.get("time")
    if time is not None and not (is_number(time) and 0 < time <= SECONDS):
        raise Fault("limit.time", f"expected seconds, more than 0 and up to {SECONDS:.0f}")
    simulations = data.get("simulations")
    if simulations is not None:
        simulations = whole(simulations, "limit.simulations", low=1, high=SIMULATIONS)
    return THINK if time is simulations is None else Limit(time, simulations)


def whole(value: object, field: str, *, low: int, high: int) -> int:
    """A whole number between two bounds."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise Fault(field, f"expected a whole number from {low} to {high}")
    return value


def is_number(value: object) -> bool:
    """Tell whether a value is a finite number."""
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)


# Answers


def about(bot: str) -> dict[str, object]:
    """Who answers, and what it plays."""
    return {
        "hello": PROTOCOL,
        "name": f"tilewright {bot}",
        "version": __version__,
        "games": PLAYED,
        "bot": bot,
        "bots": list(BOTS),
    }


def answer(choice: Choice, lines: int) -> dict[str, object]:
    """A choice, with the best moves of its ranking."""
    return {
        "move": str(choice.move),
        "value": {
            "margins": [short(margin) for margin in choice.value.margins],
            "chances": [short(chance) for chance in choice.value.chances],
        },
        "lines": [
            {
                "move": str(line.move),
                "margin": short(line.margin),
                "chance": short(line.chance),
                "weight": short(line.weight),
            }
            for line in choice.ranking[:lines]
        ],
    }


def short(number: float) -> float:
    """A number as it is written."""
    return round(float(number), 4)


def error(fault: Fault) -> dict[str, object]:
    """What was wrong."""
    return {"error": {"field": fault.field, "message": fault.message}}
