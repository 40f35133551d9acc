"""Studies over HTTP: one leads, everybody sees, nothing that was written is lost."""

from __future__ import annotations

import asyncio
import random
import time
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert

from tests.web.client import Person
from tests.web.plans import heard
from tests.web.servers import Node
from tilewright.games import AnyState, new_game, parse
from tilewright.store.database import Database
from tilewright.store.schema import studies
from tilewright.table.event import Refused
from tilewright.web import branches as module
from tilewright.web import followers
from tilewright.web.branches import MOST_NODES, MOST_WORDS, Branches
from tilewright.web.followers import PATIENCE, StudyFollowers
from tilewright.web.studies import MOST_STUDIES
from tilewright.web.study_views import StudyNode


async def dealt(person: Person, game: str = "classic") -> dict[str, Any]:
    """A position in which somebody is to move."""
    line = {"game": game, "moves": ["?"]}
    return dict((await person.http.post("/api/positions", json=line)).json())


async def begin(person: Person, **more: object) -> dict[str, Any]:
    """A new study."""
    body = {"title": "Openings", "position": (await dealt(person))["position"], **more}
    answer = await person.http.post("/api/studies", json=body)
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


async def edit(person: Person, study: dict[str, Any], **what: object) -> dict[str, Any]:
    """A study after an edit, or why the edit was refused."""
    return dict((await person.http.post(f"/api{study['url']}", json=what)).json())


def test_branches_are_walked_named_and_taken_away(node: Node) -> None:
    async def story() -> None:
        async with Person(node.url) as ann:
            position = await dealt(ann)
            moves = [legal["move"] for legal in position["legal"]]
            study = await begin(ann, position=position["position"], moves=moves[:1])
            assert [one["move"] for one in study["nodes"]] == ["", moves[0]]
            assert study["at"] == 1 and study["leading"] and study["own"]
            study = await edit(ann, study, play={"after": 0, "move": moves[1]})
            new = {"id": 2, "parent": 0, "move": moves[1], "seat": position["turn"]}
            assert study["nodes"][2] == {**new, "name": "", "comment": ""}
            again = await edit(ann, study, play={"after": 0, "move": moves[0]})
            assert again["at"] == 1 and len(again["nodes"]) == 3, "the branch is there already"
            said = {"node": 2, "name": "The quiet way", "comment": "Keeps line 4 open."}
            study = await edit(ann, study, write=said)
            assert study["nodes"][2]["comment"] == said["comment"]
            reply = (await ann.http.post(
                "/api/positions", json={"position": study["position"], "moves": [moves[1]]}
            )).json()["legal"][0]["move"]  # fmt: skip
            study = await edit(ann, study, play={"after": 2, "move": reply})
            study = await edit(ann, study, remove=2)
            assert [one["id"] for one in study["nodes"]] == [0, 1] and study["at"] == 0
            study = await edit(ann, study, play={"after": 0, "move": moves[2]})
            assert study["at"] == 4, "no place has the number of one that is gone"
            assert study == (await ann.http.get(f"/api{study['url']}")).json()
            assert [row["title"] for row in (await ann.http.get("/api/me/studies")).json()] == [
                "Openings"
            ]
            assert (await ann.http.delete(f"/api{study['url']}")).status_code == 204
            assert (await ann.http.get(f"/api{study['url']}")).status_code == 404

    asyncio.run(story())


def test_what_cannot_be_is_refused(node: Node) -> None:
    async def story() -> None:
        async with Person(node.url) as ann:
            study = await begin(ann)
            for code, what in (
                ("illegal", {"play": {"after": 0, "move": "?"}}),
                ("notation", {"play": {"after": 0, "move": "nonsense"}}),
                ("not_found", {"play": {"after": 7, "move": "1b1"}}),
                ("not_found", {"go": -1}),
                ("not_found", {"write": {"node": 9}}),
                ("bad_request", {"remove": 0}),
                ("bad_request", {"go": 0, "title": "Two things"}),
                ("bad_request", {}),
                ("bad_request", {"title": ""}),
                ("bad_request", {"title": "  "}),
                ("not_found", {"lead": "nobody at all"}),
            ):
                assert (await edit(ann, study, **what))["code"] == code, what
            for wrong in ({"position": "x"}, {"moves": ["x"]}, {"title": "x" * 81}):
                body = {"title": "t", "position": study["position"], **wrong}
                assert (await ann.http.post("/api/studies", json=body)).status_code in (
                    400,
                    409,
                    422,
                )
            assert (await ann.http.get(f"/api{study['url']}")).json()["version"] == 1

    asyncio.run(story())


def test_one_leads_and_the_others_follow(node: Node) -> None:
    async def story() -> None:
        async with Person(node.url) as ann, Person(node.url) as bob:
            study = await begin(ann)
            seen = (await bob.http.get(f"/api{study['url']}")).json()
            assert not seen["leading"] and not seen["own"] and seen["leader"] == ann.me["name"]
            for what in ({"go": 0}, {"title": "Mine"}, {"lead": bob.me["name"]}):
                assert (await edit(bob, study, **what))["code"] == "forbidden"
            assert (await bob.http.delete(f"/api{study['url']}")).status_code == 404

            waiting = asyncio.create_task(bob.http.get(f"/api{study['url']}", params={"after": 1}))
            await asyncio.sleep(0.3)
            assert not waiting.done()
            await edit(ann, study, title="Endings")
            assert (await waiting).json()["title"] == "Endings"

            given = await edit(ann, study, lead=bob.me["name"])
            assert given["leader"] == bob.me["name"] and not given["leading"]
            assert (await edit(ann, study, go=0))["code"] == "forbidden"
            assert (await edit(bob, study, title="Bob's turn"))["leading"]
            taken = await edit(ann, study, lead=ann.me["name"])
            assert taken["leading"] and taken["version"] == 5

            await edit(ann, study, lead=bob.me["name"])
            assert (await bob.http.delete("/api/me")).status_code == 204
            left = (await ann.http.get(f"/api{study['url']}")).json()
            assert left["leading"], "who has left leads no more"

    asyncio.run(story())


