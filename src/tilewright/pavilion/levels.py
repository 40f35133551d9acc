"""How strong the levels are in pavilion."""

from __future__ import annotations

from tilewright.bots.level import Level

LEVELS: tuple[Level, ...] = (
    Level("pupil", 1, simulations=1, temperature=3.0),
    Level("apprentice", 2, simulations=1, temperature=1.5),
    Level("tiler", 3, simulations=1, temperature=0.9),
    Level("mason", 4, simulations=1, temperature=0.5),
    Level("artisan", 5, simulations=8),
    Level("designer", 6, simulations=30),
    Level("architect", 7, simulations=200),
    Level("master", 8, time=1.0),
)
