"""The nursery of servers: it has read what a server reads before any is forked from it."""

from __future__ import annotations

import gc
import os
from pathlib import Path

from tests.children import follow
from tilewright.web.serve import main


def serve_in(environment: dict[str, str], folder: Path) -> None:
    """In a forked process: be a server with these settings."""
    follow()
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    main()


gc.collect()
gc.freeze()  # a collection in a server would touch, and thereby copy, all there is
