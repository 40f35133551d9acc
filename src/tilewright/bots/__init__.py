"""Computer opponents, by name."""

from __future__ import annotations

from tilewright.bots import greedy, random
from tilewright.bots.choice import Choice, Choose, Limit

# The weakest first.
BOTS: dict[str, Choose] = {"random": random.choose, "greedy": greedy.choose}

__all__ = ["BOTS", "Choice", "Choose", "Limit"]
