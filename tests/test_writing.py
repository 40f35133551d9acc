"""Files are whole or absent, whichever command writes them."""

from __future__ import annotations

import os
import stat
import threading
from pathlib import Path

import pytest

from tilewright.cli import main
from tilewright.writing import replacing, write


def test_a_file_takes_its_place_when_it_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("old")
    with pytest.raises(TypeError), replacing(path) as file:
        file.writelines([b"half", None])  # type: ignore[list-item]
    assert path.read_text() == "old"
    with replacing(path) as file:
        file.write(b"new")
        file.flush()
        assert path.read_text() == "old"
    assert path.read_text() == "new"
    write(path, "private", mode=0o600)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_stays_a_link_and_a_pipe_a_pipe(tmp_path: Path) -> None:
    link, target, pipe = tmp_path / "link", tmp_path / "target", tmp_path / "pipe"
    link.symlink_to(target)
    write(link, "text")
    assert link.is_symlink() and target.read_text() == "text"
    os.mkfifo(pipe)
    heard: list[str] = []
    reader = threading.Thread(target=lambda: heard.append(pipe.read_text()))
    reader.start()
    write(pipe, "through")
    reader.join()
    assert heard == ["through"] and stat.S_ISFIFO(pipe.stat().st_mode)


@pytest.mark.parametrize(
    "words",
    [
        ["draw", "{record}", "-o", "{file}"],
        ["convert", "{record}", "-o", "{file}"],
        ["arena", "random", "greedy", "--pairs", "1", "--json", "{file}"],
        ["arena", "random", "greedy", "--pairs", "1", "--plot", "{file}"],
        ["arena", "random", "greedy", "--pairs", "1", "--save", "{file}"],
    ],
    ids=" ".join,
)
def test_commands_name_the_file_that_they_cannot_write(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    record, file = tmp_path / "record.txt", tmp_path / "nowhere" / "file"
    record.write_text(
        "tilewright 1\ngame: classic\nrules: 1\noptions: players=2 wall=coloured round_limit=40\n"
        "seat 0: Ann\nseat 1: Ben\n\n"
    )
    code = main([word.format(record=record, file=file) for word in words])
    assert code == 2
    told = capsys.readouterr().err
    assert told.startswith(f"tilewright: {file}: ") and told.count("\n") == 1
    assert list(tmp_path.iterdir()) == [record]
