"""Without one of the games the package still works: nothing but its own files knows it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import tilewright as tw

ROOT = Path(__file__).parents[1]
LEFT_OUT = shutil.ignore_patterns("__pycache__", "site", "browser", "golden", "*.npz")
IMPORT_ALL = """
import importlib, pkgutil, tilewright
for module in pkgutil.walk_packages(tilewright.__path__, "tilewright."):
    if ".migrations" not in module.name:
        importlib.import_module(module.name)
print(*tilewright.GAMES)
"""


def copy_without(game: str, folder: Path) -> None:
    """The sources and tests without a game's folders and its lines in `games.py`."""
    for name in ("src", "tests"):
        shutil.copytree(ROOT / name, folder / name, ignore=LEFT_OUT)
    shutil.copy2(ROOT / "pyproject.toml", folder)
    if (ROOT / ".mypy_cache").is_dir():  # so that only what changes is checked again
        shutil.copytree(ROOT / ".mypy_cache", folder / ".mypy_cache")
    shutil.rmtree(folder / "src" / "tilewright" / game)
    shutil.rmtree(folder / "tests" / game)
    registry = folder / "src" / "tilewright" / "games.py"
    lines = registry.read_text("utf-8").splitlines(keepends=True)
    registry.write_text("".join([line for line in lines if line.strip(' ",\n') != game]), "utf-8")


def run(folder: Path, *words: str) -> str:
    """What a program says that runs on the copy."""
    done = subprocess.run(
        [sys.executable, *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder / "src")},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-5000:]
    return done.stdout


@pytest.mark.parametrize("game", tw.GAMES)
def test_the_package_works_without_a_game(game: str, tmp_path: Path) -> None:
    copy_without(game, tmp_path)
    others = [name for name in tw.GAMES if name != game]
    assert run(tmp_path, "-c", IMPORT_ALL).split()[-len(others) :] == others
    run(tmp_path, "-m", "mypy", "--strict", "src")
    tests = [f"tests/{name}" for name in others]
    assert "passed" in run(tmp_path, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests)
