"""Imports point down only: the layers of docs/architecture.md."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "tilewright"

# From the ground up; modules of one row do not import each other.
LAYERS = (
    ("game", "home", "compute", "supervision", "writing"),
    ("tiles",),
    ("market",),
    ("position", "drawing"),
    ("classic", "pavilion"),
    ("games",),
    ("record",),
    ("fairness", "statistics"),
    ("fast",),
    ("perft", "bots"),
    ("engine",),
    ("arena", "analysis"),
    ("train",),
    ("envs",),
    ("metrics",),
    ("store",),
    ("table",),
    ("tui", "web"),
    ("commands",),
    ("cli",),
)
HEIGHT = {name: height for height, row in enumerate(LAYERS) for name in row}
IMPURE = set(
    "home metrics fast engine compute arena analysis train envs store table web tui".split()
    + ["commands", "cli"]
)
# A game's folder holds its rules, and beside them what layers need of the game: that belongs to the
# layer, not to the rules.
GAMES = ("classic", "pavilion")
PARTS = {
    "statistics": "statistics",
    "kernel": "fast",
    "estimate": "bots",
    "features": "bots",
    "levels": "bots",
    "envs": "envs",
    "duel": "engine",
    "training": "train",
    "terminal": "tui",
    "view": "table",
}
SEARCH = (  # in bots: compiled
    *("features", "nets", "evaluate", "tree", "selection", "bounds", "simulation", "root"),
    "search",
)
PURE = [name for name in HEIGHT if name not in IMPURE]
MODULES = sorted(path for path in SOURCE.rglob("*.py") if path != SOURCE / "__init__.py")


def part(path: Path) -> str:
    """The part of the package that a file belongs to."""
    return layer([name.removesuffix(".py") for name in path.relative_to(SOURCE).parts])


def layer(names: list[str]) -> str:
    """The layer of a module, given by its name within the package."""
    if names[0] in GAMES and len(names) > 1:
        return PARTS.get(names[1], names[0])
    return names[0]


def game_of(names: list[str]) -> str:
    """The game in whose folder a module is; empty if in none."""
    return names[0] if names[0] in GAMES else ""


def imports(path: Path) -> list[str]:
    """Every module that a file imports, those for type checking apart."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING":
            node.body = []
    found: list[str] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [name.name for name in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            assert node.module is not None
            if node.module == "tilewright":
                found += [f"tilewright.{name.name}" for name in node.names]
            else:
                found.append(node.module)
    return found


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_point_down(path: Path) -> None:
    own = part(path)
    assert own in HEIGHT, f"{own} has no layer: add it here and to docs/architecture.md"
    for module in imports(path):
        package, _, rest = module.partition(".")
        if package == "tilewright":
            other = layer(rest.split("."))
            mine, theirs = game_of(list(path.relative_to(SOURCE).parts)), game_of(rest.split("."))
            assert not (mine and theirs) or mine == theirs, f"{mine} imports {theirs}"
            if other in ("", "__version__"):
                assert own not in PURE, f"{own} imports the whole package"
                continue
            assert other == own or HEIGHT[other] < HEIGHT[own], f"{own} imports {other}"
        elif own in PURE and not (own == "bots" and {path.stem, path.parent.name} & {*SEARCH}):
            assert package in sys.stdlib_module_names, f"{own} imports {package}"


def test_every_layer_is_in_the_architecture_page() -> None:
    page = (SOURCE.parent.parent / "docs" / "architecture.md").read_text(encoding="utf-8")
    for name in HEIGHT:
        assert f"`{name}" in page, f"docs/architecture.md does not mention {name}"
