"""The daily deal: the same for everybody, once a day, with a table of results."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, select

from tests.table.flaky import FATES, Flaky
from tests.web.client import Person, play_on
from tests.web.servers import Node
from tests.web.test_ladders import fetch, is_playing, soon
from tilewright.store.database import Database, Unavailable
from tilewright.store.games import Day
from tilewright.store.results import Result, Results, SeatResult
from tilewright.store.schema import daily, games
from tilewright.store.users import Users
from tilewright.table.daily import GRACE, closes, day_of
from tilewright.table.hall import Hall
from tilewright.table.match import Match
from tilewright.table.setup import Setup
from tilewright.web.daily import setup_of
from tilewright.web.results import result_of

GAMES = ["classic", "pavilion"]


async def begin(person: Person, game: str, *, status: int = 201) -> str:
    answer = await person.http.post(f"/api/daily/{game}")
    assert answer.status_code == status, answer.text
    return str(answer.json()["game"])


async def look(person: Person, game: str, **query: Any) -> dict[str, Any]:
    answer = await person.http.get(f"/api/daily/{game}", params=query)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


async def kept(person: Person, game: str) -> dict[str, Any]:
    """The day once my result is in it."""

    async def ask() -> dict[str, Any]:
        day = await look(person, game)
        return {} if day["mine"]["score"] is None else day

    return dict(await soon(ask))


async def note(database: Database, **row: str) -> None:
    """Note a table of a day."""
    async with database.write() as connection:
        await connection.execute(insert(daily).values(row))


def test_days() -> None:
    assert day_of(0) == "1970-01-01"
    assert closes("1970-01-01") == 86_400_000 + GRACE
    assert day_of(closes("2026-02-28")) == "2026-03-01"


@pytest.mark.parametrize("game", GAMES)
def test_everybody_gets_the_same_deal_once(node: Node, game: str) -> None:
    async def story() -> None:
        async with Person(node.url) as ann, Person(node.url) as ben:
            assert (await look(ann, game))["mine"] is None
            first, *others = await asyncio.gather(
                *[ann.http.post(f"/api/daily/{game}") for _ in range(4)]
            )
            assert {answer.json()["game"] for answer in others} == {first.json()["game"]}
            assert sorted(answer.status_code for answer in (first, *others)) == [200] * 3 + [201]
            mine = await begin(ann, game, status=200)
            assert mine == first.json()["game"]
            other = await begin(ben, game)
            assert other != mine
            deals = []
            for person, id in ((ann, mine), (ben, other)):
                await soon(partial(is_playing, person, id))
                view = (await person.view(id))["view"]
                assert view["daily"] == (await look(person, game))["day"]
                assert [seat["name"] for seat in view["seats"]] == [person.me["name"], "tiler"]
                deals.append([move["move"] for move in view["log"]])
            assert deals[0] == deals[1] != []

    asyncio.run(story())


@pytest.mark.parametrize("game", GAMES)
def test_results_of_today(node: Node, game: str) -> None:
    async def story() -> None:
        async with Person(node.url) as ann, Person(node.url) as ben:
            id = await begin(ann, game)
            score, bot = (await play_on(ann, id))["scores"]
            day = await kept(ann, game)
            assert (day["mine"]["score"], day["mine"]["margin"]) == (score, score - bot)
            assert not day["closed"]
            row = next(row for row in day["rows"] if row["name"] == ann.me["name"])
            assert (row["score"], row["margin"], row["game"]) == (score, score - bot, id)
            seen = next(
                row for row in (await look(ben, game))["rows"] if row["name"] == ann.me["name"]
            )
            assert seen == {**row, "game": None}  # its deals are not for others yet
            assert await begin(ann, game, status=200) == id

    asyncio.run(story())


def test_giving_up_is_no_result(node: Node) -> None:
    async def story() -> None:
        async with Person(node.url) as person:
            id = await begin(person, "classic")
            await soon(lambda: is_playing(person, id))
            assert (await person.ask(id, resign=True))["view"]["status"] == "over"
            await soon(lambda: fetch(person, f"/api/users/{person.me['name']}/games", "rows"))
            day = await look(person, "classic")
            assert day["mine"]["score"] is None
            assert person.me["name"] not in [row["name"] for row in day["rows"]]

    asyncio.run(story())


def test_results_of_an_earlier_day(node: Node) -> None:
    async def story() -> None:
        day, ladder = "2020-02-29", "classic-2"
        database = Database(node.database)
        results, users = Results(database), Users(database)
        for name, score, margin in (("Ida", 50, 4), ("Jon", 60, 1), ("Kim", 50, 4), ("Lea", 50, 9)):
            user = await users.create(f"{name} of the daily deal", "person", 0)
            await note(database, day=day, ladder=ladder, user=user.id, game=f"daily {name}")
            seats = [SeatResult(0, user.id, 1, score)]
            await results.settle(Result(f"daily {name}", ladder, False, seats, day, margin), 0)
        await database.close()
        async with Person(node.url) as person:
            answer = await look(person, "classic", day=day)
            assert answer["closed"] and answer["mine"] is None
            rows = [(row["place"], row["name"][:3], row["game"]) for row in answer["rows"]]
            assert [place for place, *_ in rows] == [1, 2, 3, 3]
            assert sorted(rows) == [
                (1, "Jon", "daily Jon"),
                (2, "Lea", "daily Lea"),
                (3, "Ida", "daily Ida"),
                (3, "Kim", "daily Kim"),
            ]
            page = await look(person, "classic", day=day, page=2, size=3)
            assert page["total"] == 4 and [row["place"] for row in page["rows"]] == [3]
            assert (await look(person, "pavilion", day=day))["rows"] == []
            for bad, status in (("2999-01-01", 404), ("2020-02-30", 400), ("today", 422)):
                answered = await person.http.get("/api/daily/classic", params={"day": bad})
                assert answered.status_code == status
            assert (await person.http.get("/api/daily/chess")).status_code == 422

    asyncio.run(story())


def test_a_day_that_was_noted_without_its_table_gets_one(node: Node) -> None:
    """Earlier releases noted the day first."""

    async def story() -> None:
        async with Person(node.url) as person:
            day, database = (await look(person, "pavilion"))["day"], Database(node.database)
            user = person.me["id"]
            await note(database, day=day, ladder="pavilion-2", user=user, game="prevented")
            await database.close()
            id = await begin(person, "pavilion")
            assert (await person.view(id))["you"] == [0]
            assert (await look(person, "pavilion"))["mine"]["game"] == id
            assert await begin(person, "pavilion", status=200) == id

    asyncio.run(story())


@pytest.mark.parametrize("fate", FATES[:3])
def test_a_day_is_begun_all_or_not_at_all(fate: str, tmp_path: Path) -> None:
    async def story() -> None:
        database = Flaky(f"sqlite:///{tmp_path}/tw.db")
        await database.prepare()
        ann = await Users(database).create("Ann", "person", 0)
        hall, setup = Hall(database), setup_of("classic", "2026-11-16")
        await hall.start()
        try:
            database.fates = [fate]
            make = partial(hall.create, setup, ann.id, "Ann", day=Day("2026-11-16", "classic-2"))
            with pytest.raises(Unavailable):
                await make()
            mine = await Results(database).begun("2026-11-16", "classic-2", ann.id)
            assert (mine is None) == (fate != "after")
            table = await make()
            assert table.match.status == "playing" and table.match.seats[0].user == ann.id
            assert mine is None or mine.game == table.id
            async with database.read() as connection:
                made = (await connection.execute(select(games.c.id))).scalars().all()
                noted = (await connection.execute(select(daily.c.game))).scalars().all()
            assert made == noted == [table.id]
        finally:
            await hall.close()
            await database.close()

    asyncio.run(story())


def finished(end: int) -> Match:
    """A daily table of 1970-01-01 that ended at a time."""
    options = "players=2 wall=coloured round_limit=1"
    match = Match(Setup("classic", options, ("me", "bot:tiler"), daily="1970-01-01"), bytes(32))
    match.apply(match.sit(0, "user", "Ann", b"", 0))
    match.apply(match.start(0))
    while match.turn >= 0:
        move = str(match.state.legal_moves()[0])
        match.apply(match.play("user", move, end, bot=match.turn == 1))
    return match


def test_a_result_counts_until_the_day_is_closed() -> None:
    end = closes("1970-01-01")
    assert result_of("game", finished(end - 1)).day == "1970-01-01"
    assert result_of("game", finished(end)).day == ""


def test_the_secret_is_kept_until_the_day_is_closed(node: Node) -> None:
    async def story() -> None:
        async with Person(node.url) as person:
            id = await begin(person, "classic")
            await play_on(person, id)
            for path in ("record.tw", "record.json", "proof"):
                answer = (await person.http.get(f"/api/games/{id}/{path}")).text
                assert "commitment" in answer
                assert "secret" not in answer

    asyncio.run(story())
