"""Nothing that a client can send crashes the server or gets more than a clear error."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast
from urllib.parse import quote

import httpx2
import pytest
import schemathesis
import websockets
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from hypothesis.strategies import just

from tests.web.client import Person, receive
from tests.web.servers import Node, postgres, running
from tilewright.games import new_game
from tilewright.web.settings import Settings

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
    '{"say": "a\\u0000b"}',
    '{"say": "\\udfff"}',
    '{"sit": 1, "nonce": "00\\n"}',
    "[" * 4000,
    '{"play": "=bbbb/yyyy/rrrr/kkkk/wwww", "at": 3}',
]


# No text may have a control character or half a character, wherever it stands.
BAD = ["\0", "\n", "\x1b", "\x7f", "\x85", "\u202e", "\ud800", "\udfff"]
POSITION = str(new_game("classic", 2, {}).after("=bbbb/yyyy/rrrr/kkkk/wwww"))
JSON = {"Content-Type": "application/json"}
GOOD = {  # bodies that are granted, where random ones hardly ever are
    "POST /api/tables": {
        "game": "classic",
        "options": {"wall": "coloured"},
        "seats": ["me:Ann", "me:Bo", "open", "bot:greedy"],
        "clock": {"kind": "live", "seconds": 600},
        "nonce": "c0ffee",
    },
    "POST /api/positions": {"options": {"wall": "grey"}, "moves": ["?"]},
    "POST /api/analysis": {"position": POSITION, "effort": 1, "also": ["1b1"]},
    "POST /api/rollout": {"position": POSITION, "games": 2},
    "POST /api/studies": {"title": "Words", "position": POSITION, "moves": ["1b1"]},
    "POST /api/studies/{id}": {"write": {"node": 0, "name": "a name", "comment": "words"}},
    "POST /api/puzzles/{id}": {"move": "1b1"},
    "POST /api/games/{id}/ask": {"say": "free words", "id": "x"},
    "PUT /api/me/preferences": {"language": "en", "more": [{"deep": "words"}]},
    "PUT /api/me/notifications": {"mail": "ann@example.org", "webhook": "https://example.org/hook"},
    "POST /api/account": {"name": "Ann Lee", "password": "correct horse"},
    "POST /api/login": {"name": "Ann Lee", "password": "correct horse"},
    "POST /api/passkeys/register/begin": {"name": "Ann Lee"},
}


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def node(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Node]:
    """A server on either database."""
    if request.param == "sqlite":
        path = tmp_path_factory.mktemp("server") / "tilewright.db"
        with running(Node(f"sqlite:///{path}")) as server:
            yield server
    else:
        with postgres() as database, running(Node(database)) as server:
            yield server


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
                        answer = json.loads(await asyncio.wait_for(socket.recv(), 60))
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


def test_a_huge_frame_and_a_flood(tmp_path: Path) -> None:
    most = Settings().messages

    async def story(node: Node) -> None:
        async with Person(node.url) as ann:
            game = await ann.make_table()
            async with ann.sit(game) as socket:
                await socket.send("x" * 9000)
                await asyncio.wait_for(socket.wait_closed(), 60)
                assert socket.close_code == 1009
            async with ann.sit(game) as socket:
                for n in range(most + 30):
                    await socket.send(json.dumps({"ping": n}))
                codes: list[str] = []
                while len(codes) < most + 30:
                    answer = json.loads(await asyncio.wait_for(socket.recv(), 60))
                    if answer["type"] != "view":
                        codes.append(answer.get("code", "pong"))
                assert codes.count("too_many") == 30

    settings = {"TILEWRIGHT_MESSAGES": str(most)}
    with running(Node(f"sqlite:///{tmp_path}/tw.db", settings=settings)) as node:
        asyncio.run(story(node))


def test_foreign_pages_and_unknown_games(node: Node) -> None:
    async def story() -> None:
        async with Person(node.url) as ann:
            game = await ann.make_table()
            evil = {"Origin": "https://evil.example"}
            answer = await ann.http.post("/api/tables", json={}, headers=evil)
            assert (answer.status_code, answer.json()["code"]) == (403, "origin")
            for path in ("/api/games/nothing", "/api/games/%00", "/api/nothing", "/api/me/"):
                assert (await ann.http.get(path)).status_code in (400, 404)
            with pytest.raises(websockets.InvalidStatus) as refused:
                await ann.sit(f"{game}/socket?previews=perhaps&")
            assert refused.value.response.status_code == 422
            answer = await ann.http.post("/api/tables", content=b"x" * 70_000)
            assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
            async with Person(node.url) as bob:
                answer = await bob.http.post(f"/api/games/{game}/ask", json={"undo": True, "at": 9})
                assert (answer.status_code, answer.json()["code"]) == (403, "not_seated")
            stranger = httpx2.get(f"{node.url}/api/me", headers={"Authorization": "Bearer guess"})
            assert stranger.json()["code"] == "who"

    asyncio.run(story())


QUICK = settings(
    max_examples=6,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
    database=None,
)


def operations(node: Node) -> Iterator[Any]:
    """Every operation of the OpenAPI document, for Schemathesis."""
    schema = schemathesis.openapi.from_url(f"{node.url}/api/openapi.json")
    for result in schema.get_all_operations():
        yield cast(Any, result).ok()


def guest_cookie(node: Node) -> str:
    return f"session={httpx2.post(f'{node.url}/api/guest').cookies['session']}"


def check_answer(answer: Any, what: object) -> dict[str, Any]:
    """Nothing fails, and every error has the one shape; returns the error."""
    assert answer.status_code < 500, (what, answer.text[:300])
    if answer.status_code < 400:
        return {}
    body = json.loads(answer.text)
    more = {"why"} if body["code"] == "position" else set()
    assert set(body) - more == {"type", "code", "text"}, body
    assert body["type"] == "error"
    return dict(body)


# What the server does itself is the same on both databases, and PostgreSQL is the stricter one.
on_postgresql = pytest.mark.parametrize("node", ["postgresql"], indirect=True)


@on_postgresql
def test_every_operation_with_good_and_bad_data(node: Node) -> None:
    called = 0
    few = settings(QUICK, max_examples=2)

    def call(case: schemathesis.Case[Any], cookie: str) -> None:
        nonlocal called
        check_answer(case.call(headers={"Cookie": cookie}, timeout=20), (case.method, case.path))
        called += 1

    for operation in operations(node):
        cookie = guest_cookie(node)
        for mode in schemathesis.GenerationMode:
            cases = operation.as_strategy(generation_mode=mode)
            try:
                few(given(case=cases, cookie=just(cookie))(call))()
            except Unsatisfiable:
                continue  # an operation without parameters has no bad data
    assert called > 100


def spoiled(value: Any, bad: str) -> Iterator[Any]:
    """A value once for each of its texts and keys, with a bad character in that one."""
    if isinstance(value, str):
        yield value[:4] + bad + value[4:]
    elif isinstance(value, list):
        for n, part in enumerate(value):
            yield from ([*value[:n], other, *value[n + 1 :]] for other in spoiled(part, bad))
    elif isinstance(value, dict):
        for key, part in value.items():
            yield from ({**value, key: other} for other in spoiled(part, bad))
            yield {key + bad if other == key else other: value[other] for other in value}


def example(operation: Any) -> Any:
    """A good case of an operation."""
    found: list[Any] = []
    cases = operation.as_strategy(generation_mode=schemathesis.GenerationMode.POSITIVE)
    settings(QUICK, max_examples=1)(given(case=cases)(lambda case: found.append(case)))()
    return found[0]


def filled(path: str, values: dict[str, Any]) -> str:
    """A path with its parameters."""
    return path.format(**{name: quote(f"{value}", safe="") for name, value in values.items()})


@on_postgresql
def test_bad_characters_in_every_text_of_every_operation(node: Node) -> None:
    refused = 0
    with httpx2.Client(base_url=node.url, headers={"Cookie": guest_cookie(node)}) as guest:
        game = guest.post("/api/tables", json={"seats": ["me", "open"]}).json()["game"]

        def send(method: str, path: str, **what: Any) -> None:
            nonlocal refused
            error = check_answer(guest.request(method, path, **what), (method, path, what))
            assert error.get("code") == "bad_request", (method, path, what, error)
            assert "is not allowed" in error["text"], error
            refused += 1

        for operation in operations(node):
            case, name = example(operation), f"{operation.method.upper()} {operation.path}"
            values = {**(case.path_parameters or {}), "id": game}
            for place in case.path_parameters or {}:
                for bad in "\0\x7f":
                    send(case.method, filled(case.path, {**values, place: f"a{bad}b"}))
            path = filled(case.path, values)
            for parameter in ("status", "position", "kind", "day", "else"):
                send(case.method, path, params={parameter: "x\0"})
            random_body = case.body if isinstance(case.body, dict | list) else None
            for body, marks in ((random_body, BAD[::5]), (GOOD.get(name), BAD)):
                for bad in marks:
                    for other in spoiled(body, bad):
                        text = json.dumps(other).encode()
                        send(case.method, path, content=text, headers=JSON)
        send("POST", "/api/guest", headers={"User-Agent": b"Mozilla \x85"})
    assert refused > 600


def test_bad_characters_on_the_socket(node: Node) -> None:
    async def story() -> None:
        async with Person(node.url) as ann, Person(node.url) as bob:
            game = await ann.make_table(seats=["me", "open"])
            await bob.ask(game, sit=1)
            async with ann.sit(game) as socket, bob.sit(game) as other:
                for bad in BAD:
                    for message in (
                        {"say": f"free {bad} words"},
                        {"play": f"1b1{bad}", "at": 3, "id": "x"},
                        {"play": "1b1", "at": 3, "id": f"x{bad}"},
                        {"sit": 1, "nonce": f"00{bad}"},
                        {f"undo{bad}": True},
                    ):
                        await socket.send(json.dumps(message))
                        error = await receive(socket, "error")
                        assert error["code"] == "bad_request", (message, error)
                        assert f"U+{ord(bad):04X} is not allowed" in error["text"]
                await socket.send(json.dumps({"say": "free words"}))
                assert (await receive(other, "said"))["text"] == "free words"

    asyncio.run(story())


@pytest.mark.parametrize("path", ["/api/games/a%00b/socket", "/api/games/x/socket?previews=%00"])
def test_bad_characters_in_the_address_of_a_socket(node: Node, path: str) -> None:
    async def story() -> None:
        with pytest.raises(websockets.InvalidStatus) as refused:
            async with websockets.connect(f"{node.ws}{path}"):
                pass
        assert refused.value.response.status_code == 400
        assert json.loads(refused.value.response.body or b"")["code"] == "bad_request"

    asyncio.run(story())
