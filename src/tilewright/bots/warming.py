"""The search has to be compiled once, which takes a minute: is it ready, and how it gets ready."""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from multiprocessing.process import BaseProcess
from typing import TypeAlias

from tilewright.compute import follow_parent

Progress: TypeAlias = Callable[[str, float], None]

PATIENT = 15  # what a process that compiles aside adds to its niceness

_ready = threading.Event()  # set once it is known; what is compiled stays compiled


def is_possible() -> bool:
    """Tell whether the search can be had at all: it needs the extra `[fast]`."""
    return find_spec("numba") is not None and find_spec("tilewright.bots.search") is not None


def is_ready() -> bool:
    """Tell whether the search can play at once, without being compiled first."""
    if not _ready.is_set() and is_possible():
        compiling = import_module("tilewright.fast.compiling")
        if compiling.is_complete(compiling.SEARCHING):
            _ready.set()
    return _ready.is_set()


def is_warm() -> bool:
    """Tell whether `warm_up` has nothing to do."""
    return is_ready() and bool(import_module("tilewright.fast").is_warm())


def can_keep() -> bool:
    """Tell whether what one process compiles can be kept for the others."""
    compiling = import_module("tilewright.fast.compiling")
    kept: bool = compiling.can_keep(compiling.cache_folder(compiling.SEARCHING))
    return kept


def get_ready(progress: Progress | None = None) -> None:
    """Compile the search, unless it is compiled already."""
    if not is_ready():
        import_module("tilewright.bots.search").warm_up(progress)
        _ready.set()


def warm_up(progress: Progress | None = None) -> None:
    """Compile the search and all fast rules, unless they are compiled already. `progress` hears
    what is being compiled and the share that is done."""
    get_ready(progress)
    fast = import_module("tilewright.fast")
    if not fast.is_warm():
        fast.warm_up(progress)


def load() -> bool:
    """Have the search at hand before the first move is asked of it; tell whether it is. Where
    nothing compiled can be kept, this process begins to compile for itself, beside its work."""
    if is_ready():
        import_module("tilewright.bots.search").warm_up()
    elif is_possible() and not can_keep():
        threading.Thread(target=get_ready, daemon=True).start()
    return is_ready()


def aside() -> BaseProcess:
    """Begin to get ready in a process of its own, which leaves the processor to everybody else."""
    process = multiprocessing.get_context("spawn").Process(target=_get_ready_aside, daemon=True)
    process.start()
    return process


def _get_ready_aside() -> None:
    follow_parent()
    be_nice(PATIENT)
    if can_keep():
        get_ready()


def be_nice(by: int) -> None:
    """Leave the processor to others, where the system knows how."""
    if hasattr(os, "nice"):
        os.nice(by)
