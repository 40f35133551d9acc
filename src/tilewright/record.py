"""A record: the header and all moves of a game, nature's included. Everything else is a fold."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from tilewright.game import OVER, InvalidNotation, Step
from tilewright.games import AnyMove, AnyState, begin, game, parse

FORMAT = "tilewright 1"  # the first line of every record
MOVES_PER_LINE = 8
NATURE = ("=", "+")  # with which nature's moves begin, and no others
NO_COMMENTS: Mapping[int, str] = {}

T = TypeVar("T")

TAG = re.compile(r"[a-z][a-z0-9 _-]*")
OWN_TAGS = ("game", "rules", "options", "start", "result", "end")


@dataclass(frozen=True, slots=True)
class Record:
    """The log of one game: where it started, who sat where, every move, and notes."""

    start: AnyState
    moves: tuple[AnyMove, ...] = ()
    seats: tuple[str, ...] = ()  # names, one per seat
    tags: Mapping[str, str] = field(default_factory=dict)  # further header lines
    comments: Mapping[int, str] = field(default_factory=dict)  # by the number of moves before

    def __post_init__(self) -> None:
        players = len(self.start.scores)
        if not self.seats:
            object.__setattr__(self, "seats", unnamed(players))
        if len(self.seats) != players:
            raise InvalidNotation(f"{len(self.seats)} names for {players} seats")
        for name, value in [*zip(self.seat_tags(), self.seats, strict=True), *self.tags.items()]:
            if not TAG.fullmatch(name) or name in OWN_TAGS:
                raise InvalidNotation(f"{name!r} cannot be the name of a header line")
            if value != " ".join(value.split()) or not value or not value.isprintable():
                raise InvalidNotation(f"{name}: expected one line of text, not {value!r}")
        for at, comment in self.comments.items():
            lines = comment.split("\n")
            is_plain = all(line == line.strip() and line.isprintable() for line in lines)
            if not 0 <= at <= len(self.moves) or not is_plain:
                raise InvalidNotation(f"comment {at}: expected lines of text at a move's number")

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats, if they were given."""
        return () if self.seats == unnamed(len(self.seats)) else self.seats

    def seat_tags(self) -> list[str]:
        """The names of the header lines that tell who sits where."""
        return [f"seat {seat}" for seat in range(len(self.start.scores))]

    def play(self, move: AnyMove) -> Record:
        """The record with one more move."""
        return replace(self, moves=(*self.moves, move))

    def undo(self, moves: int = 1) -> Record:
        """The record without its last moves, and without the comments on them."""
        left = self.moves[: len(self.moves) - moves]
        comments = {at: text for at, text in self.comments.items() if at <= len(left)}
        return replace(self, moves=left, comments=comments)

    def states(self) -> Iterator[AnyState]:
        """Every position of the game, the start first."""
        state = self.start
        yield state
        for move in self.moves:
            state = state.play(move)
            yield state

    @property
    def state(self) -> AnyState:
        """The position after the last move."""
        state = self.start
        for move in self.moves:
            state = state.play(move)
        return state

    def steps(self) -> Iterator[tuple[Step, ...]]:
        """The scoring of every move."""
        state = self.start
        for move in self.moves:
            state, steps = state.step(move)
            yield steps

    def __str__(self) -> str:
        return print_record(self)

    def _repr_svg_(self) -> str:
        return self.state.draw(self.names)

    def to_json(self) -> str:
        """The same record for programs."""
        data = {
            "format": FORMAT,
            "header": header(self),
            "moves": [str(move) for move in self.moves],
            "comments": {str(at): comment for at, comment in sorted(self.comments.items())},
        }
        return json.dumps(data, ensure_ascii=False, indent=1)


def unnamed(players: int) -> tuple[str, ...]:
    """What stands for the names of seats that nobody has named."""
    return tuple([f"Seat {seat + 1}" for seat in range(players)])


def header(record: Record) -> dict[str, str]:
    """The header lines of a record, in order."""
    start, state = record.start, record.state
    options = str(start.options)
    lines = {"game": start.game, "rules": str(game(start.game).RULES), "options": options}
    lines.update(zip(record.seat_tags(), record.seats, strict=True))
    lines.update(record.tags)
    if start != begin(start.game, options):
        lines["start"] = str(start)
    if state.turn == OVER:
        lines |= closing(state)
    return lines


def closing(state: AnyState) -> dict[str, str]:
    """The header lines that tell how a game ended."""
    return {"result": " ".join(map(str, state.scores)), "end": str(state.end)}


def print_record(record: Record) -> str:
    """Write a record as text: header lines, an empty line, numbered moves and comments."""
    return print_words(header(record), [str(move) for move in record.moves], record.comments)


