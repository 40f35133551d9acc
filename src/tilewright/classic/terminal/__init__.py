"""Classic in the terminal."""

from tilewright.classic.terminal.board import (
    BOARD_WIDTH,
    PALETTE,
    board_lines,
    headline,
    market_lines,
    summary,
)
from tilewright.classic.terminal.moves import list_moves, some_moves
from tilewright.classic.terminal.words import (
    EXAMPLE,
    POINTS,
    UNTOLD,
    say,
    tell,
    tell_at_once,
    tell_objection,
    tell_reason,
    tell_where,
    text,
)
from tilewright.tui.plain import brief, settle, spellings, tidy, worth

__all__ = [
    "BOARD_WIDTH",
    "EXAMPLE",
    "PALETTE",
    "POINTS",
    "UNTOLD",
    "board_lines",
    "brief",
    "headline",
    "list_moves",
    "market_lines",
    "say",
    "settle",
    "some_moves",
    "spellings",
    "summary",
    "tell",
    "tell_at_once",
    "tell_objection",
    "tell_reason",
    "tell_where",
    "text",
    "tidy",
    "worth",
]
