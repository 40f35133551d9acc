"""Measure the kernel of pavilion against the reference rules, in one run on one core."""

from __future__ import annotations

import argparse

from benchmarks.kernels import Bench


def bench(seconds: float = 1.0) -> list[dict[str, object]]:
    """Measure every configuration, print a table and return the numbers."""
    pavilion = Bench("pavilion", {"board": ("coloured", "neutral")}, games=2000)
    pavilion.measure(seconds)
    return pavilion.results


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0, help="time per figure")
    bench(parser.parse_args().seconds)
