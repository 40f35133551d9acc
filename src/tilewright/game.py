"""What every game offers: the protocols of a game and a state, scoring steps, and the errors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import UnionType
from typing import Any, Literal, NamedTuple, Protocol, Self, TypeAlias, TypeVar

Seat: TypeAlias = int

CHANCE = -1  # `turn` while nature is to move
OVER = -2  # `turn` after the end
SHOWN = 12  # moves that an error names


class Objection(NamedTuple):
    """What is wrong with a text or a move: a code with its numbers, from which a screen can tell it
    in its own language, and the same in English."""

    code: str
    words: str
    numbers: Mapping[str, int] = {}


class InvalidNotation(ValueError):
    """A text that is not a move, position or record."""

    objection: Objection | None = None  # if people may cause it at a table or in the editor


class IllegalMove(ValueError):
    """A well-formed move that the rules do not allow here."""

    objection: Objection | None = None


StepKind: TypeAlias = Literal["taking", "turn", "loss", "round", "end"]


class Step(NamedTuple):
    """One step of scoring: whose, what for, what the score changed by, and the numbers to say it.

    The kind says what a step belongs to: where tiles go (`taking`), what a move scores (`turn`) or
    costs (`loss`) at once, the end of the round, or the end of the game. docs/library.md lists the
    codes and their numbers.
    """

    seat: Seat
    kind: StepKind
    code: str
    points: int
    numbers: Mapping[str, int]


Told: TypeAlias = list[Step] | None  # where a fold tells its steps; None if nobody wants to know


class Rng(Protocol):
    """Where chance comes from: `random.Random` or the stream of a fair deal."""

    def randrange(self, stop: int, /) -> int:
        """Return a number from 0 up to but not including `stop`."""
        ...


MoveT = TypeVar("MoveT")
# A move of the game whose state it is played in. As a `tuple[object, ...]`, the move that a bot
# chooses could not be played in a state whose game is known.
AnyMove: TypeAlias = Any


class State(Protocol[MoveT]):
    """A position of either game: an immutable value that prints as text and parses back."""

    @property
    def game(self) -> str:
        """The name of the game."""
        ...

    @property
    def options(self) -> object:
        """What the players agreed on; `str(options)` is the header line of a record."""
        ...

    @property
    def turn(self) -> int:
        """The seat to move, `CHANCE` or `OVER`."""
        ...

    @property
    def scores(self) -> tuple[int, ...]:
        """The score of every seat."""
        ...

    @property
    def round(self) -> int:
        """The round being played, from 1."""
        ...

    @property
    def is_last_round(self) -> bool:
        """Whether the game is sure to end with this round."""
        ...

    @property
    def end(self) -> str | None:
        """Why the game is over, in a word of docs/library.md; None while it is not."""
        ...

    def legal_moves(self) -> list[MoveT]:
        """All moves of the seat to move in a fixed order; none for nature or after the end."""
        ...

    def sample(self, rng: Rng) -> MoveT:
        """Nature's move, drawn by chance; an error unless it is nature's turn."""
        ...

    def step(self, move: MoveT) -> tuple[Self, tuple[Step, ...]]:
        """The state after a move and the steps that lead there; the move is trusted to be legal
        here: one of `legal_moves`, `sample` or `parse`."""
        ...

    def play(self, move: MoveT) -> Self:
        """The state of `step`, which is faster when nobody asks for the steps."""
        ...

    def after(self, *moves: MoveT | str) -> Self:
        """The state after moves, given as text or as values; each is checked."""
        ...

    def parse(self, text: str) -> MoveT:
        """Read a move and check that it is legal here."""
        ...

    def explain(self, move: MoveT) -> tuple[Step, ...]:
        """The steps of `step`: the scoring that a move sets off."""
        ...

    def preview(self, move: MoveT) -> tuple[Step, ...]:
        """What a move is worth to its player, counting what it will score later this round."""
        ...

    def previews(self) -> list[tuple[MoveT, tuple[Step, ...]]]:
        """All legal moves with their previews."""
        ...

    def outcome(self) -> tuple[int, ...]:
        """The rank of every seat, from 1; seats that tie share a rank."""
        ...

    def describe(self, names: Sequence[str] = ()) -> str:
        """The position as plain text for terminals and screen readers."""
        ...

    def draw(self, names: Sequence[str] = ()) -> str:
        """The position as an SVG picture, with the names of the players."""
        ...

    def draw_board(self, seat: Seat, names: Sequence[str] = ()) -> str:
        """One player's board as an SVG picture."""
        ...

    def _repr_svg_(self) -> str: ...

    def __hash__(self) -> int: ...


class Option(NamedTuple):
    """Something that the players may agree on before a game."""

    name: str
    values: tuple[str, ...]  # to choose from, the default first
    form: str  # what kind of value it takes, in a word: SIDE, N, ORDER
    about: str = ""  # what the values mean, if they do not speak for themselves
    is_open: bool = False  # whether other values are possible too
    spelled: Mapping[str, str] = {}  # how records write a value, where it is not the word itself

    @property
    def default(self) -> str:
        """What is played unless something else is chosen."""
        return self.values[0]


