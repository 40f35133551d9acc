"""How kernels are compiled."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, TypeAlias, TypeVar, cast

import numba
import numpy as np
from numba.core import event
from numpy.typing import NDArray

from tilewright.fast import cache
from tilewright.fast.shelf import Shelf

F = TypeVar("F", bound=Callable[..., object])

StateRecord: TypeAlias = Any  # one game: an element of an array of a game's STATE
Records: TypeAlias = NDArray[np.void]  # many games
RngState: TypeAlias = NDArray[np.uint64]  # one number: how far a stream of random numbers has got
Array: TypeAlias = NDArray[Any]

int64 = cast(Callable[[object], int], np.int64)  # kernels count with it; to mypy it is an int

LEAN = {"_nrt": False, "error_model": "numpy"}  # no reference counts, no check for division by 0
INNER = {"no_cpython_wrapper": True, **LEAN}  # called by kernels only

_config: Any = numba.config
_njit: Any = numba.njit
_decorating = threading.Lock()


class _Listener(event.Listener):
    """Counts what numba compiles in this thread."""

    def __init__(self, tell: Callable[[int], None]) -> None:
        self.tell, self.count, self.thread = tell, 0, threading.get_ident()

    def on_start(self, event: object) -> None:
        """Nothing to count yet."""

    def on_end(self, event: object) -> None:
        """One more is compiled."""
        if threading.get_ident() == self.thread:
            self.count += 1
            self.tell(self.count)


def counted(tell: Callable[[int], None]) -> AbstractContextManager[object]:
    """Within this context, `tell` is called after each kernel with how many this thread has
    compiled."""
    listening: AbstractContextManager[object]
    listening = event.install_listener("numba:compile", _Listener(tell))
    return listening


def kernel(function: F) -> F:
    """Compile a function when it is first called, keep the result for later processes, and let
    other threads run during calls."""
    return _compiled(function)


def lean_kernel(function: F) -> F:
    """A kernel that makes no arrays, so that references need not be counted."""
    return _compiled(function, **LEAN)


def inner_kernel(function: F) -> F:
    """A lean kernel that only kernels call: without a Python wrapper it compiles faster."""
    return _compiled(function, **INNER)


def part_kernel(function: F) -> F:
    """A lean kernel that is inlined into its callers before compilation. Compiled by itself, it
    would go through the optimiser again with every kernel that calls it."""
    return _compiled(function, inline="always", **LEAN)


def quick_kernel(function: F) -> F:
    """An inner kernel that may add numbers in any order, which is faster and rounds differently."""
    return _compiled(function, fastmath=True, **INNER)


def _compiled(function: F, **options: Any) -> F:  # noqa: ANN401
    place = function.__module__.split(".")
    is_rules = place[1:2] == ["fast"] or place[2:3] == ["kernel"]
    folder = cache.folder(cache.RULES if is_rules else cache.SEARCH)
    options = {"nogil": True, "no_cfunc_wrapper": True, **options}
    with _decorating:  # numba reads the setting now; kernels of other packages keep their own
        before, _config.CACHE_DIR = _config.CACHE_DIR, str(folder)
        try:
            made = _njit(cache=cache.can_keep(folder), **options)(function)
        finally:
            _config.CACHE_DIR = before
    if cache.can_keep(folder):
        Shelf.install(made)
    return cast(F, made)
