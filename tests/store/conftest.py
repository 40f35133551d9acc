"""The databases that the store is tested on."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.servers import postgres


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def address(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """A database for the tests of this file."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path_factory.mktemp('store') / 'tilewright.db'}"
    else:
        with postgres() as found:
            yield found