def test_a_look_ends_without_news(node: Node) -> None:
    async def story() -> None:
        async with Person(node.url) as ann:
            study = await begin(ann)
            begun = time.monotonic()
            answer = await ann.http.get(f"/api{study['url']}", params={"after": 1}, timeout=60)
            assert answer.json()["version"] == 1
            assert time.monotonic() - begun > PATIENCE - 1

    asyncio.run(story())


def test_edits_at_once_are_all_kept(node: Node) -> None:
    async def story() -> None:
        async with Person(node.url) as ann:
            position = await dealt(ann)
            study = await begin(ann, position=position["position"])
            moves = [legal["move"] for legal in position["legal"]][:12]
            edits = [edit(ann, study, play={"after": 0, "move": move}) for move in moves]
            await asyncio.gather(*edits)
            found = (await ann.http.get(f"/api{study['url']}")).json()
            assert {node["move"] for node in found["nodes"]} == {"", *moves}
            assert len({node["id"] for node in found["nodes"]}) == len(moves) + 1
            assert found["version"] == len(moves) + 1

    asyncio.run(story())


def test_nobody_has_too_many(node: Node) -> None:
    async def story() -> None:
        async with Person(node.url) as ann:
            position = (await dealt(ann))["position"]
            body = {"title": "t", "position": position}
            several = [ann.http.post("/api/studies", json=body) for _ in range(MOST_STUDIES + 5)]
            codes = [answer.status_code for answer in await asyncio.gather(*several)]
            assert codes.count(201) == MOST_STUDIES == len(codes) - codes.count(429)
            await ann.http.delete("/api/me")

    asyncio.run(story())


def test_a_study_does_not_grow_without_end() -> None:
    start = str(new_game("classic", 2, {}))
    full = Branches(start, nodes=tuple(StudyNode(n, n - 1, "", 0) for n in range(MOST_NODES)))
    with pytest.raises(Refused, match="no more moves"):
        full.play(0, "?")


def test_a_study_has_so_many_words_and_no_more() -> None:
    start = str(new_game("classic", 2, {}))
    branches = Branches(start, nodes=tuple(StudyNode(n, n - 1, "", 0) for n in range(30)))
    for node in range(MOST_WORDS // 1000):
        branches = branches.write(node, "", "x" * 1000)
    with pytest.raises(Refused, match="characters"):
        branches.write(29, "x", "")
    assert branches.write(3, "x", "x" * 999).nodes[3].name == "x", "another word in its place"


def test_a_long_line_is_walked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A long line makes the server replay it once, not once for each move."""
    rng, state = random.Random(4), new_game("pavilion", 4, {})
    branches, moves = Branches(str(state)), list[str]()
    while len(moves) < 100:
        move = state.sample(rng) if state.turn < 0 else rng.choice(state.legal_moves())
        moves.append(str(move))
        state = state.play(move)
    begun: list[str] = []

    def begin(text: str) -> AnyState:
        begun.append(text)
        return parse(text)

    monkeypatch.setattr(module, "read_position", begin)
    whole = branches.play(0, *moves)
    assert whole.path(whole.at) == moves and len(begun) == 1
    assert whole.play(0, *moves) == whole


def test_a_list_of_studies_unpacks_none(node: Node) -> None:
    async def story() -> None:
        async with Person(node.url) as ann:
            row = {"id": f"list {ann.me['id']}", "user": ann.me["id"], "leader": ann.me["id"]}
            row |= {"game": "classic", "title": "Packed", "version": 1, "body": b"?", "changed": 0}
            database = Database(node.database)
            async with database.write() as connection:
                await connection.execute(insert(studies).values(row))
            await database.close()
            assert [one["title"] for one in (await ann.http.get("/api/me/studies")).json()] == [
                "Packed"
            ]
            await ann.http.delete("/api/me")

    asyncio.run(story())


def test_many_who_follow_cost_one_query(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(followers, "POLL", 0.05)

    async def story() -> None:
        database = Database(f"sqlite:///{tmp_path}/tw.db")
        await database.prepare()
        row = {"user": "u", "leader": "u", "game": "classic", "title": "T", "body": b""}
        async with database.write() as connection:
            kept = [{**row, "id": f"{n}", "version": 1, "changed": 0} for n in range(5)]
            await connection.execute(insert(studies), kept)
        many = StudyFollowers(database)
        looking = asyncio.create_task(many.run(lambda: True))
        waits = [asyncio.create_task(many.wait(f"{n % 5}", 1)) for n in range(50)]
        with heard(database) as statements:
            await asyncio.sleep(0.4)
        assert many.waiting == 50 and 1 <= len(statements) <= 20
        many.tell("0", 2)
        await asyncio.gather(*[wait for n, wait in enumerate(waits) if n % 5 == 0])
        assert many.waiting == 40
        waits.append(asyncio.create_task(many.wait("1", 0)))  # it is there already
        waits.append(asyncio.create_task(many.wait("gone", 1)))
        await asyncio.gather(*waits[-2:])
        looking.cancel()
        looking = asyncio.create_task(many.run(lambda: False))
        await asyncio.gather(*waits)  # nobody waits for a server that stops
        assert many.waiting == 0
        looking.cancel()
        await database.close()

    asyncio.run(asyncio.wait_for(story(), 30))
