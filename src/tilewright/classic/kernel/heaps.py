"""Arithmetic on heaps of tiles, all colours at once."""

from __future__ import annotations

from tilewright.classic.kernel.layout import HEAP, LANE, LAST, ONES, TOPS
from tilewright.fast.compiling import inner_kernel


@inner_kernel
def occupied(heap: int) -> int:
    """A one in every lane of the colours that a heap holds."""
    return (heap + (TOPS - ONES)) >> LANE - 1 & ONES


@inner_kernel
def size(heap: int) -> int:
    """How many tiles a heap holds."""
    return (heap * ONES & HEAP) >> LAST


@inner_kernel
def drawn_at(sums: int, at: int) -> int:
    """A one in every lane from the colour of a tile on, given its number and how many tiles there
    are up to each colour."""
    return ((sums | TOPS) - (at + 1) * ONES) >> LANE - 1 & ONES  # where sums > at
