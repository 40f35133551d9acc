"""Programs that tests start end with them, and hear Ctrl-C wherever the tests run."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.children import PATIENCE, child, follow, wait_until

ROOT = Path(__file__).parents[1]
ENDLESS = [sys.executable, "-c", "import time; print('here', flush=True); time.sleep(600)"]
TEST = f"""
import signal, subprocess, sys
from tests.children import follow
signal.signal(signal.SIGINT, signal.SIG_IGN)  # as a shell does for what runs in the background
print(subprocess.Popen({ENDLESS!r}, preexec_fn=follow, stdout=sys.stderr).pid, flush=True)
sys.stdin.read()
"""


def is_gone(process: int) -> bool:
    """Whether a process has ended; one that nobody has waited for counts as ended."""
    try:
        return " Z" in Path(f"/proc/{process}/stat").read_text().rpartition(")")[2][:3]
    except FileNotFoundError:
        return True


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a child of the end")
@pytest.mark.parametrize("sig", [signal.SIGKILL, signal.SIGTERM])
def test_a_child_ends_with_its_test(sig: signal.Signals) -> None:
    pipe = subprocess.PIPE
    with child([sys.executable, "-c", TEST], cwd=ROOT, stdin=pipe, stdout=pipe) as test:
        assert test.stdout is not None
        started = int(test.stdout.readline())
        assert not is_gone(started)
        with child(ENDLESS, stdout=pipe) as other:  # whose end must not be needed
            test.send_signal(sig)
            test.wait(PATIENCE)
            wait_until(lambda: is_gone(started), other)


def test_a_child_hears_ctrl_c() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        process = subprocess.Popen(ENDLESS, stdout=subprocess.PIPE, preexec_fn=follow)
    finally:
        signal.signal(signal.SIGINT, before)
    with process:
        assert process.stdout is not None
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        try:
            assert process.wait(PATIENCE) == -signal.SIGINT
        finally:
            process.kill()


def test_what_is_left_of_a_child_is_killed() -> None:
    with child(ENDLESS, stdout=subprocess.DEVNULL) as process:
        assert process.poll() is None
    assert process.returncode == -signal.SIGKILL
