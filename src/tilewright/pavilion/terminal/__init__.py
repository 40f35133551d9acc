"""Pavilion in the terminal."""

from tilewright.pavilion.terminal.board import (
    BOARD_WIDTH,
    PALETTE,
    board_lines,
    brief,
    headline,
    market_lines,
    summary,
)
from tilewright.pavilion.terminal.entry import settle, spellings, tidy
from tilewright.pavilion.terminal.moves import list_moves, some_moves, worth
from tilewright.pavilion.terminal.words import (
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
