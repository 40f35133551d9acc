"""The shape of a position text: the game's name, then named fields in a fixed order."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from tilewright.game import InvalidNotation, Seat, expected, impossible
from tilewright.market import FACTORIES, FACTORY_SIZE, NOBODY, Sources
from tilewright.tiles import Tiles, parse_tiles, spell

T = TypeVar("T")


class Fields:
    """The fields of a position text, each read once; errors name the field."""

    def __init__(self, text: str, game: str) -> None:
        name, *words = text.split() or [""]
        if name != game:
            raise InvalidNotation(f"position of {name or 'nothing'}: expected {game}")
        self.values: dict[str, str] = {}
        for word in words:
            key, sign, value = word.partition("=")
            if not sign or not value or key in self.values:
                raise InvalidNotation(f"{word}: expected one field name=value each")
            self.values[key] = value

    def read(self, name: str, convert: Callable[[str], T]) -> T:
        """Take a field out and convert it."""
        if name not in self.values:
            raise InvalidNotation(f"position without {name}=")
        value = self.values.pop(name)
        try:
            return convert(value)
        except ValueError as error:
            found = InvalidNotation(f"{name}={value}: {error}")
            found.objection = getattr(error, "objection", None)
            raise found from None

    def close(self) -> None:
        """Check that no field is left over."""
        if self.values:
            raise InvalidNotation(f"position with unknown {next(iter(self.values))}=")


def number(text: str, *, low: int = 0, high: int = 999_999, code: str = "") -> int:
    """Read a plain number between two bounds; the code is of the objection to any other."""
    if not (re.fullmatch("[0-9]{1,6}", text) and low <= int(text) <= high):
        words = f"expected a number from {low} to {high}"
        raise impossible(code, words, low=low, high=high) if code else InvalidNotation(words)
    return int(text)


def choice(text: str, options: Iterable[str]) -> str:
    """Read one of several words."""
    options = tuple(options)
    if text not in options:
        raise InvalidNotation(expected(text, options))
    return text


def parse_seat(text: str, players: int) -> Seat:
    """Read a seat."""
    return number(text, high=players - 1)


def print_marker(marker: Seat) -> str:
    """Write who holds the marker."""
    return "centre" if marker == NOBODY else str(marker)


def parse_marker(text: str, players: int) -> Seat:
    """Read who holds the marker."""
    return NOBODY if text == "centre" else parse_seat(text, players)


def print_market(sources: Sources, letters: str) -> str:
    """Write the centre and the factories."""
    return "/".join([spell(tiles, letters) or "-" for tiles in sources])


def parse_market(text: str, players: int, letters: str) -> Sources:
    """Read the centre and the factories."""
    groups = parts(text, "/", 1 + FACTORIES[players], "centre and factories")
    sources = tuple([parse_tiles(group, letters) for group in groups])
    for source, tiles in enumerate(sources[1:], 1):
        if sum(tiles) > FACTORY_SIZE:
            words = f"factory {source} holds more than {FACTORY_SIZE} tiles"
            raise impossible("factory", words, source=source, most=FACTORY_SIZE)
    return sources


def parts(text: str, separator: str, count: int, what: str) -> list[str]:
    """Split a text into a given number of parts."""
    found = text.split(separator)
    if len(found) != count:
        raise InvalidNotation(f"expected {count} {what} between {separator!r}, found {len(found)}")
    return found


def check_conserved(heaps: Sequence[Tiles], per_color: int, names: Sequence[str]) -> None:
    """Check that the whole position holds each colour's tiles once."""
    for color, (name, heap) in enumerate(zip(names, zip(*heaps, strict=True), strict=True)):
        if (count := sum(heap)) != per_color:
            words = f"position with {count} {name} tiles: expected {per_color}"
            raise impossible("tiles", words, color=color, count=count, all=per_color)
