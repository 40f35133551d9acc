"""The client: what an engine may answer, and what happens to one that misbehaves."""

from __future__ import annotations

import logging
import random
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import pytest

import tilewright as tw
from tests.children import follow
from tests.engine.programs import ENGINES, OURS, PYTHON, misbehaving, opening
from tilewright.bots import Limit
from tilewright.engine import Client, EngineError
from tilewright.engine.answer import read_choice
from tilewright.engine.protocol import Fault
from tilewright.games import AnyState

SHORT = Limit(time=0.05)


def play_out(state: AnyState, choose: Callable[..., Any], *, moves: int) -> AnyState:
    """Play on with an engine on all seats."""
    rng = random.Random(1)
    for _ in range(moves):
        if state.turn == tw.OVER:
            break
        nature = state.turn == tw.CHANCE
        state = state.play(state.sample(rng) if nature else choose(state, SHORT, rng).move)
    return state


@pytest.mark.parametrize("command", ENGINES)
def test_the_examples_play_both_games(command: list[str]) -> None:
    with Client(command) as engine:
        assert engine.about["hello"] == 1
        for game in ("classic", "pavilion"):
            for players in (2, 4):
                start = tw.GAMES[game].new_game(players)
                assert play_out(start, engine.choose, moves=60).scores
        assert engine.close() == 0


def test_a_choice_is_complete() -> None:
    state = opening()
    with Client(OURS) as ours, Client(PYTHON) as simple:
        choice = ours.choose(state, SHORT, random.Random(1))
        assert len(choice.ranking) == 5
        assert sum(choice.value.chances) == pytest.approx(1, abs=0.001)
        assert ours.choose(state, SHORT, random.Random(1)) == choice
        choice = simple.choose(state, SHORT)
        assert [one.move for one in choice.ranking] == [choice.move]
        assert choice.value.chances == (0.5, 0.5)


def test_a_command_may_be_a_text() -> None:
    with Client(f"{sys.executable} '{PYTHON[1]}'") as engine:
        assert engine.name == "first"
    with pytest.raises(ValueError, match="needs a command"):
        Client("")


@pytest.mark.parametrize(
    ("what", "reason"),
    [
        ("sys.exit('I give up')", "ended with exit code 1: I give up"),
        ("os.abort()", "ended by signal 6"),
        ("print('hm'); continue", "not a line of JSON"),
        ("print('[]'); continue", "expected an object"),
        ("reply['id'] = 0", "answered 0 instead of request 2"),
        ("reply['move'] = '9w5'", "answered badly: move: 9w5: there is no"),
        ("reply['move'] = 'pass'", "is not a move"),
        ("del reply['move']", "expected the text of a move"),
        ("reply['value'] = {'margins': [0, 0], 'chances': [1, 1]}", "add up to 1"),
        ("reply['value'] = {'margins': [0], 'chances': [1]}", "value.margins: expected 2 numbers"),
        (
            "reply['value'] = {'margins': [float('nan'), 0], 'chances': [1, 0]}",
            "NaN is not a number",
        ),
        ("reply['lines'] = [{'move': 'x'}]", r"lines\[0\].move"),
        ("reply['lines'] = [{'move': reply['move'], 'margin': 'x'}]", r"lines\[0\].margin"),
        ("print('x' * 2000000); continue", "more than 1048576 bytes"),
        ("os.close(1); time.sleep(60)", "closed its output"),
        ("print('x', end='', flush=True); os._exit(3)", "exit code 3"),
    ],
)
def test_nonsense_is_told_and_ends_the_engine(what: str, reason: str) -> None:
    with Client(misbehaving(what), timeout=20) as engine:
        with pytest.raises(EngineError, match=f"bad: .*{reason}"):
            engine.choose(opening(), SHORT)
        with pytest.raises(EngineError, match="is not running"):
            engine.choose(opening(), SHORT)


def test_silence_ends_after_the_limit_and_some_grace() -> None:
    with Client(misbehaving("time.sleep(60)"), timeout=0.3) as engine:
        begin = time.monotonic()
        with pytest.raises(EngineError, match=r"no answer within 0\.35 seconds"):
            engine.choose(opening(), SHORT)
        assert time.monotonic() - begin < 45


def test_all_that_an_engine_has_started_ends_with_it() -> None:
    shell = ["sh", "-c", "sleep 60; true"]  # the sleep holds the output open
    begin = time.monotonic()
    with pytest.raises(EngineError, match="no answer"), Client(shell, start=0.3):
        pass
    assert time.monotonic() - begin < 45


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (["/no/such/program"], "cannot be started: No such file"),
        (["true"], "ended with exit code 0"),
        (["cat"], "without its name and games"),
        ([sys.executable, "-c", 'input(); print(\'{"id": 1, "hello": 2}\')'], "protocol 2"),
        ([sys.executable, "-c", "print('Welcome!', flush=True); input()"], "Welcome!"),
    ],
)
def test_a_program_that_is_no_engine(command: list[str], reason: str) -> None:
    with pytest.raises(EngineError, match=reason), Client(command, start=10):
        pass


def test_a_refusal_does_not_end_an_engine() -> None:
    refuse = "reply = {'id': request['id'], 'error': {'field': 'state', 'message': 'no'}}"
    with Client(misbehaving(refuse)) as engine:
        for _ in range(2):
            with pytest.raises(EngineError, match=r"refused: .*'state'"):
                engine.choose(opening(), SHORT)


def test_an_engine_is_not_asked_what_it_does_not_play() -> None:
    with Client(misbehaving("pass")) as engine:
        assert engine.plays(opening())
        assert not engine.plays(opening("pavilion"))
        with pytest.raises(EngineError, match="does not play pavilion"):
            engine.choose(opening("pavilion"), SHORT)
        engine.about["games"] = {"classic": {"wall": ["coloured"], "players": [2], "new": [1]}}
        assert engine.plays(opening())
        assert not engine.plays(opening(wall="grey"))


def test_standard_error_goes_to_the_log(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "tilewright.engine")
    with Client(misbehaving("print('thinking of', 7, file=sys.stderr, flush=True)")) as engine:
        engine.choose(opening(), SHORT)
    end = time.monotonic() + 5
    while "bad: thinking of 7" not in caplog.messages and time.monotonic() < end:
        time.sleep(0.01)
    assert "bad: thinking of 7" in caplog.messages


def test_an_engine_ends_when_its_asker_is_killed() -> None:
    code = (
        "import sys; from tilewright.engine import Client\n"
        f"engine = Client({PYTHON!r}); engine.open()\n"
        "print(engine._process.pid, flush=True); sys.stdin.read()"
    )
    asker = subprocess.Popen(
        [sys.executable, "-c", code],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        preexec_fn=follow,
    )
    assert asker.stdout is not None
    engine = int(asker.stdout.readline())
    assert is_running(engine)
    asker.kill()
    asker.communicate()
    end = time.monotonic() + 10
    while is_running(engine) and time.monotonic() < end:
        time.sleep(0.02)
    assert not is_running(engine)


def is_running(process: int) -> bool:
    """Tell whether a process is there and has not ended."""
    status = subprocess.run(["ps", "-o", "stat=", "-p", str(process)], capture_output=True)
    return status.stdout.strip()[:1] not in (b"", b"Z")


def test_answers_are_read_strictly() -> None:
    state = opening()
    move = str(state.legal_moves()[0])
    wrongs: list[dict[str, object]] = [{"value": 3}, {"lines": {}}, {"lines": [3]}]
    for wrong in wrongs:
        with pytest.raises(Fault):
            read_choice(state, {"move": move, **wrong})
