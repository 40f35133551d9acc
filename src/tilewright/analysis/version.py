"""What the numbers of an analysis depend on, besides the game and the effort."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files

from tilewright import __version__
from tilewright.analysis.levels import file


@cache
def version(game: str) -> str:
    """The release, the nets of a game, and the error rates that levels are named by."""
    rates = file(game)
    digest = hashlib.sha256(rates.read_bytes() if rates.is_file() else b"")
    weights = files("tilewright.bots") / "weights"
    nets = sorted([net for net in weights.iterdir() if net.name.startswith(f"{game}-")], key=str)
    for net in nets:
        if net.name.endswith(".npz"):
            digest.update(net.read_bytes())
    return f"{__version__}-{digest.hexdigest()[:8]}"
