"""Nothing that a client can send crashes the server or gets more than a clear error."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any, cast

import httpx2
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from hypothesis.strategies import just

from tests.web.client import Person
from tests.web.servers import Node

WORDS = ["play", "at", "id", "sit", "nonce", "undo", "answer", "end", "say", "ping", "x", ""]
FIXED = [
    "",
    "null",
    "[]",
    "{",
    "{}",
    '{"play": "1b1"}',
    '{"play": 7, "at": 0}',
    '{"play": "1b1", "at": -1}',
    '{"play": "1b1", "at": 1e99}',
    '{"play": "1b1", "at": 99999999999999999999999}',
    '{"undo": true, "end": true}',
    '{"sit": 9}',
    '{"sit": 1, "nonce": "xyz"}',
    '{"answer": null}',
    '{"say": ""}',
    '{"ping": 1.5}',
    '{"play": "' + "9" * 500 + '", "at": 1}',
    '{"play": "\\ud800", "at": 1}',
    "[" * 4000,
    '{"play": "=bbbb/yyyy/rrrr/kkkk/wwww", "at": 3}',
]


def nonsense(rng: random.Random) -> str | bytes:
    """A message that a broken or a bad client might send."""
    kind = rng.randrange(5)
    if kind == 0:
        return rng.choice(FIXED)
    if kind == 1:
        return rng.randbytes(rng.randrange(60))
    if kind == 2:
        return "".join(chr(rng.randrange(1, 0x2FFF)) for _ in range(rng.randrange(40)))
    values: list[object] = [
        None,
        True,
        -1,
        3,
        2**70,
        "",
        "2r4",
        "x" * 700,
        [],
        {},
        1.5,
        "\x00",
        "🙂",
    ]
    message = {rng.choice(WORDS): rng.choice(values) for _ in range(rng.randrange(4))}
    return json.dumps(message)


def test_nonsense_on_the_socket(node: Node) -> None:
    async def story() -> None:
        rng = random.Random(5)
        async with Person(node.url) as ann, Person(node.url) as bob:
            game = await ann.make_table(seats=["me", "open"])
            await bob.ask(game, sit=1)
            for burst in range(8):
                async with ann.sit(game) as socket:
                    for _ in range(60):
                        await socket.send(nonsense(rng))
                    await socket.send(json.dumps({"ping": burst}))
                    while True:
                        answer = json.loads(await asyncio.wait_for(socket.recv(), 20))
                        assert answer["type"] in ("view", "error", "pong", "said")
                        if answer["type"] == "error":
                            assert set(answer) == {"type", "code", "text", "id"}
                            assert "Traceback" not in answer["text"]
                            assert answer["code"] != "server", answer
                        if answer == {"type": "pong", "ping": burst, "now": answer.get("now")}:
                            break
            view = (await bob.view(game))["view"]
            assert view["seats"][1]["user"] == bob.me["id"]

    asyncio.run(story())


def test_a_huge_frame_and_a_flood(node: Node) -> None:
    async def story() -> None:
        async with Person(node.url) as ann:
            game = await ann.make_table()
            async with ann.sit(game) as socket:
                await socket.send("x" * 9000)
                await asyncio.wait_for(socket.wait_closed(), 10)
                assert socket.close_code == 1009
            async with ann.sit(game) as socket:
                for n in range(130):
                    await socket.send(json.dumps({"ping": n}))
                codes: list[str] = []
                while len(codes) < 130:
                    answer = json.loads(await asyncio.wait_for(socket.recv(), 10))
                    if answer["type"] != "view":
                        codes.append(answer.get("code", "pong"))
                assert codes.count("too_many") == 30

    asyncio.run(story())


def test_foreign_pages_and_unknown_games(node: Node) -> None:
    async def story() -> None:
        async with Person(node.url) as ann:
            game = await ann.make_table()
            evil = {"Origin": "https://evil.example"}
            answer = await ann.http.post("/api/tables", json={}, headers=evil)
            assert (answer.status_code, answer.json()["code"]) == (403, "origin")
            for path in ("/api/games/nothing", "/api/games/%00", "/api/nothing"):
                assert (await ann.http.get(path)).status_code in (404, 422)
            answer = await ann.http.post("/api/tables", content=b"x" * 70_000)
            assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
            async with Person(node.url) as bob:
                answer = await bob.http.post(f"/api/games/{game}/ask", json={"undo": True})
                assert (answer.status_code, answer.json()["code"]) == (403, "not_seated")
            stranger = httpx2.get(f"{node.url}/api/me", headers={"Authorization": "Bearer guess"})
            assert stranger.json()["code"] == "who"

    asyncio.run(story())


def test_every_operation_with_good_and_bad_data(node: Node) -> None:
    """Schemathesis calls every operation of the OpenAPI document."""
    schema = schemathesis.openapi.from_url(f"{node.url}/api/openapi.json")
    called = 0

    def call(case: schemathesis.Case[Any], cookie: str) -> None:
        nonlocal called
        answer = case.call(headers={"Cookie": cookie}, timeout=20)
        called += 1
        assert answer.status_code < 500, (case.method, case.path, answer.text[:300])
        if answer.status_code >= 400:
            body = json.loads(answer.text)
            assert set(body) == {"type", "code", "text"}, body
            assert body["type"] == "error"

    modes = list(schemathesis.GenerationMode)
    for result in schema.get_all_operations():
        operation = cast(Any, result).ok()
        session = httpx2.post(f"{node.url}/api/guest").cookies["session"]
        for mode in modes:
            cases = operation.as_strategy(generation_mode=mode)
            quick = settings(
                max_examples=10,
                deadline=None,
                derandomize=True,
                suppress_health_check=list(HealthCheck),
                database=None,
            )
            try:
                quick(given(case=cases, cookie=just(f"session={session}"))(call))()
            except Unsatisfiable:
                continue  # an operation without parameters has no bad data
    assert called > 400
