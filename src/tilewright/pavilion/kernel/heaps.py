"""Arithmetic on heaps of tiles, all colours at once, and on bits."""

from __future__ import annotations

from tilewright.fast.compiling import inner_kernel, int64
from tilewright.fast.words import popcount
from tilewright.pavilion.kernel.layout import (
    BYTES,
    GATHER,
    LANE,
    LANE_MASK,
    LAST_LANE,
    NTH,
    ONES,
    SIX,
    TOPS,
    Word,
)


@inner_kernel
def lane(word: Word, at: int) -> int:
    """One lane of a word."""
    return word >> LANE * at & LANE_MASK


@inner_kernel
def total(word: Word) -> int:
    """The sum of the lanes."""
    return word * ONES >> LAST_LANE & LANE_MASK


@inner_kernel
def lane_of(word: Word, k: int) -> int:
    """The lane that holds item k, counting through the lanes; k < 512."""
    return popcount((k * ONES | TOPS) - word * ONES & TOPS)


@inner_kernel
def colors_in(heap: Word) -> int:
    """The colours of a heap as six bits."""
    return ((heap + (TOPS - ONES) & TOPS) >> LANE - 1) * GATHER >> 45 & SIX


@inner_kernel
def bit_at(word: Word, k: int) -> int:
    """The place of the k-th bit that is set."""
    pairs = word - (word >> 1 & BYTES * 0x55)
    nibbles = (pairs & BYTES * 0x33) + (pairs >> 2 & BYTES * 0x33)
    sums = ((nibbles + (nibbles >> 4)) & BYTES * 0x0F) * BYTES  # bits up to each byte
    at = 8 * popcount(((k | 128) * BYTES - sums) & BYTES * 128)
    return int64(at + NTH[word >> at & 255, k - (sums << 8 >> at & 255)])
