"""A server with many games: what is asked for is found by index."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from sqlalchemy import select

from tests.web.crowd import Crowd, make
from tests.web.plans import heard, plans
from tests.web.servers import postgres
from tests.web.visit import NOT_ASKED, urls, visit
from tilewright.store.accounts import Accounts
from tilewright.store.database import Database
from tilewright.store.event import Event
from tilewright.store.games import Games
from tilewright.store.results import Result, Results, SeatResult
from tilewright.store.schema import events, games, players
from tilewright.store.writer import Summary, Writer
from tilewright.table.clock import now


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


@pytest.fixture(scope="module")
def crowd(address: str) -> Crowd:
    """Many games, as an older version has kept them, brought up to date."""
    return make(address, 400, now())


def test_every_page_finds_what_it_shows_by_index(address: str, crowd: Crowd) -> None:
    async def story() -> None:
        async with visit(address, crowd.first) as visitor:
            asked = urls(crowd)
            known = visitor.app.openapi()["paths"]
            assert {path for path, ways in known.items() if "get" in ways} - NOT_ASKED == set(asked)
            for url in [url for found in asked.values() for url in found]:
                with heard(visitor.house.database) as statements:
                    answer = await visitor.get(url)
                assert answer.status == 200, (url, answer)
                steps = await plans(visitor.house.database, statements)
                assert [step for step in steps if step.reads_all] == [], url

    asyncio.run(story())


def test_finished_games_are_read_part_by_part(address: str, crowd: Crowd) -> None:
    """No game is missed or listed twice, whatever ends in the meantime."""

    async def story() -> None:
        async with visit(address, crowd.first) as visitor:

            async def read(path: str, rows: Callable[[Any], list[dict[str, Any]]]) -> list[str]:
                found: list[str] = []
                while part := rows(
                    json.loads((await visitor.get(path + "".join(found[-1:]))).body)
                ):
                    found += [row["game"] for row in part]
                return found

            games = await read(
                "/api/users/Person 0/games?size=3&before=", lambda page: page["rows"]
            )
            assert len(games) == len(set(games)) == crowd.busy
            assert games == sorted(games, reverse=True) and games[0] == crowd.last
            mine = await read("/api/me/games?status=over&before=", lambda page: page)
            assert mine == games
            assert await read("/api/me/games?status=over&before=none", lambda page: page) == []

    asyncio.run(story())


def test_statistics_are_the_sums_of_the_results(address: str, crowd: Crowd) -> None:
    """The migration has summed up what was there; a new result is added once."""

    async def story() -> None:
        async with visit(address, crowd.first) as visitor:

            async def told(rated: str = "") -> dict[str, Any]:
                answer = await visitor.get(f"/api/users/Person 0/statistics{rated}")
                return {row["ladder"]: row for row in json.loads(answer.body)}

            async with visitor.house.database.read() as connection:
                results = await connection.execute(
                    select(players.c.rank, players.c.statistics, games.c.setup)
                    .join(games, games.c.id == players.c.game)
                    .where(players.c.user == crowd.first, players.c.rank > 0)
                )
                rows = [(rank, json.loads(s), json.loads(setup)) for rank, s, setup in results]
            before = await told()
            for ladder, row in before.items():
                game, players_ = ladder.split("-")
                mine = [
                    (rank, numbers)
                    for rank, numbers, setup in rows
                    if (setup["game"], str(len(setup["seats"]))) == (game, players_)
                ]
                assert row["games"] == row["played_out"] == len(mine) > 0
                assert row["wins"] == [rank for rank, _ in mine].count(1)
                scores = [numbers["score"] for _, numbers in mine]
                spread = row["numbers"]["score"]
                assert (spread["lowest"], spread["highest"]) == (min(scores), max(scores))
                assert spread["average"] == round(sum(scores) / len(scores), 2)
            assert sum(row["games"] for row in before.values()) == len(rows)
            rated = await told("?rated=true")
            assert 0 < sum(row["games"] for row in rated.values()) < len(rows)
            seat = SeatResult(0, crowd.first, 1, 99, {"score": 99})
            store, result = (
                Results(visitor.house.database),
                Result("new", "classic-2", False, [seat]),
            )
            await asyncio.gather(*[store.settle(result, now()) for _ in range(3)])
            after = (await told())["classic-2"]
            assert after["games"] == before["classic-2"]["games"] + 1
            assert after["numbers"]["score"]["highest"] == 99
            assert (await told("?rated=true")) == rated

    asyncio.run(story())


def test_results_are_looked_after_and_accounts_end_by_index(address: str, crowd: Crowd) -> None:
    async def story() -> None:
        database = Database(address)
        accounts, user = Accounts(database), crowd.ids[2]  # of whom no page is asked for
        with heard(database) as statements:
            assert await Results(database).unsettled() == []
            assert not await accounts.make_bot(user)
            await accounts.erase(user)
        assert any("UPDATE events" in statement for statement, _ in statements)
        steps = await plans(database, statements)
        assert [step for step in steps if step.reads_all] == []
        async with database.read() as connection:
            left = await connection.execute(select(events.c.text).where(events.c.kind == "sit"))
            mine = [text for (text,) in left if text.startswith(user)]
            assert mine and {text.split(" ", 2)[2] for text in mine} == {"gone"}
        await database.close()

    asyncio.run(story())


@pytest.mark.usefixtures("crowd")  # which begins as an older version would
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
            await writer.append(id, Event(0, "start", -1, "", 1_000), summary)
        with heard(database) as statements:
            assert await games.due(10_000) == ["clock"]
            assert await games.left_to_bots() == ["bot"]
            assert await games.left_to_bots(since=1_001, now=2_000) == ["bot"]
            assert await games.left_to_bots(since=1_000, now=2_000) == []
            assert await games.left_to_bots(since=0, now=900) == ["bot"]  # from the future
        assert len(statements) == 5
        steps = await plans(database, statements)
        assert steps and not any(step.reads_all for step in steps)
        if database.is_sqlite:  # PostgreSQL takes either where there are few games
            by = {"ix_games_status_turn_updated", "ix_games_status_deadline"}
            assert {step.by for step in steps} == by
        await writer.close()
        await database.close()

    asyncio.run(story())
