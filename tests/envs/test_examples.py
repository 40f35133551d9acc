"""The examples run."""

from __future__ import annotations

import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


def run(*words: str) -> str:
    command = [sys.executable, *words]
    done = subprocess.run(command, cwd=EXAMPLES, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_walk(tmp_path: Path) -> None:
    said = run("walk.py", "--out", str(tmp_path))
    assert said.count("\n--- ") == 8 and "Proof(" in said
    assert (tmp_path / "game.tw").exists() and (tmp_path / "position.svg").exists()


@pytest.mark.parametrize("game", ["Classic", "Pavilion"])
def test_training_for_two_updates(game: str, tmp_path: Path) -> None:
    plot = tmp_path / "learning.svg"
    short = ("--updates", "2", "--games", "2", "--hidden", "8", "--plot", str(plot))
    said = run("train_ppo.py", "--game", game, *short)
    assert said.count("wins") == 2 and "after training" in said
    assert len(ET.parse(plot).findall(".//{*}circle")) == 2  # one for each update
