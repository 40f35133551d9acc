"""Server and pages with hot reload: `make dev`.

Vite serves the pages and reloads them as they are edited; API requests are passed on to a server
with a database of its own, which is restarted when Python code changes.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.children import follow

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "tilewright"
HOME = ROOT / "build" / "dev"  # the developer's games and accounts
PAUSE = 0.4  # seconds between checks of the files


def stamps() -> dict[Path, float]:
    """When every Python file of the package was changed."""
    return {path: path.stat().st_mtime for path in SOURCE.rglob("*.py")}


@contextmanager
def running(command: list[str], environment: dict[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    """A program that runs as long as it is needed, along with whatever it has started."""
    env = {**os.environ, **environment}
    with subprocess.Popen(
        command, cwd=ROOT, env=env, preexec_fn=follow, start_new_session=True
    ) as process:
        try:
            yield process
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)


def serve(port: int, pages: int, until: subprocess.Popen[bytes]) -> None:
    """Keep a server running on the newest code until another program ends."""
    origins = " ".join([f"http://{host}:{pages}" for host in ("localhost", "127.0.0.1")])
    settings = {"TILEWRIGHT_HOME": str(HOME), "TILEWRIGHT_ORIGINS": origins}
    command = [sys.executable, "-m", "tilewright.cli", "serve", "--port", str(port)]
    while until.poll() is None:
        seen = stamps()
        with running(command, settings):
            while until.poll() is None and stamps() == seen:
                time.sleep(PAUSE)
        if until.poll() is None:
            print("Python code has changed: the server starts anew.", flush=True)


def main() -> None:
    """Read the ports and start."""
    parser = argparse.ArgumentParser(prog="python -m tools.dev", description=__doc__)
    parser.add_argument("--port", type=int, default=8000, help="of the server")
    parser.add_argument("--pages", type=int, default=5173, help="of the pages: open this one")
    wish = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # what runs here ends with it
    vite = [sys.executable, "frontend/npm.py", "run", "--silent", "dev", "--"]
    vite += ["--port", str(wish.pages), "--strictPort"]
    print(f"Open http://localhost:{wish.pages} (Ctrl-C stops)", flush=True)
    with running(vite, {"TILEWRIGHT_API": f"http://127.0.0.1:{wish.port}"}) as pages:
        try:
            serve(wish.port, wish.pages, pages)
        except KeyboardInterrupt:
            return
    sys.exit(pages.returncode)


if __name__ == "__main__":
    main()
