"""What an analysis depends on besides its position: a kept one is used only while that holds."""

from __future__ import annotations

from importlib import import_module
from importlib.resources import files
from pathlib import Path
from shutil import copytree

import pytest

from tilewright.analysis import levels, version
from tilewright.games import GAMES, game, new_game, sides

MODULE = import_module("tilewright.analysis.version")
TABLES = [(name, players, side) for name in GAMES for players in (2, 3, 4) for side in sides(name)]
FOUR = ("classic", 4, "coloured")


def versions() -> list[str]:
    """The versions of all tables."""
    return [
        version(new_game(name, players, {game(name).SIDE: side})) for name, players, side in TABLES
    ]


def changed(before: list[str]) -> list[tuple[str, int, str]]:
    """The tables whose version is another one."""
    return [
        table for table, *both in zip(TABLES, before, versions(), strict=True) if len({*both}) > 1
    ]


def test_a_new_net_counts_at_its_own_tables(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    before, shipped, new = versions(), MODULE.net_file, tmp_path / "new.npz"
    new.write_bytes(b"trained for longer")
    monkeypatch.setattr(
        MODULE, "net_file", lambda *table: new if table == FOUR else shipped(*table)
    )
    assert changed(before) == [FOUR]


def test_new_error_rates_count_for_their_number_of_players(monkeypatch: pytest.MonkeyPatch) -> None:
    before, known = versions(), levels.rates
    monkeypatch.setattr(
        MODULE,
        "rates",
        lambda name: known(name) | ({"3": {"pupil": 1.0}} if name == "classic" else {}),
    )
    assert {(name, players) for name, players, _ in changed(before)} == {("classic", 3)}


@pytest.mark.parametrize(
    ("package", "source"),
    [
        ("analysis", "reasons.py"),
        ("bots", "selection.py"),
        ("pavilion", "reasons.py"),
        ("pavilion", "features/layout.py"),
    ],
)
def test_new_code_counts(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, package: str, source: str
) -> None:
    before, folder = versions(), tmp_path / package
    copytree(str(files("tilewright") / package), folder)
    with (folder / source).open("a") as file:
        file.write("OPEN = 9\n")
    monkeypatch.setattr(
        MODULE, "files", lambda name: folder if name == f"tilewright.{package}" else files(name)
    )
    monkeypatch.setattr(MODULE, "code", MODULE.code.__wrapped__)
    games = {name for name, _, _ in changed(before)}
    assert games == ({package} if package in GAMES else {*GAMES})
