"""External engines among the bots: in a process, at the prompt, and on a real server."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import random
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest

from tests.engine.programs import NODE, PYTHON, misbehaving, needs_node, opening
from tests.web.client import Person, play_on
from tests.web.servers import Node, running
from tilewright.bots import BOTS, Limit, shown
from tilewright.engine import register, seats
from tilewright.table.setup import Setup, from_json, to_json

FIRST = shlex.join(PYTHON)
CRASHING = shlex.join(misbehaving("sys.exit('I give up')"))
SHORT = Limit(time=0.05)


@pytest.fixture
def own_bots() -> Iterator[None]:
    """The bots are afterwards as they were before."""
    before = dict(BOTS)
    yield
    for name in [*BOTS]:
        if name not in before:
            bot = BOTS.pop(name)
            assert isinstance(bot, seats.EngineBot)
            bot.close()


@needs_node
@pytest.mark.usefixtures("own_bots")
def test_engines_are_bots() -> None:
    register(f"first={FIRST}; counter = {shlex.join(NODE)} ;")
    register(f"first={FIRST}")  # again, as a server and its workers do
    assert shown()[-2:] == ["first", "counter"]
    for name in ("first", "counter"):
        choice = BOTS[name](opening(), SHORT, random.Random(1))
        assert choice.move in opening().legal_moves()


@pytest.mark.usefixtures("own_bots")
@pytest.mark.parametrize(
    ("setting", "reason"),
    [
        ("first", "expected name=command"),
        ("First=true", "expected name=command"),
        ("a=true;a=true", "each name once"),
        ("greedy=true", "a built-in bot"),
        ("a=", "there is no program ''"),
        ("a=/no/such/program", "there is no program '/no/such/program'"),
        ("a='true", "No closing quotation"),
    ],
)
def test_settings_that_cannot_be(setting: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        register(setting)


@pytest.mark.usefixtures("own_bots")
def test_the_house_plays_for_an_engine_that_fails(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    register(f"crashing={CRASHING}")
    bot = BOTS["crashing"]
    state = opening()
    for _ in range(3):  # it rests after the first failure
        assert bot(state, SHORT, random.Random(1)).move in state.legal_moves()
    (line,) = caplog.messages
    assert line.startswith("engine failed: crashing: bad: ended with exit code 1: I give up")
    monkeypatch.setattr(bot, "_rests_until", 0.0)
    bot(state, SHORT, random.Random(1))
    assert len(caplog.messages) == 2


@pytest.mark.usefixtures("own_bots")
def test_the_house_plays_what_an_engine_does_not(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)
    register(f"classical={shlex.join(misbehaving('pass'))}")
    bot, state = BOTS["classical"], opening("pavilion")
    for _ in range(2):
        assert bot(state, SHORT, random.Random(1)).move in state.legal_moves()
    assert len(caplog.messages) == 1
    assert "does not play pavilion" in caplog.messages[0]
    first = opening().legal_moves()[0]
    assert bot(opening(), SHORT, random.Random(1)).move == first


@pytest.mark.usefixtures("own_bots")
def test_a_table_outlives_its_engine() -> None:
    register(f"first={FIRST}")
    options = "players=2 wall=coloured round_limit=40"
    kept = to_json(Setup("classic", options, ("me", "bot:first")))
    assert from_json(kept).seats == ("me", "bot:first")
    del BOTS["first"]
    assert from_json(kept).seats[1] in [f"bot:{name}" for name in shown()]
    with pytest.raises(ValueError, match="unknown bot"):
        Setup("classic", options, ("me", "bot:first"))


def test_an_engine_sits_at_the_prompt(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tilewright.cli", "play", "--fast", "--seed", "7"]
        + ["--seat", "first", "--seat", "random", "--save", str(tmp_path / "game.txt")],
        env={**os.environ, "TILEWRIGHT_ENGINES": f"first={FIRST}"},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert "seat 0: first" in (tmp_path / "game.txt").read_text(encoding="utf-8")


def test_engines_play_on_a_server(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    async def story(node: Node) -> None:
        async with Person(node.url) as ann:
            for bot in ("first", "crashing"):
                game = await ann.make_table(seats=["me", f"bot:{bot}"], options={"round_limit": 1})
                view = await play_on(ann, game)
                assert view["ending"] == "finished"
                assert view["seats"][1]["bot"] == bot

    settings = {"TILEWRIGHT_ENGINES": f"first={FIRST};crashing={CRASHING}"}
    database = f"sqlite:///{tmp_path / 'tilewright.db'}"
    with running(Node(database, settings=settings, program=True)) as node:
        bots = [bot["name"] for bot in httpx2.get(f"{node.url}/api/about").json()["bots"]]
        assert bots[-2:] == ["first", "crashing"]
        asyncio.run(story(node))
    log = [json.loads(line)["event"] for line in capfd.readouterr().err.splitlines()]
    assert any(event.startswith("engine failed: crashing: bad: ended") for event in log)
    assert not any("first" in event for event in log)
