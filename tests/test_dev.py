"""`make dev`: pages and API at one address, and a server that follows the code."""

from __future__ import annotations

import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path

from tests.children import follow
from tests.web.servers import free_port

ROOT = Path(__file__).parents[1]


def until(is_so: Callable[[], bool], seconds: float = 180) -> None:
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.2)


def answers(address: str, text: str) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=10) as answer:
            return text in answer.read().decode()
    except OSError:
        return False


def test_pages_and_server_follow_the_code() -> None:
    port, pages = free_port(), free_port()
    command = [sys.executable, "-m", "tools.dev", "--port", str(port), "--pages", str(pages)]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, text=True, preexec_fn=follow
    ) as process:
        assert process.stdout is not None
        try:
            until(lambda: answers(f"http://127.0.0.1:{port}/healthz", "ok"))
            here = f"http://localhost:{pages}"
            until(lambda: answers(here, "/@vite/client"))
            assert answers(f"{here}/api/about", "version"), "the API is not passed on"
            (ROOT / "src" / "tilewright" / "web" / "__init__.py").touch()
            said = iter(process.stdout.readline, "")
            assert any("starts anew" in line for line in said)
            until(lambda: answers(f"{here}/api/about", "version"))
        finally:
            process.terminate()
    until(lambda: not answers(here, ""))
