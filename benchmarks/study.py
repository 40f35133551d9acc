"""How far reviews can be trusted: the figures of docs/study.md, one command each.

    python benchmarks/study.py stability   # mistakes that stay bad at 8 times the effort
    python benchmarks/study.py rollouts    # whether rollouts agree which of two moves is better
    python benchmarks/study.py levels      # what the levels lose; writes each levels.json
    python benchmarks/study.py luck        # the mean luck by game, seat and round
    python benchmarks/study.py time        # seconds per review
    python benchmarks/study.py table       # all that was measured, without measuring more

Each runs for `--minutes` or until there are `--games` of each kind, in the workers that
TILEWRIGHT_COMPUTE names, and keeps a line per game in benchmarks/study/; run again, it continues.
Games are named by their seeds; what was measured with another net is ignored. Intervals are 95 %.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import pairwise, product
from math import exp, log, sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import Any, NamedTuple

from tilewright import bots
from tilewright.analysis import review
from tilewright.analysis.engine import Engine, full
from tilewright.analysis.grade import grade, is_bad
from tilewright.analysis.levels import file as rates_file
from tilewright.analysis.moves import compare
from tilewright.analysis.report import minus, plus
from tilewright.analysis.reviewing import DEFAULT
from tilewright.analysis.rollouts import rollouts
from tilewright.analysis.version import net
from tilewright.compute import Pool
from tilewright.game import CHANCE, OVER
from tilewright.games import GAMES, AnyMove, AnyState, new_game
from tilewright.record import Record

FOLDER = Path(__file__).parent / "study"
PATIENCE = bots.Limit(simulations=8000)  # for the master, whose second depends on the machine
SURE = 1.96  # standard errors
ROLLED, LONGEST = 200, 20.0  # games after each move, and CPU seconds per position, at most
ASKED, ENOUGH = 10, 20  # decisions of a game that all levels make; games before rates are written
COARSE = 256  # simulations of the searches that play and review for the mean of luck
Line = dict[str, Any]
Choose = Callable[[AnyState, random.Random], AnyMove]


class Unit(NamedTuple):
    """A game to be measured."""

    game: str
    players: int
    number: int


def play(unit: Unit, choose: Choose, what: str) -> Record:
    """A game of bots, the same every time."""
    luck = random.Random(f"{what} {unit.game} {unit.players}  {unit.number}")
    start = new_game(unit.game, unit.players)
    state, moves = start, []
    while state.turn != OVER:
        moves.append(state.sample(luck) if state.turn == CHANCE else choose(state, luck))
        state = state.play(moves[-1])
    return Record(start, tuple(moves))


def seated(who: list[str], state: AnyState, luck: random.Random) -> AnyMove:
    """The move of the level in that seat."""
    return bots.find(who[state.turn])(state, PATIENCE, luck).move


def mixed(unit: Unit, what: str) -> Record:
    """A game between levels drawn at random, without the strongest."""
    who = random.Random(f"{what} {unit.number}").choices(bots.LEVELS[:6], k=unit.players)
    return play(unit, partial(seated, who), what)


class Judged(NamedTuple):
    """A decision with a choice, and the moves compared."""

    state: AnyState
    played: AnyMove
    best: AnyMove
    loss: float
    chance_loss: float


def judged(record: Record, order: int) -> Iterator[Judged]:
    """The decisions of a game as a review sees them, without lines and deals, in some order."""
    engine = Engine(record.start.game)
    plies = [*zip(record.states(), record.moves, strict=False)]
    random.Random(order).shuffle(plies)
    for state, move in plies:
        if state.turn != CHANCE and len(state.legal_moves()) > 1:
            yield judge(engine, state, move, DEFAULT)


def judge(engine: Engine, state: AnyState, move: AnyMove, effort: int) -> Judged:
    """A decision as a review of this effort sees it."""
    found, seat = compare(engine, state, move, full(effort)), state.turn
    return Judged(state, move, found.moves[0], found.margins[seat], found.chances[seat])


# What is measured of a game, in a worker


def stability(unit: Unit) -> Line:
    """How many mistakes and blunders are at least inaccuracies at eight times the effort."""
    engine, stay, unstable = Engine(unit.game), 0, list[Line]()
    for one in judged(mixed(unit, "stability"), unit.number):
        if grade(one.loss, one.chance_loss) in ("mistake", "blunder"):
            again = judge(engine, one.state, one.played, 8 * DEFAULT)
            if is_bad(grade(again.loss, again.chance_loss)):
                stay += 1
            else:
                losses = [one.loss, one.chance_loss, again.loss, again.chance_loss]
                told = {"position": str(one.state), "move": str(one.played), "losses": losses}
                unstable.append(told)
    return {"stay": stay, "bad": stay + len(unstable), "unstable": unstable}


def rolled(unit: Unit) -> Line:
    """Roll out a decision that loses more than a point against the best move."""
    record = mixed(unit, "rollouts afresh")  # not the games that the review was adjusted with
    one = next((one for one in judged(record, unit.number) if one.loss > 1), None)
    if one is None:
        return {}
    state, played, best, loss, _ = one
    end = time.process_time() + LONGEST
    for found in rollouts(state, ROLLED, among=[best, played]):
        last = found.moves[1]
        if time.process_time() > end:
            break
    return {
        "position": str(state),
        "moves": [str(best), str(played)],
        "loss": loss,
        "agrees": found.moves[0].move == str(best),
        "behind": last.behind,
        "error": last.behind_error,
        "decided": found.is_decided,
        "games": found.games,
        "saved": found.saved,
    }


def level(unit: Unit) -> Line:
    """What each level loses, all of them in the same positions."""
    states = list(mixed(unit, "levels").states())
    choices = [each for each in states if each.turn >= 0 and len(each.legal_moves()) > 1]
    engine, luck = Engine(unit.game), random.Random(unit.number)
    losses: dict[str, list[float]] = {name: [] for name in bots.LEVELS}
    for state in luck.sample(choices, ASKED):
        lost = cache(lambda move, state=state: judge(engine, state, move, DEFAULT).loss)
        for name in bots.LEVELS:
            losses[name].append(lost(bots.find(name)(state, PATIENCE, luck).move))
    return {"losses": losses}


def search(state: AnyState, luck: random.Random) -> AnyMove:
    """The move that a review with this little effort considers best."""
    return Engine(state.game).search(state, COARSE).move


def luck(unit: Unit) -> Line:
    """The luck of every round of a game played as well as it is reviewed, at a lower effort:
    decisions lose nothing, so what a position is worth changes from deal to deal only."""
    record, engine = play(unit, search, "luck"), Engine(unit.game)
    states = [state for state in record.states() if state.turn in (CHANCE, OVER)]
    margins = [engine.value(state, full(COARSE)).margins for state in states]
    by_round: dict[int, tuple[float, ...]] = {}
    for state, (before, after) in zip(states, pairwise(margins), strict=False):
        luck = minus(after, before)
        by_round[state.round] = plus(by_round.get(state.round, (0.0,) * len(luck)), luck)
    return {"luck": [[number, *luck] for number, luck in by_round.items()]}


def seconds(unit: Unit) -> Line:
    """How long a review takes, with all its reasons and all threads."""
    record = mixed(unit, "time")
    begin, spent = time.perf_counter(), time.process_time()
    review(record)
    return {
        "seconds": time.perf_counter() - begin,
        "cpu": time.process_time() - spent,
        "plies": len(record.moves),
    }


# What was measured


def read(what: str) -> list[Line]:
    """The lines measured with the net that plays today."""
    path = FOLDER / f"{what}.jsonl"
    lines = map(json.loads, path.read_text().splitlines()) if path.exists() else ()
    return [line for line in lines if line["net"] == net_of(line["game"], line["players"])]


@cache
def net_of(game: str, players: int) -> str:
    """The net of a new game."""
    return net(new_game(game, players))


def grouped(lines: list[Line], *names: str) -> dict[tuple[Any, ...], list[Line]]:
    """Lines by game, players and more."""
    found: dict[tuple[Any, ...], list[Line]] = defaultdict(list)
    for line in lines:
        found[tuple([line[name] for name in ("game", "players", *names)])].append(line)
    return dict(sorted(found.items()))


def mean(numbers: list[float]) -> tuple[float, float]:
    """The mean and half of its interval."""
    return fmean(numbers), SURE * stdev(numbers) / sqrt(len(numbers)) if len(numbers) > 1 else 0.0


def share(part: int, whole: int) -> str:
    """A share with Wilson's interval."""
    if not whole:
        return "none"
    p, z = part / whole, SURE**2 / whole
    middle, half = p + z / 2, SURE * sqrt(p * (1 - p) / whole + z / whole / 4)
    low, high = ((middle + sign * half) / (1 + z) for sign in (-1, 1))
    return f"{part} of {whole}, {p:.1%} ({low:.1%} to {high:.1%})"


