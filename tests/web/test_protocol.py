"""The pages about the protocol and about operations say what the server does."""

from __future__ import annotations

import ast
import asyncio
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import httpx2
import pytest

from tests.web.client import Person, receive
from tests.web.servers import Node
from tests.web.test_stream import listening
from tilewright import classic, pavilion
from tilewright.table.messages import Turn
from tilewright.table.setup import HIGHEST
from tilewright.web import (
    chat,
    door,
    errors,
    guard,
    notifications,
    positions,
    socket,
    stream,
    tables,
    webhook,
    wire,
)
from tilewright.web.app import create_app
from tilewright.web.errors import STATUS
from tilewright.web.settings import Settings

ROOT = Path(__file__).parents[2]
PROTOCOL = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
OPERATIONS = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")


def section(title: str, page: str = PROTOCOL) -> str:
    """The text under a heading and its subheadings."""
    head = re.search(rf"^(#+) {re.escape(title)}\n", page, re.MULTILINE)
    assert head, f"no heading {title}"
    rest = page[head.end() :]
    end = re.search(rf"^#{{1,{len(head[1])}}} ", rest, re.MULTILINE)
    return rest[: end.start()] if end else rest


def words(text: str) -> set[str]:
    """Everything in a text that is marked as code."""
    return set(re.findall(r"`([^`\n]+)`", text))


