"""`tilewright engine`: every line gets its answer, and errors name the field."""

from __future__ import annotations

import io
import json
import random
from typing import Any

import pytest

import tilewright as tw
from tests.engine.programs import OURS, opening, talk
from tilewright.bots import BOTS, Choice, Limit
from tilewright.engine import protocol, server
from tilewright.engine.protocol import LINE
from tilewright.game import Rng
from tilewright.games import AnyState
from tilewright.record import Record

POSITION = str(opening())


def answers(*requests: Any, bot: str = "greedy") -> list[dict[str, Any]]:
    """The answers to requests; strings are sent as they are."""
    lines = [one if isinstance(one, bytes) else json.dumps(one).encode() for one in requests]
    sink = io.BytesIO()
    server.run(bot, io.BytesIO(b"\n".join(lines) + b"\n"), sink)
    return [json.loads(line) for line in sink.getvalue().splitlines()]


def test_the_command_answers_in_order_until_its_input_ends() -> None:
    asked = [{"id": n, "position": POSITION, "limit": {"time": 0.01}} for n in range(3)]
    lines = [json.dumps({"id": "first", "hello": 1}), "", *map(json.dumps, asked), "nonsense"]
    found = [json.loads(line) for line in talk(OURS, "\n".join(lines))]
    assert [one["id"] for one in found] == ["first", 0, 1, 2, None]
    assert found[0]["hello"] == protocol.PROTOCOL
    assert found[0]["bot"] == "greedy"
    legal = {str(move) for move in opening().legal_moves()}
    assert all(one["move"] in legal for one in found[1:4])


def test_an_answer_has_move_value_and_lines() -> None:
    (found,) = answers({"id": 1, "position": POSITION, "lines": 3, "seed": 5})
    assert set(found) == {"id", "move", "value", "lines"}
    assert [len(found["value"][name]) for name in ("margins", "chances")] == [2, 2]
    assert len(found["lines"]) == 3
    assert all(isinstance(one["weight"], float) for one in found["lines"])
    (again,) = answers({"id": 1, "position": POSITION, "lines": 3, "seed": 5})
    assert again == found
    (short,) = answers({"id": 1, "position": POSITION, "lines": 0})
    assert short["lines"] == []


def test_a_record_counts_by_its_last_position() -> None:
    record = Record(opening())
    for text in (str(record), record.to_json()):
        (found,) = answers({"record": text, "seed": 1})
        assert found["id"] is None
        assert found["move"] == answers({"position": POSITION, "seed": 1})[0]["move"]


def test_a_request_of_tilewright_is_understood() -> None:
    for game in ("classic", "pavilion"):
        request = protocol.request(opening(game), Limit(time=0.1, simulations=9), seed=1)
        assert set(request) <= set(protocol.FIELDS)
        assert "move" in answers(request)[0]


@pytest.mark.parametrize(
    ("request_", "field"),
    [
        (b"nonsense", ""),
        (b"[]", ""),
        (b"7", ""),
        (b"\xff\xfe", ""),
        (b'{"id": NaN}', ""),
        (b"[" * 100_000, ""),
        (b'{"id": "' + b"x" * LINE + b'"}', ""),
        ({}, "position"),
        ({"position": POSITION, "record": ""}, "record"),
        ({"position": 7}, "position"),
        ({"position": "classic players=2"}, "position"),
        ({"position": "checkers players=2"}, "position"),
        ({"record": "tilewright 2"}, "record"),
        ({"record": "{}"}, "record"),
        ({"position": POSITION, "limit": 3}, "limit"),
        ({"position": POSITION, "limit": {"time": 0}}, "limit.time"),
        ({"position": POSITION, "limit": {"time": "1"}}, "limit.time"),
        ({"position": POSITION, "limit": {"time": True}}, "limit.time"),
        ({"position": POSITION, "limit": {"time": 1e9}}, "limit.time"),
        ({"position": POSITION, "limit": {"simulations": 0}}, "limit.simulations"),
        ({"position": POSITION, "limit": {"simulations": 1.5}}, "limit.simulations"),
        ({"position": POSITION, "limit": {"depth": 3}}, "limit.depth"),
        ({"position": POSITION, "bot": "nobody"}, "bot"),
        ({"position": POSITION, "bot": ["greedy"]}, "bot"),
        ({"position": POSITION, "lines": -1}, "lines"),
        ({"position": POSITION, "seed": 2**53}, "seed"),
        ({"position": POSITION, "limits": {}}, "limits"),
        ({"hello": "you"}, "hello"),
        ({"hello": 1, "position": POSITION}, "position"),
        (b'{"id": 1e999}', "id"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_errors_name_the_field_and_end_nothing(request_: Any, field: str) -> None:
    bad, good = answers(request_, {"id": "next", "hello": 1})
    assert bad["error"]["field"] == field
    assert bad["error"]["message"]
    assert good["id"] == "next"
    assert good["hello"] == 1


def test_an_error_carries_the_id() -> None:
    for id in (7, "é 瓦", [1, {"a": None}], 2.5):
        assert answers({"id": id, "position": ""})[0]["id"] == id


def test_nobody_is_asked_where_nobody_is_to_move() -> None:
    (deal,) = answers({"position": str(tw.classic.new_game(2))})
    assert deal["error"] == {"field": "position", "message": "nature is to move"}
    state, rng = opening(), random.Random(1)
    while state.turn != tw.OVER:
        nature = state.turn == tw.CHANCE
        state = state.play(
            state.sample(rng) if nature else BOTS["greedy"](state, Limit(), rng).move
        )
    (over,) = answers({"position": str(state)})
    assert over["error"] == {"field": "position", "message": "the game is over"}


def test_a_bot_that_fails_or_prints_does_not_disturb(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def failing(state: AnyState, limit: Limit, rng: Rng) -> Choice:
        print("thinking")
        raise ZeroDivisionError("oops")

    monkeypatch.setitem(BOTS, "failing", failing)
    bad, good = answers({"id": 1, "position": POSITION, "bot": "failing"}, {"hello": 1})
    assert bad["error"]["field"] == "bot"
    assert "oops" in bad["error"]["message"]
    assert good["hello"] == 1
    assert capfd.readouterr().out == ""


def test_a_line_without_an_end_is_answered() -> None:
    sink = io.BytesIO()
    server.run("greedy", io.BytesIO(b'{"id": 1, "hello": 1}'), sink)
    assert json.loads(sink.getvalue())["id"] == 1


def test_it_ends_quietly_when_nobody_listens() -> None:
    class Gone(io.BytesIO):
        def write(self, data: Any) -> int:
            raise BrokenPipeError

    server.run("greedy", io.BytesIO(b'{"hello": 1}\n'), Gone())


def test_the_strongest_bot_answers_unless_another_is_named() -> None:
    assert server.default_bot() == "master"
