"""`tilewright engine-check`: the examples pass, and what is wrong is found."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import islice
from pathlib import Path

import pytest

from tests.engine.programs import ENGINES, PYTHON
from tilewright.engine import protocol
from tilewright.engine.check import VARIANTS, check, positions

CHECK = [sys.executable, "-m", "tilewright.cli", "engine-check"]


def test_positions_of_every_phase_are_asked() -> None:
    for variant in VARIANTS.values():
        states = [protocol.plain(state) for state in positions(variant)]
        phases = {state["phase"] for state in states if isinstance(state, dict)}
        tiling = {"tile"} if "wall=grey" in str(variant) else set()
        expected = {"take", *tiling} if variant.game == "classic" else {"take", "place", "pick"}
        assert phases == expected
        assert {state.turn >= 0 for state in positions(variant)} == {True}


@pytest.mark.parametrize("command", ENGINES)
def test_the_examples_pass(command: list[str]) -> None:
    results = list(check(command, grace=10))
    assert [one for one in results if not one.passed] == []
    assert len(results) == len(VARIANTS) + 16


def test_the_command_prints_a_table() -> None:
    done = subprocess.run(
        [*CHECK, "--grace", "10", *PYTHON], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stdout
    assert "classic, 2 players, grey" in done.stdout
    assert "✓" in done.stdout and "✗" not in done.stdout


def test_the_command_fails_with_the_engine() -> None:
    done = subprocess.run([*CHECK, "--json", "cat"], capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    (hello,) = json.loads(done.stdout)
    assert hello["passed"] is False
    assert "without its name" in hello["reason"]


# What an example does when one thing in it is changed, and checks that find it.
FAULTS = {
    "wrong ids": ('{"id": request.get("id"), **reply}', '{"id": 1, **reply}', {"ids in order"}),
    "illegal moves": (
        '(good or request["legal"])[0]',
        '"9w5" if request["game"] == "classic" else "C1p0"',
        {"classic, 2 players, coloured", "pavilion, 4 players, neutral", "time limit"},
    ),
    "crashes": (
        "(ValueError, TypeError, RecursionError)",
        "KeyError",
        {"not JSON", "not UTF-8", "not an object", "long line"},
    ),
    "bare errors": ('"field": "", "message"', '"text"', {"not JSON", "not an object"}),
    "stays": (
        "for line in sys.stdin.buffer:",
        'while line := sys.stdin.buffer.readline() or __import__("time").sleep(9):',
        {"ends with its input"},
    ),
}


def changed(old: str, new: str, folder: Path) -> list[str]:
    """The example in Python with one thing changed."""
    source = Path(PYTHON[1]).read_text(encoding="utf-8")
    assert source.count(old) == 1
    program = folder / "engine.py"
    program.write_text(source.replace(old, new), encoding="utf-8")
    return [sys.executable, str(program)]


@pytest.mark.parametrize("fault", FAULTS)
def test_faults_are_found(fault: str, tmp_path: Path) -> None:
    old, new, expected = FAULTS[fault]
    failed = {one.name for one in check(changed(old, new, tmp_path), grace=10) if not one.passed}
    assert expected <= failed


def test_silence_is_found(tmp_path: Path) -> None:
    silent = changed("    print(", '    "hello" in request and print(', tmp_path)
    hello, move = islice(check(silent, grace=0.5), 2)
    assert hello.passed
    assert move.passed is False
    assert "no answer within 0.55 seconds" in move.reason


def test_what_is_not_played_is_skipped(tmp_path: Path) -> None:
    games = '{"classic": {"players": [3], "wall": ["grey"]}}'
    results = list(check(changed('{"classic": {}, "pavilion": {}}', games, tmp_path), grace=10))
    assert all(one.passed is not False for one in results)
    played = [one.name for one in results if one.name in VARIANTS and one.passed]
    assert played == ["classic, 3 players, grey"]
