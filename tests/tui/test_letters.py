"""Terminals that do not know every character: frames stay whole, and nothing turns into `?`."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

import tilewright as tw
from tilewright.tui.letters import ALIKE, make_plain


def written(words: str, encoding: str) -> str:
    """What comes out of a stream with an encoding."""
    stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    make_plain(stream)
    stream.write(words)
    stream.flush()
    found = stream.buffer
    assert isinstance(found, io.BytesIO)
    return found.getvalue().decode(encoding)


@pytest.mark.parametrize(
    ("encoding", "expected"),
    [
        ("ascii", "1 . | -2 ... Ann + ?"),
        ("latin-1", "1 · | -2 ... Änn + ?"),
        ("cp437", "1 · │ -2 ... Änn + ?"),
        ("utf-8", "1 · │ −2 … Änn ✓ 漢"),
    ],
)
def test_a_character_is_written_by_its_nearest(encoding: str, expected: str) -> None:
    assert written("1 · │ −2 … Änn ✓ 漢", encoding) == expected


def test_all_substitutes_are_ascii() -> None:
    assert all(letter.isascii() for letter in ALIKE.values())
    assert not any(letter.isascii() for letter in ALIKE)


@pytest.mark.parametrize("language", ["en", "hu", "ru"])
@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
@pytest.mark.parametrize("game", tw.GAMES)
def test_a_table_is_whole_in_every_encoding(
    encoding: str, game: str, language: str, tmp_path: Path
) -> None:
    command = [sys.executable, "-m", "tilewright.cli", "play", game, "--language", language]
    command += ["--seat", "Ann", "--seat", "Bob", "--seed", "3"]
    done = subprocess.run(
        command,
        input=b"zz\nmoves\nhelp\nrules\nquit\n",
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": encoding, "XDG_DATA_HOME": str(tmp_path)},
    )
    shown = done.stdout.decode(encoding)
    assert done.returncode == 0, done.stderr
    assert "Ann: " in shown
    table, _, rest = shown.partition("Ann> ")
    frames = [line for line in table.splitlines() if line.startswith(("|", "+"))]
    assert len(frames) > 10
    assert "?" not in rest.partition("  moves ")[0]  # there it is the short form of help
    assert all(line.endswith(("|", "+")) for line in frames)
    assert not [line for line in frames if "?" in line]
