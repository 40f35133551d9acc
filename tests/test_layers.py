"""What the layers are, and what needs only the standard library. That imports point down is a
contract of import-linter in pyproject.toml, which `make lint` checks."""

from __future__ import annotations

import ast
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "tilewright"
PURE = (
    *("game", "supervision", "writing", "tiles", "market", "position", "drawing", "chart"),
    *("classic", "pavilion", "games", "record", "fairness", "statistics", "perft", "bots"),
)
# Not of those that are compiled, or that layers above need of a game.
COMPILED = (
    *("kernel", "features", "envs", "duel", "reasons", "training", "terminal", "view"),
    *("nets", "evaluate", "tree", "selection", "bounds", "simulation", "root", "memory"),
    *("beyond", "search"),
)


def imports(path: Path) -> list[str]:
    """Every module that a file imports, except those for type checking."""
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


def test_games_records_and_simple_bots_need_the_standard_library_alone() -> None:
    wrong = []
    for path in sorted(SOURCE.rglob("*.py")):
        parts = [part.removesuffix(".py") for part in path.relative_to(SOURCE).parts]
        if parts[0] in PURE and not {*parts[1:]} & {*COMPILED}:
            packages = {module.partition(".")[0] for module in imports(path)}
            if more := packages - sys.stdlib_module_names - {"tilewright"}:
                wrong.append(f"{'.'.join(parts)} imports {', '.join(sorted(more))}")
            if "tilewright" in imports(path):
                wrong.append(f"{'.'.join(parts)} imports the whole package")
    assert not wrong


def test_every_layer_is_in_the_architecture_page() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contract = project["tool"]["importlinter"]["contracts"][0]
    layers = [name for row in contract["layers"] for name in row.split(" | ")]
    for name in (*layers, *contract["exhaustive_ignores"]):
        assert f"`{name}" in page, f"docs/architecture.md does not mention {name}"
