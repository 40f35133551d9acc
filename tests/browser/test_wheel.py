"""Who installs the wheel has the pages and needs no Node."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

from tests.browser.conftest import ROOT


def test_the_wheel_carries_the_pages(tmp_path: Path) -> None:
    pip = [sys.executable, "-m", "pip", "wheel", "-qq", "--disable-pip-version-check"]
    build = [*pip, "--no-deps", "--no-build-isolation", "-w", str(tmp_path), str(ROOT)]
    subprocess.run(build, check=True)
    (wheel,) = tmp_path.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert "tilewright/site/index.html" in names
    assert "tilewright/site/worker.js" in names
    assert any(name.startswith("tilewright/site/assets/") for name in names)
    assert "tilewright/art/tiles.svg" in names
