"""The beats of the house clock: the furthest is kept, whichever node got there."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from tests.web.servers import postgres
from tilewright.store.beats import Beats
from tilewright.store.database import Database


@pytest.fixture(params=["sqlite", "postgresql"])
def address(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """An empty database."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path_factory.mktemp('beats') / 'tilewright.db'}"
    else:
        with postgres() as found:
            yield found


def test_the_furthest_beat_is_kept(address: str) -> None:
    async def story() -> None:
        database = Database(address)
        await database.upgrade()
        beats = Beats(database)
        assert await beats.last() is None
        assert await beats.keep(1_700_000_000_000) == 1_700_000_000_000
        assert await beats.keep(999_999_999_999) == 1_700_000_000_000  # as numbers, not as texts
        together = [beats.keep(1_700_000_000_000 + n) for n in (3, 1, 2)]
        assert max(await asyncio.gather(*together)) == 1_700_000_000_003
        assert await beats.last() == 1_700_000_000_003
        await database.close()

    asyncio.run(story())