class Game(Protocol):
    """A game as a module: its name, its words, its options and how it begins.

    Anything else that a layer needs from a game is a module in the game's own folder, named after
    its purpose; docs/architecture.md lists them.
    """

    __name__: str  # of the module

    NAME: str  # as records, addresses and commands name it
    TITLE: str  # as the box names it
    RULES: int  # the version of the rules that records name
    PLAYERS: tuple[int, ...]  # how many may play
    COLOR_NAMES: tuple[str, ...]
    COLOR_LETTERS: str
    OPTIONS: tuple[Option, ...]  # in the order of a record's header
    SIDE: str  # the option that is the side of the player boards

    def new_game(self, players: int = 2) -> State[Any]:
        """The beginning of a game; the options of `OPTIONS` are arguments by their names."""
        ...

    def begin(self, text: str, /) -> State[Any]:
        """The beginning of a game with the options in words, as in the header of a record."""
        ...

    def parse(self, text: str, /) -> State[Any]:
        """Read a position text."""
        ...

    def parse_move(self, text: str, /) -> AnyMove:
        """Read a move without asking whether it is legal."""
        ...


def rank(keys: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """Rank seats by their keys, the greatest first; equal keys share a rank."""
    return tuple(1 + sum(other > key for other in keys) for key in keys)


def show(value: tuple[object, ...]) -> str:
    """A move or a state for programmers: `Take('2r4')`."""
    try:
        return f"{type(value).__name__}({str(value)!r})"
    except (IndexError, TypeError, ValueError):  # numbers that cannot be spelled
        return f"{type(value).__name__}{tuple(value)!r}"


def read_move(state: State[MoveT], move: MoveT | str, kinds: UnionType) -> MoveT:
    """A move that is legal in a state, given as text or as a value of the game's kinds."""
    if not isinstance(move, str | kinds):
        raise no_move(move, state.game)
    try:
        text = str(move)
    except (IndexError, TypeError, ValueError):
        text = repr(move)
    found = state.parse(text)
    if not isinstance(move, str) and found != move:
        raise InvalidNotation(f"{tuple(move)!r} is not a move, though it prints as {text}")
    return found


def no_move(value: object, game: str) -> TypeError:
    """Build the error for a value that is not a move of a game."""
    if isinstance(value, str):
        return TypeError(
            f"{value!r} is text, not a move: state.parse({value!r}) reads it, "
            f"state.after({value!r}) plays it"
        )
    return TypeError(
        f"{value!r}, a value of {type(value).__module__}, is not a move of {game}: "
        "state.legal_moves() has those that are"
    )


def not_nature(turn: int) -> IllegalMove:
    """Build the error for a draw where nature has nothing to draw."""
    if turn == OVER:
        return IllegalMove("the game is over: there is nothing to draw")
    return IllegalMove(f"it is the turn of seat {turn}, not nature's: there is nothing to draw")


def no_decision(turn: int) -> IllegalMove:
    """Build the error for a decision asked for where no seat has one to make."""
    if turn == OVER:
        return IllegalMove("the game is over: there is nothing to decide")
    return IllegalMove("nature is to move: state.play(state.sample(rng)) draws for her")


def nearest(word: str, names: Iterable[str], *, likeness: float = 0.6) -> str | None:
    """The name that a word was probably meant to be, if there is one."""
    from difflib import get_close_matches  # only errors need it

    return next(iter(get_close_matches(word.lower(), list(names), 1, likeness)), None)


def expected(word: str, names: Iterable[str]) -> str:
    """The end of an error about a word that is not among some names: the nearest, and all."""
    names = list(names)
    near = nearest(word, names)
    listed = " or ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
    return f"did you mean {near}? expected {listed}" if near else f"expected {listed}"


def refuse(text: str, reason: Objection | str, legal: Iterable[object]) -> IllegalMove:
    """Build the error for an illegal move: the reason and what could be played instead."""
    moves = [str(move) for move in legal]
    shown = ", ".join(moves[:SHOWN]) + (f", … {len(moves)} in all" if len(moves) > SHOWN else "")
    words, objection = (reason, None) if isinstance(reason, str) else (reason.words, reason)
    error = IllegalMove(f"{text}: {words}" + (f" (legal: {shown})" if moves else ""))
    error.objection = objection
    return error


def impossible(code: str, words: str, **numbers: int) -> InvalidNotation:
    """Build the error for a position that cannot be."""
    error = InvalidNotation(words)
    error.objection = Objection(f"position.{code}", words, numbers)
    return error


def not_a_move(text: str, forms: Mapping[str, str], phase: str) -> InvalidNotation:
    """Build the error for a text that is not a move: what moves look like in a phase, or in all."""
    form = forms.get(phase) or ", or ".join(forms.values())
    error = InvalidNotation(f"{text!r} is not a move; expected {form}")
    error.objection = Objection(f"forms.{phase}", form) if phase in forms else None
    return error
