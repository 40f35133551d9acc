"""Tables as people use them: lobby, seats, watching, undo, consent, leaving, rematch, stopping."""

from __future__ import annotations

import asyncio
import json
import signal
import sqlite3
import time
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection

from tests.web.client import Person, receive
from tests.web.servers import Node, running
from tilewright.web.chat import PHRASES


def test_the_lobby(node: Node) -> None:
    async def story() -> None:
        async with Person(node.url) as ann, Person(node.url) as bob:
            game = await ann.make_table(seats=["me", "bot:greedy", "open"], public=True)
            hidden = await ann.make_table(seats=["me", "open"])
            listed = {row["game"]: row for row in (await bob.http.get("/api/tables")).json()}
            assert listed[game]["taken"] == [0, 1]
            assert listed[game]["names"] == [ann.me["name"], "greedy", ""]
            assert hidden not in listed
            assert (await bob.ask(game, sit=2))["view"]["seats"][2]["name"] == bob.me["name"]
            mine = {row["game"] for row in (await bob.http.get("/api/me/games")).json()}
            assert mine == {game}
            again = await bob.ask(game, sit=0)
            assert again["code"] == "started"
            await ann.ask(game, resign=True)
            await bob.ask(game, resign=True)
            over = (await bob.http.get("/api/tables", params={"over": True})).json()
            assert over[0]["game"] == game and over[0]["status"] == "over"

    asyncio.run(story())


def test_what_sits_there(node: Node) -> None:
    async def story() -> None:
        async with Person(node.url) as ann, Person(node.url) as bob:
            game = await ann.make_table(seats=["me", "me:Bo", "bot:greedy", "open"], public=True)
            async with bob.sit(game) as socket:
                assert kinds(await receive(socket)) == ["guest", "guest", "", ""]
                await bob.ask(game, sit=3)
                assert kinds(await receive(socket)) == ["guest", "guest", "", "guest"]
            new = {"name": f"Ann {ann.me['id'][:6].strip('-_')}", "password": "correct horse"}
            assert (await ann.http.post("/api/account", json=new)).status_code == 201
            assert kinds(await bob.view(game)) == ["person", "person", "", "guest"]
            assert (await ann.http.post("/api/account/bot")).status_code == 200
            assert kinds(await bob.view(game)) == ["bot", "bot", "", "guest"]
            row = next(r for r in (await bob.http.get("/api/tables")).json() if r["game"] == game)
            assert row["names"] == [new["name"], "Bo", "greedy", bob.me["name"]]

    def kinds(message: dict[str, Any]) -> list[str]:
        return [seat["kind"] for seat in message["view"]["seats"]]

    asyncio.run(story())


def test_leaving_before_the_start(node: Node) -> None:
    async def story() -> None:
        async with Person(node.url) as ann, Person(node.url) as bob:
            game = await ann.make_table(seats=["me", "open", "open"])
            await bob.ask(game, sit=1)
            assert (await bob.ask(game, leave=True))["view"]["seats"][1]["user"] == ""
            assert (await ann.ask(game, leave=True))["view"]["ending"] == "aborted"

    asyncio.run(story())


