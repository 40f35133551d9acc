"""Compiling the search ahead of time. This takes about a minute per game, once per machine."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from multiprocessing.process import BaseProcess
from typing import TypeAlias

from tilewright.compute import Spawning, be_nice, follow_parent
from tilewright.games import GAMES

WarmingProgress: TypeAlias = Callable[[str, float], None]

PATIENT = 15  # added to the niceness of a process that compiles in the background
BAR = 30  # columns

_ready: set[str] = set()  # games known to be compiled; they stay so
_compiling, _requiring = threading.Lock(), threading.Lock()


class NotInstalled(ImportError):
    """A bot needs a package that is not installed."""


def is_possible() -> bool:
    """Tell whether there can be a search at all: it needs numba."""
    return find_spec("numba") is not None and find_spec("tilewright.bots.search") is not None


def is_ready(game: str = "") -> bool:
    """Tell whether the search of a game, or of all games, is compiled and can play at once."""
    if (missing := _missing(game)) and is_possible():
        from tilewright.fast import cache

        _ready.update([each for each in missing if cache.is_complete(cache.SEARCH, each)])
    return not _missing(game)


def _missing(game: str) -> list[str]:
    return [each for each in ([game] if game else GAMES) if each not in _ready]


def is_warm() -> bool:
    """Tell whether `warm_up` has nothing left to do."""
    if not is_ready():
        return False
    from tilewright import fast

    return fast.is_warm()


def can_keep() -> bool:
    """Tell whether what one process compiles can be kept for others."""
    from tilewright.fast import cache

    return cache.can_keep(cache.folder(cache.SEARCH))


def require(game: str) -> None:
    """Make sure that a game can be searched: compile its search now, and say so, if that was never
    done; raise an error that says what to install if it is not possible."""
    if game in _ready or is_ready(game):
        return
    if not is_possible():
        raise NotInstalled("this bot needs the search: pip install numba")
    with _requiring:  # one thread says so, and the others wait
        if not is_ready(game):
            with told(game) as progress:
                get_ready(progress, game)


def get_ready(progress: WarmingProgress | None = None, game: str = "") -> None:
    """Compile the search of a game, or of all games, unless it is compiled already."""
    with _compiling:
        if not is_ready(game):
            from tilewright.bots import search

            games = _missing(game)
            search.warm_up(progress or ignore, games)
            _ready.update(games)


def ignore(name: str, share: float) -> None:
    """Show no progress."""


@contextmanager
def told(game: str) -> Iterator[WarmingProgress]:
    """A notice on standard error, with a progress bar if that is a terminal."""
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


def warm_up(progress: WarmingProgress | None = None) -> None:
    """Compile the search and all fast rules, unless they are compiled already. `progress` is told
    what is being compiled and how much is done."""
    get_ready(progress)
    from tilewright import fast

    if not fast.is_warm():
        fast.warm_up(progress)


def load(game: str = "") -> bool:
    """Load the search of a game, or of all games, before the first move is asked of it; tell
    whether it is ready. Where nothing compiled can be kept, this process starts to compile for
    itself in the background."""
    if is_ready(game):
        from tilewright.bots import search

        search.warm_up(ignore, [game] if game else list(GAMES))
    elif is_possible() and not can_keep():
        threading.Thread(target=get_ready, args=(None, game), daemon=True).start()
    return is_ready(game)


def aside(game: str = "") -> BaseProcess:
    """Start compiling in a process of its own, which leaves the processor to everybody else."""
    process = Spawning().Process(target=_get_ready_aside, args=(game,), daemon=True)
    process.start()
    return process


def _get_ready_aside(game: str) -> None:
    follow_parent()
    be_nice(PATIENT)
    if can_keep():
        get_ready(None, game)
