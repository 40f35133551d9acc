"""docs/engine.md says what the engine does."""

from __future__ import annotations

import json
import re
from typing import Any

from tests.engine.programs import OURS, PYTHON, ROOT, talk
from tests.web.test_protocol import keys, rows, section, words
from tilewright.engine import client, protocol, seats

PAGE = (ROOT / "docs" / "engine.md").read_text(encoding="utf-8")


def test_the_session_is_answered_as_shown() -> None:
    block = re.findall(r"```text\n(.*?)```", section("A session", PAGE), re.DOTALL)[0]
    asked = [line[2:] for line in block.splitlines() if line.startswith("> ")]
    shown = [json.loads(line[2:]) for line in block.splitlines() if line.startswith("< ")]
    found = [json.loads(line) for line in talk(OURS, "\n".join(asked))]
    assert len(asked) == len(shown) == len(found) >= 5
    for mine, theirs in zip(shown, found, strict=True):
        assert shape(mine) == shape(theirs)
        assert mine.get("error") == theirs.get("error")


def shape(answer: dict[str, Any]) -> Any:
    """What stays the same from one answer to the next."""
    return keys(answer), answer["id"], [len(part) for part in answer.get("lines", [])]


def test_every_field_is_explained() -> None:
    told = {word for row in rows(section("Requests", PAGE)) for word in words(row[0])}
    assert told | {"hello"} == set(protocol.FIELDS)
    hello = {word for row in rows(section("Hello", PAGE)) for word in words(row[0])}
    assert hello == set(protocol.about("greedy"))
    answers = {word for row in rows(section("Answers", PAGE)) for word in words(row[0])}
    assert answers == {"id", "move", "value", "lines", "error"}


def test_the_numbers_are_right() -> None:
    assert f"at most {protocol.LINE} bytes" in PAGE
    assert f"up to {protocol.SECONDS:.0f}, `simulations`" in PAGE
    assert f"to report; {protocol.LINES} by default" in PAGE
    assert f"up to {client.START:.0f} seconds" in PAGE
    assert protocol.THINK.time == 1.0
    assert client.GRACE == 5.0
    assert f"moves for {seats.REST:.0f} seconds" in PAGE
    assert f"the bot `{seats.SUBSTITUTE}` makes its moves" in " ".join(PAGE.split())


def test_the_example_is_the_file() -> None:
    shown = re.findall(
        r"```python\n(.*?)```", section("An engine in twenty lines", PAGE), re.DOTALL
    )
    file = (ROOT / "examples" / "engine.py").read_text(encoding="utf-8")
    assert file.endswith(shown[0])


def test_the_client_works_as_shown(capfd: Any) -> None:
    code = re.findall(r"```python\n(.*?)```", section("From Python", PAGE), re.DOTALL)[0]
    exec(code.replace('"python examples/engine.py"', repr(PYTHON)), {})
    assert capfd.readouterr().out.startswith("first ")
