"""Programs that tests start: they end with the test, however it ends."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

PATIENCE = 180.0  # seconds until what is waited for must have happened
_C = ctypes.CDLL(None) if sys.platform == "linux" else None
_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG of prctl(2)


def follow(sig: int = signal.SIGKILL) -> None:
    """In a child, before it begins: end when this process does, even by `kill -9`, and hear
    Ctrl-C even if the tests run in the background of a shell that turns it off."""
    if _C is not None:
        _C.prctl(_DEATH_SIGNAL, int(sig), 0, 0, 0)
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


@contextmanager
def child(command: list[str], **options: Any) -> Iterator[subprocess.Popen[str]]:
    """A program in a session of its own; whatever is left of it at the end is killed."""
    with subprocess.Popen(
        command, text=True, start_new_session=True, preexec_fn=follow, **options
    ) as process:
        try:
            yield process
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def wait_until(happened: Callable[[], bool], process: subprocess.Popen[str]) -> None:
    """Wait for what a running program does."""
    end = time.monotonic() + PATIENCE
    while not happened():
        assert process.poll() is None, f"the program ended with {process.returncode}"
        assert time.monotonic() < end, "the program does not do it"
        time.sleep(0.05)
