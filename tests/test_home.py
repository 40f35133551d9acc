"""One home for a user's things, and the move there from where earlier releases kept them."""

from __future__ import annotations

import json
import os
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.tui.table import Table, sit_down
from tilewright import home
from tilewright.store.claim import claim
from tilewright.tui import saved

MADE = """
import asyncio, os, sqlite3
from tilewright.store.database import Database

async def make():
    database = Database("sqlite:///tilewright.db")
    await database.prepare()
    await database.close()

asyncio.run(make())
connection = sqlite3.connect("tilewright.db")
connection.execute("INSERT INTO settings VALUES ('kept', 'in the -wal')")
connection.commit()
os._exit(9)  # as kill -9 would: the -wal stays
"""
FILES = ["tilewright.db", "tilewright.db-shm", "tilewright.db-wal"]


@pytest.fixture
def run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Table:
    """The command line in an empty folder, with the home in home/."""
    monkeypatch.delenv("TILEWRIGHT_DATABASE", raising=False)
    return sit_down(tmp_path, monkeypatch, capsys)


@pytest.fixture
def old(run: Table) -> Path:
    """The database of an earlier release in the current folder, whose server was killed."""
    subprocess.run([sys.executable, "-c", MADE], check=False)
    path = Path("tilewright.db").absolute()
    path.chmod(0o640)
    assert names() == FILES
    return path


def names(folder: str = ".") -> list[str]:
    """The files of a folder."""
    return sorted(path.name for path in Path(folder).iterdir())


def kept(path: Path) -> list[tuple[str]]:
    """What the test put into a database."""
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute("SELECT value FROM settings WHERE name = 'kept'").fetchall()


# Where things are


def test_everything_is_in_one_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("TILEWRIGHT_CACHE", raising=False)
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setenv("TILEWRIGHT_HOME", str(tmp_path))
    assert home.folder() == tmp_path
    assert {home.database().parent, home.games().parent, home.cache().parent} == {tmp_path}


@pytest.mark.skipif(sys.platform != "linux", reason="the names of Linux")
def test_without_a_name_it_is_the_system_s(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("TILEWRIGHT_HOME", "TILEWRIGHT_CACHE", "NUMBA_CACHE_DIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert home.folder() == tmp_path / "data" / "tilewright"
    assert home.cache() == tmp_path / "cache" / "tilewright"


def test_the_tests_have_a_home_of_their_own() -> None:
    assert Path(os.environ["TILEWRIGHT_HOME"]).name.startswith("tilewright-home-")


def test_where(run: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    places = json.loads(run("where", "--json").out)
    assert places["home"] == str(Path("home").absolute())
    assert places["database"] == f"sqlite:///{home.database()}"
    assert places["games"] == str(home.games())
    assert places["compiled"] == os.environ["TILEWRIGHT_CACHE"]
    told = dict(line.split(maxsplit=1) for line in run("where").out.splitlines())
    assert places.pop("old") == []
    assert told == {name: place or told[name] for name, place in places.items()}
    monkeypatch.setenv("TILEWRIGHT_DATABASE", "postgresql://ann:s3cret@db/games")
    assert "postgresql://ann:***@db/games" in run("where").out
    assert not Path("home").exists()  # looking makes nothing


# The database


def test_a_database_in_the_current_folder_is_brought_home(run: Table, old: Path) -> None:
    assert json.loads(run("where", "--json").out)["old"] == [str(old)]
    answer = run("db", "upgrade")
    assert answer.code == 0
    assert answer.error == f"The database has moved from {old} to {home.database()}\n"
    assert kept(home.database()) == [("in the -wal",)]
    assert stat.S_IMODE(home.database().stat().st_mode) == 0o640
    assert stat.S_IMODE(home.folder().stat().st_mode) == 0o700
    assert names() == ["home"]
    assert run("db", "upgrade").error == ""


def test_a_database_at_home_is_never_replaced(run: Table, old: Path) -> None:
    old.rename("aside")
    run("db", "upgrade")
    Path("aside").rename(old)
    answer = run("db", "upgrade")
    assert answer.code == 0
    assert answer.error.startswith(f"{old} is not used: the database is {home.database()}")
    assert kept(home.database()) == []
    assert kept(old) == [("in the -wal",)]


def test_a_database_that_is_served_stays(run: Table, old: Path) -> None:
    claimed = claim(f"sqlite:///{old}", shared=False, holder="process 1")
    assert claimed is not None
    with claimed:
        answer = run("db", "upgrade")
    assert answer.code == 2
    assert f"{old} is being served by process 1" in answer.error
    assert kept(old) == [("in the -wal",)]
    assert not home.database().exists()


def test_a_database_that_any_program_has_open_stays(run: Table, old: Path) -> None:
    with closing(sqlite3.connect(old)) as connection:  # as a server without a claim has it
        connection.execute("SELECT * FROM settings").fetchall()
        answer = run("db", "upgrade")
    assert answer.code == 2
    assert f"{old} is used by another program" in answer.error
    assert answer.error.count("\n") == 1
    assert kept(old) == [("in the -wal",)]
    assert not home.database().exists()


def test_a_move_that_fails_leaves_everything_as_it_was(run: Table, old: Path) -> None:
    limit = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))"
    code = f"{limit}; from tilewright.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, "db", "upgrade"], capture_output=True, text=True
    )
    assert done.stderr.startswith(f"tilewright: {old} cannot be moved to {home.database()}")
    assert done.stderr.count("\n") == 1
    assert kept(old) == [("in the -wal",)]
    assert names("home") == ["tilewright.db.lock"]


