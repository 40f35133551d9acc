"""Reasons have the same words in the terminal as on the pages, in every language."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import tilewright as tw
from tilewright.analysis.collection import shipped
from tilewright.analysis.wording import words
from tilewright.tui.study import WORDS

MESSAGES = Path(__file__).parents[2] / "frontend" / "messages"
LANGUAGES = sorted(folder.name for folder in MESSAGES.iterdir())


def messages(language: str) -> dict[str, Any]:
    """All messages of the pages in a language."""
    found: dict[str, Any] = {}
    for file in (MESSAGES / language).glob("*.json"):
        found |= json.loads(file.read_text())
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", tw.GAMES)
def test_reasons_are_told_as_on_the_pages(game: str, language: str) -> None:
    said, pages = words(game)[language], messages(language)
    prefix = f"why_{game}_"
    kinds = {key.removeprefix(prefix): pages[key] for key in pages if key.startswith(prefix)}
    assert said.kinds == {**kinds, "start": pages["why_start"]}
    colors = pages["color"][0]["match"]
    assert said.things["color"] == [colors[f"color={name}"] for name in tw.GAMES[game].COLOR_NAMES]
    assert said.things.keys() == words(game)["en"].things.keys()


def test_every_theme_has_words() -> None:
    for game in tw.GAMES:
        themes = {theme for puzzle in shipped(game).values() for theme in puzzle.themes}
        assert themes <= words(game)["en"].kinds.keys()


def test_a_review_is_told_in_every_language() -> None:
    assert sorted(WORDS) == LANGUAGES
    for language, said in WORDS.items():
        pages = messages(language)
        assert (said.helps, said.against) == (pages["why_gives"], pages["why_against"])