def print_words(
    head: Mapping[str, str], words: Sequence[str], comments: Mapping[int, str] = NO_COMMENTS
) -> str:
    """Write the header lines and moves of a record, given as texts."""
    lines = [FORMAT, *[f"{name}: {value}" for name, value in head.items()], ""]
    lines += comment_lines(comments, 0)
    line: list[str] = []
    for number, word in enumerate(words, 1):
        is_nature = word.startswith(NATURE)
        if is_nature and line:
            lines.append(" ".join(line))
            line = []
        if not line:
            line.append(f"{number}.")
        line.append(word)
        if is_nature or number in comments or len(line) > MOVES_PER_LINE:
            lines.append(" ".join(line))
            line = []
            lines += comment_lines(comments, number)
    if line:
        lines.append(" ".join(line))
    return "\n".join(lines) + "\n"


def comment_lines(comments: Mapping[int, str], number: int) -> list[str]:
    """The comment after a number of moves."""
    comment = comments.get(number)
    return [] if comment is None else [f"# {line}".rstrip() for line in comment.split("\n")]


def parse_record(text: str) -> Record:
    """Read a record from its text, checking every move."""
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    if lines[0].strip() != FORMAT:
        raise InvalidNotation(f"line 1: expected {FORMAT!r}, found {lines[0][:40]!r}")
    head: dict[str, str] = {}
    places: dict[str, str] = {}
    at = 1
    while at < len(lines) and lines[at].strip():
        name, sign, value = (part.strip() for part in lines[at].partition(":"))
        at += 1
        if not sign or name in head:
            raise InvalidNotation(f"line {at}: expected 'name: value', each name once")
        head[name], places[name] = value, f"line {at}"
    moves: list[str] = []
    comments: dict[int, str] = {}
    for place, line in enumerate(lines[at:], at + 1):
        played, sign, comment = line.partition("#")
        for word in played.split():
            number = len(moves) + 1
            if not re.fullmatch(r"[0-9]+\.", word):
                places[f"moves[{len(moves)}]"] = f"line {place}: move {number}"
                moves.append(word)
            elif word != f"{number}.":
                raise InvalidNotation(f"line {place}: expected {number}. and found {word}")
        if sign:
            earlier = [comments[len(moves)]] if len(moves) in comments else []
            comments[len(moves)] = "\n".join([*earlier, comment.strip()])
    return assemble(head, moves, comments, places)


def parse_json(text: str) -> Record:
    """Read a record from its JSON form, checking every move."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InvalidNotation(f"not JSON: {error}") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise InvalidNotation(f"format: expected {FORMAT!r}")
    head, moves, comments = data.get("header"), data.get("moves"), data.get("comments", {})
    if not isinstance(head, dict) or not all(isinstance(value, str) for value in head.values()):
        raise InvalidNotation("header: expected an object of texts")
    if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
        raise InvalidNotation("moves: expected a list of texts")
    if not isinstance(comments, dict) or not all(
        re.fullmatch(r"[0-9]{1,5}", number) and isinstance(comment, str)
        for number, comment in comments.items()
    ):
        raise InvalidNotation("comments: expected an object of texts by number of moves")
    return assemble(head, moves, {int(at): comment for at, comment in comments.items()}, {})


def assemble(
    head: Mapping[str, str],
    words: list[str],
    comments: Mapping[int, str],
    places: Mapping[str, str],
) -> Record:
    """Build a record from its texts; errors say where."""
    head = dict(head)

    def place(name: str) -> str:
        return places.get(name, name)

    def read(name: str, convert: Callable[[str], T]) -> T:
        if name not in head:
            raise InvalidNotation(f"header without {name!r}")
        try:
            return convert(head.pop(name))
        except ValueError as error:
            raise InvalidNotation(f"{place(name)}: {error}") from None

    rules = read("game", game)
    name = rules.__name__.rpartition(".")[2]
    read("rules", lambda text: check_rules(text, rules.RULES))
    start = read("options", lambda text: begin(name, text))
    if "start" in head:
        start = read("start", lambda text: check_start(parse(text), start))
    told = {name: head.pop(name) for name in ("result", "end") if name in head}
    seats = [f"seat {seat}" for seat in range(len(start.scores))]
    record = Record(
        start=start,
        seats=tuple([read(seat, str) for seat in seats]),
        tags=head,
    )
    moves = []
    state = start
    for at, word in enumerate(words):
        try:
            move = state.parse(word)
        except ValueError as error:
            raise type(error)(f"{place(f'moves[{at}]')}: {error}") from None
        moves.append(move)
        state = state.play(move)
    closed = closing(state) if state.turn == OVER else {}
    for line, value in told.items():
        if value != closed.get(line):
            found = closed.get(line, "an unfinished game")
            raise InvalidNotation(f"{place(line)}: {line} {value!r}, but the moves give {found}")
    return replace(record, moves=tuple(moves), comments=comments)


def check_rules(text: str, known: int) -> None:
    """Check that this release knows the version of the rules."""
    if text not in map(str, range(1, known + 1)):
        raise InvalidNotation(f"rules version {text!r}: this release knows 1 to {known}")


def check_start(state: AnyState, fresh: AnyState) -> AnyState:
    """Check that a start position is one of the game with the same options."""
    if (state.game, state.options) != (fresh.game, fresh.options):
        raise InvalidNotation("the start position and the header have different options")
    return state
