"""Servers that the tests share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.servers import Node, running


@pytest.fixture(scope="session")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    """A server on SQLite for as long as the tests of this process run."""
    path = tmp_path_factory.mktemp("server") / "tilewright.db"
    settings = {"TILEWRIGHT_PROXIES": "127.0.0.1"}  # so that a test may come from anywhere
    with running(Node(f"sqlite:///{path}", settings=settings)) as server:
        yield server
