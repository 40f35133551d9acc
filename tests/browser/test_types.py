"""The pages know the API of the server as it is."""

from __future__ import annotations

from pathlib import Path

from tools.api_types import TYPES, write


def test_the_types_of_the_api_are_current(tmp_path: Path) -> None:
    write(tmp_path / "schema.ts")
    assert TYPES.read_text() == (tmp_path / "schema.ts").read_text(), "run make types"
