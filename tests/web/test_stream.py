"""The stream for bots and scripts, and the example bot, against real servers."""

from __future__ import annotations

import asyncio
import json
import random
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest

from tests.children import follow
from tests.web.client import Person, play_on, receive
from tests.web.servers import Node, redis, running
from tests.web.test_notifications import opened, person, play, started, until
from tilewright.table.control import TimeControl
from tilewright.web import stream as stream_module
from tilewright.web.stream import Stream

BOT = Path(__file__).parents[2] / "examples" / "bot.py"


class Listener:
    """Reads a stream; keeps what came."""

    def __init__(self, answer: httpx2.Response) -> None:
        self.answer = answer
        self._lines = answer.aiter_lines()
        self.last: dict[str, Any] = {}

    async def next(self, patience: float = 30) -> dict[str, Any]:
        """The next line that is not a ping."""
        while True:
            self.last = json.loads(await asyncio.wait_for(anext(self._lines), patience))
            if self.last["type"] != "ping":
                return self.last


@asynccontextmanager
async def listening(
    someone: Person, *, url: str | None = None, query: str = ""
) -> AsyncIterator[Listener]:
    """A stream on this node or another, after its first line."""
    address = (url or someone.url) + "/api/stream" + query
    async with someone.http.stream("GET", address, headers={"Cookie": someone.cookie}) as answer:
        assert answer.status_code == 200, await answer.aread()
        assert answer.headers["content-type"] == "application/x-ndjson"
        listener = Listener(answer)
        hello = await listener.next()
        assert (hello["type"], hello["user"]) == ("hello", someone.me["id"])
        yield listener


async def next_line(lines: AsyncIterator[bytes]) -> dict[str, Any]:
    """The next line of a stream in this process that is not a ping."""
    while True:
        line: dict[str, Any] = json.loads(await anext(lines))
        if line["type"] != "ping":
            return line


async def token_of(someone: Person, *scopes: str) -> str:
    """Turn a guest into an account, with a token that has these scopes."""
    name = f"Weaver {random.randrange(10**9)}"
    account = {"name": name, "password": "correct horse battery"}
    answer = await someone.http.post("/api/account", json=account)
    assert answer.status_code == 201, answer.text
    new = {"name": "test", "scopes": list(scopes)}
    answer = await someone.http.post("/api/me/tokens", json=new)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["token"])


def test_turns_and_the_end_come_line_by_line(node: Node) -> None:
    async def story() -> None:
        async with Person(node.url) as ann, Person(node.url) as bob:
            id = await ann.make_table(seats=["me", "open"], options={"round_limit": 1})
            async with listening(bob) as stream:
                await bob.ask(id, sit=1)  # after the stream has begun
                mine = asyncio.create_task(play_on(ann, id))
                seen: list[int] = []
                while (message := await stream.next())["type"] == "view":
                    view = message["view"]
                    assert (view["game"], view["turn"], message["you"]) == (id, 1, [1])
                    assert view["seats"][1]["online"]
                    move = message["legal"][-1]
                    assert "steps" in move
                    seen.append(view["at"])
                    answer = await bob.ask(
                        id, play=move["move"], at=view["at"], id=f"b{view['at']}"
                    )
                    assert answer["type"] == "view", answer
                last = await mine
                assert len(seen) == len(set(seen)) > 3
                assert message == {
                    "type": "over",
                    "game": id,
                    "at": last["at"],
                    "you": [1],
                    "ending": "finished",
                    "scores": last["scores"],
                    "ranks": last["ranks"],
                }

    asyncio.run(story())


def test_what_waits_comes_at_once_and_is_what_the_socket_sends(node: Node) -> None:
    async def story() -> None:
        async with Person(node.url) as ann:
            games = [await ann.make_table(game=game) for game in ("classic", "pavilion")]
            ids = set()
            async with listening(ann) as stream:
                for _ in games:
                    message = await stream.next()
                    ids.add(message["view"]["game"])
                    async with ann.sit(message["view"]["game"]) as socket:
                        assert await receive(socket) == message
            assert ids == set(games)
            async with listening(ann, query="?previews=false") as stream:
                assert set((await stream.next())["legal"][0]) == {"move"}

    asyncio.run(story())


def test_a_question_comes_too_and_coming_and_going_is_seen(node: Node) -> None:
    async def story() -> None:
        async with Person(node.url) as ann, Person(node.url) as bob:
            id = await ann.make_table(seats=["me", "open"])
            await bob.ask(id, sit=1)
            async with ann.sit(id) as socket:
                while not (message := await receive(socket)).get("legal"):
                    pass
                async with listening(bob) as stream:
                    assert (await receive(socket))["view"]["seats"][1]["online"]
                    await ann.ask(id, end=True)
                    question = await stream.next()
                    assert question["view"]["asked"] == {"seat": 0, "what": "end"}
                    assert "legal" not in question
                    await bob.ask(id, answer=False)
                    move = message["legal"][0]["move"]
                    await ann.ask(id, play=move, at=message["view"]["at"] + 2)
                    assert (await stream.next())["legal"]
                while (await receive(socket))["view"]["seats"][1]["online"]:
                    pass

    asyncio.run(story())


