"""The market both games share: factories, centre, bag, and the heap of used tiles behind it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from tilewright.game import IllegalMove, Objection, Rng
from tilewright.tiles import Color, Tiles, add, change, contains, draw, none, subtract

CENTRE = 0
NOBODY = -1  # who holds the marker while it lies in the centre
FACTORIES = {2: 5, 3: 7, 4: 9}  # by number of players
FACTORY_SIZE = 4

Sources: TypeAlias = tuple[Tiles, ...]  # the centre, then the factories


def empty(players: int, colors: int) -> Sources:
    """A market without tiles."""
    return (none(colors),) * (1 + FACTORIES[players])


def is_empty(sources: Sources) -> bool:
    """Tell whether no tile is left in the factories and the centre."""
    return not any(map(any, sources))


def offers(sources: Sources, joker: Color | None = None) -> list[tuple[int, Color]]:
    """Every (source, colour) that may be taken; the joker only where there is nothing else."""
    return [
        (source, color)
        for source, tiles in enumerate(sources)
        for color, count in enumerate(tiles)
        if count and (color != joker or sum(tiles) == count)
    ]


def reason_against(sources: Sources, source: int, color: Color, name: str) -> Objection | None:
    """Say why a colour, which has this name, cannot be taken from a source; None if it can."""
    numbers = {"source": source, "color": color}
    if source >= len(sources):
        return Objection("illegal.no_factory", f"there is no factory {source}", numbers)
    if sources[source][color]:
        return None
    if source == CENTRE:
        return Objection("illegal.none_in_centre", f"there is no {name} in the centre", numbers)
    words = f"there is no {name} in factory {source}"
    return Objection("illegal.none_in_factory", words, numbers)


def take(
    sources: Sources, source: int, color: Color, *, joker: Color | None = None
) -> tuple[Tiles, Sources]:
    """Take a colour from a source, with one joker if there is any; the rest of a factory moves to
    the centre."""
    tiles = sources[source]
    nothing = none(len(tiles))
    taken = change(nothing, color, 1 if color == joker else tiles[color])
    if joker is not None and color != joker and tiles[joker]:
        taken = change(taken, joker, 1)
    rest = subtract(tiles, taken)
    if source == CENTRE:
        return taken, (rest, *sources[1:])
    centre = add(sources[CENTRE], rest)
    return taken, (centre, *sources[1:source], nothing, *sources[source + 1 :])


def sample(bag: Tiles, used: Tiles, sizes: Sequence[int], rng: Rng) -> tuple[Tiles, ...]:
    """Draw groups of the given sizes, one after the other; the used tiles are poured into the
    bag when it is empty and a tile is still needed, and groups stay short when both run out."""
    groups = []
    for size in sizes:
        group = none(len(bag))
        for _ in range(size):
            if not any(bag):
                bag, used = used, none(len(bag))
                if not any(bag):
                    break
            color = draw(bag, rng)
            bag = change(bag, color, -1)
            group = change(group, color, 1)
        groups.append(group)
    return tuple(groups)


def remove(bag: Tiles, used: Tiles, drawn: Tiles) -> tuple[Tiles, Tiles]:
    """The bag and the used tiles after a draw."""
    if sum(drawn) > sum(bag):
        return subtract(add(bag, used), drawn), none(len(bag))
    return subtract(bag, drawn), used


def check(
    text: str, groups: Sequence[Tiles], *, bag: Tiles, used: Tiles, sizes: Sequence[int]
) -> None:
    """Raise IllegalMove unless the groups can be drawn, in this order, from bag and used tiles."""
    if len(groups) != len(sizes):
        raise IllegalMove(f"{text}: expected {len(sizes)} groups of tiles, found {len(groups)}")
    left = sum(bag) + sum(used)
    for number, (group, size) in enumerate(zip(groups, sizes, strict=True), 1):
        place = f"{text}: group {number}" if len(groups) > 1 else text
        expected = min(size, left)
        if sum(group) != expected:
            raise IllegalMove(f"{place}: expected {expected} tiles, found {sum(group)}")
        if expected > sum(bag):
            if not contains(group, bag):
                raise IllegalMove(f"{place}: what is left in the bag must be drawn first")
            group, bag, used = subtract(group, bag), used, none(len(bag))
        if not contains(bag, group):
            raise IllegalMove(f"{place}: not all of these tiles are there to be drawn")
        bag = subtract(bag, group)
        left -= expected
