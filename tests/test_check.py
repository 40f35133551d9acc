"""The command behind `make test`: every part runs, and what failed is named twice."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tools import check
from tools.check import PYTEST, Part

ROOT = Path(__file__).parents[1]
TESTS = """
def test_good(): pass
def test_bad(): assert False
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Tests of which one fails, and one file that cannot be read."""
    (tmp_path / "test_some.py").write_text(TESTS)
    (tmp_path / "test_broken.py").write_text("import nothing_of_this_name")
    return tmp_path


def pytest_of(*words: object) -> list[str]:
    """A pytest run under the rules of this project."""
    return [*PYTEST, "-p", "tests.results", "--no-header", *map(str, words)]


def test_a_failing_part_keeps_no_other_from_running(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    bad = [sys.executable, "-c", "print('what is wrong'); raise SystemExit(3)"]
    good = [sys.executable, "-c", "print('good')"]
    chosen = [
        Part("first", "First", [bad, good], beside=True),
        Part("second", "Second", [pytest_of(folder / "test_some.py", "-n", 1)], needs=("first",)),
        Part("third", "Third", [good], needs=("second",)),
        Part("fourth", "Fourth", [good], beside=True),
    ]
    check.run_all(chosen)
    out = capfd.readouterr().out
    assert "First, " in out and "failed\nwhat is wrong\ngood\n" in out
    assert [bool(part.failures) for part in chosen] == [True, True, False, False]
    said = check.summary(chosen, 83.0)
    assert "\nsecond   failed" in said and "1 failed, 1 passed\n" in said
    assert f"FAILED python {' '.join(bad[1:])}: exit code 3\n" in said
    assert "FAILED " in said and "test_some.py::test_bad\n" in said
    assert said.splitlines()[-1].strip("= ") == "2 failed, 1 passed in 83.00s (0:01:23)"


def test_failures_are_named_at_once_and_in_the_end(folder: Path) -> None:
    words = pytest_of("--continue-on-collection-errors", folder)
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True)
    before, _, after = done.stdout.partition("= ERRORS =")
    for name in ("test_some.py::test_bad", "test_broken.py"):
        assert f"{name}" in before and f"{name}" in after
    assert "test_broken.py (collection)\n" in before


def test_every_test_belongs_to_a_part() -> None:
    rules, others = (
        [word for word in part.commands[0] if "tests/" in word or word == "tests"]
        for part in check.parts([])
        if part.name in ("rules", "tests")
    )
    assert others == [*(f"--ignore={path}" for path in rules), "tests"]
    assert all((ROOT / path).exists() for path in rules)


def test_all_that_is_proven_is_read() -> None:
    assert set(check.PROVEN) <= set(sys.modules)  # what nobody reads would not be reported
