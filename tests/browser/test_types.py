"""What the pages know of the server and of the rules is generated from them."""

from __future__ import annotations

import importlib.util
import json
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

import tilewright as tw
from tilewright.games import part
from tilewright.web.description import schemas
from tools.api_types import TYPES, write


def test_the_types_of_the_api_are_made_and_not_kept(tmp_path: Path) -> None:
    write(tmp_path / "schema.ts")
    types = (tmp_path / "schema.ts").read_text(encoding="utf-8")
    assert set(schemas()) <= set(re.findall(r"^        (\w+): ", types, re.MULTILINE))
    assert "/frontend/src/lib/schema.ts" in ignored()


def ignored() -> list[str]:
    """What the repository does not keep."""
    return (TYPES.parents[3] / ".gitignore").read_text(encoding="utf-8").splitlines()


@pytest.fixture
def pages(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script that builds the pages."""
    folder = TYPES.parents[2]
    monkeypatch.setattr(sys, "path", [str(folder), *sys.path])
    spec = importlib.util.spec_from_file_location("pages", folder / "pages.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("game", tw.GAMES)
def test_the_numbers_of_the_rules_are_made_and_not_kept(pages: ModuleType, game: str) -> None:
    made = {path.parent.name: json.loads(text) for path, text in pages.constants.files().items()}
    assert list(made) == list(tw.GAMES)
    assert made[game] == json.loads(json.dumps(part(game, "constants").CONSTANTS))
    for option in tw.GAMES[game].OPTIONS:
        usual = option.spelled.get(option.default, option.default)
        assert str(made[game]["options"][option.name]) == usual
    assert "/frontend/src/games/*/constants.json" in ignored()


def test_pages_are_built_again_when_a_number_of_the_rules_changes(
    pages: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, files = pages.fingerprint(), pages.constants.files()
    assert pages.fingerprint() == before
    changed = {path: text.replace("20", "21") for path, text in files.items()}
    monkeypatch.setattr(pages.constants, "files", lambda: changed)
    assert pages.fingerprint() != before