def test_who_may_listen(node: Node) -> None:
    async def story() -> None:
        async with httpx2.AsyncClient(base_url=node.url) as nobody:
            answer = await nobody.get("/api/stream")
            assert (answer.status_code, answer.json()["code"]) == (401, "who")
        async with Person(node.url) as ann:
            reader = {"Authorization": f"Bearer {await token_of(ann, 'read')}"}
            answer = await ann.http.get("/api/stream", headers=reader)
            assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
            answer = await ann.http.get("/api/me/webhook-key", headers=reader)
            assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
            key = (await ann.http.get("/api/me/webhook-key")).json()["key"]
            assert len(key) == 64
        async with Person(node.url) as bob:
            assert (await bob.http.get("/api/me/webhook-key")).json()["key"] != key
            streams = [listening(bob) for _ in range(stream_module.STREAMS.most)]
            for stream in streams:
                await stream.__aenter__()
            answer = await bob.http.get("/api/stream")
            assert (answer.status_code, answer.json()["code"]) == (429, "too_many")
            await streams.pop().__aexit__(None, None, None)
            async with asyncio.timeout(30):  # until the server has seen that it is closed
                while True:
                    async with bob.http.stream("GET", "/api/stream") as again:
                        if again.status_code == 200:
                            break
            for stream in streams:
                await stream.__aexit__(None, None, None)

    asyncio.run(story())


def test_a_stream_shows_signs_of_life_and_ends_with_its_session(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream_module, "PING", 0.05)
    monkeypatch.setattr(stream_module, "TICK", 0.02)

    async def story() -> None:
        async with opened(tmp_path) as house:
            ann, bob = await person(house, "Ann"), await person(house, "Bob")
            table = await started(house, ann, bob, clock=TimeControl())
            stream = Stream(house, bob)
            stream.open()
            lines = stream.lines()
            kinds = [json.loads(await anext(lines))["type"] for _ in range(3)]
            assert kinds == ["hello", "ping", "ping"]
            assert table.online == {bob.id}
            await play(table)
            message = await next_line(lines)
            assert message["view"]["at"] == table.match.at
            stream.end()
            assert [line async for line in lines] == []
            stream.close()
            await until(lambda: not table.viewers)
            assert stream.turned not in house.hall.on_turn

    asyncio.run(story())


def test_a_seat_that_is_played_on_gets_no_turns(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as house:
            people = [await person(house, name) for name in ("Ann", "Bob", "Cid")]
            table = await started(house, *people, clock=TimeControl())
            stream = Stream(house, people[0])
            stream.open()
            lines = stream.lines()
            kinds = [(await next_line(lines))["type"] for _ in range(2)]
            assert kinds == ["hello", "view"]
            await table.ask(lambda match, time: match.leave(people[0].id, "left", time))
            await until(lambda: table.match.turn == 1)
            await table.ask(lambda match, time: match.leave(people[1].id, "left", time))
            over = await next_line(lines)
            assert (over["type"], over["ending"]) == ("over", "left")
            assert not stream.watches
            stream.close()

    asyncio.run(story())


def test_a_stream_hears_of_other_nodes(tmp_path: Path) -> None:
    async def story(one: Node, two: Node) -> None:
        async with (
            Person(one.url) as ann,
            Person(one.url) as bob,
            listening(bob, url=two.url) as stream,
        ):
            id = await ann.make_table(seats=["me", "open"], options={"round_limit": 1})
            await bob.ask(id, sit=1)  # on the first node
            mine = asyncio.create_task(play_on(ann, id))
            turns = 0
            while (message := await stream.next())["type"] == "view":
                turns += 1
                view = message["view"]
                move = message["legal"][0]["move"]
                path = f"/api/games/{id}/ask"
                url = (one if turns % 2 else two).url + path
                body = {"play": move, "at": view["at"], "id": f"b{view['at']}"}
                answer = await bob.http.post(url, json=body, headers={"Cookie": bob.cookie})
                assert answer.status_code == 200, answer.text
            assert turns > 3
            assert message["scores"] == (await mine)["scores"]

    with redis() as bus:
        database = f"sqlite:///{tmp_path}/nodes.db"
        with running(Node(database, bus)) as one, running(Node(database, bus)) as two:
            asyncio.run(story(one, two))


@pytest.mark.parametrize("game", ["classic", "pavilion"])
def test_the_example_bot_makes_a_table_and_plays_to_the_end(node: Node, game: str) -> None:
    words = [sys.executable, str(BOT), node.url, "--make", game]
    done = subprocess.run(words, capture_output=True, text=True, timeout=120, check=True)
    id, ending, *scores = done.stdout.split()
    assert (ending, len(scores)) == ("finished", 2)
    record = httpx2.get(f"{node.url}/api/games/{id}/record.json").json()
    assert record["header"]["result"] == " ".join(scores)


def test_the_example_bot_joins_a_table_with_a_token(node: Node) -> None:
    async def story() -> None:
        async with Person(node.url) as ann, Person(node.url) as owner:
            token = await token_of(owner, "play")
            id = await ann.make_table(game="pavilion", seats=["open", "me"])
            words = [str(BOT), node.url, "--token", token, f"--join={id}:0"]
            bot = await asyncio.create_subprocess_exec(
                sys.executable, *words, stdout=asyncio.subprocess.PIPE, preexec_fn=follow
            )
            view = await play_on(ann, id)
            out, _ = await asyncio.wait_for(bot.communicate(), 60)
            assert out.decode().split() == [id, "finished", *map(str, view["scores"])]

    asyncio.run(story())