def tell_stability(lines: list[Line]) -> Iterator[str]:
    """The share that stays."""
    for key, found in grouped(lines).items():
        stay, bad = (sum([line[name] for line in found]) for name in ("stay", "bad"))
        yield f"{key[0]:9} {key[1]} players, {len(found)} games: {share(stay, bad)}"


def tell_rollouts(lines: list[Line]) -> Iterator[str]:
    """The share that agrees, of all and of those decided, and what is saved."""
    for key, found in grouped([line for line in lines if "agrees" in line]).items():
        sure = [line for line in found if line["decided"]]
        for name, some in (("all", found), ("decided", sure)):
            agree = sum([line["agrees"] for line in some])
            yield f"{key[0]:9} {key[1]} players, {name}: {share(agree, len(some))}"
        loss = fmean([line["loss"] for line in found])
        behind = mean([line["behind"] * (1 if line["agrees"] else -1) for line in found])
        told = f"{behind[0]:.2f} ± {behind[1]:.2f} in rollouts"
        yield f"{'':9} on average {loss:.2f} points are lost, {told}"
        games = fmean([line["games"] for line in found])
        middle, half = mean([log(line["saved"]) for line in found])
        yield (
            f"{'':9} {games:.0f} games a move; without taking out luck {exp(middle):.2f} times "
            f"as many ({exp(middle - half):.2f} to {exp(middle + half):.2f})"
        )


