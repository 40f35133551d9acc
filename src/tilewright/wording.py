"""What the descriptions of both games share: heaps, the market and seats in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from tilewright.market import CENTRE, Sources
from tilewright.tiles import Tiles

Names: TypeAlias = Sequence[str]  # who sits where; none if nobody has said it


def tell_heap(tiles: Tiles, names: Sequence[str]) -> str:
    """Say what a heap holds: `3 red, 1 white`."""
    return ", ".join([f"{n} {names[color]}" for color, n in enumerate(tiles) if n]) or "empty"


def tell_stock(place: str, tiles: Tiles, names: Sequence[str]) -> str:
    """Say what a place holds and how much in all: `Bag, 4 tiles: 3 red, 1 white`."""
    count = sum(tiles)
    many = f", {count} tile{'s' * (count > 1)}" if count else ""
    return f"{place}{many}: {tell_heap(tiles, names)}"


def tell_with_marker(tiles: Tiles, names: Sequence[str], *, has_marker: bool) -> str:
    """Say what a heap holds beside the marker: `marker, 3 red`."""
    things = ["marker"] * has_marker + [tell_heap(tiles, names)] * any(tiles)
    return ", ".join(things) or "empty"


def tell_market(sources: Sources, names: Sequence[str], *, has_marker: bool) -> list[str]:
    """Say what lies in the centre and on every factory, a line each."""
    centre = tell_with_marker(sources[CENTRE], names, has_marker=has_marker)
    factories = [tell_heap(tiles, names) for tiles in sources[1:]]
    return [f"Centre: {centre}", *[f"Factory {n}: {heap}" for n, heap in enumerate(factories, 1)]]


def tell_winners(outcome: Sequence[int], names: Names) -> str:
    """Say who has won: `seat 1 wins`, `seats 1 and 3 win`, `Ann and Bob win`."""
    winners = [seat for seat, place in enumerate(outcome) if place == 1]
    if len(winners) == 1:
        who = tell_seat(winners[0], names)
        return f"{who} {'win' if who == 'You' else 'wins'}"
    words = [tell_seat(seat, names) if names else str(seat + 1) for seat in winners]
    return f"{'' if names else 'seats '}{', '.join(words[:-1])} and {words[-1]} win"


def tell_seat(seat: int, names: Names) -> str:
    """Who sits there, in a sentence."""
    return names[seat] if seat < len(names) else f"seat {seat + 1}"


def head_seat(seat: int, names: Names) -> str:
    """Who sits there, above a board."""
    return names[seat] if seat < len(names) else f"Seat {seat + 1}"


def begin(words: str) -> str:
    """Words at the beginning of a line."""
    return words[:1].upper() + words[1:]
