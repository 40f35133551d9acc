"""Research environments: PettingZoo, Gymnasium, OpenSpiel. They need the extra `rl`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tilewright.envs.pettingzoo import Version


def __getattr__(name: str) -> Version:
    """A game for PettingZoo under a name of the usual kind: `tilewright_classic_v0`."""
    found = re.fullmatch(r"tilewright_(\w+)_v0", name)
    if not found:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from tilewright.envs.pettingzoo import Version
    from tilewright.games import game

    return Version(game(found[1]).NAME)
