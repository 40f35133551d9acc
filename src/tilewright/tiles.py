"""Tiles as counts per colour, and how counts are spelled in letters."""

from __future__ import annotations

import re
from typing import TypeAlias, TypeVar

from tilewright.game import InvalidNotation, Rng

Color: TypeAlias = int
Tiles: TypeAlias = tuple[int, ...]  # how many of each colour: (0, 2, 0, 1, 1)

EMPTY = -1  # a space without a tile


T = TypeVar("T")


def replace(items: tuple[T, ...], at: int, item: T) -> tuple[T, ...]:
    """The same items with one of them exchanged."""
    return (*items[:at], item, *items[at + 1 :])


def none(colors: int) -> Tiles:
    """No tiles of any of so many colours."""
    return (0,) * colors


def add(a: Tiles, b: Tiles) -> Tiles:
    """Put two heaps together."""
    return tuple([x + y for x, y in zip(a, b, strict=True)])


def subtract(a: Tiles, b: Tiles) -> Tiles:
    """Take heap b out of heap a, which holds it."""
    return tuple([x - y for x, y in zip(a, b, strict=True)])


def change(tiles: Tiles, color: Color, by: int) -> Tiles:
    """Change the count of one colour."""
    return (*tiles[:color], tiles[color] + by, *tiles[color + 1 :])


def contains(a: Tiles, b: Tiles) -> bool:
    """Tell whether heap a holds all of heap b."""
    return all(x >= y for x, y in zip(a, b, strict=True))


def draw(tiles: Tiles, rng: Rng) -> Color:
    """Pick a tile at random: all tiles are equally likely, counted in colour order."""
    at = rng.randrange(sum(tiles))
    color = 0
    while at >= tiles[color]:
        at -= tiles[color]
        color += 1
    return color


def spell(tiles: Tiles, letters: str) -> str:
    """Write one letter per tile, in colour order: `byrr`."""
    return "".join([letter * count for letter, count in zip(letters, tiles, strict=True) if count])


def spell_counts(tiles: Tiles, letters: str) -> str:
    """Write each colour once with its count, for large heaps: `b16y15`; `-` for none."""
    return "".join([f"{letters[c]}{n}" for c, n in enumerate(tiles) if n]) or "-"


def parse_tiles(text: str, letters: str) -> Tiles:
    """Read letters in any order, each with an optional count; `-` or nothing is no tiles."""
    counts = [0] * len(letters)
    if text != "-":
        if not re.fullmatch(rf"([{letters}]\d{{0,3}})*", text, re.ASCII):
            raise InvalidNotation(
                f"{text!r} is not a heap of tiles; expected the letters {' '.join(letters)}, "
                "each with an optional count, or - for none"
            )
        for letter, count in re.findall(r"([a-z])(\d*)", text):
            counts[letters.index(letter)] += int(count or 1)
    return tuple(counts)
