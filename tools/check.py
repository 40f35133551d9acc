"""Check everything: `make test`. A part that fails does not keep the others from running.

python -m tools.check                          all parts
python -m tools.check lint rules               these
python -m tools.check tests -- --shuffle 7     with arguments for pytest

Parts that use one core run beside those that use all of them, and are shown once they end.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from tests.children import follow
from tests.results import KINDS
from tilewright.games import GAMES

ROOT = Path(__file__).parents[1]
PYTEST = [sys.executable, "-m", "pytest"]
NPM = [sys.executable, "frontend/npm.py", "run", "--silent"]

# Every line and branch of these is covered by the tests below; measuring more takes twice as long.
PROVEN = (
    *[
        f"tilewright.{game}.{name}"
        for game in GAMES
        for name in ("board", "description", "notation", "picture", "rules", "scoring", "state")
    ],
    "tilewright.market",
    "tilewright.record",
)
SEARCHED = "test_reasons.py"  # needs the search, which is being compiled in the meantime
RULES = (
    *[
        f"{game}/{path.name}"
        for game in GAMES
        for path in sorted((ROOT / "tests" / game).glob("test_*.py"))
        if path.name != SEARCHED
    ],
    "test_checks.py",
    "test_picture.py",
    "test_record.py",
    "test_golden.py",
)


@dataclass
class Part:
    """Commands, and how they went."""

    name: str
    about: str
    commands: list[list[str]]
    beside: bool = False  # it uses one core
    needs: tuple[str, ...] = ()  # parts that must have ended
    seconds: float = 0.0
    failures: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)  # of tests
    ended: threading.Event = field(default_factory=threading.Event)


def parts(words: list[str]) -> list[Part]:
    """All parts, in the order in which they begin; `words` go to pytest."""
    cores = os.cpu_count() or 1
    pytest = [*PYTEST, "--dist=worksteal", *words]
    rules = [f"tests/{name}" for name in RULES]
    return [
        Part("site", "Building the pages", [["make", "-s", "site"]], beside=True),
        Part(
            "compile",
            "Compiling the kernels and the bots, which is needed once",
            [[sys.executable, "-m", "tilewright.cli", "warmup"]],
            beside=True,
        ),
        Part(
            "read",
            "Reading all tests once, so that their processes find them compiled",
            [[*PYTEST, "--collect-only", "-qq", "tests"]],
            beside=True,
        ),
        Part(
            "rules",
            "Testing the rules, and that every line and branch of them is covered",
            # in one process, beside the parts above: two would measure half as much again
            [
                [*PYTEST, *words, *[f"--cov={name}" for name in PROVEN], "--cov-report=", *rules],
                [*PYTEST[:2], "coverage", "report", "--fail-under=100"],
            ],
        ),
        Part(
            "lint",
            "Checking style, layers and types: ruff, import-linter, mypy",
            [
                [sys.executable, "-m", "ruff", "check"],
                [sys.executable, "-m", "ruff", "format", "--check"],
                [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"],
                [sys.executable, "-m", "mypy", "--strict"],
            ],
        ),
        Part(
            "pages",
            "Checking style and types of the pages, and testing their functions",
            [[*NPM, "check"], [*NPM, "test"]],
            beside=True,
            needs=("site",),
        ),
        Part(
            "tests",
            "Running all other tests; screenshots of the pages are in build/screenshots",
            # many of them wait for servers and pages
            [[*pytest, "-n", str(2 * cores), *(f"--ignore={path}" for path in rules), "tests"]],
            needs=("site", "compile", "read"),
        ),
    ]


def run(part: Part) -> None:
    """Run a part to its end."""
    if not part.beside:
        say(f"\n{part.about} ...")
    begun = time.monotonic()
    try:
        said = "".join(run_command(command, part) for command in part.commands)
    finally:
        part.seconds = time.monotonic() - begun
        part.ended.set()
    if part.beside:
        result = f"failed\n{said.rstrip()}" if part.failures else "fine"
        say(f"\n{part.about}, {part.seconds:.0f} s: {result}")


def run_command(command: list[str], part: Part) -> str:
    """Run a command of a part; returns its output if that was not shown."""
    is_pytest = command[: len(PYTEST)] == PYTEST
    with tempfile.TemporaryDirectory() as folder:
        results = Path(folder) / "results.json"
        done = subprocess.run(
            [*command, f"--results={results}"] if is_pytest else command,
            cwd=ROOT,
            check=False,
            text=True,
            stdout=subprocess.PIPE if part.beside else None,
            stderr=subprocess.STDOUT if part.beside else None,
            preexec_fn=follow,
        )
        told = json.loads(results.read_text("utf-8")) if results.exists() else {}
    part.failures += told.get("failures", [])
    part.counts.update(told.get("counts", {}))
    if done.returncode and not told.get("failures"):
        shown = " ".join(command).replace(sys.executable, "python")
        part.failures.append(f"{shown}: exit code {done.returncode}")
    return done.stdout or ""


def run_all(chosen: list[Part]) -> None:
    """Run parts in two rows: those that use one core beside the others."""

    def run_row(row: Iterable[Part]) -> None:
        for part in row:
            for other in chosen:
                if other.name in part.needs:
                    other.ended.wait()
            run(part)

    beside = threading.Thread(
        target=run_row, args=([part for part in chosen if part.beside],), daemon=True
    )
    beside.start()
    run_row([part for part in chosen if not part.beside])
    beside.join()


def say(text: str) -> None:
    """Print what is happening, at once."""
    print(text, flush=True)


def summary(chosen: list[Part], seconds: float) -> str:
    """How all parts went, in the style of pytest's own closing lines."""
    lines = [
        f"{part.name:8} {'failed' if part.failures else 'fine':7} {part.seconds:5.0f} s  "
        + ", ".join(f"{count} {kind}" for kind, count in part.counts.items())
        for part in chosen
    ]
    lines += [f"FAILED {failure}" for part in chosen for failure in part.failures]
    counts = Counter[str]()
    for part in chosen:
        counts.update(part.counts)
        if part.failures and not part.counts["failed"] + part.counts["error"]:
            counts["failed"] += 1
    told = ", ".join(f"{counts[kind]} {kind}" for kind in KINDS if counts[kind])
    clock = f"{seconds // 3600:.0f}:{seconds // 60 % 60:02.0f}:{seconds % 60:02.0f}"
    closing = f" {told or 'no tests'} in {seconds:.2f}s ({clock}) "
    return "\n".join(["", *(line.rstrip() for line in lines), closing.center(100, "=")])


def main() -> int:
    """Run what was asked for; returns the exit code."""
    words = sys.argv[1:]
    cut = words.index("--") if "--" in words else len(words)
    every = parts(words[cut + 1 :])
    parser = argparse.ArgumentParser(prog="python -m tools.check", description=__doc__)
    parser.add_argument("parts", nargs="*", choices=[[], *(part.name for part in every)])
    names = parser.parse_args(words[:cut]).parts
    chosen = [part for part in every if not names or part.name in names]
    begun = time.monotonic()
    try:
        run_all(chosen)
    except KeyboardInterrupt:
        return 130
    say(summary(chosen, time.monotonic() - begun))
    return int(any(part.failures for part in chosen))


if __name__ == "__main__":
    sys.exit(main())
