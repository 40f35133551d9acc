"""Two nodes on PostgreSQL and Redis: whole games with players on both, chat and presence across."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Iterator

import pytest
from sqlalchemy import select

import tilewright as tw
from tests.web.client import Person, play_on, receive
from tests.web.servers import Node, postgres, redis, running
from tilewright.store.database import Database
from tilewright.store.recovery import Recovery
from tilewright.store.schema import links, places, sessions
from tilewright.table.clock import now
from tilewright.web.door import MANY_TABLES

TABLES = [
    ("classic", 2, {"wall": "grey"}),
    ("classic", 4, {"round_limit": 2}),
    ("pavilion", 3, {}),
    ("pavilion", 2, {"board": "neutral", "edition": "mini"}),
]


@pytest.fixture(scope="module")
def nodes() -> Iterator[list[Node]]:
    with postgres() as database, redis() as bus:
        pair = [Node(database, bus), Node(database, bus)]
        with running(pair[0]), running(pair[1]):
            yield pair


@pytest.mark.parametrize(("game", "seats", "options"), TABLES)
def test_whole_games_across_nodes(
    nodes: list[Node], game: str, seats: int, options: dict[str, object]
) -> None:
    async def story() -> None:
        people = [Person(nodes[n % 2].url) for n in range(seats)]
        for person in people:
            await person.__aenter__()
        plan = ["me"] + ["open"] * (seats - 1)
        id = await people[0].make_table(game=game, options=options, seats=plan)
        for seat, person in enumerate(people[1:], 1):
            assert (await person.ask(id, sit=seat))["type"] == "view"
        views = await asyncio.gather(*[play_on(person, id) for person in people])
        assert all(view["scores"] == views[0]["scores"] for view in views)
        for person in people:
            text = (await person.http.get(f"/api/games/{id}/record.tw")).text
            record = tw.parse_record(text)
            assert list(record.state.scores) == views[0]["scores"]
            tw.verify(record)
            await person.__aexit__()

    asyncio.run(story())


def test_talk_and_presence_across_nodes(nodes: list[Node]) -> None:
    async def story() -> None:
        async with Person(nodes[0].url) as ann, Person(nodes[1].url) as bob:
            game = await ann.make_table(seats=["me", "open"])
            await bob.ask(game, sit=1)
            async with ann.sit(game) as a:
                async with bob.sit(game) as b:
                    while not (await receive(a))["view"]["seats"][1]["online"]:
                        pass
                    await b.send(json.dumps({"say": "hello"}))
                    said = await receive(a, "said")
                    assert (said["name"], said["text"]) == (bob.me["name"], "hello")
                while (await receive(a))["view"]["seats"][1]["online"]:
                    pass

    asyncio.run(story())


def test_a_user_has_at_most_so_many_tables(nodes: list[Node]) -> None:
    """However many they ask for at the same moment, on both nodes."""

    async def story() -> None:
        async with Person(nodes[0].url) as ann, Person(nodes[0].url) as bob:
            ends = [
                ann.http.post(f"{nodes[n % 2].url}/api/tables", json={"seats": ["me", "open"]})
                for n in range(MANY_TABLES + 30)
            ]
            answers = await asyncio.gather(*ends)
            codes = sorted(answer.status_code for answer in answers)
            assert codes == [201] * MANY_TABLES + [429] * 30
            assert len((await ann.http.get("/api/me/games")).json()) == MANY_TABLES
            others = [await bob.make_table(seats=["me", "open"]) for _ in range(3)]
            assert (await ann.ask(others[0], sit=1))["code"] == "too_many"
            mine = next(one.json()["game"] for one in answers if one.status_code == 201)
            await ann.ask(mine, leave=True)
            sat = await asyncio.gather(*[ann.ask(game, sit=1) for game in others])
            assert sorted(one.get("code", "") for one in sat) == ["", "too_many", "too_many"]

    asyncio.run(story())


def test_simultaneous_rematches_lead_to_one_table(nodes: list[Node]) -> None:
    async def story() -> None:
        async with Person(nodes[0].url) as ann, Person(nodes[1].url) as bob:
            game = await ann.make_table(seats=["me", "open"])
            await bob.ask(game, sit=1)
            while (await bob.view(game))["view"]["status"] != "playing":
                await asyncio.sleep(0.05)
            assert (await bob.ask(game, resign=True))["view"]["status"] == "over"
            asked = [person.http.post(f"/api/games/{game}/rematch") for person in (ann, bob) * 5]
            answers = await asyncio.gather(*asked)
            assert {answer.status_code for answer in answers} == {201}, [a.text for a in answers]
            links = {answer.json()["game"] for answer in answers}
            assert len(links) == 1
            for person in (ann, bob):
                current = (await person.http.get("/api/me/games")).json()
                assert {row["game"] for row in current} <= links

    asyncio.run(story())


def test_an_account_from_sign_up_to_reset_to_its_end(nodes: list[Node]) -> None:
    """What accounts keep, on PostgreSQL: known places, addresses, links; and all of it goes."""

    async def story() -> None:
        body = {"name": f"Ann {secrets.token_hex(6)}", "password": "correct horse battery"}
        database = Database(nodes[0].database)
        recovery = Recovery(database)
        async with Person(nodes[0].url) as ann, Person(nodes[1].url) as phone:
            assert (await ann.http.post("/api/account", json=body)).status_code == 201
            for _ in range(2):  # the same place twice
                assert (await phone.http.post("/api/login", json=body)).status_code == 200
            id = (await ann.http.get("/api/me")).json()["id"]
            await ann.http.put("/api/me/notifications", json={"mail": "Ann@example.org"})
            secret = await recovery.make_link(id, "confirm", "Ann@example.org", now())
            answer = await phone.http.post("/api/mail/confirm", json={"secret": secret})
            assert answer.json() == {"mail": "Ann@example.org"}
            [owner] = await recovery.owners("ann@EXAMPLE.org", "")
            assert owner.id == id
            secret = await recovery.make_link(id, "reset", owner.mail, now())
            new = {"secret": secret, "password": "another good horse"}
            assert (await phone.http.post("/api/password/reset", json=new)).status_code == 200
            assert (await phone.http.post("/api/password/reset", json=new)).status_code == 409
            assert (await ann.http.get("/api/me")).status_code == 401
            assert (await phone.http.delete("/api/me")).status_code == 204
            async with database.read() as connection:
                for table in (places, links, sessions):
                    left = select(table).where(table.c.user == id)
                    assert not (await connection.execute(left)).all()
        await database.close()

    asyncio.run(story())


def test_no_node_helps_with_a_game_that_is_played_on_another(nodes: list[Node]) -> None:
    async def story() -> None:
        async with Person(nodes[0].url) as ann, Person(nodes[0].url) as bob:
            game = await ann.make_table(seats=["me", "open"])
            await bob.ask(game, sit=1)
            question = {"position": (await ann.view(game))["view"]["position"], "effort": 10}
            asked = f"{nodes[1].url}/api/analysis"
            answer = await ann.http.post(asked, json=question, headers={"Cookie": ann.cookie})
            assert answer.json()["code"] == "no_hint"

    asyncio.run(story())
