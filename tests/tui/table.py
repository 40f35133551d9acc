"""A table for the tests: the real command line in this process, with people's input as text."""

from __future__ import annotations

import io
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import pytest

import tilewright as tw
from tilewright import cli
from tilewright.bots import BOTS, Limit
from tilewright.tui import session, setup


@dataclass(frozen=True)
class Answer:
    """What a command did."""

    code: int
    out: str
    error: str


class Table:
    """Runs commands."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.monkeypatch, self.capsys = monkeypatch, capsys

    def __call__(
        self, *words: object, typed: Iterable[str] = (), text: str | None = None
    ) -> Answer:
        """Run a command with lines of input, or with a whole text as standard input."""
        lines = "".join([f"{line}\n" for line in typed])
        self.monkeypatch.setattr("sys.stdin", io.StringIO(lines if text is None else text))
        code = cli.main([str(word) for word in words])
        printed = self.capsys.readouterr()
        return Answer(code, printed.out, printed.err)


def sit_down(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Table:
    """A table in an empty folder, 80 columns wide."""
    monkeypatch.chdir(folder)
    monkeypatch.setenv("TILEWRIGHT_HOME", str(folder / "home"))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(session, "DEFAULT", "greedy")  # the same on every machine
    return Table(monkeypatch, capsys)


def greedy_script(
    game: str, seed: str, players: int = 2, variant: dict[str, str] | None = None
) -> list[str]:
    """What someone in seat 0 of a seeded game types to play as greedy would."""
    state = setup.new_game(game, players, variant or {})
    table = session.start(state, session.seat_names([], players), seed)
    typed = []
    while table.state.turn != tw.OVER:
        if table.state.turn == tw.CHANCE:
            table.play(table.draw())
        elif table.bot(table.state.turn):
            table.play(table.think())
        else:
            move = BOTS["greedy"](table.state, Limit(), table.rng()).move
            if table.is_decision(table.state):
                typed += ["pass", "none"] if str(move) == "pass" else [str(move)]
            table.play(move)
    return typed
