"""The pages of docs/envs say what the code does."""

from __future__ import annotations

import re

import pytest

from tilewright.envs.tables import FOLDER, PAGES


@pytest.mark.parametrize("name", PAGES)
def test_the_page_is_current(name: str) -> None:
    page = (FOLDER / name).read_text(encoding="utf-8")
    assert page == PAGES[name](), "write it anew: python -m tilewright.envs.tables"


@pytest.mark.parametrize("library", ["pettingzoo", "gymnasium", "pyspiel", "numba"])
def test_the_examples_run(library: str) -> None:
    page = (FOLDER / "index.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    imports = {"pettingzoo": "_v0", "pyspiel": "pyspiel", "numba": "make_vec"}
    word = imports.get(library, "gymnasium.make(")
    found = [block for block in blocks if word in block]
    assert len(found) == 1
    exec(found[0], {})
