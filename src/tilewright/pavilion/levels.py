"""How strong the levels are in pavilion, found by playing each against the one below."""

from __future__ import annotations

from tilewright.bots.level import Level, Levels

LEVELS: Levels = {
    2: (
        Level(simulations=1, temperature=3.0),
        Level(simulations=1, temperature=1.5),
        Level(simulations=1, temperature=0.9),
        Level(simulations=1, temperature=0.5),
        Level(simulations=8),
        Level(simulations=24),
        Level(simulations=90),
        Level(time=1.0),
    ),
    3: (
        Level(simulations=1, temperature=3.5),
        Level(simulations=1, temperature=1.7),
        Level(simulations=1, temperature=0.9),
        Level(simulations=1, temperature=0.3),
        Level(simulations=25),
        Level(simulations=120),
        Level(simulations=900),
        Level(time=1.0),
    ),
    4: (
        Level(simulations=1, temperature=3.8),
        Level(simulations=1, temperature=1.7),
        Level(simulations=1, temperature=0.9),
        Level(simulations=1, temperature=0.4),
        Level(simulations=40),
        Level(simulations=220),
        Level(simulations=1500),
        Level(time=1.0),
    ),
}
