"""Programs that the tests start: ours, the examples, and some that misbehave."""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import tilewright as tw
from tilewright.games import AnyState

ROOT = Path(__file__).parents[2]
OURS = [sys.executable, "-m", "tilewright.cli", "engine", "--bot", "greedy"]
PYTHON = [sys.executable, str(ROOT / "examples" / "engine.py")]
NODE = ["node", str(ROOT / "examples" / "engine.js")]
needs_node = pytest.mark.skipif(not shutil.which("node"), reason="needs node")
ENGINES = [
    pytest.param(OURS, id="ours"),
    pytest.param(PYTHON, id="python"),
    pytest.param(NODE, id="node", marks=needs_node),
]
HELLO = '{"id": 1, "hello": 1, "name": "bad", "games": {"classic": {}}}'


def misbehaving(what: str) -> list[str]:
    """An engine that says hello and then, for every request, does something."""
    lines = [
        "import json, os, sys, time",
        f"sys.stdin.readline(); print('{HELLO}', flush=True)",
        "for line in sys.stdin:",
        "    request = json.loads(line)",
        "    reply = {'id': request['id'], 'move': request['legal'][0]}",
        f"    {what}",
        "    print(json.dumps(reply), flush=True)",
    ]
    return [sys.executable, "-c", "\n".join(lines)]


def opening(game: str = "classic", **options: Any) -> AnyState:
    """A position after the first deal."""
    state: AnyState = tw.GAMES[game].new_game(2, **options)
    rng = random.Random(3)
    while state.turn == tw.CHANCE:
        state = state.play(state.sample(rng))
    return state


def talk(command: list[str], text: str | bytes) -> list[str]:
    """What a program answers to its whole input."""
    data = text if isinstance(text, bytes) else text.encode()
    done = subprocess.run(command, input=data, capture_output=True, timeout=60, check=True)
    return done.stdout.decode().splitlines()
