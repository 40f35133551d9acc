"""What the numbers of an analysis depend on, besides the position and the effort."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files
from pathlib import Path

from tilewright import __version__
from tilewright.analysis.levels import rates
from tilewright.bots.shipped import net_file
from tilewright.games import AnyState, game, side


def version(state: AnyState) -> str:
    """The release, the code, the net that plays at the table of a position, and the error rates by
    which levels are named there."""
    known = rates(state.game).get(str(len(state.scores)), {})
    digest = hashlib.sha256(f"{code(state.game)} {net(state)} {known}".encode())
    return f"{__version__}-{digest.hexdigest()[:8]}"


@cache
def code(name: str) -> str:
    """The code of the analysis, of the search and of a game, as a hash: between two releases, too,
    no review is shown that would come out differently today."""
    packages = "tilewright.analysis", "tilewright.bots", game(name).__name__
    folders = [Path(str(files(package))) for package in packages]
    sources = [source for folder in folders for source in sorted(folder.rglob("*.py"))]
    return hashlib.sha256(b"".join([one.read_bytes() for one in sources])).hexdigest()[:8]


def net(state: AnyState) -> str:
    """The net that plays at the table of a position, as a hash; empty if there is none."""
    file = net_file(state.game, len(state.scores), side(state))
    return hashed(file) if file else ""


@cache
def hashed(file: Path) -> str:
    """What is in a file, as a hash."""
    return hashlib.sha256(file.read_bytes()).hexdigest()[:8]
