"""Statistics of a seat: what a record tells, in numbers, about how a game was played.

Every entry is a whole number and every name is there in every game, so that games can be compared.
The entries whose names begin with `points_` are the score: they sum up to it, without the points
that a game starts with. Losses in them are negative and are what was really lost;
`…_asked` is what a loss would have been without a lowest score.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, Protocol, TypeAlias, TypeVar

from tilewright.game import CHANCE, Seat, Step
from tilewright.games import AnyState, part
from tilewright.record import Record

Numbers: TypeAlias = dict[str, int]

POINTS = "points_"
COMMON = ("score", "moves", "rounds", "markers", "tiles_taken", "best_tile", "best_round")

S = TypeVar("S", contravariant=True)  # the states of the game
M = TypeVar("M", contravariant=True)  # its moves


class Counting(Protocol[S, M]):
    """What is counted in a game: the module `statistics` in the game's folder."""

    NAMES: tuple[str, ...]  # of the entries, besides the common ones and those of STEPS
    STEPS: dict[str, tuple[str, str]]  # by code: where its points go, and what it is counted as

    def count_step(self, state: S, step: Step, numbers: Numbers, /) -> None:
        """Count what a step tells beyond its points; the state is that before the move."""
        ...

    def count_move(self, state: S, move: M, numbers: Numbers, /) -> None:
        """Count a move of a seat."""
        ...


def counting(name: str) -> Counting[Any, Any]:
    """What is counted in a game."""
    found: Counting[Any, Any] = part(name, "statistics")
    return found


def of(record: Record, seat: Seat) -> Numbers:
    """The statistics of one seat."""
    return of_all(record)[seat]


def of_all(record: Record) -> list[Numbers]:
    """The statistics of every seat of a finished or running game."""
    state, game = record.start, counting(record.start.game)
    counted = [name for pair in game.STEPS.values() for name in pair if name]
    names = dict.fromkeys([*COMMON, *game.NAMES, *counted], 0)
    seats = [names.copy() for _ in record.seats]
    by_round: Counter[tuple[Seat, int]] = Counter()
    for move in record.moves:
        after, steps = state.step(move)
        if state.turn != CHANCE:
            numbers = seats[state.turn]
            numbers["moves"] += 1
            game.count_move(state, move, numbers)
        for step in steps:
            count_step(state, step, seats[step.seat], game)
            if step.kind != "end":
                by_round[step.seat, state.round] += step.points
        state = after
    for seat, numbers in enumerate(seats):
        numbers["score"], numbers["rounds"] = state.scores[seat], state.round
        numbers["best_round"] = max([by_round[seat, n + 1] for n in range(state.round)])
    return seats


def points(numbers: Numbers) -> int:
    """The sum of all points of a seat."""
    return sum(count for name, count in numbers.items() if name.startswith(POINTS))


def count_step(state: AnyState, step: Step, numbers: Numbers, game: Counting[Any, Any]) -> None:
    """Count a step."""
    points_name, count_name = game.STEPS.get(step.code, ("", ""))
    if points_name:
        numbers[points_name] += step.points
    if count_name:
        numbers[count_name] += 1
    game.count_step(state, step, numbers)
