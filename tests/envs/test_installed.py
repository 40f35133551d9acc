"""Say in the summary which libraries are not installed, so that their tests were left out."""

from __future__ import annotations

import pytest

from tests.envs.conftest import LIBRARIES


@pytest.mark.parametrize("name", LIBRARIES)
def test_library_is_installed(name: str) -> None:
    pytest.importorskip(name)
