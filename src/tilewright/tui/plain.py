"""The terminal for a game whose moves are typed in notation and listed one by one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.console import RenderableType
from rich.text import Text

from tilewright.games import AnyMove, AnyState
from tilewright.tui import moves
from tilewright.tui.moves import points as worth

__all__ = ["brief", "list_moves", "settle", "some_moves", "spellings", "tidy", "worth"]


def brief(state: AnyState) -> Text | None:
    """No short form: the whole table is never too much."""
    return None


def list_moves(state: AnyState, width: int) -> RenderableType:
    """All that may be played."""
    return some_moves(state, state.legal_moves(), width)


def some_moves(state: AnyState, some: Sequence[AnyMove], width: int) -> RenderableType:
    """Some of the moves."""
    return moves.plain(state, some, width, worth)


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
