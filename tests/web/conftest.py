"""Servers that the tests share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.servers import Node, running


@pytest.fixture(scope="session")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    """A server on SQLite for as long as the tests of this process run."""
    path = tmp_path_factory.mktemp("server") / "tilewright.db"
    with running(Node(f"sqlite:///{path}")) as server:
        yield server
