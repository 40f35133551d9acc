"""The lessons of the site: positions, moves and points are what they say."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import tilewright as tw
from tilewright.games import AnyState
from tilewright.pavilion import board

PAGES = Path(__file__).parents[2] / "frontend" / "src" / "games"
LESSONS = {
    game: json.loads((PAGES / game / "lessons.json").read_text("utf-8")) for game in tw.GAMES
}
ALL = [
    pytest.param(lesson, id=f"{game} {lesson['id']}")
    for game, lessons in LESSONS.items()
    for lesson in lessons
]
ME = 0


def play(state: AnyState, move: str) -> tuple[AnyState, int]:
    """Play a move; the points are mine."""
    parsed = state.parse(move)
    points = sum(step.points for step in state.explain(parsed) if step.seat == ME)
    return state.play(parsed), points


def answered(state: AnyState, move: str, patterns: list[str]) -> tuple[AnyState, int]:
    """Play a move and the reply to it."""
    state, points = play(state, move)
    for pattern in patterns:
        if state.turn > ME and (fitting := matching(state, pattern)):
            state, more = play(state, fitting[0])
            points += more
    return state, points


def matching(state: AnyState, pattern: str) -> list[str]:
    return [str(move) for move in state.legal_moves() if re.search(pattern, str(move))]


@pytest.mark.parametrize("lesson", ALL)
def test_lesson(lesson: dict[str, Any]) -> None:
    state = tw.parse(lesson["position"])
    assert str(state) == lesson["position"]
    for task in lesson["tasks"]:
        then = task.get("then", [])
        for _ in range(task.get("times", 1)):
            assert state.turn == ME
            replies = task["accept"] + task["hints"]
            said: dict[str, list[str]] = {reply["text"]: [] for reply in replies}
            for move in map(str, state.legal_moves()):
                reply = next((one for one in replies if re.search(one["move"], move)), None)
                assert reply, f"nothing is said to {move}"
                said[reply["text"]].append(move)
            for reply in replies:
                assert said[reply["text"]], f"no legal move fits {reply['move']!r}"
                for move in said[reply["text"]]:
                    points = answered(state, move, then)[1]
                    assert points == reply.get("worth", points), move
            good = said[task["accept"][0]["text"]][0]
            state, _ = answered(state, good, then)
        if then:
            assert state.turn <= ME, "the opponent has answered"


@pytest.mark.parametrize("game", LESSONS)
def test_enough(game: str) -> None:
    ids = [lesson["id"] for lesson in LESSONS[game]]
    assert len(ids) == len(set(ids))
    assert 8 <= len(ids) <= 12


def touched(kind: str, side: str) -> list[int]:
    """The numbers of the outer stars round a feature, star by star clockwise."""
    numbers = board.NUMBERS[side]
    feature = next(one for one in board.FEATURES if one.kind == kind)
    outer = sorted(space for space in feature.spaces if space >= 6)
    return [number for star in (1, 2) for number in sorted(on(star, outer, numbers))]


def on(star: int, spaces: list[int], numbers: tuple[int, ...]) -> list[int]:
    return [numbers[space] for space in spaces if space // 6 == star]


@pytest.mark.parametrize("language", ["en", "fi", "hu", "ru"])  # Swedish has words for numbers
def test_the_rules_say_which_spaces_a_feature_touches(language: str) -> None:
    rules = json.loads((PAGES / "pavilion" / "rules" / f"book.{language}.json").read_text("utf-8"))
    blocks = next(one["blocks"] for one in rules["sections"] if one["id"] == "features")
    rows = next(block["rows"] for block in blocks if "rows" in block)
    for kind, row in zip(("pillar", "statue", "window"), rows, strict=True):
        for side, text in (("coloured", row[2]), ("neutral", row[3])):
            assert list(map(int, re.findall(r"\d", text))) == touched(kind, side), (kind, side)
