"""Measure the readable and the compiled rules in random games per second, and the bots' search.

Prints a table and writes benchmarks/latest.json. The signature is a hash of the games played: a
change that is not meant to change the rules must not change it.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import platform
import sys
import time
from pathlib import Path

import tilewright as tw
from benchmarks import fast_classic, fast_pavilion, search
from tilewright.games import AnyState

SECRET = bytes(32)
CONFIGURATIONS = [
    (game, f"players={players} {side}", tw.GAMES[game].new_game(players, **option))
    for game, sides in (
        ("classic", {"wall": ("coloured", "grey")}),
        ("pavilion", {"board": ("coloured", "neutral")}),
    )
    for players in (2, 3, 4)
    for name, values in sides.items()
    for side in values
    for option in [{name: side}]
]


def play(state: AnyState, game: int) -> tw.Record:
    """A random game; the same number gives the same game."""
    chance = tw.DealStream(SECRET, (), game)
    moves = []
    start = state
    while state.turn != tw.OVER:
        if state.turn == tw.CHANCE:
            move = state.sample(chance)
        else:
            legal = state.legal_moves()
            move = legal[chance.randrange(len(legal))]
        moves.append(move)
        state = state.play(move)
    return tw.Record(start, tuple(moves))


def measure(start: AnyState, seconds: float) -> tuple[float, float, float, str]:
    """Games per second, milliseconds per replay, moves per game, and the signature."""
    records = [play(start, game) for game in range(10)]
    text = "".join(" ".join(map(str, record.moves)) for record in records)
    played, begin = 0, time.perf_counter()
    while time.perf_counter() - begin < seconds:
        play(start, played)
        played += 1
    games = played / (time.perf_counter() - begin)
    best = min(replay_time(records) for _ in range(5))
    moves = sum(len(record.moves) for record in records) / len(records)
    return games, 1000 * best, moves, hashlib.sha256(text.encode()).hexdigest()[:12]


def replay_time(records: list[tw.Record]) -> float:
    """Seconds to fold one record, on average."""
    begin = time.perf_counter()
    for record in records:
        assert record.state.turn == tw.OVER
    return (time.perf_counter() - begin) / len(records)


def main() -> None:
    """Measure every configuration."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0, help="time per configuration")
    parser.add_argument("--output", type=Path, default=Path(__file__).parent / "latest.json")
    arguments = parser.parse_args()
    results = []
    print("game      configuration         games/s  ms/replay  moves  signature")
    for game, configuration, start in CONFIGURATIONS:
        games, replay, moves, signature = measure(start, arguments.seconds)
        row = f"{game:9} {configuration:20} {games:8.1f} {replay:10.2f} {moves:6.1f}  {signature}"
        print(row, flush=True)
        for name, value, unit in (
            ("random games, reference", round(games, 1), "games/s"),
            ("replay of a random game, reference", round(replay, 3), "ms"),
        ):
            kind = {"game": game, "configuration": configuration, "signature": signature}
            results.append({"name": name, "value": value, "unit": unit, **kind})
    for kernels in (fast_classic, fast_pavilion):
        print()
        results += kernels.bench(arguments.seconds)
    print()
    results += search.measure()
    machine = {"python": platform.python_version(), "machine": platform.machine()}
    data = {"version": tw.__version__, **machine, "results": results}
    arguments.output.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    print(f"Wrote {arguments.output}", file=sys.stderr)


if __name__ == "__main__":
    main()
