"""The search of a game has to be compiled once, which takes a minute: is it ready, and how it gets
ready."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from multiprocessing.process import BaseProcess
from typing import TypeAlias

from tilewright.compute import Spawning, be_nice, follow_parent
from tilewright.games import GAMES

Progress: TypeAlias = Callable[[str, float], None]

PATIENT = 15  # what a process that compiles aside adds to its niceness
BAR = 30  # columns

_ready: set[str] = set()  # games, once it is known; what is compiled stays compiled
_compiling = threading.Lock()


class NotInstalled(ImportError):
    """A bot that needs more packages than there are."""


def is_possible() -> bool:
    """Tell whether the search can be had at all: it needs numba."""
    return find_spec("numba") is not None and find_spec("tilewright.bots.search") is not None


def is_ready(game: str = "") -> bool:
    """Tell whether the search of a game, or of all, can play at once, without being compiled."""
    for each in _missing(game):
        if is_possible():
            cache = import_module("tilewright.fast.cache")
            if cache.is_complete(cache.SEARCH, each):
                _ready.add(each)
    return not _missing(game)


def _missing(game: str) -> list[str]:
    return [each for each in ([game] if game else GAMES) if each not in _ready]


def is_warm() -> bool:
    """Tell whether `warm_up` has nothing to do."""
    return is_ready() and bool(import_module("tilewright.fast").is_warm())


def can_keep() -> bool:
    """Tell whether what one process compiles can be kept for the others."""
    cache = import_module("tilewright.fast.cache")
    kept: bool = cache.can_keep(cache.folder(cache.SEARCH))
    return kept


def require(game: str) -> None:
    """Have the search of a game: compile it now, and say so, if that was never done, or raise what
    to install."""
    if game in _ready or is_ready(game):
        return
    if not is_possible():
        raise NotInstalled("this bot needs the search: pip install numba")
    with told(game) as progress:
        get_ready(progress, game)


def get_ready(progress: Progress | None = None, game: str = "") -> None:
    """Compile the search of a game, or of all, unless it is compiled already."""
    with _compiling:
        if not is_ready(game):
            games = _missing(game)
            import_module("tilewright.bots.search").warm_up(progress or ignore, games)
            _ready.update(games)


def ignore(name: str, share: float) -> None:
    """Do without progress."""


@contextmanager
def told(game: str) -> Iterator[Progress]:
    """A notice on standard error, and a bar if that is a terminal."""
    stream = sys.stderr
    if stream is None:  # a program without a console
        yield ignore
        return
    print(f"Compiling the search of {game}: about a minute, once.", file=stream, flush=True)
    if not stream.isatty():
        yield ignore
        return

    def show(_: str, share: float) -> None:
        stream.write(f"\r[{'#' * int(BAR * share):<{BAR}}] {share:4.0%} ")
        stream.flush()

    try:
        yield show
    finally:
        stream.write(f"\r{'':{BAR + 8}}\r")
        stream.flush()


def warm_up(progress: Progress | None = None) -> None:
    """Compile the search and all fast rules, unless they are compiled already. `progress` hears
    what is being compiled and the share that is done."""
    get_ready(progress)
    fast = import_module("tilewright.fast")
    if not fast.is_warm():
        fast.warm_up(progress)


def load(game: str = "") -> bool:
    """Have the search of a game, or of all, at hand before the first move is asked of it; tell
    whether it is. Where nothing compiled can be kept, this process begins to compile for itself,
    beside its work."""
    if is_ready(game):
        import_module("tilewright.bots.search").warm_up(ignore, [game] if game else list(GAMES))
    elif is_possible() and not can_keep():
        threading.Thread(target=get_ready, args=(None, game), daemon=True).start()
    return is_ready(game)


def aside(game: str = "") -> BaseProcess:
    """Begin to get ready in a process of its own, which leaves the processor to everybody else."""
    process = Spawning().Process(target=_get_ready_aside, args=(game,), daemon=True)
    process.start()
    return process


def _get_ready_aside(game: str) -> None:
    follow_parent()
    be_nice(PATIENT)
    if can_keep():
        get_ready(None, game)
