"""What the tests of the terminal share."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.table import Table, sit_down


@pytest.fixture
def run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Table:
    """The command line in an empty folder."""
    return sit_down(tmp_path, monkeypatch, capsys)
