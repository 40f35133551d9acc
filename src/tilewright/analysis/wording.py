"""Reasons in words, in every language: `reasons.json` in the folder of a game."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec
from msgspec import Struct

from tilewright.analysis.report import Reason
from tilewright.games import game

ENGLISH = "en"
FILE = "reasons.json"


class Words(Struct, forbid_unknown_fields=True):
    """All of one language."""

    kinds: dict[str, str]
    things: dict[str, str | list[str]]  # with a hole for the number, or the names by number


@cache
def words(name: str) -> dict[str, Words]:
    """The words of a game, by language."""
    return msgspec.json.decode(
        (files(game(name).__name__) / FILE).read_bytes(), type=dict[str, Words]
    )


def tell(name: str, reason: Reason, language: str = ENGLISH) -> str:
    """What a reason is about: `tiles laid this round (row 3, white)`."""
    said = words(name)[language]
    things = []
    for thing, form in said.things.items():
        if thing in reason.thing:
            number = reason.thing[thing]
            things.append(form.format(number) if isinstance(form, str) else form[number])
    return said.kinds[reason.kind] + (f" ({', '.join(things)})" if things else "")
