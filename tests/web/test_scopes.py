"""Who may do what: the tables of docs/protocol.md, tried on a live server, scope by scope."""

from __future__ import annotations

import asyncio
import json
from itertools import count
from typing import Any

import httpx2
import pytest
import websockets

from tests.web.client import Person, receive
from tests.web.servers import Node
from tests.web.test_protocol import rows, section, words
from tilewright.web import door

NUMBERS = count()
ADDRESSES = [row for row in rows(section("All addresses")) if len(row) == 4]
NEEDS = {row[0]: row[1] for row in rows(section("All addresses")) if len(row) == 2}
SCOPES = [row[0].strip("`") for row in rows(section("Who you are")) if len(row) == 2]
SESSION, NOBODY = "a session", "nobody"
# Of each action; the server may refuse it, but not for want of a scope.
EXAMPLES: dict[str, dict[str, object]] = {
    "play": {"play": "1b1", "at": 0},
    "sit": {"sit": 1},
    "leave": {"leave": True},
    "resign": {"resign": True},
    "undo": {"undo": True, "at": 0},
    "end": {"end": True},
    "answer": {"answer": True},
    "say": {"say": "hello"},
    "ping": {"ping": 1},
}


def test_the_tables_are_whole() -> None:
    assert set(SCOPES) == {"play", "chat", "tables", "read"}
    assert {who for _, _, who, _ in ADDRESSES} <= set(NEEDS)
    assert set(EXAMPLES) == set(door.ACTIONS)


def may(who: str, credential: str) -> bool:
    """What the page says."""
    needs = NEEDS[who]
    if "nobody" in needs or credential == SESSION:
        return True
    return credential in SCOPES and ("any token" in needs or credential in words(needs))


async def account(node: Node) -> tuple[Person, dict[str, dict[str, str]]]:
    """Someone with an account, and the headers for each way to come in."""
    person = await Person(node.url).__aenter__()
    new = {"name": f"Scopes {next(NUMBERS)} {person.me['id'][:8].strip('-_')}x"}
    made = await person.http.post("/api/account", json={**new, "password": "correct horse"})
    assert made.status_code == 201, made.text
    headers: dict[str, dict[str, str]] = {NOBODY: {}, SESSION: {"Cookie": person.cookie}}
    for scope in SCOPES:
        headers[scope] = await token(person, scope)
    return person, headers


async def token(person: Person, *scopes: str) -> dict[str, str]:
    answer = await person.http.post("/api/me/tokens", json={"name": "t", "scopes": scopes})
    return {"Authorization": f"Bearer {answer.json()['token']}"}


@pytest.mark.parametrize(("method", "path", "who", "what"), ADDRESSES, ids=lambda word: word[:40])
def test_each_address_grants_what_the_page_says(
    node: Node, method: str, path: str, who: str, what: str
) -> None:
    async def story() -> None:
        owner, headers = await account(node)
        game = await owner.make_table(seats=["me", "open"])
        values = {"id": game, "name": owner.me["name"], "game": "classic", "ply": 0}
        address = path.strip("`").format(**values, ladder="classic-2")
        async with httpx2.AsyncClient(base_url=node.url, timeout=120) as http:
            for credential in (NOBODY, *SCOPES, SESSION):  # the session last: it may end here
                code = await ask(http, method, address, headers[credential])
                refused = {NOBODY: "who"}.get(credential, "forbidden")
                said = (credential, method, path, code)
                assert (code == refused) == (not may(who, credential)), said
        await owner.__aexit__()

    async def ask(http: Any, method: str, address: str, headers: dict[str, str]) -> str:
        """The code of the refusal; empty if there is none."""
        if address.endswith("/socket"):
            async with websockets.connect(
                f"{node.ws}{address}", additional_headers=headers, max_size=None
            ) as socket:
                return str(json.loads(await socket.recv()).get("code", ""))
        body = None if method in ("GET", "DELETE") else {"not": "a field"}
        async with http.stream(method, address, json=body, headers=headers) as answer:
            if answer.is_success:  # a stream would not end
                return ""
            found = json.loads(await answer.aread())
            return str(found.get("code", ""))

    asyncio.run(story())


@pytest.mark.parametrize("action", door.ACTIONS)
def test_requests_to_a_table_by_scope(node: Node, action: str) -> None:
    """`play` for all but `say`, which also needs `chat`; anybody may ping on the socket."""

    async def story() -> None:
        owner, headers = await account(node)
        headers["play and chat"] = await token(owner, "play", "chat")
        for credential, there in headers.items():
            if credential == NOBODY:
                continue
            game = await owner.make_table(seats=["me", "open"])
            whole = credential in (SESSION, "play and chat")
            allowed = whole or (credential == "play" and action != "say")
            answer = await owner.http.post(
                f"/api/games/{game}/ask", json=EXAMPLES[action], headers={"Cookie": "", **there}
            )
            code = answer.json().get("code")
            assert (code != "forbidden") == allowed, (credential, answer.text)
            game = await owner.make_table(seats=["me", "open"])
            async with websockets.connect(
                f"{node.ws}/api/games/{game}/socket", additional_headers=there, max_size=None
            ) as socket:
                await receive(socket)
                await socket.send(json.dumps({**EXAMPLES[action], "id": "x"}))
                await socket.send(json.dumps({"ping": 2}))
                codes = []
                while True:
                    message = json.loads(await asyncio.wait_for(socket.recv(), 30))
                    if message["type"] == "error":
                        codes.append(message["code"])
                    elif message["type"] == "pong" and message["ping"] == 2:
                        break
                assert ("forbidden" not in codes) == (allowed or action == "ping"), credential
        await owner.__aexit__()

    asyncio.run(story())


def test_a_move_that_was_taken_back_is_stale_when_it_comes_again(node: Node) -> None:
    async def story() -> None:
        async with Person(node.url) as ann:
            game = await ann.make_table(seats=["me", "me:Bo"])
            view = await ann.view(game)
            move = {"play": view["legal"][0]["move"], "at": view["view"]["at"], "id": "x7Q"}
            played = await ann.ask(game, **move)
            assert (await ann.ask(game, **move))["view"] == played["view"]
            undone = await ann.ask(game, undo=True, at=played["view"]["at"])
            assert undone["view"]["log"] == view["view"]["log"]
            assert (await ann.ask(game, **move))["code"] == "stale"
            at_once = {**move, "at": undone["view"]["at"]}
            assert (await ann.ask(game, **at_once))["code"] == "stale", "an id counts once"
            again = await ann.ask(game, **{**at_once, "id": "fresh"})
            assert again["view"]["at"] == undone["view"]["at"] + 1
            async with ann.sit(game) as socket:
                await receive(socket)
                await socket.send(json.dumps(move))
                assert (await receive(socket, "error"))["code"] == "stale"
                assert (await receive(socket))["view"]["at"] == again["view"]["at"]

    asyncio.run(story())
