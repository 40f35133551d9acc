"""Write the API types for the pages, frontend/src/lib/schema.ts; every check does so."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from tilewright.web.app import create_app

FRONTEND = Path(__file__).parents[1] / "frontend"
TYPES = FRONTEND / "src" / "lib" / "schema.ts"


def write(path: Path) -> None:
    """Describe the API of the server as it is now."""
    with tempfile.TemporaryDirectory() as folder:
        described = Path(folder) / "openapi.json"
        described.write_text(json.dumps(create_app().openapi()), encoding="utf-8")
        npm = [sys.executable, str(FRONTEND / "npm.py"), "exec", "--silent", "--"]
        command = [*npm, "openapi-typescript", str(described), "-o", str(path)]
        command += ["--default-non-nullable", "false"]  # a field with a default may be left out
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


if __name__ == "__main__":
    write(TYPES)
