"""The terminal for a game whose moves are typed in notation and listed one by one.

The functions are for games that draw their own boards. `PlainTerminal` is for a game that has no
module `terminal` at all: it shows the fields of the position, and the moves as they are written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from rich.console import RenderableType
from rich.text import Text

from tilewright.game import Game, Objection, Step
from tilewright.games import AnyMove, AnyState
from tilewright.statistics import counting
from tilewright.tui import moves
from tilewright.tui.moves import points as worth
from tilewright.tui.story import text

__all__ = ["PlainTerminal", "brief", "settle", "spellings", "tidy", "worth"]


def brief(state: AnyState) -> Text | None:
    """No short form: the table is always shown whole."""
    return None


def tidy(text: str) -> str:
    """A move as typed, without blanks and in lower case."""
    return "".join(text.split()).lower()


def spellings(text: str) -> tuple[str, ...]:
    """What a tidy text may stand for: only itself."""
    return (text,)


def settle(
    state: AnyState, text: str, ask: Callable[[str], str], say: Callable[[str], None]
) -> str:
    """The move to play when a text is typed: exactly that one."""
    return text


class PlainTerminal:
    """The terminal for a game that says nothing about it."""

    PALETTE: tuple[tuple[str, str], ...] = ()  # nothing is painted
    BOARD_WIDTH = 24
    UNTOLD: tuple[type, ...] = ()

    def __init__(self, game: Game) -> None:
        self.game = game
        self.EXAMPLE = f"1{game.COLOR_LETTERS[0]}"
        self.POINTS: dict[str, tuple[str, ...]] = {
            code: (code,) for code in counting(game.NAME).STEPS
        }

    def headline(self, state: AnyState) -> str:
        """The game and the round."""
        return text("plain.headline", title=self.game.TITLE, round=state.round)

    def market_lines(self, state: AnyState, width: int) -> list[Text]:
        """The whole position, a field per line."""
        return [Text(line) for line in state.describe().splitlines()]

    def board_lines(self, state: AnyState, seat: int) -> list[Text]:
        """Nothing: the frame has the name and the score."""
        return []

    def summary(self, state: AnyState, seat: int) -> str:
        """The score again, in a line."""
        return str(state.scores[seat])

    def brief(self, state: AnyState) -> Text | None:
        """No short form."""
        return brief(state)

    def text(self, key: str, /, **values: object) -> str:
        """The title for `name`, the game's docstring for `rules`; columns are called by their
        codes, and every end is just the end."""
        match key.split("."):
            case ["name"]:
                return self.game.TITLE
            case ["moves"]:
                return text("plain.moves", example=self.EXAMPLE)
            case ["rules"]:
                return (self.game.__doc__ or "").strip()
            case ["ends", _]:
                return text("game_over")
        return key.split(".")[-1]

    def say(self, state: AnyState, move: AnyMove) -> str:
        """The numbers in a move's steps, or the move itself."""
        told = [
            f"{name} {number}"
            for step in state.explain(move)[:1]
            for name, number in step.numbers.items()
        ]
        return ", ".join(told) or str(move)

    def tell(self, step: Step) -> str:
        """The code of a step and its points."""
        return f"{step.code}: {step.points:+}"

    def tell_at_once(self, step: Step) -> str:
        """The same after its move."""
        return f"; {self.tell(step)}" if step.kind == "turn" else ""

    def tell_objection(self, objection: Objection) -> str:
        """Why a move is not legal, in English."""
        return objection.words

    def worth(self, steps: Iterable[Step]) -> str:
        """What a move earns."""
        return worth(steps)

    def list_moves(self, state: AnyState, width: int) -> RenderableType:
        """All legal moves."""
        return self.some_moves(state, state.legal_moves(), width)

    def some_moves(self, state: AnyState, some: Sequence[AnyMove], width: int) -> RenderableType:
        """Some of the moves."""
        return moves.plain(state, some, width, worth)

    def tidy(self, text: str) -> str:
        """A move without blanks, in lower case."""
        return tidy(text)

    def spellings(self, text: str) -> tuple[str, ...]:
        """Only the text itself."""
        return spellings(text)

    def settle(
        self, state: AnyState, text: str, ask: Callable[[str], str], say: Callable[[str], None]
    ) -> str:
        """Exactly that move."""
        return settle(state, text, ask, say)
