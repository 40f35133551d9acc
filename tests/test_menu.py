"""What `tilewright` alone offers, at a real terminal."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import urllib.request
from codecs import getincrementaldecoder
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.test_cli import PYTHON
from tests.web.servers import free_port
from tilewright import home
from tilewright.tui.files import read_record

PATIENCE = 180.0  # seconds until something must be shown
ASKS = "What would you like to do? [browser] "
FINNISH = {  # the system's language, where nothing was set or chosen
    "TILEWRIGHT_LANGUAGE": "",
    "LC_ALL": "",
    "LC_CTYPE": "C.UTF-8",
    "LC_MESSAGES": "fi_FI.UTF-8",
}


class Person:
    """Someone at a terminal."""

    def __init__(self, leader: int, process: subprocess.Popen[bytes]) -> None:
        self.leader, self.process = leader, process
        self.decoder = getincrementaldecoder("utf-8")()

    def answer(self, text: str) -> None:
        """Type a line."""
        os.write(self.leader, f"{text}\n".encode())

    def sees(self, ending: str) -> str:
        """What is shown, up to this ending."""
        text = ""
        while not text.endswith(ending):
            ready, _, _ = select.select([self.leader], [], [], PATIENCE)
            assert ready, f"no more after {text!r}"
            text += self.decoder.decode(os.read(self.leader, 4096)).replace("\r", "")
        return text


@contextmanager
def at_the_menu(folder: Path, **settings: str) -> Iterator[Person]:
    """Someone who has typed `tilewright`."""
    leader, follower = pty.openpty()
    nobody = dict.fromkeys(("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"), "")
    process = subprocess.Popen(
        PYTHON,
        stdin=follower,
        stdout=follower,
        stderr=follower,
        cwd=folder,
        env={**os.environ, **nobody, "TERM": "dumb", "COLUMNS": "300", **settings},
    )
    os.close(follower)
    try:
        yield Person(leader, process)
    finally:
        process.kill()
        process.wait()
        os.close(leader)


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home with a game that is over and one that is not."""
    monkeypatch.setenv("TILEWRIGHT_HOME", str(tmp_path / "home"))
    words = ["play", "--seat", "greedy", "--seat", "random", "--seed", "menu", "--save"]
    home.games().mkdir(parents=True)
    over = home.games() / "classic-20260102-030405.txt"
    subprocess.run([*PYTHON, *words, over], check=True, capture_output=True)
    half = home.games() / "classic-20260102-030406.txt"
    half.write_text(str(read_record(str(over)).undo(9)))
    return half


def test_a_visit(tmp_path: Path, games: Path) -> None:
    with at_the_menu(tmp_path) as person:
        shown = person.sees(ASKS)
        offered = re.findall(r"^ +\d (\w+)", shown, re.MULTILINE)
        assert offered == "browser terminal resume look review puzzle where language quit".split()
        person.answer("where")
        assert f"games     {home.games()}\n" in person.sees(ASKS)
        person.answer("resume")
        shown = person.sees("a number or a file [1] ")
        assert games.stem in shown and "030405" not in shown
        person.answer("")
        assert "wins with" in person.sees(ASKS)  # the bots finish it
        person.answer("look")
        person.sees("[1] ")
        person.answer("nothing.txt")
        assert "No such file" in person.sees(ASKS)
        person.answer("4")
        person.sees("[1] ")
        person.answer("2")
        person.sees("> ")
        person.answer("q")
        person.sees(ASKS)
        person.answer("puzzle")
        person.sees("Which game? [classic] ")
        person.answer("")
        assert "find the best move" in person.sees("puzzle> ")
        person.answer("quit")
        person.sees(ASKS)
        person.answer("review")
        shown = person.sees("a number or a file [1] ")
        assert shown.count("classic-") == 2  # the bots have finished the other one, too
        person.answer("nothing.txt")
        assert "No such file" in person.sees(ASKS)
        person.answer("quit")
        assert "Goodbye." in person.sees("Goodbye.\n")
        assert person.process.wait(20) == 0


def test_the_menu_in_another_language(tmp_path: Path, games: Path) -> None:
    with at_the_menu(tmp_path, **FINNISH) as person:
        person.sees("Mitä haluat tehdä? [selain] ")
        person.answer("kieli")
        assert "  1 English\n" in person.sees("Mikä kieli? [English] ")
        person.answer("Русский")
        person.sees("Что будем делать? [браузер] ")
        person.answer("где")
        assert f"партии    {home.games()}\n" in person.sees("[браузер] ")
        person.answer("quit")
        person.sees("До свидания!\n")
    with at_the_menu(tmp_path, **FINNISH) as person:
        person.sees("Что будем делать? [браузер] ")  # it is remembered


def test_the_browser(tmp_path: Path, games: Path) -> None:
    with at_the_menu(tmp_path, TILEWRIGHT_PORT=str(free_port()), TILEWRIGHT_COMPUTE="1") as person:
        person.sees(ASKS)
        person.answer("")
        found = re.search(r"Serving on (\S+)", person.sees("(Ctrl-C stops)\n"))
        assert found
        with urllib.request.urlopen(found[1]) as page:
            assert b"Tilewright" in page.read()
        assert home.database().exists()
        person.process.send_signal(signal.SIGINT)
        assert person.process.wait(20) == 0


def test_without_a_terminal_it_prints_its_help(tmp_path: Path) -> None:
    done = subprocess.run(PYTHON, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert done.returncode == 0
    assert done.stdout.startswith("Usage: tilewright")