def tell_levels(lines: list[Line]) -> Iterator[str]:
    """The error rate of every level, and by how much the next loses less in the same positions."""
    for (game, players), found in grouped(lines).items():
        if len(found) < 2:
            continue
        rates = rates_of(found)
        for name, before in zip(bots.LEVELS, (None, *bots.LEVELS), strict=False):
            rate, half = mean(rates[name])
            told = f"{rate:.3f} ± {half:.3f} of {len(found)} games"
            if before:
                more = [a - b for a, b in zip(rates[before], rates[name], strict=True)]
                less, doubt = mean(more)
                told += f", less by {less:.3f} ± {doubt:.3f}{'' if less > doubt else ': not apart'}"
            yield f"{game:9} {players} {name:11} {told}"


def rates_of(lines: list[Line]) -> dict[str, list[float]]:
    """Points lost per decision by each level, game by game."""
    return {name: [fmean(line["losses"][name]) for line in lines] for name in bots.LEVELS}


def write_levels(lines: list[Line]) -> None:
    """Write the error rates into the folders of the games that were measured often enough."""
    for (game, players), found in grouped(lines).items():
        if len(found) < ENOUGH:
            continue
        path = Path(str(rates_file(game)))
        table = json.loads(path.read_text()) if path.exists() else {}
        fitted = [
            round(rate, 4) for rate in falling([fmean(of) for of in rates_of(found).values()])
        ]
        table[str(players)] = dict(zip(bots.LEVELS, fitted, strict=True))
        path.write_text(json.dumps(table, indent=1) + "\n")


def falling(numbers: list[float]) -> list[float]:
    """The nearest non-increasing numbers: neighbours that rise are given their mean."""
    blocks: list[list[float]] = []
    for number in numbers:
        blocks.append([number])
        while len(blocks) > 1 and fmean(blocks[-2]) < fmean(blocks[-1]):
            last = blocks.pop()
            blocks[-1] += last
    return [fmean(block) for block in blocks for _ in block]


