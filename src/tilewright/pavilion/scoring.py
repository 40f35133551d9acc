"""What placements, features and finished boards of pavilion are worth."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.pavilion.board import (
    BLUE,
    COLORS,
    FEATURES_AT,
    GREEN,
    MULTICOLOR,
    NUMBERS,
    ORANGE,
    PURPLE,
    RED,
    SLOTS,
    STARS,
    YELLOW,
    Feature,
    Spaces,
)
from tilewright.tiles import EMPTY, Color

STAR_BONUSES = {
    MULTICOLOR: 12,
    RED: 14,
    BLUE: 15,
    YELLOW: 16,
    ORANGE: 17,
    GREEN: 18,
    PURPLE: 20,
}
NUMBER_BONUSES = {1: 4, 2: 8, 3: 12, 4: 16}


def run(star: Spaces, at: int) -> int:
    """The length of the run round a star through a tile, including the tile itself."""
    length = 1
    while length < SLOTS and star[(at + length) % SLOTS] != EMPTY:
        length += 1
    back = 1
    while length < SLOTS and star[at - back] != EMPTY:
        length += 1
        back += 1
    return length


def surrounded(spaces: Spaces, space: int) -> list[Feature]:
    """The features that the tile just laid on a space completes."""
    return [
        feature
        for feature in FEATURES_AT[space]
        if all(spaces[other] != EMPTY for other in feature.spaces)
    ]


def star_color(star: Spaces) -> Color | None:
    """The colour of a complete star, MULTICOLOR if all six differ, None if it is not complete."""
    if EMPTY in star:
        return None
    return star[0] if star.count(star[0]) == SLOTS else MULTICOLOR


def bonuses(spaces: Spaces, side: str) -> Iterator[tuple[str, dict[str, int], int]]:
    """Yield (code, numbers, points) for each complete star and each number covered everywhere."""
    for star in range(STARS):
        color = star_color(spaces[SLOTS * star : SLOTS * star + SLOTS])
        if color is not None:
            yield "star", {"star": star, "color": color}, STAR_BONUSES[color]
    for number, points in NUMBER_BONUSES.items():
        covered = [spaces[i] != EMPTY for i, n in enumerate(NUMBERS[side]) if n == number]
        if all(covered):
            yield "number", {"number": number}, points


def colors_for(star: Spaces, printed: Color, side: str) -> list[Color]:
    """The colours that may be laid on a star as it stands.

    On the neutral side the tiles decide what a star becomes: with two of a colour it stays that
    colour, with two different ones all six must differ, and before that everything is open.
    """
    laid = [color for color in star if color != EMPTY]
    if side == "coloured" and printed != MULTICOLOR:
        return [printed]
    if side == "neutral":
        if len(laid) < 2:
            return list(range(COLORS))
        if laid[0] == laid[1]:
            return laid[:1]
    return [color for color in range(COLORS) if color not in laid]
