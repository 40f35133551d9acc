"""Play games on the kernels and on the reference rules side by side, and compare every step.

    python -m benchmarks.equal --games 59000        a million games in all, on all cores

Each configuration of the tests gets this many games. Stops at the first difference.
"""

from __future__ import annotations

import argparse
import os
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed

from tests.fast import test_classic, test_pavilion
from tilewright import fast

EQUAL = {"classic": test_classic.equal, "pavilion": test_pavilion.equal}
CHUNK = 25  # games of each configuration that a process plays at a time


def compare(game: str, games: int, seed: int) -> dict[str, int]:
    """The moves compared by configuration."""
    return EQUAL[game](games, seed)


def main() -> None:
    """Compare both games on all cores."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=1000, help="for each configuration")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--cores", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--game", choices=EQUAL, help="only this one")
    arguments = parser.parse_args()
    print("Compiling the kernels ...", flush=True)
    fast.warm_up()
    names = [arguments.game] if arguments.game else list(EQUAL)
    moves: Counter[str] = Counter()
    begin = time.perf_counter()
    chunks = [
        (name, min(CHUNK, arguments.games - first), arguments.seed + first)
        for first in range(0, arguments.games, CHUNK)
        for name in names
    ]
    with ProcessPoolExecutor(arguments.cores) as pool:
        waiting = [pool.submit(compare, *chunk) for chunk in chunks]
        for done, future in enumerate(as_completed(waiting), 1):
            if future.exception():
                pool.shutdown(cancel_futures=True)
            moves.update(future.result())
            spent = time.perf_counter() - begin
            share = done / len(waiting)
            told = f"{share:4.0%}, {sum(moves.values()):,} moves equal"
            print(f"\r{told}, {spent / share - spent:,.0f} s to go   ", end="", flush=True)
    print(f"\n{'configuration':30} {'games':>9} {'moves':>13}")
    for name, count in moves.items():
        print(f"{name:30} {arguments.games:9,} {count:13,}")
    print(f"all equal: {arguments.games * len(moves):,} games, {sum(moves.values()):,} moves")


if __name__ == "__main__":
    main()
