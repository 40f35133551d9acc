"""The numbers of pavilion that its pages show; `frontend/constants.py` writes them there."""

from __future__ import annotations

from tilewright.market import FACTORIES
from tilewright.pavilion.board import (
    FEATURES,
    JOKER_ORDERS,
    NUMBERS,
    ROUNDS,
    STAR_COLORS,
    TILES_PER_COLOR,
    Options,
    Player,
)
from tilewright.pavilion.scoring import NUMBER_BONUSES, STAR_BONUSES

CONSTANTS: dict[str, object] = {
    "tiles": TILES_PER_COLOR,
    "factories": FACTORIES,
    "rounds": ROUNDS,
    "options": Options()._asdict(),
    "joker_orders": JOKER_ORDERS,
    "score": Player().score,
    "numbers": NUMBERS,
    "number_bonuses": NUMBER_BONUSES,
    "star_colors": STAR_COLORS,
    "star_bonuses": STAR_BONUSES,
    "features": [{**each._asdict(), "spaces": sorted(each.spaces)} for each in FEATURES],
}