def tell_luck(lines: list[Line]) -> Iterator[str]:
    """The mean luck of a seat, overall and by round."""
    for (game, players), found in grouped(lines).items():
        sums: dict[tuple[int, int], list[float]] = defaultdict(list)
        for line in found:
            by_round: dict[tuple[int, int], float] = defaultdict(float)
            for number, *deal in line["luck"]:
                for seat, points in enumerate(deal):
                    by_round[0, seat] += points
                    by_round[number, seat] += points
            for key, points in by_round.items():
                sums[key].append(points)
        for (number, seat), points in sorted(sums.items()):
            middle, half = mean(points)
            name = f"round {number}" if number else "all"
            sign = "  not 0" if len(points) > 1 and abs(middle) > half else ""
            told = f"{middle:+.3f} ± {half:.3f} of {len(points)} games{sign}"
            yield f"{game:9} {players} players, seat {seat + 1}, {name}: {told}"


def tell_time(lines: list[Line]) -> Iterator[str]:
    """Seconds of a review."""
    for key, found in grouped(lines).items():
        clock, cpu = (fmean([line[name] for line in found]) for name in ("seconds", "cpu"))
        most = max([line["seconds"] for line in found])
        told = f"{clock:.1f} s by the clock, {most:.1f} s at most, {cpu:.1f} s of CPU"
        yield f"{key[0]:9} {key[1]} players, {len(found)} games: {told}"


class Figure(NamedTuple):
    """Something to measure: the work in a worker, and how to sum it up."""

    measure: Callable[[Unit], Line]
    tell: Callable[[list[Line]], Iterator[str]]
    games: int  # of each kind, unless more or fewer are asked for


FIGURES = {
    "stability": Figure(stability, tell_stability, 50),
    "rollouts": Figure(rolled, tell_rollouts, 100),
    "levels": Figure(level, tell_levels, 100),
    "luck": Figure(luck, tell_luck, 2000),
    "time": Figure(seconds, tell_time, 5),
}


def measure(measuring: Callable[[Unit], Line], unit: Unit) -> Line:
    """In a worker: measure one game."""
    return {**unit._asdict(), "net": net_of(unit.game, unit.players), **measuring(unit)}


def run(what: str, units: Iterator[Unit], end: float) -> None:
    """Measure what is missing until the time is up."""
    figure, lines = FIGURES[what], read(what)
    done = {tuple([line[name] for name in Unit._fields]) for line in lines}
    missing = (unit for unit in units if tuple(unit) not in done and time.monotonic() < end)
    FOLDER.mkdir(exist_ok=True)
    with (FOLDER / f"{what}.jsonl").open("a") as file:

        def keep(line: Line) -> None:
            file.write(json.dumps(line) + "\n")
            file.flush()
            lines.append(line)
            sys.stderr.write(f"\r{what}: {len(lines)} games, {line['game']} {line['number']} ")

        if what == "time":  # alone, with all threads
            for unit in missing:
                keep(measure(figure.measure, unit))
        else:
            with Pool() as pool:
                for line in pool.map(partial(measure, figure.measure), missing):
                    keep(line)
    sys.stderr.write("\n")


def main() -> None:
    """Do what is asked."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=[*FIGURES, "table"])
    parser.add_argument("--games", type=int, help="of each kind")
    parser.add_argument("--game", choices=list(GAMES))
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=10.0)
    said = parser.parse_args()
    if said.what != "table":
        figure = FIGURES[said.what]
        games = [said.game] if said.game else list(GAMES)
        numbers = range(said.games or figure.games)
        units = (Unit(game, said.players, number) for number, game in product(numbers, games))
        run(said.what, units, time.monotonic() + 60 * said.minutes)
    for what in FIGURES if said.what == "table" else [said.what]:
        lines = read(what)
        print(what)
        for told in FIGURES[what].tell(lines):
            print(f"  {told}")
        if what == "levels" and said.what == "levels":
            write_levels(lines)


if __name__ == "__main__":
    main()
