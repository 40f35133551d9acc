"""The commands that look after a database: nothing is lost or left behind, and errors are one
sentence."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.web.crowd import Crowd, fill, make
from tests.web.servers import postgres
from tilewright.record import parse_record
from tilewright.store.database import Database
from tilewright.table.clock import now


def run(database: str, *words: str) -> subprocess.CompletedProcess[str]:
    """A command on a database."""
    return subprocess.run(
        [sys.executable, "-m", "tilewright.cli", *words],
        env={"TILEWRIGHT_DATABASE": database, "PATH": "/usr/bin"},
        capture_output=True,
        text=True,
        check=False,
    )


def make_old(address: str) -> None:
    """A database of the first version."""

    async def story() -> None:
        database = Database(address)
        await fill(database, Crowd(20, now()))
        await database.close()

    asyncio.run(story())


def test_a_dump_has_the_games_that_everybody_may_see(tmp_path: Path) -> None:
    address, out = f"sqlite:///{tmp_path / 'games.db'}", tmp_path / "games.jsonl"
    make(address, 48, now())
    done = run(address, "dump", str(out))
    assert (done.returncode, done.stdout) == (0, f"32 games written to {out}\n"), done.stderr
    lines = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert {line["ending"] for line in lines} == {"finished"}
    for line in lines:
        assert parse_record(line["record"]).tags["commitment"]
        assert len(line["ranks"]) in (2, 3, 4) and 1 in line["ranks"]


@pytest.mark.parametrize("kind", ["missing", "empty", "other", "old", "refused"])
def test_a_dump_that_fails_changes_nothing(tmp_path: Path, kind: str) -> None:
    file, out = tmp_path / "games.db", tmp_path / "games.jsonl"
    out.write_text("what was there\n")
    address = f"sqlite:///{file}"
    if kind == "empty":
        file.touch()
    elif kind == "other":
        file.write_text("no database " * 100)
    elif kind == "old":
        make_old(address)
    elif kind == "refused":
        address = "postgresql://nobody:secret@127.0.0.1:1/none"
    before = sorted(tmp_path.iterdir())
    done = run(address, "dump", str(out))
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr.count("\n") == 1 and "secret" not in done.stderr
    assert done.stderr.startswith("tilewright: ")
    assert kind != "old" or "run tilewright db upgrade" in done.stderr
    assert kind != "missing" or done.stderr == f"tilewright: {file}: there is no database\n"
    assert out.read_text() == "what was there\n"
    assert sorted(tmp_path.iterdir()) == before


def test_a_database_that_is_not_there_on_postgresql(tmp_path: Path) -> None:
    with postgres() as address:
        done = run(address.removesuffix("postgres") + "none", "dump", str(tmp_path / "x"))
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.endswith('/none: database "none" does not exist\n')
        done = run(address, "dump", str(tmp_path / "x"))
        assert done.stderr.endswith("this is not a Tilewright database\n")
    assert list(tmp_path.iterdir()) == []


def test_an_upgrade_tells_its_steps(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'games.db'}"
    make_old(address)
    done = run(address, "db", "upgrade")
    first, *_, last = done.stdout.splitlines()
    assert first.startswith("0002: ") and last == "The database is up to date."
    assert run(address, "db", "upgrade").stdout == "The database is up to date.\n"
