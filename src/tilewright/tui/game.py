"""What the terminal needs from a game: the module `terminal` in the game's folder, if it has one.

A game without it is shown by `tui.plain`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from rich.console import RenderableType
from rich.text import Text

from tilewright.game import Objection, Step
from tilewright.games import AnyState, game, has_part, part

if TYPE_CHECKING:
    from tilewright.analysis.report import Reason

S = TypeVar("S", contravariant=True)  # the states of the game
M = TypeVar("M", contravariant=True)  # its moves


class TerminalGame(Protocol[S, M]):
    """A game at the prompt: its boards, its moves in words, and what a person types."""

    PALETTE: tuple[tuple[str, str], ...]  # glaze and drawing of every colour
    BOARD_WIDTH: int  # inner width of a player board, in columns
    EXAMPLE: str  # a first move
    POINTS: dict[str, tuple[str, ...]]  # the final table: the codes that a column sums up
    UNTOLD: tuple[type, ...]  # nature's moves that are not worth telling

    # The table

    def headline(self, state: S, /) -> str:
        """The game, the round and what is being done."""
        ...

    def market_lines(self, state: S, width: int, /) -> list[Text]:
        """The market with bag and used tiles."""
        ...

    def board_lines(self, state: S, seat: int, /) -> list[Text]:
        """One player board."""
        ...

    def summary(self, state: S, seat: int, /) -> str:
        """One player board in a line."""
        ...

    def brief(self, state: S, /) -> Text | None:
        """A short form, for when the whole table would be too much; None if it never is."""
        ...

    # Words

    def text(self, key: str, /, **values: object) -> str:
        """A message: `moves` says how moves are written, `rules` is the rules on one page, `ends.…`
        says why a game is over, `points.…` is the heading of a column of the final table."""
        ...

    def say(self, state: S, move: M, /) -> str:
        """What a move does: `2 red from factory 4 to line 3`."""
        ...

    def tell(self, step: Step, /) -> str:
        """A scoring step: `red to row 3: 2 across + 3 down = 5`."""
        ...

    def tell_at_once(self, step: Step, /) -> str:
        """What a step adds to the line of its move; nothing if it is told later."""
        ...

    def tell_objection(self, objection: Objection, /) -> str:
        """Why a move is not legal, or what one looks like."""
        ...

    def worth(self, steps: Iterable[Step], /) -> str:
        """What a move earns, for a list: ` +3`, ` +1 -2`."""
        ...

    def list_moves(self, state: S, width: int, /) -> RenderableType:
        """All legal moves, grouped and short."""
        ...

    def some_moves(self, state: S, moves: Sequence[Any], width: int, /) -> RenderableType:
        """Some of the moves."""
        ...

    # What is typed

    def tidy(self, text: str, /) -> str:
        """A move as typed, without blanks and in the case of the notation."""
        ...

    def spellings(self, text: str, /) -> tuple[str, ...]:
        """What a tidy text may stand for, the likeliest first."""
        ...

    def settle(
        self, state: S, text: str, ask: Callable[[str], str], say: Callable[[str], None], /
    ) -> str:
        """The move to play when a text is typed, after a question if that is wise; None if the
        answer is no."""
        ...


class Explained(Protocol):
    """What reviews and puzzles need as well, from a game whose bots search."""

    def tell_reason(self, reason: Reason, /) -> tuple[str, list[str]]:
        """What the points of a reason are for, and what they are about."""
        ...

    def tell_where(self, move: Any, /) -> str:  # noqa: ANN401
        """Where to look for a move, without giving it away."""
        ...


def on_screen(state: AnyState) -> TerminalGame[Any, Any]:
    """The terminal part of a state's game."""
    return named(state.game)


@cache
def named(name: str) -> TerminalGame[Any, Any]:
    """The terminal part of a game."""
    if not has_part(name, "terminal"):
        from tilewright.tui.plain import PlainTerminal  # it needs this module

        return PlainTerminal(game(name))
    shown: TerminalGame[Any, Any] = part(name, "terminal")
    return shown
