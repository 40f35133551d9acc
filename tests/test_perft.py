"""Counts of all lines of play from fixed positions, in tests/perft/counts.txt.

A line is the counts for depth 1, 2, … and the position: `84 6552 | classic players=2 …`.
Nature's draws are the fair deals of a secret of 32 zero bytes, numbered from 0 at the position.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import tilewright as tw

COUNTS = Path(__file__).parent / "perft" / "counts.txt"
LINES = [
    line.split(" | ", 1)
    for line in COUNTS.read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]


@pytest.mark.parametrize(
    ("counts", "position"), LINES, ids=[position.split(" seat0=")[0] for _, position in LINES]
)
def test_perft(counts: str, position: str) -> None:
    state = tw.parse(position)
    for depth, count in enumerate(counts.split(), 1):
        assert tw.perft(state, depth) == int(count)