def test_watching_undo_consent_and_rematch(node: Node) -> None:
    async def story() -> None:
        async with Person(node.url) as ann, Person(node.url) as bob, Person(node.url) as eve:
            game = await ann.make_table(seats=["me", "open"])
            await bob.ask(game, sit=1)
            async with ann.sit(game) as a, bob.sit(game) as b, eve.sit(game) as e:
                for socket in (b, e):  # everyone is here before it begins
                    await receive(socket)
                for _ in range(20):
                    seen = await receive(a)
                    if "legal" in seen:
                        break
                at = seen["view"]["at"]
                await a.send(json.dumps({"play": seen["legal"][0]["move"], "at": at, "id": "x"}))
                while (await receive(e))["view"]["at"] <= at:
                    pass
                await e.send(json.dumps({"play": "1b1", "at": at + 1}))
                assert (await receive(e, "error"))["code"] == "not_seated"
                await a.send(json.dumps({"undo": True, "at": at + 1}))
                while (view := (await receive(b))["view"])["at"] < at + 2:
                    pass
                assert len(view["log"]) == 0
                assert view["log_from"] == 1
                await a.send(json.dumps({"end": True}))
                while not (view := (await receive(b))["view"])["asked"]:
                    pass
                assert view["asked"] == {"seat": 0, "what": "end"}
                await b.send(json.dumps({"answer": True}))
                while (view := (await receive(e))["view"])["status"] != "over":
                    pass
                assert view["ending"] == "agreed"
                first = (await ann.http.post(f"/api/games/{game}/rematch")).json()
                while not (view := (await receive(b))["view"])["rematch"]:
                    pass
                assert view["rematch"] == {"seats": [0], "game": ""} and not first["begun"]
                withdrawn = await ann.ask(first["game"], leave=True)
                assert withdrawn["view"]["ending"] == "aborted"
                for person in (bob, ann, ann):  # one click each
                    offer = (await person.http.post(f"/api/games/{game}/rematch")).json()
                assert offer["begun"] and offer["game"] not in (game, first["game"])
                for watcher in (a, e):
                    while not (seen := (await receive(watcher))["view"]["rematch"] or {}).get(
                        "game"
                    ):
                        pass
                    assert seen == {"seats": [0, 1], "game": offer["game"]}
            begun = (await bob.view(offer["game"]))["view"]
            assert begun["status"] == "playing"
            assert [seat["name"] for seat in begun["seats"]] == [bob.me["name"], ann.me["name"]]
            answer = await eve.http.post(f"/api/games/{game}/rematch")
            assert answer.json()["code"] == "not_seated"

    asyncio.run(story())


def test_a_rematch_gives_nobody_the_seats_of_another_device(node: Node) -> None:
    """Bo plays on Ann's device; Cid asks for the rematch first."""

    async def story() -> None:
        async with Person(node.url) as ann, Person(node.url) as cid, Person(node.url) as eve:
            game = await ann.make_table(seats=["me", "me:Bo", "open"])
            await cid.ask(game, sit=2)
            await ann.ask(game, end=True)
            await cid.ask(game, answer=True)
            offer = (await cid.http.post(f"/api/games/{game}/rematch")).json()
            again = offer["game"]
            users = [seat["user"] for seat in (await cid.view(again))["view"]["seats"]]
            assert users == ["", cid.me["id"], ""] and not offer["begun"]
            answer = await eve.http.post(f"/api/games/{again}/ask", json={"sit": 0})
            assert answer.json()["code"] == "taken"
            offer = (await ann.http.post(f"/api/games/{game}/rematch")).json()
            assert offer == {"game": again, "url": f"/games/{again}", "begun": True}
            seats = (await cid.view(again))["view"]["seats"]
            assert [seat["name"] for seat in seats] == ["Bo", cid.me["name"], ann.me["name"]]
            assert seats[0]["user"] == seats[2]["user"] == ann.me["id"]

    asyncio.run(story())


def test_hot_seat_and_resigning(node: Node) -> None:
    async def story() -> None:
        async with Person(node.url) as ann:
            game = await ann.make_table(game="pavilion", seats=["me", "me:Bo"])
            for _ in range(4):
                view = await ann.view(game)
                assert view["you"] == [0, 1]
                play = {"play": view["legal"][0]["move"], "at": view["view"]["at"]}
                await ann.ask(game, **play)
            assert (await ann.ask(game, resign=True))["view"]["status"] == "over"

    asyncio.run(story())


def test_talk_and_presence(node: Node) -> None:
    async def story() -> None:
        async with Person(node.url) as ann, Person(node.url) as bob:
            game = await ann.make_table(seats=["me", "open"], public=True)
            await bob.ask(game, sit=1)
            async with ann.sit(game) as a:
                async with bob.sit(game) as b:
                    await b.send(json.dumps({"say": PHRASES[0]}))
                    said = await receive(a, "said")
                    assert (said["name"], said["text"]) == (bob.me["name"], PHRASES[0])
                    await b.send(json.dumps({"say": "free words"}))
                    assert (await receive(b, "error"))["code"] == "forbidden"
                    await b.send(json.dumps({"say": "  "}))
                    assert (await receive(b, "error"))["code"] == "bad_request"
                while (await receive(a))["view"]["seats"][1]["online"]:
                    pass

    asyncio.run(story())


