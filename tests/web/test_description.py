"""The wire is declared once: what a server sends is what its description says."""

from __future__ import annotations

import asyncio
import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator

from tests.configurations import playthrough
from tests.web.client import Person, receive
from tests.web.servers import Node
from tests.web.test_protocol import PROTOCOL
from tests.web.test_stream import listening
from tilewright import games
from tilewright.table.messages import Frame, History, Ply, PositionView, shown
from tilewright.table.view import encode, state_view, steps_view
from tilewright.web.app import create_app
from tilewright.web.description import schemas
from tools import protocol_tables

LIBRARY = (Path(__file__).parents[2] / "docs" / "library.md").read_text(encoding="utf-8")


def check(kind: type, value: object) -> None:
    """Check a message against its description."""
    validator(kind).validate(value)


@cache
def validator(kind: type) -> Draft202012Validator:
    """What knows a kind of message; a field that is not described is an error."""
    described = json.loads(json.dumps(schemas()))
    for schema in described.values():
        if "properties" in schema:
            schema["additionalProperties"] = False
    whole = {"$ref": f"#/components/schemas/{kind.__name__}", "components": {"schemas": described}}
    return Draft202012Validator(whole)


def test_an_error_is_one_default_answer() -> None:
    described = create_app().openapi()
    operations = [one for path in described["paths"].values() for one in path.values()]
    assert len(operations) > 50
    for operation in operations:
        codes = set(operation["responses"])
        assert {code for code in codes if not code.startswith(("2", "3"))} <= {"default"}, codes
    api = [described["paths"][path] for path in described["paths"] if path.startswith("/api")]
    assert all("default" in one["responses"] for path in api for one in path.values())
    assert "HTTPValidationError" not in described["components"]["schemas"]


def test_the_tables_of_the_page_are_those_of_the_declarations() -> None:
    assert len(protocol_tables.TABLE.findall(PROTOCOL)) >= 6
    assert protocol_tables.written(PROTOCOL) == PROTOCOL, "run make types"


@pytest.mark.parametrize("name", games.GAMES)
def test_a_view_has_all_parts_of_a_state(name: str) -> None:
    state = games.new_game(name)
    view = json.loads(encode(shown(name).view(state)))
    assert view == plain(state)


def plain(value: Any) -> Any:
    """A state with its fields named."""
    if hasattr(value, "_asdict"):
        return {name: plain(part) for name, part in value._asdict().items()}
    return [plain(part) for part in value] if isinstance(value, tuple) else value


@pytest.mark.parametrize("name", games.GAMES)
def test_every_step_is_declared_with_its_numbers(name: str) -> None:
    """In whole games, and in the table of the library's page."""
    for seed in range(2):
        for state, move, after in playthrough(games.new_game(name), seed):
            check(Ply, {"ply": 1, **json.loads(encode(state_view(after)))})
            told = state.explain(move)
            for step, view in zip(told, steps_view(shown(name), told), strict=True):
                sent = json.loads(encode(view))
                common = {"seat": step.seat, "kind": step.kind, "code": step.code}
                assert sent == {**common, "points": step.points, **step.numbers}
    rows = re.findall(rf"^\| {name} \| `\w+` \| (.*?) \| (.*?) \|", LIBRARY, re.MULTILINE)
    listed = {code: row for codes, row in rows for code in re.findall(r"`(\w+)`", codes)}
    assert set(listed) == set(shown(name).STEPS)
    for code, kind in shown(name).STEPS.items():
        own = set(kind.__struct_fields__) - {"seat", "kind", "points"}
        assert own <= set(re.findall(r"`(\w+)`", listed[code])), code


@pytest.mark.parametrize("name", games.GAMES)
def test_what_is_sent_is_as_described(node: Node, name: str) -> None:
    async def story() -> None:
        async with Person(node.url) as ann:
            id = await ann.make_table(game=name, seats=["me", "bot:random"])
            async with ann.sit(id) as line, listening(ann):
                while not (frame := await receive(line)).get("legal"):
                    pass
                check(Frame, frame)
            await ann.ask(id, play=frame["legal"][0]["move"], at=frame["view"]["at"])
            await ann.ask(id, resign=True)
            check(Frame, (await ann.http.get(f"/api/games/{id}")).json())
            check(Ply, (await ann.http.get(f"/api/games/{id}/ply/1")).json())
            check(History, (await ann.http.get(f"/api/games/{id}/history")).json())
            asked = {"game": name, "options": {}, "players": 2, "moves": ["?"]}
            check(PositionView, (await ann.http.post("/api/positions", json=asked)).json())

    asyncio.run(story())


def test_the_only_round_is_the_last() -> None:
    """It was not when the pages worked this out themselves."""
    assert state_view(games.new_game("classic", 2, {"round_limit": 1}))["last_round"]
    assert not state_view(games.new_game("classic", 2))["last_round"]
