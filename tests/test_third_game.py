"""A third game, one folder of the tests, plays on every layer through the contract alone."""

from __future__ import annotations

import asyncio
import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

import tests.gather
import tests.gather.statistics
import tests.gather.view
from tests.gather import Move, State
from tests.web.client import Person, play_on
from tests.web.servers import Node, running
from tilewright import games, statistics
from tilewright.game import CHANCE, OVER, Game
from tilewright.record import Record, parse_record
from tilewright.statistics import Counting
from tilewright.table.messages import GameView

GATHER: Game = tests.gather
STATISTICS: Counting[State, Move] = tests.gather.statistics
VIEW: GameView[State] = tests.gather.view
ALSO = {"TILEWRIGHT_GAMES": "tests.gather"}


@pytest.fixture
def gather(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game is registered."""
    monkeypatch.setitem(games.GAMES, GATHER.NAME, GATHER)


def run(*words: str | Path, answers: str = "") -> str:
    """What a command of a program says that also knows the game."""
    done = subprocess.run(
        [sys.executable, "-m", "tilewright.cli", *map(str, words)],
        env={**os.environ, **ALSO},
        input=answers,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("players", GATHER.PLAYERS)
@pytest.mark.parametrize("board", ["plain", "rich"])
def test_whole_games_keep_the_laws(gather: None, players: int, board: str) -> None:
    rng = random.Random(f"{players} {board}")
    start = state = tests.gather.new_game(players, board=board)
    moves: list[Move] = []
    while state.turn != OVER:
        assert games.parse(str(state)) == state
        dealt = state.turn == CHANCE
        move = state.sample(rng) if dealt else rng.choice(state.legal_moves())
        assert state.parse(str(move)) == move and GATHER.parse_move(str(move)) == move
        moves.append(move)
        state = state.play(move)
        heaps = (*state.sources, *state.hands, state.bag)
        assert sum([sum(heap) for heap in heaps]) == 90
    record = Record(start, tuple(moves))
    again = parse_record(str(record))
    assert (again.state, again.seats) == (state, record.seats)
    for seat, numbers in enumerate(statistics.of_all(again)):
        assert statistics.points(numbers) == state.scores[seat] == numbers["score"]


def test_in_the_terminal(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    chosen = ["--rounds", "1", "--board", "rich", "--fast", "--seed", "3"]
    said = run("play", "gather", "--seat", "random", "--seat", "random", *chosen, "--save", file)
    assert "Gather, round 1" in said and "The game is over." in said
    assert "most: +3" in run("replay", file, "--all")
    assert "Fair" in run("verify", file)
    assert "gather players=2 board=rich rounds=1" in run("show", file, "--json")
    assert json.loads(run("convert", file))["header"]["game"] == "gather"
    typed = run(
        "play", "gather", "--seat", "Ann", "--seat", "random", answers="moves\nrules\nquit\n"
    )
    assert "most reds at the end" in typed and "0r" not in typed.split("rules")[0].split("Ann>")[0]


def test_in_the_arena(tmp_path: Path) -> None:
    out = tmp_path / "arena.json"
    run("arena", "random", "random", "--game", "gather", "--pairs", "3", "--json", out)
    assert "gather" in json.loads(out.read_text("utf-8"))["command"]


def test_over_a_socket(tmp_path: Path) -> None:
    async def story(node: Node) -> str:
        async with Person(node.url) as ann:
            game = await ann.make_table(game="gather", seats=["me", "bot:random"])
            view = await play_on(ann, game)
            assert view["rules"] == "gather" and view["end"] == "rounds"
            return (await ann.http.get(f"/api/games/{game}/record.tw")).text

    database = f"sqlite:///{tmp_path / 'games.db'}"
    with running(Node(database, settings=ALSO, program=True)) as node:
        record = asyncio.run(story(node))
    (tmp_path / "game.txt").write_text(record, "utf-8")
    assert "Fair" in run("verify", tmp_path / "game.txt")
