"""Write the numbers of the rules that the pages show: src/games/<name>/constants.json.

python frontend/constants.py
"""

from __future__ import annotations

import json
import sys
from importlib import import_module
from pathlib import Path

HERE = Path(__file__).parent
GAMES = HERE / "src" / "games"


def files() -> dict[Path, str]:
    """What is to be written, by file: the constants of each game that has pages."""
    package = str(HERE.parent / "src")  # it may not be installed, and needs no other package
    if package not in sys.path:
        sys.path.insert(0, package)
    return {
        folder / "constants.json": json.dumps(
            import_module(f"tilewright.{folder.name}.constants").CONSTANTS
        )
        for folder in sorted(GAMES.iterdir())
        if folder.is_dir()
    }


def write() -> None:
    """Write those that have changed."""
    for path, text in files().items():
        if not path.is_file() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")


if __name__ == "__main__":
    write()
