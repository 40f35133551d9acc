"""Arithmetic on heaps of tiles, all colours at once."""

from __future__ import annotations

from tilewright.classic.kernel.layout import HEAP, LANE, LAST, ONES, TOPS
from tilewright.fast.compiling import inner_kernel


@inner_kernel
def occupied(heap: int) -> int:
    """A one in the lane of each colour that a heap holds."""
    return (heap + (TOPS - ONES)) >> LANE - 1 & ONES


@inner_kernel
def size(heap: int) -> int:
    """How many tiles a heap holds."""
    return (heap * ONES & HEAP) >> LAST


@inner_kernel
def drawn_at(sums: int, at: int) -> int:
    """A one in every lane from the colour of the tile with number `at` upwards; `sums` are the
    running totals of tiles up to each colour."""
    return ((sums | TOPS) - (at + 1) * ONES) >> LANE - 1 & ONES  # where sums > at
