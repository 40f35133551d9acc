"""How strong the levels are in classic, found by playing each against the one below."""

from __future__ import annotations

from tilewright.bots.level import Level, Levels

LEVELS: Levels = {
    2: (
        Level(simulations=1, temperature=1.6),
        Level(simulations=1, temperature=0.7),
        Level(simulations=6, temperature=0.1),
        Level(simulations=17),
        Level(simulations=44),
        Level(simulations=120),
        Level(simulations=400),
        Level(time=1.0),
    ),
    3: (
        Level(simulations=1, temperature=2.2, policy_temperature=1.0),
        Level(simulations=1, temperature=0.8, policy_temperature=1.0),
        Level(simulations=5, temperature=0.15),
        Level(simulations=24),
        Level(simulations=100),
        Level(simulations=450),
        Level(simulations=2000),
        Level(time=1.0),
    ),
    4: (
        Level(simulations=1, temperature=2.2, policy_temperature=1.0),
        Level(simulations=1, temperature=1.0, policy_temperature=1.0),
        Level(simulations=5, temperature=0.15),
        Level(simulations=40),
        Level(simulations=190),
        Level(simulations=900),
        Level(simulations=4000),
        Level(time=1.0),
    ),
}
