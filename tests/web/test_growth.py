"""A server with many games: what is asked for is found by index."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from tests.web.plans import heard, plans
from tests.web.servers import postgres
from tilewright.store.database import Database
from tilewright.store.games import Games
from tilewright.store.writer import Row, Summary, Writer


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def address(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """A database for the tests of this file."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path_factory.mktemp('growth') / 'tilewright.db'}"
    else:
        with postgres() as found:
            yield found


def test_games_that_wait_are_found_by_index(address: str) -> None:
    async def story() -> None:
        database = Database(address)
        await database.upgrade()
        games, writer = Games(database), Writer(database)
        writer.start()
        summaries = {
            "bot": Summary("playing", "", None),
            "clock": Summary("playing", "ann", 5_000),
            "late": Summary("playing", "ann", 50_000),
            "free": Summary("playing", "ann", None),
            "waiting": Summary("waiting", "", None),
            "over": Summary("over", "", None),
        }
        for id, summary in summaries.items():
            await games.create(id, "{}", b"", host="ann", public=False, now=0)
            await writer.append(Row(id, 0, "start", -1, "", 1_000, None), summary)
        with heard(database) as statements:
            assert sorted(await games.running()) == ["bot", "clock", "late"]
            assert sorted(await games.running(overdue=10_000)) == ["bot", "clock"]
            assert await games.running(overdue=1_000) == []
        assert len(statements) == 3
        steps = await plans(database, statements)
        assert {step.by for step in steps} == {
            "ix_games_status_turn_updated",
            "ix_games_status_deadline",
        }
        await writer.close()
        await database.close()

    asyncio.run(story())
