"""What the numbers of an analysis depend on, besides the game and the effort."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files

from tilewright import __version__
from tilewright.analysis.levels import file


@cache
def version(game: str) -> str:
    """The release, the nets of a game, and the error rates by which levels are named."""
    rates = file(game)
    digest = hashlib.sha256(rates.read_bytes() if rates.is_file() else b"")
    digest.update(nets(game).encode())
    return f"{__version__}-{digest.hexdigest()[:8]}"


@cache
def nets(game: str) -> str:
    """The nets of a game, as a hash."""
    digest, weights = hashlib.sha256(), files("tilewright.bots") / "weights"
    for net in sorted(weights.iterdir(), key=str):
        if net.name.startswith(f"{game}-") and net.name.endswith(".npz"):
            digest.update(net.read_bytes())
    return digest.hexdigest()[:8]
