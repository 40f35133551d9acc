"""How strong the levels are in classic."""

from __future__ import annotations

from tilewright.bots.level import Level

LEVELS: tuple[Level, ...] = (
    Level("pupil", 1, simulations=1, temperature=1.8),
    Level("apprentice", 2, simulations=1, temperature=0.75),
    Level("tiler", 3, simulations=7, temperature=0.1),
    Level("mason", 4, simulations=24),
    Level("artisan", 5, simulations=80),
    Level("designer", 6, simulations=300),
    Level("architect", 7, simulations=1300),
    Level("master", 8, time=1.0),
)
