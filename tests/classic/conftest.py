"""How the cases of the tables are named."""

from __future__ import annotations

import pytest


def pytest_make_parametrize_id(config: pytest.Config, val: object, argname: str) -> str | None:
    """Write a drawn board in one line."""
    return " ".join(val.split()) if isinstance(val, str) and "\n" in val else None
