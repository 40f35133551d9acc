"""The pages know the server's API as it is: their types are generated from its description."""

from __future__ import annotations

import re
from pathlib import Path

from tilewright.web.description import schemas
from tools.api_types import TYPES, write


def test_the_types_of_the_api_are_made_and_not_kept(tmp_path: Path) -> None:
    write(tmp_path / "schema.ts")
    types = (tmp_path / "schema.ts").read_text(encoding="utf-8")
    assert set(schemas()) <= set(re.findall(r"^        (\w+): ", types, re.MULTILINE))
    ignored = (TYPES.parents[3] / ".gitignore").read_text(encoding="utf-8").splitlines()
    assert "/frontend/src/lib/schema.ts" in ignored
