"""A command that is asked to end (`kill`, `docker stop`) ends as with Ctrl-C: nothing is lost."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from types import FrameType
from typing import TypeVar

ENDED = 128 + signal.SIGTERM

R = TypeVar("R")


def until_asked_to_end(command: Callable[[], R]) -> R | int:
    """Run a command; SIGTERM interrupts it, and `ENDED` is returned."""
    asked = False

    def end(sig: int, frame: FrameType | None) -> None:
        nonlocal asked
        asked = True
        raise KeyboardInterrupt

    if threading.current_thread() is not threading.main_thread():  # only it gets signals
        return command()
    before = signal.signal(signal.SIGTERM, end)
    try:
        code = command()
    except KeyboardInterrupt:
        if not asked:
            raise
    finally:
        signal.signal(signal.SIGTERM, before or signal.SIG_DFL)
    return ENDED if asked else code
