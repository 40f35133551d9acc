"""The numbers of classic that its pages show; `frontend/constants.py` writes them there."""

from __future__ import annotations

from tilewright.classic.board import (
    SIZE,
    TILES_PER_COLOR,
    Options,
    Player,
    printed_color,
)
from tilewright.classic.scoring import COLUMN_BONUS, FLOOR_LOSSES, ROW_BONUS
from tilewright.market import FACTORIES

CONSTANTS: dict[str, object] = {
    "tiles": TILES_PER_COLOR,
    "factories": FACTORIES,
    "options": Options()._asdict(),
    "score": Player().score,
    "printed": [printed_color(row, column) for row in range(SIZE) for column in range(SIZE)],
    "floor_losses": FLOOR_LOSSES,
    "row_bonus": ROW_BONUS,
    "column_bonus": COLUMN_BONUS,
}
