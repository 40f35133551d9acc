"""How kernels are compiled, where the result is kept, and the few instructions both games share.

Compiled code lies in a folder whose name is a hash of everything it depends on: the sources of the
kernels and of the rules whose numbers they use, the versions of numba and Python, the processor
and the checks that are switched on. So a change of any of them compiles anew, and nothing stale is
ever found. `home.cache()` holds these folders.
"""

from __future__ import annotations

import hashlib
import platform
import sys
import tempfile
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias, TypeVar, cast

import numba
import numpy as np
from llvmlite import binding, ir  # type: ignore[import-untyped]
from numba.core import event, types
from numba.extending import intrinsic
from numpy.typing import NDArray

from tilewright import home

F = TypeVar("F", bound=Callable[..., object])

Record: TypeAlias = Any  # one game: an element of an array of a module's STATE
Records: TypeAlias = NDArray[np.void]  # many games
Rng: TypeAlias = NDArray[np.uint64]  # one number: where a stream of random numbers stands

PACKAGE = Path(__file__).parent.parent
SOURCES = ("fast/*.py", "classic/*.py", "pavilion/*.py", "market.py", "tiles.py", "game.py")
SEARCHING = (  # what the kernels of bots depend on
    *SOURCES,
    *[f"bots/{name}.py" for name in ("classic", "pavilion", "sight", "evaluate", "tree")],
    *[f"train/{name}.py" for name in ("play", "fit")],
)

int64 = cast(Callable[[object], int], np.int64)  # kernels count with it; to mypy it is an int

LEAN = {"_nrt": False, "error_model": "numpy"}  # no counting of references, no test for zero

_config: Any = numba.config
_njit: Any = numba.njit
_decorating = threading.Lock()


def fingerprint(package: Path = PACKAGE, sources: tuple[str, ...] = SOURCES) -> str:
    """A hash of everything that compiled kernels depend on."""
    digest = hashlib.sha256()
    for pattern in sources:
        for path in sorted(package.glob(pattern)):
            digest.update(f"{path.relative_to(package)}\0".encode() + path.read_bytes() + b"\0")
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
def cache_folder(sources: tuple[str, ...] = SOURCES) -> Path:
    """Where the kernels of this very version are kept."""
    return home.cache() / fingerprint(sources=sources)


@cache
def can_keep(folder: Path) -> bool:
    """Tell whether a folder can be written to. If not, every process compiles for itself: numba
    would turn to a place of its own, where old kernels may lie."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        return False
    return True


def _mark(sources: tuple[str, ...], game: str) -> Path:
    """A file that is there when all is compiled. Numba keeps the kernels of every copy of the
    package apart, so each has its own."""
    where = hashlib.sha256(str(PACKAGE.resolve()).encode()).hexdigest()[:16]
    return cache_folder(sources) / f"complete-{game}{where}"


def note_complete(sources: tuple[str, ...] = SOURCES, game: str = "") -> None:
    """Note that all kernels that depend on these sources, or those of one game, are compiled."""
    if can_keep(cache_folder(sources)):
        _mark(sources, game).touch()


def is_complete(sources: tuple[str, ...] = SOURCES, game: str = "") -> bool:
    """Tell whether all kernels of this very version, or those of one game, are compiled."""
    return _mark(sources, game).exists()


class _Listener(event.Listener):
    """Counts what numba compiles in this thread."""

    def __init__(self, tell: Callable[[int], None]) -> None:
        self.tell, self.count, self.thread = tell, 0, threading.get_ident()

    def on_start(self, event: object) -> None:
        """Nothing has been compiled yet."""

    def on_end(self, event: object) -> None:
        """Another one."""
        if threading.get_ident() == self.thread:
            self.count += 1
            self.tell(self.count)


def counted(tell: Callable[[int], None]) -> AbstractContextManager[object]:
    """While it is open, `tell` hears after each kernel how many were compiled in this thread."""
    listening: AbstractContextManager[object]
    listening = event.install_listener("numba:compile", _Listener(tell))
    return listening


def kernel(function: F) -> F:
    """Compile a function at its first call, keep the result for later processes, and let other
    threads run while it works."""
    return _compiled(function)


def quick_kernel(function: F) -> F:
    """A lean kernel that may add numbers in any order, which is faster and rounds differently."""
    return _compiled(function, fastmath=True, **LEAN)


def lean_kernel(function: F) -> F:
    """A kernel that makes no arrays, and so need not count who holds them."""
    return _compiled(function, **LEAN)


def _compiled(function: F, **options: Any) -> F:  # noqa: ANN401
    fast = function.__module__.startswith("tilewright.fast")
    folder = cache_folder(SOURCES if fast else SEARCHING)
    with _decorating:  # numba asks for the folder now, and for the kernels of others keeps its own
        before, _config.CACHE_DIR = _config.CACHE_DIR, str(folder)
        try:
            return cast(F, _njit(cache=can_keep(folder), nogil=True, **options)(function))
        finally:
            _config.CACHE_DIR = before


# Instructions that Python has no name for


Words: TypeAlias = Any  # what LLVM computes with


@intrinsic
def _popcount(_context: object, word: types.Type) -> object:
    def generate(_context: object, builder: Words, _signature: object, args: Words) -> object:
        return builder.ctpop(args[0])

    return word(word), generate


@intrinsic
def _trailing_zeros(_context: object, word: types.Type) -> object:
    def generate(_context: object, builder: Words, _signature: object, args: Words) -> object:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

    return word(word), generate


popcount = cast(Callable[[int], int], _popcount)  # how many bits are set; kernels only
trailing_zeros = cast(Callable[[int], int], _trailing_zeros)  # the number of the lowest; likewise


# Chance: splitmix64, a counter and a mixer. The same counter gives the same numbers everywhere.

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1, _MIX_2 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_30, _27, _31, _32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)


@kernel
def mix(word: np.uint64) -> np.uint64:
    """Scatter the bits of a word."""
    word = (word ^ (word >> _30)) * _MIX_1
    word = (word ^ (word >> _27)) * _MIX_2
    return word ^ (word >> _31)


@kernel
def random_bits(rng: Rng) -> np.uint64:
    """The next 64 random bits."""
    rng[0] += GOLDEN
    return mix(rng[0])


@kernel
def below(rng: Rng, stop: int) -> int:
    """A random number from 0 up to, not including, `stop`, which is less than 2**31."""
    return int64(((random_bits(rng) >> _32) * np.uint64(stop)) >> _32)


@kernel
def _scatter(counters: Rng) -> None:
    for i in range(len(counters)):
        counters[i] = mix(counters[i] + np.uint64(i) * GOLDEN)


def seeded(seed: int, streams: int = 1) -> Rng:
    """Generators with streams of their own: as many counters, far apart, as asked for."""
    counters = np.full(streams, seed % 2**64, dtype=np.uint64)
    _scatter(counters)
    return counters