def test_a_foreign_file_of_that_name_is_left_alone(run: Table) -> None:
    path = Path("tilewright.db")
    path.write_text("a shopping list")
    assert run("db", "upgrade").error == ""
    assert path.read_text() == "a shopping list"


def test_a_database_that_is_named_is_used_where_it_is(
    run: Table, old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TILEWRIGHT_DATABASE", "sqlite:///tilewright.db")
    assert run("db", "upgrade").error == ""
    assert kept(old) == [("in the -wal",)]
    assert json.loads(run("where", "--json").out)["old"] == []


# Games of the terminal

BOTS = ("--seat", "greedy", "--seat", "random", "--seed", "home")


def test_older_games_are_brought_home(
    run: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TILEWRIGHT_HOME")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("HOME", str(tmp_path))
    folder = tmp_path / "data" / "tilewright"
    folder.mkdir(parents=True)
    game, secret = "classic-20260102-030405.txt", "classic-20260102-030405.txt.secret"
    (folder / game).write_text("the game")
    (folder / secret).write_text("its secret")
    (folder / "notes.txt").write_text("not a game")
    (folder / "classic-20260102-030406.txt").write_text("another")
    home.games().mkdir(parents=True)
    (home.games() / "classic-20260102-030406.txt").write_text("the one at home")
    assert len(json.loads(run("where", "--json").out)["old"]) == 2
    told = run("play", *BOTS).out
    assert told.startswith("classic-20260102-030406.txt: left in")
    assert (home.games() / game).read_text() == "the game"
    assert (home.games() / secret).read_text() == "its secret"
    assert (home.games() / "classic-20260102-030406.txt").read_text() == "the one at home"
    assert not (folder / game).exists() and not (folder / secret).exists()
    assert (folder / "notes.txt").exists()
    (folder / "classic-20260102-030406.txt").rename(folder / "classic-20260102-030407.txt")
    assert run("play", *BOTS).out.startswith("Your saved games have moved from")
    assert saved.older() == []


def test_who_has_named_a_home_keeps_the_other(
    run: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    path = tmp_path / "data" / "tilewright" / "classic-20260102-030405.txt"
    path.parent.mkdir(parents=True)
    path.write_text("the game")
    run("play", *BOTS)
    assert path.read_text() == "the game"
