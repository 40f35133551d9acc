"""Compiled kernels are kept, and never used when anything they depend on has changed."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest

import tilewright as tw
from tests.test_layers import imports
from tilewright import fast, home
from tilewright.bots.evaluate import evaluate
from tilewright.bots.simulation import run_simulations
from tilewright.fast import cache
from tilewright.fast.cache import PACKAGE, fingerprint
from tilewright.fast.shelf import LOOK, Shelf
from tilewright.fast.words import mix, seeded

# `hash_state` in one file calls `mix` in another: numba alone would go on using the old one.
PROGRAM = """
from tilewright import classic, fast
from tilewright.fast import cache
array = fast.from_state(classic.new_game(2))
print(fast.hash_state(array[0]), len(list(cache.folder().rglob("*.nbc"))))
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
    source = package / "fast" / "words.py"
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
    for name in ("fast/words.py", "pavilion/kernel/moves.py", "classic/scoring.py", "market.py"):
        before = fingerprint(package)
        touch(package / name)
        assert fingerprint(package) != before
    before = fingerprint(package)
    for name in ("classic/picture.py", "pavilion/notation.py", "classic/state.py"):
        touch(package / name)
    assert fingerprint(package) == before


def touch(path: Path) -> None:
    """Change a file a little."""
    path.write_text(path.read_text(encoding="utf-8") + "\n", encoding="utf-8")


@pytest.mark.parametrize("sources", [cache.RULES, cache.SEARCH], ids=["rules", "search"])
def test_the_fingerprint_covers_all_that_kernels_import(sources: tuple[str, ...]) -> None:
    covered = set(cache.files(sources))
    compiled = [path for path in covered if "kernel\ndef " in path.read_text(encoding="utf-8")]
    assert len(compiled) > 10
    waiting, seen = compiled, set[Path]()
    while waiting:
        path = waiting.pop()
        seen.add(path)
        for module in imports(path):
            base = PACKAGE.parent / module.replace(".", "/")
            found = base.with_suffix(".py") if base.with_suffix(".py").exists() else base
            if found.is_file() and found not in seen:
                waiting.append(found)
    told = {PACKAGE / "home.py", PACKAGE / "games.py"}  # where things are, not what they are
    assert seen - told <= covered


def test_files_written_anew_are_not_taken_for_compiled() -> None:
    """Numba looks at file times: what it would not find is not reported as present."""
    fast.warm_up()
    assert fast.is_warm()
    path = PACKAGE / "fast" / "words.py"
    before = path.stat()
    os.utime(path, (before.st_atime, before.st_mtime + 1))
    try:
        assert not fast.is_warm()
    finally:
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert fast.is_warm()


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


def test_processes_that_compile_at_once_do_not_mix_up_their_code(tmp_path: Path) -> None:
    """Each writes its file without having seen the other's."""
    one, other = Shelf(str(tmp_path), "play", 7), Shelf(str(tmp_path), "play", 7)
    keys = [(types, "processor") for types in (numba.int64, numba.float64, numba.uint8)]
    assert one.load(keys[0]) is other.load(keys[1]) is None
    one.save(keys[0], "for int")
    other.save(keys[1], "for float")
    for shelf in (one, other, Shelf(str(tmp_path), "play", 7)):
        assert [shelf.load(key) for key in keys] == ["for int", "for float", None]
    assert Shelf(str(tmp_path), "play", 8).load(keys[0]) is None


KEY = ("int64", "processor")


def look_up(folder: str) -> object:
    """In another process."""
    return Shelf(folder, "play", 7).load(KEY)


def test_of_several_processes_one_compiles(tmp_path: Path) -> None:
    """The others wait for it; if it fails or dies, the next one compiles."""
    shelf = Shelf(str(tmp_path), "play", 7)
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=context) as other, ThreadPoolExecutor(1) as here:
        assert other.submit(look_up, str(tmp_path)).result() is None  # it compiles
        waiting = here.submit(shelf.load, KEY)
        with pytest.raises(TimeoutError):
            waiting.result(timeout=4 * LOOK)
        other.shutdown()  # without having kept anything
        assert waiting.result(timeout=60) is None  # so it is up to us
    with ProcessPoolExecutor(1, mp_context=context) as other:
        asked = other.submit(look_up, str(tmp_path))
        with pytest.raises(TimeoutError):
            asked.result(timeout=2)
        shelf.save(KEY, "code")
        assert asked.result(timeout=60) == shelf.load(KEY) == "code"
    assert not list(tmp_path.glob("*.lock"))


@pytest.mark.parametrize("function", [mix, run_simulations, evaluate])
def test_every_kernel_is_kept_so(function: Any) -> None:
    assert isinstance(function._cache._cache_file, Shelf)