def test_a_stop_is_announced_and_clean(tmp_path: Path) -> None:
    async def story(server: Node) -> None:
        async with Person(server.url) as ann:
            game = await ann.make_table(seats=["me", "open"])
            async with ann.sit(game) as socket:
                await receive(socket)
                code = await asyncio.to_thread(server.stop)
                await asyncio.wait_for(socket.wait_closed(), 60)
                assert socket.close_code == 1012
                assert code in (0, -signal.SIGTERM)

    with running(Node(f"sqlite:///{tmp_path / 'x.db'}")) as server:
        asyncio.run(story(server))


TIME = 15  # seconds to think


def test_the_time_of_day_decides_no_game(tmp_path: Path) -> None:
    """The clock of the machine is set forward and back while a player thinks."""
    wrong = tmp_path / "wrong"
    wrong.write_text("0")

    async def started(socket: ClientConnection, view: dict[str, Any]) -> tuple[float, float]:
        """Between which times the player has begun to think, if what a page would show as left is
        right."""
        asked = time.monotonic()
        await socket.send('{"ping": 1}')
        now = (await receive(socket, "pong"))["now"]
        thought = TIME - float(view["deadline"] - now) / 1000
        return asked - thought, time.monotonic() - thought

    async def story(server: Node) -> None:
        async with Person(server.url) as ann, Person(server.url) as bob:
            clock = {"kind": "live", "seconds": TIME}
            game = await ann.make_table(seats=["me", "open"], clock=clock)
            before = time.monotonic()
            await bob.ask(game, sit=1)
            after = time.monotonic()
            async with ann.sit(game) as socket:
                await receive(socket)
                for hour in (3_600_000, -3_600_000):
                    wrong.write_text(str(hour))
                    view = (await receive(socket))["view"]  # deadlines in the new time of day
                    assert view["status"] == "playing"
                    first, last = await started(socket, view)
                    assert first < after + 1 and before - 1 < last
                while (view := (await receive(socket))["view"])["status"] != "over":
                    pass
                assert view["ending"] == "time"
                assert time.monotonic() - before > TIME - 1

    settings = {"TILEWRIGHT_TEST_CLOCK": str(wrong)}
    with running(Node(f"sqlite:///{tmp_path / 'x.db'}", settings=settings)) as server:
        asyncio.run(asyncio.wait_for(story(server), 180))


def test_an_unreadable_game_is_shown_as_such(tmp_path: Path) -> None:
    """The server starts, says what is the matter, and plays the other games."""
    path = tmp_path / "x.db"

    async def make(server: Node) -> list[str]:
        async with Person(server.url) as ann:
            seats = [["me", "bot:greedy"]] * 2 + [["me", "open"]] * 2
            return [await ann.make_table(seats=each, public=True) for each in seats]

    async def look(server: Node, broken: str, whole: str, waiting: str) -> None:
        async with Person(server.url) as bob:
            answer = await bob.http.get(f"/api/games/{broken}")
            assert (answer.status_code, answer.json()["code"]) == (500, "unreadable")
            async with bob.sit(broken) as socket:
                assert (await receive(socket, "error"))["code"] == "unreadable"
                await asyncio.wait_for(socket.wait_closed(), 60)
                assert (socket.close_code, socket.close_reason) == (4500, "unreadable")
            assert (await bob.view(whole))["view"]["status"] == "playing"
            metrics = (await bob.http.get("/metrics")).text
            assert "tilewright_unreadable_games 1.0" in metrics
            listed = await bob.http.get("/api/tables")
            assert listed.status_code == 200
            assert waiting in {row["game"] for row in listed.json()}

    with running(Node(f"sqlite:///{path}")) as server:
        broken, whole, waiting, garbled = asyncio.run(make(server))
        server.stop()
        with sqlite3.connect(path) as connection:
            connection.execute("DELETE FROM events WHERE game = ? AND at = 0", [broken])
            connection.execute("UPDATE games SET setup = '{' WHERE id = ?", [garbled])
        connection.close()
        server.start()
        asyncio.run(look(server, broken, whole, waiting))
