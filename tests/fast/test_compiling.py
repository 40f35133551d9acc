"""Compiled kernels are kept, and never used when anything they depend on has changed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import tilewright as tw
from tilewright import fast, home
from tilewright.fast.compiling import PACKAGE, fingerprint, seeded

# `salted` in one file calls `mix` in another: numba alone would go on using the old one.
PROGRAM = """
from tilewright.fast import classic, compiling
print(classic.salted(1, 2), len(list(compiling.cache_folder().rglob("*.nbc"))))
"""


def run(folder: Path, cache: str = "c") -> list[int]:
    """What the program prints with the package in a folder: a hash, and how many kernels lie in
    the cache then."""
    environment = {**os.environ, "PYTHONPATH": str(folder), "TILEWRIGHT_CACHE": str(folder / cache)}
    command = [sys.executable, "-c", PROGRAM]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return [int(word) for word in done.stdout.split()]


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of the package that may be changed."""
    ignore = shutil.ignore_patterns("__pycache__", "site", "web", "store", "table", "tui")
    copy: Path = shutil.copytree(PACKAGE, tmp_path / "tilewright", ignore=ignore)
    return copy


def test_a_change_in_another_file_is_noticed(package: Path) -> None:
    first = run(package.parent)
    assert run(package.parent) == first
    assert len(list((package.parent / "c").iterdir())) == 1
    source = package / "fast" / "compiling.py"
    text = source.read_text(encoding="utf-8")
    source.write_text(text.replace("0xBF58476D1CE4E5B9", "0xBF58476D1CE4E5BB"), encoding="utf-8")
    assert run(package.parent)[0] != first[0]
    source.write_text(text, encoding="utf-8")
    assert run(package.parent) == first


def test_without_a_place_to_keep_them_kernels_are_compiled_anew(package: Path) -> None:
    (package.parent / "file").touch()  # no folder can be made in it
    value, kept = run(package.parent, cache="file")
    assert value == run(package.parent)[0]
    assert kept == 0
    assert not list(package.rglob("*.nbc"))


def test_the_fingerprint_covers_the_kernels_and_the_rules(package: Path) -> None:
    assert fingerprint(package) == fingerprint()
    for name in ("fast/classic.py", "fast/pavilion.py", "classic/scoring.py", "market.py"):
        path = package / name
        before = fingerprint(package)
        path.write_text(path.read_text(encoding="utf-8") + "\n", encoding="utf-8")
        assert fingerprint(package) != before


def test_the_cache_lies_where_it_is_told_to(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("TILEWRIGHT_CACHE", raising=False)
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "numba"))
    assert home.cache() == tmp_path / "numba"
    monkeypatch.setenv("TILEWRIGHT_CACHE", str(tmp_path))
    assert home.cache() == tmp_path
    monkeypatch.delenv("TILEWRIGHT_CACHE")
    monkeypatch.delenv("NUMBA_CACHE_DIR")
    monkeypatch.setenv("TILEWRIGHT_HOME", str(tmp_path))
    assert home.cache() == tmp_path / "cache"
    monkeypatch.delenv("TILEWRIGHT_HOME")
    assert "tilewright" in home.cache().parts


def test_warming_up_tells_how_far_it_is() -> None:
    heard: list[tuple[str, float]] = []
    fast.warm_up(lambda what, share: heard.append((what, share)))
    assert [share for _, share in heard] == sorted(share for _, share in heard)
    assert heard[0] == ("classic", 0.0)
    assert heard[-1] == ("", 1.0)
    assert fast.is_warm()


@pytest.mark.parametrize("name", tw.GAMES)
def test_both_games_come_through_one_door(name: str) -> None:
    state = tw.GAMES[name].new_game(3)
    array = fast.from_state(state)
    assert fast.to_state(array) == state
    assert fast.kernels(name) is fast.kernels(array)


def test_streams_differ_and_repeat() -> None:
    assert len(np.unique(seeded(1, 1000))) == 1000
    assert (seeded(1, 1000)[:10] == seeded(1, 10)).all()
    assert seeded(1) != seeded(2)
    assert seeded(-1) == seeded(2**64 - 1)
