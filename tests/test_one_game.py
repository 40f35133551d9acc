"""Without one of the games, package and pages still work: only its own files know it."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import tilewright as tw
from tools.check import SEARCHED

ROOT = Path(__file__).parents[1]
PAGES = ROOT / "frontend"
LEFT_OUT = shutil.ignore_patterns("__pycache__", "site", "browser", "golden")
IMPORT_ALL = """
import importlib, pkgutil, tilewright
for module in pkgutil.walk_packages(tilewright.__path__, "tilewright."):
    if ".migrations" not in module.name:
        importlib.import_module(module.name)
print(*tilewright.GAMES)
"""


def package_without(game: str, folder: Path) -> None:
    """The package without a game's folder and its lines in `games.py`."""
    shutil.copytree(ROOT / "src", folder / "src", ignore=LEFT_OUT)
    shutil.rmtree(folder / "src" / "tilewright" / game)
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
    package_without(game, tmp_path)
    shutil.copytree(ROOT / "tests", tmp_path / "tests", ignore=LEFT_OUT)
    shutil.copy2(ROOT / "pyproject.toml", tmp_path)
    if (ROOT / ".mypy_cache").is_dir():  # so that only what changes is checked again
        shutil.copytree(ROOT / ".mypy_cache", tmp_path / ".mypy_cache")
    shutil.rmtree(tmp_path / "tests" / game)
    others = [name for name in tw.GAMES if name != game]
    assert run(tmp_path, "-c", IMPORT_ALL).split()[-len(others) :] == others
    run(tmp_path, "-m", "mypy", "--strict", "src")
    tests = [f"tests/{name}" for name in others]
    words = ["-q", "-p", "no:cacheprovider", f"--ignore-glob=*/{SEARCHED}"]  # that would compile
    assert "passed" in run(tmp_path, "-m", "pytest", *words, *tests)


def pages_without(game: str, folder: Path) -> Path:
    """The pages without a game's folder, its lines in `games/index.ts`, its messages and tests."""
    pages = folder / "frontend"
    left_out = shutil.ignore_patterns("node_modules", ".svelte-check", "schema.ts", "*.mp4")
    shutil.copytree(PAGES, pages, ignore=left_out)
    (pages / "node_modules").symlink_to(PAGES / "node_modules")
    for name in ("docs", "tests"):  # what the tests of the pages read
        (folder / name).symlink_to(ROOT / name)
    (folder / "tools").mkdir()
    shutil.copy2(ROOT / "tools" / "api_types.py", folder / "tools")
    shutil.rmtree(pages / "src" / "games" / game)
    shutil.rmtree(pages / "test" / "games" / game)
    settings = pages / "project.inlang" / "settings.json"
    read = json.loads(settings.read_text("utf-8"))
    areas = read["plugin.inlang.messageFormat"]["pathPattern"]
    areas.remove(f"./messages/{{locale}}/{game}.json")
    settings.write_text(json.dumps(read), "utf-8")
    for path in pages.glob(f"messages/*/{game}.json"):
        path.unlink()
    registry = pages / "src" / "games" / "index.ts"
    lines = registry.read_text("utf-8").splitlines(keepends=True)
    kept = [line for line in lines if not re.search(rf"^import.*\b{game}\b|^  {game},$", line)]
    assert len(kept) == len(lines) - 2
    registry.write_text("".join(kept), "utf-8")
    return pages


BUNDLE = """
import { build } from 'vite';
await build({ logLevel: 'error', build: { minify: false } });  // nobody loads them
process.exit();
"""


@pytest.mark.parametrize("game", tw.GAMES)
def test_the_pages_work_without_a_game(game: str, tmp_path: Path) -> None:
    package_without(game, tmp_path)
    pages = pages_without(game, tmp_path)
    run(tmp_path, "-m", "tools.api_types")  # of a server without the game, too
    run(pages, "npm.py", "exec", "--", "node", "--input-type=module", "--eval", BUNDLE)
    assert (tmp_path / "src" / "tilewright" / "site" / "index.html").is_file()
    types = ["svelte-check", "--tsgo", "--diagnostic-sources", "js"]
    run(pages, "npm.py", "exec", "--silent", "--", *types)
    assert "passed" in run(pages, "npm.py", "run", "--silent", "test")


OWN = ("src/games/", "test/games/")
# where a game may be named in the pages outside its own folders, and why
NAMED = {
    "src/games/index.ts": "the registration",
    "src/learn/glossary.json": "the terms of all games, each with its game",
    "src/learn/terms/": "and what they are called and mean, language by language",
}
SOURCES = {".ts", ".svelte", ".css", ".json", ".js", ".html"}
MADE = ("node_modules", ".svelte-check", "src/paraglide", "src/lib/schema.ts", "package-lock.json")


def own_words() -> str:
    """A pattern for what only a game's own files spell: name, options, values, colours."""
    names = {option.name for game in tw.GAMES.values() for option in game.OPTIONS}
    values = {color for game in tw.GAMES.values() for color in game.COLOR_NAMES}
    values |= {each for game in tw.GAMES.values() for one in game.OPTIONS for each in one.values}
    patterns = [rf"(?i:{name})" for name in tw.GAMES]
    patterns += [rf"\b{name}\b" for name in names - {"board"}]  # all games have boards
    patterns += [f"['\"]{value}['\"]" for value in values - {"none", "40"}]  # in styles too
    return "|".join(sorted(patterns))


@pytest.mark.parametrize("game", tw.GAMES)
def test_no_game_names_another_on_the_pages(game: str) -> None:
    others = re.compile("|".join([rf"(?i:\b{name}\b)" for name in tw.GAMES if name != game]))
    for path in sorted([each for own in OWN for each in (PAGES / own / game).rglob("*")]):
        if path.suffix in SOURCES:
            assert not others.search(path.read_text("utf-8")), path.relative_to(PAGES)


def test_no_page_names_a_game() -> None:
    words = re.compile(own_words())
    told: dict[str, str] = {}
    for path in sorted([*PAGES.rglob("src/**/*"), *PAGES.rglob("test/**/*")]):
        name = path.relative_to(PAGES).as_posix()
        if path.suffix not in SOURCES or name.startswith((*OWN, *NAMED, *MADE)):
            continue
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            if words.search(line):
                told[f"{name}:{number}"] = line.strip()
    assert not told
