"""The language of the terminal: which one it is, and the messages in it.

Each part keeps its messages in a folder, one file per language. A message is a text with named
places for values, or has one text per plural form of its language, chosen by `count`. Where the
library itself has the English words, as for a colour, only the other languages have a message.
"""

from __future__ import annotations

import json
import os
import string
from collections.abc import Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal, localcontext
from functools import cache
from pathlib import Path
from typing import TypeAlias

from tilewright import home
from tilewright.game import expected
from tilewright.writing import write

ENGLISH = "en"
NAMES = {"en": "English", "sv": "Svenska", "fi": "Suomi", "hu": "Magyar", "ru": "Русский"}
SETTING = "TILEWRIGHT_LANGUAGE"
LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")  # the first that is set counts

Translation: TypeAlias = str | Mapping[str, str]  # a text, or a text for each plural form

_spoken = ENGLISH


def spoken() -> str:
    """The language in use."""
    return _spoken


def speak(code: str) -> None:
    """Use a language from now on."""
    global _spoken
    _spoken = known(code)


def known(text: str) -> str:
    """The language that a text such as `sv` or `sv_SE.UTF-8` names; an error if there is none."""
    code = code_of(text)
    if code not in NAMES:
        raise ValueError(f"unknown language {text!r}: {expected(text, NAMES)}")
    return code


def code_of(text: str) -> str:
    """The language of a locale."""
    return text.replace("-", "_").partition("_")[0].partition(".")[0].lower()


def preferred() -> str:
    """The language that is set, or was chosen before, or is the system's, in this order."""
    for text in (os.environ.get(SETTING), remembered()):
        if text:
            return known(text)
    return system()


def system() -> str:
    """The language of the system if we have it, else English."""
    code = code_of(next(filter(None, map(os.environ.get, LOCALE)), ENGLISH))
    return code if code in NAMES else ENGLISH


def remembered() -> str:
    """The language that was chosen before; empty if none was."""
    try:
        return home.language().read_text(encoding="utf-8").strip()
    except FileNotFoundError:
        return ""


def remember(code: str) -> None:
    """Use a language, now and in later sessions."""
    speak(code)
    home.make()
    write(home.language(), f"{code}\n")


def most_wanted() -> list[str]:
    """All languages, the system's first unless it is in use already."""
    return sorted(NAMES, key=lambda code: (code == spoken(), code != system()))


# Messages


class Messages:
    """The messages of one part, read when the first one is needed."""

    def __init__(self, module: str) -> None:
        """The messages beside a module, given by its `__file__`."""
        self.folder = Path(module).parent / "messages"

    def __call__(self, key: str, /, **values: object) -> str:
        """A message with its values."""
        found = load(self.folder, spoken())[key]
        if not isinstance(found, str):
            found = found[plural(spoken(), values["count"])]
        return _FORMATTER.vformat(found, (), values)

    def unless_english(self, english: str, key: str, /, **values: object) -> str:
        """A message, where the library has the English words."""
        return english if spoken() == ENGLISH else self(key, **values)


class GameMessages(Messages):
    """The messages of a game, its colours among them."""

    def __init__(self, module: str, colors: Sequence[str]) -> None:
        super().__init__(module)
        self.colors = colors

    def color(self, color: int) -> str:
        """The name of a colour."""
        return self.unless_english(self.colors[color], f"colors.{self.colors[color]}")

    def tiles(self, color: int, count: int) -> str:
        """A number of tiles of a colour: `2 red`."""
        return self(f"tiles.{self.colors[color]}", count=count)


@cache
def load(folder: Path, code: str) -> Mapping[str, Translation]:
    """The messages of a language; those in a group are prefixed by its name: `bots.mason`."""
    found: dict[str, Translation] = {}

    def enter(group: Mapping[str, object], before: str) -> None:
        for name, thing in group.items():
            if isinstance(thing, str):
                found[f"{before}{name}"] = thing
            elif isinstance(thing, list):  # a page, line by line
                found[f"{before}{name}"] = "\n".join(thing)
            elif isinstance(thing, dict) and "other" in thing:
                found[f"{before}{name}"] = thing
            elif isinstance(thing, dict):
                enter(thing, f"{before}{name}.")

    enter(json.loads((folder / f"{code}.json").read_text(encoding="utf-8")), "")
    return found


def plural(code: str, count: object) -> str:
    """The plural form for a number, by its name in the CLDR."""
    if not isinstance(count, int):
        return "other"
    if code != "ru":
        return "one" if count == 1 else "other"
    if count % 10 == 1 and count % 100 != 11:
        return "one"
    return "few" if count % 10 in (2, 3, 4) and count % 100 not in (12, 13, 14) else "many"


class _Formatter(string.Formatter):
    """Fills in values, with two formats for Hungarian: `az` puts the article before a number, `-es`
    adds the suffix that makes it a name."""

    def format_field(self, value: object, spec: str) -> str:
        if spec == "az":
            return f"az {value}" if value in (1, 5) else f"a {value}"
        if spec == "-es":
            ending = {3: "as", 5: "ös", 6: "os", 8: "as"}.get(int(str(value)), "es")
            return f"{value}-{ending}"
        return str(super().format_field(value, spec))


_FORMATTER = _Formatter()


def decimal(value: float, form: str = ".1f") -> str:
    """A decimal number as the language writes it."""
    return rounded(Decimal(str(value)), form)


def percent(value: float, form: str = ".0f") -> str:
    """A percentage as the language writes it."""
    sign = "%" if spoken() in (ENGLISH, "hu") else " %"
    return rounded(100 * Decimal(str(value)), form) + sign


def rounded(value: Decimal, form: str) -> str:
    """A number with so many decimals. Halves go away from zero, as they do in browsers: the
    terminal and the pages show the same numbers."""
    with localcontext() as context:
        context.rounding = ROUND_HALF_UP
        text = f"{value:{form}}"
    return text if spoken() == ENGLISH else text.replace(".", ",")


def column(words: Sequence[str], least: int = 0) -> int:
    """How wide a column of words is."""
    return max([least, *map(len, words)])
