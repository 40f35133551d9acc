"""Where compiled kernels are kept.

They are kept in a folder whose name is a hash of everything they depend on: the sources of the
kernels and of the rules whose constants they use, the versions of numba and Python, the processor
and the checks that are switched on. If any of these changes, everything is compiled anew, and
nothing stale is ever found. The folders are in `home.cache()`.
"""

from __future__ import annotations

import hashlib
import platform
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import numba
import numpy as np
from llvmlite import binding  # type: ignore[import-untyped]

from tilewright import home

PACKAGE = Path(__file__).parent.parent
RULES = (  # what the kernels of the rules depend on
    "fast/*.py",
    "*/kernel/*.py",
    *[f"*/{name}.py" for name in ("board", "rules", "scoring")],
    *[f"{name}.py" for name in ("market", "tiles", "game")],
)
SEARCH = (  # what the kernels of bots depend on
    *RULES,
    "*/features/*.py",
    *[f"bots/{name}.py" for name in ("features", "nets", "evaluate", "config", "tree")],
    *[f"bots/{name}.py" for name in ("selection", "bounds", "simulation", "root")],
    *[f"train/{name}.py" for name in ("play", "fit")],
)

_config: Any = numba.config


def files(sources: tuple[str, ...], package: Path = PACKAGE) -> list[Path]:
    """The files that some kernels depend on."""
    return [path for pattern in sources for path in sorted(package.glob(pattern))]


def fingerprint(package: Path = PACKAGE, sources: tuple[str, ...] = RULES) -> str:
    """A hash of everything that compiled kernels depend on."""
    digest = hashlib.sha256()
    for path in files(sources, package):
        name = path.relative_to(package).as_posix()
        digest.update(f"{name}\0".encode() + path.read_bytes() + b"\0")
    facts = (
        numba.__version__,
        np.__version__,
        sys.version,
        platform.machine(),
        _config.CPU_NAME or binding.get_host_cpu_name(),
        _config.CPU_FEATURES,
        _config.BOUNDSCHECK,
        _config.OPT,
    )
    digest.update(repr(facts).encode())
    return digest.hexdigest()[:16]


@cache
def folder(sources: tuple[str, ...] = RULES) -> Path:
    """Where the kernels of exactly this version are kept."""
    return home.cache() / fingerprint(sources=sources)


@cache
def can_keep(folder: Path) -> bool:
    """Tell whether a folder can be written to. If not, every process compiles for itself, because
    numba would fall back on a place of its own, which may hold old kernels."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        return False
    return True


def _mark(sources: tuple[str, ...], game: str) -> Path:
    """The file that marks a game's kernels as compiled. Numba keeps the kernels of each copy of the
    package apart, and those of each time its files were written; so does the mark."""
    stamps = [(path.stat().st_mtime, path.stat().st_size) for path in files(sources)]
    where = hashlib.sha256(repr((PACKAGE.resolve(), stamps)).encode()).hexdigest()[:16]
    return folder(sources) / f"complete-{game}-{where}"


def note_complete(sources: tuple[str, ...], game: str) -> None:
    """Note that all kernels of a game that depend on these sources are compiled."""
    if can_keep(folder(sources)):
        _mark(sources, game).touch()


def is_complete(sources: tuple[str, ...], game: str) -> bool:
    """Tell whether all kernels of a game are compiled, in exactly this version."""
    return _mark(sources, game).exists()
