"""How good reviews are: what the levels lose, whether luck has mean 0, whether grades stay.

    python benchmarks/review.py play FILE --games 10         # the levels play themselves, reviewed
    python benchmarks/review.py levels FILE                  # the table, and each levels.json
    python benchmarks/review.py luck FILE                    # mean luck by game, seat and round
    python benchmarks/review.py stability --games 10         # mistakes at eight times the effort

A file has a line for each game; `play` goes on where it stopped.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

from tilewright import bots
from tilewright.analysis import review
from tilewright.analysis.engine import Engine, full
from tilewright.analysis.grade import grade, is_bad
from tilewright.analysis.levels import file as rates_file
from tilewright.analysis.moves import compare
from tilewright.analysis.report import Deal, Decision
from tilewright.analysis.reviewing import DEFAULT
from tilewright.game import CHANCE, OVER
from tilewright.games import GAMES, new_game
from tilewright.record import Record

PATIENCE = bots.Limit(time=0.1)  # the master thinks a second a move: too long for many games
Line = dict[str, Any]


def played(game: str, who: tuple[str, ...], seed: str) -> Record:
    """A game of bots."""
    luck = random.Random(seed)
    start = new_game(game, len(who))
    state, moves = start, []
    while state.turn != OVER:
        if state.turn == CHANCE:
            move = state.sample(luck)
        else:
            move = bots.find(who[state.turn])(state, PATIENCE, luck).move
        moves.append(move)
        state = state.play(move)
    return Record(start, tuple(moves), tuple([f"{name} {seat}" for seat, name in enumerate(who)]))


def play(file: Path, games: Iterable[str], players: int, count: int) -> None:
    """Let every level play itself, review it, and keep what was lost and what luck did."""
    done = {(line["game"], line["level"], line["players"], line["number"]) for line in lines(file)}
    for number in range(count):
        for game in games:
            for level in bots.LEVELS:
                if (game, level, players, number) in done:
                    continue
                record = played(game, (level,) * players, f"{game} {level} {players} {number}")
                found = review(record, why=False)
                plies = [ply for ply in found.plies if isinstance(ply, Decision) and ply.grade]
                line = {
                    "game": game,
                    "level": level,
                    "players": players,
                    "number": number,
                    "losses": [[ply.seat, ply.round, ply.loss, ply.chance_loss] for ply in plies],
                    "luck": [
                        [ply.round, *ply.luck] for ply in found.plies if isinstance(ply, Deal)
                    ],
                }
                with file.open("a") as out:
                    out.write(json.dumps(line) + "\n")


def lines(file: Path) -> Iterator[Line]:
    """What was kept of each game."""
    if file.exists():
        yield from map(json.loads, file.read_text().splitlines())


def mean(numbers: list[float]) -> tuple[float, float]:
    """The mean and its standard error."""
    return fmean(numbers), stdev(numbers) / sqrt(len(numbers))


def levels(file: Path) -> None:
    """The error rate of every level, with what it varies by from game to game."""
    rates = defaultdict(list)
    for line in lines(file):
        for seat in range(line["players"]):
            lost = [loss for of, _, loss, _ in line["losses"] if of == seat]
            rates[line["game"], line["players"], line["level"]].append(fmean(lost))
    table: dict[str, dict[str, dict[str, float]]] = {}
    for game, players in sorted({key[:2] for key in rates}):
        means = []
        for level in bots.LEVELS:
            rate, error = mean(rates[game, players, level])
            count = len(rates[game, players, level])
            print(f"{game:9} {players} {level:11} {rate:.3f} ± {1.96 * error:.3f} of {count} seats")
            means.append(rate)
        fitted = [round(rate, 4) for rate in falling(means)]
        table.setdefault(game, {})[str(players)] = dict(zip(bots.LEVELS, fitted, strict=True))
    for game, found in table.items():
        Path(str(rates_file(game))).write_text(json.dumps(found, indent=1) + "\n")


def falling(numbers: list[float]) -> list[float]:
    """The nearest numbers that do not rise: neighbours that do are given their mean."""
    blocks: list[list[float]] = []
    for number in numbers:
        blocks.append([number])
        while len(blocks) > 1 and fmean(blocks[-2]) < fmean(blocks[-1]):
            last = blocks.pop()
            blocks[-1] += last
    return [fmean(block) for block in blocks for _ in block]


def luck(file: Path) -> None:
    """The mean luck of a deal, by game, seat and round."""
    for parts in (("game", "seat"), ("game", "seat", "round")):
        found = defaultdict(list)
        for line in lines(file):
            by_round: dict[tuple[int, int], float] = defaultdict(float)
            for number, *deal in line["luck"]:
                for seat, points in enumerate(deal):
                    by_round[seat, number if "round" in parts else 0] += points
            for (seat, number), points in by_round.items():
                found[line["game"], seat, number].append(points)
        for key, points in sorted(found.items()):
            if len(points) > 1:
                middle, error = mean(points)
                print(*key, f"{middle:+.2f} ± {1.96 * error:.2f} of {len(points)}")


def stability(count: int) -> None:
    """How many mistakes and blunders are at least inaccuracies at eight times the effort."""
    for game in GAMES:
        stay = bad = 0
        for number in range(count):
            who = random.Random(number).sample(bots.LEVELS[:6], 2)
            record = played(game, tuple(who), f"stability {game} {number}")
            engine, states = Engine(game), list(record.states())
            for ply in review(record, why=False).plies:
                if isinstance(ply, Decision) and ply.grade in ("mistake", "blunder"):
                    state, move = states[ply.at], record.moves[ply.at]
                    again = compare(engine, state, move, full(8 * DEFAULT))
                    seat = state.turn
                    bad += 1
                    stay += is_bad(grade(again.margins[seat], again.chances[seat]))
            print(game, number + 1, f"games: {stay} of {bad} stay, {stay / max(1, bad):.1%}")


def main() -> None:
    """Do what is asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["play", "levels", "luck", "stability"])
    parser.add_argument("file", type=Path, nargs="?", default=Path("review.jsonl"))
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--game", choices=list(GAMES))
    parser.add_argument("--players", type=int, default=2)
    said = parser.parse_args()
    if said.what == "play":
        play(said.file, [said.game] if said.game else GAMES, said.players, said.games)
    elif said.what == "levels":
        levels(said.file)
    elif said.what == "luck":
        luck(said.file)
    else:
        stability(said.games)


if __name__ == "__main__":
    main()
