"""Stepping through a record at the prompt."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import tilewright as tw
from tests.configurations import CONFIGURATIONS, playthrough
from tests.tui.table import Table
from tilewright.tui import replay
from tilewright.tui.files import read_record
from tilewright.tui.result import verdict, winners
from tilewright.tui.terminal import Terminal
from tilewright.writing import write


def shown(run: Table, answers: list[str]) -> list[str]:
    """The prompts when stepping through a short game with these answers."""
    run("play", "--seed", "step", "--seat=greedy", "--seat=random", "--save", "g.txt")
    given: Iterator[str] = iter(answers)
    prompts = []

    def answer(prompt: str) -> str:
        prompts.append(prompt)
        try:
            return next(given)
        except StopIteration:
            raise EOFError from None

    terminal = Terminal()
    terminal.ask = answer  # type: ignore[method-assign]
    replay.step_through(read_record("g.txt"), terminal)
    return [re.sub(" of .*", "", prompt) for prompt in prompts]


@pytest.mark.parametrize(
    "answers, prompts",
    [
        ([], ["0"]),
        (["q"], ["0"]),
        (["", "n", "b"], ["0", "1", "2", "1"]),
        (["b"], ["0", "0"]),
        (["7", "what", "9999", ""], ["0", "7", "7", "7", "8"]),
        (["7", "board", ""], ["0", "7", "7", "8"]),
    ],
)
def test_stepping(run: Table, answers: list[str], prompts: list[str]) -> None:
    assert shown(run, answers) == prompts


def test_a_small_screen_tells_how_to_see_all_boards(
    run: Table, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Terminal, "height", 10)
    monkeypatch.setattr(Terminal, "width", 60)
    record = tw.Record(tw.classic.new_game(3), seats=("Ann", "Bob", "Cy"))
    terminal, answers = Terminal(), iter(["board"])
    terminal.asks = True

    def ask(prompt: str) -> str:
        seen.append(capsys.readouterr().out)
        try:
            return next(answers)
        except StopIteration:
            raise EOFError from None

    seen: list[str] = []
    terminal.ask = ask  # type: ignore[method-assign]
    replay.step_through(record, terminal)
    small, whole = seen
    assert "`board` shows all boards" in small
    assert "Cy: 0 " not in small
    assert "`board`" not in whole
    assert "Ann: 0 " in whole and "Cy: 0 " in whole


def test_rounds_and_the_end(run: Table) -> None:
    prompts = shown(run, ["r", *["r"] * 30, ""])
    record = read_record("g.txt")
    states = list(record.states())
    assert states[int(prompts[1])].round == 2
    assert states[int(prompts[1]) - 1].round == 1
    assert prompts[-1] == str(len(record.moves))


def test_comments_are_shown(run: Table) -> None:
    run("play", "--seed", "step", "--save", "g.txt", typed=["resign"])
    run("play", "--load", "g.txt", typed=["resign"])
    assert "  # You resign\n  # You resign\n" in run("replay", "g.txt").out
    assert run("show", "g.txt").code == 0


def test_a_shared_victory() -> None:
    state = tw.pavilion.new_game(3)
    names = ["Ann", "You", "Bob"]
    assert winners(names, state) == "Ann, You and Bob share the victory with 5 points."
    state = state._replace(players=(*state.players[:2], state.players[2]._replace(score=9)))
    assert winners(names, state) == "Bob wins with 9 points."


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_the_end_has_its_reason(name: str) -> None:
    *_, (_, _, state) = playthrough(CONFIGURATIONS[name](), 1)
    told = verdict(["Ann", "Bob", "Cy", "Di"][: len(state.scores)], state)
    reasons = {"rounds": "All rounds have been played. ", "row": "A row is complete. "}
    reasons |= {"round_limit": "The last round has been played. "}
    assert told.startswith(reasons[str(state.end)])


def test_a_pipe_is_written_into_not_replaced(tmp_path: Path) -> None:
    import os
    import threading

    path = tmp_path / "pipe"
    os.mkfifo(path)
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(path.read_text()))
    reader.start()
    write(path, "hello\n")
    reader.join(timeout=10)
    assert read == ["hello\n"]
    assert path.is_fifo()
