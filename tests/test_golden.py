"""Whole games as readable text: a change of the rules shows as a difference line by line.

`make golden` rewrites them; review the difference.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import tilewright as tw
from tests.configurations import CONFIGURATIONS

GOLDEN = Path(__file__).parent / "golden"
SECRET = bytes(range(32))


def playthrough(name: str) -> str:
    """Play a game by the numbers of a deal stream and tell it: positions, moves, scoring."""
    state = CONFIGURATIONS[name]()
    chooser = tw.DealStream(SECRET, [b"chooser"], 0)
    lines = [f"# {name}"]
    draws = number = 0
    while state.turn != tw.OVER:
        number += 1
        if state.turn == tw.CHANCE:
            lines += ["", str(state)]
            move = state.sample(tw.DealStream(SECRET, [], draws))
            draws += 1
        else:
            moves = state.legal_moves()
            pick = min(chooser.randrange(len(moves)), chooser.randrange(len(moves)))
            move = moves[pick]
        who = "nature" if state.turn == tw.CHANCE else f"seat {state.turn}"
        lines.append(f"{number}. {who}: {move}")
        for step in state.explain(move):
            if step.kind == "taking":  # the positions show where tiles lie
                continue
            shown = {key: step.numbers[key] for key in step.numbers if key not in ("floor", "lid")}
            numbers = " ".join([f"{key}={value}" for key, value in shown.items()])
            lines.append(f"    seat {step.seat} {step.code} {step.points:+d} ({numbers})")
        state = state.play(move)
    scores, ranks = " ".join(map(str, state.scores)), " ".join(map(str, state.outcome()))
    return "\n".join([*lines, "", str(state), f"scores {scores}", f"ranks {ranks}", ""])


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_golden(name: str, request: pytest.FixtureRequest) -> None:
    path = GOLDEN / f"{name}.txt"
    text = playthrough(name)
    if request.config.getoption("--rewrite-golden"):
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8").splitlines() == text.splitlines()
