"""What a game need not write itself: a position without a word about its rules, and its text.

A state that is a frozen dataclass derives from `PlainState` and says its fields, whose turn it is,
the legal moves and `step`; a table of codecs says how its text is written and read. Our own games
do all of this themselves, for speed, for their pictures and for errors that know the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

from tilewright.drawing import NAME, document, write
from tilewright.game import AnyMove, Seat, State, Step, rank
from tilewright.position import Fields, choice, number
from tilewright.tiles import Tiles, parse_tiles
from tilewright.tiles import spell as letters_of

WIDTH, LINE = 640, 20  # of a picture and of a line in it

S = TypeVar("S", bound=State[Any])
T = TypeVar("T")


# The text of a position


@dataclass(frozen=True)
class Codec(Generic[T]):
    """How a value is written, and how it is read."""

    spell: Callable[[T], str]
    read: Callable[[str], T]


Codecs: TypeAlias = Mapping[str, Codec[Any]]  # by the name of the field


def count(low: int = 0, high: int = 999_999) -> Codec[int]:
    """A number between two bounds."""
    return Codec(str, lambda text: number(text, low=low, high=high))


def word(*words: str) -> Codec[str]:
    """One of some words."""
    return Codec(str, lambda text: choice(text, words))


def heap(letters: str) -> Codec[Tiles]:
    """Tiles, a letter each; `-` for none."""
    return Codec(
        lambda tiles: letters_of(tiles, letters) or "-", lambda text: parse_tiles(text, letters)
    )


def several(one: Codec[T]) -> Codec[tuple[T, ...]]:
    """Any number of values, with slashes between them."""
    return Codec(
        lambda values: "/".join(map(one.spell, values)),
        lambda text: tuple(map(one.read, text.split("/"))),
    )


def spell(value: object, codecs: Codecs) -> str:
    """The attributes of a value as fields of a text: `round=1 phase=take`."""
    return " ".join([f"{name}={each.spell(getattr(value, name))}" for name, each in codecs.items()])


def read(text: str, game: str, codecs: Codecs) -> dict[str, Any]:
    """The fields of a text that begins with the name of the game."""
    fields = Fields(text, game)
    found = {name: fields.read(name, each.read) for name, each in codecs.items()}
    fields.close()
    return found


# A position


class PlainState:
    """What a `game.State` offers beyond the rules."""

    def play(self: S, move: AnyMove) -> S:
        """The state of `step`."""
        return self.step(move)[0]

    def explain(self: S, move: AnyMove) -> tuple[Step, ...]:
        """The steps of `step`."""
        return self.step(move)[1]

    def after(self: S, *moves: AnyMove | str) -> S:
        """The state after moves, given as text or as values; each is checked."""
        state = self
        for move in moves:
            state = state.play(state.parse(str(move)))
        return state

    def preview(self: S, move: AnyMove) -> tuple[Step, ...]:
        """What a move brings its player at once."""
        return tuple([step for step in self.explain(move) if step.seat == self.turn])

    def previews(self: S) -> list[tuple[AnyMove, tuple[Step, ...]]]:
        """All legal moves with their previews."""
        return [(move, self.preview(move)) for move in self.legal_moves()]

    def outcome(self: S) -> tuple[int, ...]:
        """The seats ranked by their scores."""
        return rank([(score,) for score in self.scores])

    def describe(self: S, names: Sequence[str] = ()) -> str:
        """The fields of the position, one per line."""
        return "\n".join(str(self).split())

    def draw(self: S, names: Sequence[str] = ()) -> str:
        """The same in a picture."""
        return picture(self.game, self.describe(names).splitlines())

    def draw_board(self: S, seat: Seat, names: Sequence[str] = ()) -> str:
        """The score of a seat in a picture."""
        name = names[seat] if names else str(seat + 1)
        return picture(self.game, [f"{name}: {self.scores[seat]}"])

    def _repr_svg_(self: S) -> str:
        return self.draw()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"


def picture(title: str, lines: Sequence[str]) -> str:
    """Lines of text as a picture."""
    body = "".join([write(line, 8, LINE * at, NAME) for at, line in enumerate(lines, 1)])
    height = LINE * (len(lines) + 1)
    return document(body, width=WIDTH, height=height, title=title, description=", ".join(lines))
