"""Machine instructions that Python has no name for, and random numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias, cast

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba.core import types
from numba.extending import intrinsic

from tilewright.fast.compiling import RngState, inner_kernel, int64, lean_kernel

LlvmValue: TypeAlias = Any  # what LLVM computes with


@intrinsic
def _popcount(_context: object, word: types.Type) -> object:
    def generate(
        _context: object, builder: LlvmValue, _signature: object, args: LlvmValue
    ) -> object:
        return builder.ctpop(args[0])

    return word(word), generate


@intrinsic
def _trailing_zeros(_context: object, word: types.Type) -> object:
    def generate(
        _context: object, builder: LlvmValue, _signature: object, args: LlvmValue
    ) -> object:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

    return word(word), generate


popcount = cast(Callable[[int], int], _popcount)  # how many bits are set; for kernels only
trailing_zeros = cast(Callable[[int], int], _trailing_zeros)  # the lowest bit set; likewise


# Random numbers by splitmix64, a counter and a mixer: from the same counter, the same everywhere.

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1, _MIX_2 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_30, _27, _31, _32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)


@inner_kernel
def mix(word: np.uint64) -> np.uint64:
    """Scatter the bits of a word."""
    word = (word ^ (word >> _30)) * _MIX_1
    word = (word ^ (word >> _27)) * _MIX_2
    return word ^ (word >> _31)


@inner_kernel
def random_bits(rng: RngState) -> np.uint64:
    """The next 64 random bits."""
    rng[0] += GOLDEN
    return mix(rng[0])


@inner_kernel
def below(rng: RngState, stop: int) -> int:
    """A random number from 0 up to but not including `stop`, which is less than 2**31."""
    return int64(((random_bits(rng) >> _32) * np.uint64(stop)) >> _32)


@lean_kernel
def _scatter(counters: RngState) -> None:
    for i in range(len(counters)):
        counters[i] = mix(counters[i] + np.uint64(i) * GOLDEN)


def seeded(seed: int, streams: int = 1) -> RngState:
    """As many generators as asked for: counters that are far apart."""
    counters = np.full(streams, seed % 2**64, dtype=np.uint64)
    _scatter(counters)
    return counters