def rows(text: str) -> list[list[str]]:
    """The rows of all tables of a text, without their heads."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines]
    return [
        row
        for n, row in enumerate(cells)
        if "---" not in row and "---" not in (cells + [[]])[n + 1]
    ]


def blocks(text: str) -> list[Any]:
    """The JSON that a text shows."""
    return [json.loads(block) for block in re.findall(r"```json\n(.*?)```", text, re.DOTALL)]


def shown(kind: str) -> dict[str, Any]:
    """The first message of a type that the page shows."""
    messages = [one for one in blocks(PROTOCOL) if isinstance(one, dict)]
    return next(one for one in messages if one.get("type") == kind)


# Errors


def codes_in_the_source() -> set[str]:
    """Every code with which a request can be refused."""
    found = set(STATUS)
    place = {"Refused": 0, "frame": 0, "answer": 0}
    for part in ("table", "web"):
        for path in (ROOT / "src" / "tilewright" / part).glob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call):
                    name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                    given = node.args[place[name] :][:1] if name in place else []
                    found |= {arg.value for arg in given if isinstance(arg, ast.Constant)}  # type: ignore[misc]
    return found


def test_every_code_is_explained_with_its_status() -> None:
    told = {row[0].strip("`"): row[1] for row in rows(section("Errors"))}
    codes = codes_in_the_source()
    assert codes - set(told) == set(), "codes without an explanation"
    assert set(told) - codes == set(), "codes that nothing raises"
    assert told == {code: str(STATUS.get(code, 409)) for code in codes}


# Fields


def test_every_field_of_a_request_is_explained() -> None:
    part = section("Requests to a table")
    explained = {row[0].strip("`") for row in rows(part)}
    assert explained == set(door.TableRequest.__struct_fields__)
    assert set(door.ACTIONS) < explained
    for row in rows(part):
        if row[1].startswith("`{"):
            assert door.read(row[1].strip("`")).action() == row[0].strip("`")


def test_every_field_of_a_new_table_is_explained() -> None:
    part = section("Create one")
    assert set(tables.NewTable.model_fields) <= {row[0].strip("`") for row in rows(part)}
    tables.make_setup(tables.NewTable(**blocks(part)[0]))
    options = {row[1].strip("`") for row in rows(part) if row[0] in ("classic", "pavilion")}
    known = classic.Options._fields + pavilion.Options._fields
    assert options == set(known) - {"players"}
    assert set(tables.TableRow.model_fields) == set(blocks(section("Find one"))[0][0])
    assert set(tables.NewClock.model_fields) <= words(PROTOCOL)
    for text in re.findall(r'`(\{"kind".*?\})`', section("Clocks")):
        tables.make_setup(tables.NewTable(clock=tables.NewClock(**json.loads(text))))


@pytest.mark.parametrize("game", [classic, pavilion])
def test_every_field_of_a_state_is_explained(game: Any) -> None:
    part = section("The state").split("Fields of the state of pavilion")[game is pavilion]
    for kind in (game.State, game.Player, game.Options):
        assert set(kind._fields) <= words(section("The state")), kind
    assert set(game.State._fields) - {"round", "seat", "starter", "marker"} <= words(part)


def keys(value: Any) -> Any:
    """The fields of a message at any depth; for a list, those of its first element."""
    if isinstance(value, dict):
        return {name: keys(part) for name, part in value.items()}
    if isinstance(value, list):
        return [keys(value[0])] if value and isinstance(value[0], dict) else []
    return None


def test_the_messages_are_as_shown(node: Node) -> None:
    async def story() -> None:
        async with Person(node.url) as ann, Person(node.url) as bob:
            assert keys(ann.me) == keys(blocks(section("Who you are"))[0])
            clock = {"kind": "live", "seconds": 600, "increment": 5}
            id = await ann.make_table(seats=["me", "open"], clock=clock)
            await bob.ask(id, sit=1)
            async with ann.sit(id) as line, listening(bob) as listener:
                assert keys(listener.last) == keys(shown("hello"))
                while not (view := await receive(line)).get("legal"):
                    pass
                legal = {frozenset(move) for move in view["legal"]}
                example = shown("view")
                assert legal == {frozenset(move) for move in example["legal"]}
                view["view"]["log"] = example["view"]["log"] = []
                view["legal"] = example["legal"] = []
                assert keys(view) == keys(example)
                for field in (*view, *view["view"], *view["view"]["seats"][0]):
                    assert field in words(section("The view")), f"{field} is not explained"
                await line.send(json.dumps({"say": "good_luck"}))
                assert keys(await receive(line, "said")) == keys(shown("said"))
                await line.send(json.dumps({"play": "2r4", "at": 0, "id": "x7Q"}))
                error = await receive(line, "error")
                assert keys(error) == keys(shown("error"))
                assert error["code"] == shown("error")["code"]
                await line.send(json.dumps({"ping": 7}))
                pong = await receive(line, "pong")
                assert pong == {**shown("pong"), "ping": 7, "now": pong["now"]}
                await ann.ask(id, end=True)
                question = (await listener.next())["view"]
                assert keys(question["asked"]) == {"seat": None, "what": None}
                await bob.ask(id, answer=True)
                assert keys(await listener.next()) == keys(shown("over"))
            proof = (await ann.http.get(f"/api/games/{id}/proof")).json()
            assert keys(proof) == keys(blocks(section("Records and proof"))[0])
            ply = (await ann.http.get(f"/api/games/{id}/ply/1")).json()
            assert set(ply) <= words(section("Records and proof"))
            history = (await ann.http.get(f"/api/games/{id}/history")).json()
            assert {*history, *history["plies"][1]} <= words(section("Records and proof"))
            moved = await ann.http.get(f"/api/games/{id}/record.json")
            assert moved.status_code == 200

    asyncio.run(story())


def test_positions_and_the_server_are_as_shown(node: Node) -> None:
    asked, answered, refused = blocks(section("Positions"))
    answer = httpx2.post(f"{node.url}/api/positions", json=asked).json()
    one_more = answer["position"].replace("bag=b16", "bag=b17")
    assert httpx2.post(f"{node.url}/api/positions", json={"position": one_more}).json() == refused
    answer["legal"] = answer["legal"][:2]
    assert answer == answered
    assert set(answer) <= words(section("Positions"))
    assert set(positions.Continuation.model_fields) <= words(section("Positions"))
    assert f"up to {positions.MOST_MOVES} moves" in section("Positions")
    assert f"above {HIGHEST}" in section("Create one")
    shown_about = blocks(section("About this server"))[0]
    assert keys(httpx2.get(f"{node.url}/api/about").json()) == keys(shown_about)


def test_moves_of_the_log_are_explained(node: Node) -> None:
    async def story() -> None:
        async with Person(node.url) as ann:
            id = await ann.make_table(seats=["bot:random", "me"])
            while not (message := await ann.view(id)).get("legal"):
                await asyncio.sleep(0.05)
            seen = {field for move in message["view"]["log"] for field in move}
            assert seen | {"steps"} <= words(section("The log"))
            assert {"seat", "code", "points"} <= words(section("The view"))

    asyncio.run(story())


def test_webhooks_are_as_shown() -> None:
    example = blocks(section("Webhooks"))[0]
    assert set(example) == {"type", *Turn.__struct_fields__}
    assert set(example) <= words(section("Webhooks"))
    code = re.findall(r"```python\n(.*?)```", section("Webhooks"), re.DOTALL)[0]
    names: dict[str, Any] = {}
    exec(code, names)
    key = webhook.webhook_key("secret", "user")
    assert names["is_genuine"](key, b"{}", webhook.sign(key, b"{}"))
    assert not names["is_genuine"](key, b"{ }", webhook.sign(key, b"{}"))


# Addresses, limits, the walk-through


def test_every_address_is_listed() -> None:
    addresses = [row for row in rows(section("All addresses")) if len(row) == 4]
    listed = {(row[0], row[1].strip("`")) for row in addresses}
    paths: dict[str, dict[str, object]] = create_app(
        Settings(database="sqlite:///unused.db")
    ).openapi()["paths"]
    there = {(method.upper(), path) for path, ways in paths.items() for method in ways}
    hidden = {"/api/stream", "/api/games/{id}/socket", "/api/openapi.json"}
    assert listed == there | {("GET", path) for path in hidden}


def test_limits_phrases_and_times_are_right() -> None:
    limits = section("Limits")
    numbers = {int(number) for number in re.findall(r"\d+", limits)}
    assert {
        socket.FRAME_LIMIT,
        Settings().messages,
        int(socket.SECONDS),
        socket.WAITING_FRAMES,
        guard.BODY_LIMIT,
        int(guard.SECONDS),
        Settings().requests,
        door.MANY_TABLES,
        stream.STREAMS.most,
        socket.SOCKETS.most,
        Settings().guests,
        Settings().sockets,
        Settings().connections,
        int(guard.BODY_SECONDS),
        int(wire.HEAD_SECONDS),
    } <= numbers
    assert set(chat.PHRASES) <= words(PROTOCOL)
    assert " ".join(chat.REACTIONS) in PROTOCOL
    assert f"Every {stream.PING:.0f} seconds" in PROTOCOL
    assert f"{stream.MOST_GAMES} games per stream" in PROTOCOL
    calls, mails = notifications.CALLS.most, notifications.MAILS.most
    hour = f"at most {calls} calls an hour, and any one mail address {mails} mails"
    assert hour in " ".join(PROTOCOL.split())
    pauses = " and ".join(f"{pause:.0f}" for pause in notifications.PAUSES)
    assert f"after {pauses} seconds" in " ".join(PROTOCOL.split())


@pytest.mark.skipif(not (shutil.which("curl") and shutil.which("jq")), reason="needs curl and jq")
def test_the_walk_through_works(node: Node, tmp_path: Path) -> None:
    parts = re.findall(r"```sh\n(.*?)```", section("A game with curl"), re.DOTALL)
    script = "set -e\n" + "".join(parts).replace("http://127.0.0.1:8000", node.url)
    done = subprocess.run(
        ["bash", "-c", script], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=True
    )
    assert '["view",' in done.stdout, done.stdout
    assert "[2,1]" in done.stdout
    assert '"secret"' in done.stdout.splitlines()[-1]
    assert (tmp_path / "game.tw").read_text().startswith("tilewright 1\n")


# Operations


def test_every_setting_is_listed_with_its_default() -> None:
    told = {row[0].strip("`"): row[1].strip("`") for row in rows(section("Settings", OPERATIONS))}
    there = {name: field.default for name, field in Settings.model_fields.items()}
    words_of = {True: "yes", False: "no"}
    assert told == {
        name: words_of[value] if isinstance(value, bool) else str(value)
        for name, value in there.items()
    }


def test_metrics_and_headers_are_listed(node: Node) -> None:
    answer = httpx2.get(f"{node.url}/metrics")
    metrics = set(re.findall(r"^# TYPE (tilewright_\w+) ", answer.text, re.MULTILINE))
    assert metrics == {word for word in words(OPERATIONS) if re.fullmatch(r"tilewright_\w+", word)}
    listed = {row[0].strip("`"): row[1] for row in rows(section("Security", OPERATIONS))}
    assert set(listed) == {*errors.HEADERS, "strict-transport-security", "cache-control"}
    for name, value in errors.HEADERS.items():
        assert answer.headers[name] == value
        assert f"`{value}`" == listed[name] or name in (
            "content-security-policy",
            "permissions-policy",
        )
