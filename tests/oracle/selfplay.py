"""Random games through a referee, with the tiles counted at every step."""

from __future__ import annotations

import random
from types import ModuleType
from typing import Any, Protocol

HEAPS = ("bag", "lid", "tower", "supply", "source", "floor", "line", "wall", "hand", "board")


class RefereeLike(Protocol):
    """What both referees offer."""

    scores: list[int]
    log: list[tuple[int, str, int]]

    @property
    def turn(self) -> int | str:
        """The seat to move, 'chance' or 'over'."""

    def legal(self) -> list[str]:
        """All moves of the seat to move."""

    def is_possible(self, text: str) -> bool:
        """Whether nature can draw this now."""

    def apply(self, text: str) -> None:
        """Play a move of a seat or of nature."""

    def ranks(self) -> list[int]:
        """The final places."""

    def census(self) -> dict[str, str]:
        """The whole position, as text."""


def count_tiles(census: dict[str, str]) -> int:
    """The number of coloured tiles in all places together."""
    heaps = [text for name, text in census.items() if name.rstrip("0123456789") in HEAPS]
    return sum(len(heap.replace(".", "").replace(",", "")) for heap in heaps)


def draw_nature(census: dict[str, str], colours: str, rng: random.Random) -> str:
    """A random deal or refill that fits the bag and the heap of discards."""
    bag = list(census["bag"])
    heap = list(census["lid"] if "lid" in census else census["tower"])

    def draw(number: int) -> str:
        drawn: list[str] = []
        while len(drawn) < number and (bag or heap):
            if not bag:
                bag.extend(heap)
                heap.clear()
            drawn.append(bag.pop(rng.randrange(len(bag))))
        return "".join(sorted(drawn, key=colours.index))

    if len(census.get("supply", "." * 10)) < 10:
        return "+" + draw(10 - len(census["supply"]))
    factories = sum(name.startswith("source") for name in census) - 1
    return "=" + "/".join([draw(4) for _ in range(factories)])


def is_idle(move: str) -> bool:
    """Whether the move is a pass or throws the tiles on the floor."""
    return move.startswith("pass") or move.endswith("-")


def price(move: str) -> int:
    """Roughly what a placement costs, by its slot; something in between for other moves."""
    return int(move[-3]) if len(move) > 3 and not is_idle(move) else 3


def random_game(
    module: ModuleType, players: int, seed: int, **options: Any
) -> tuple[RefereeLike, list[str]]:
    """Play one random game to its end; returns the referee and all moves.

    Every game has its own liking for idle moves and for cheap placements, so that short and
    long games, empty and crowded boards all occur.
    """
    rng = random.Random(seed)
    referee: RefereeLike = module.Referee(players, **options)
    colours: str = module.COLOURS
    idleness = rng.choice([0.0, 0.02, 0.1, 0.3, 1.0])
    thrift = rng.choice([1, 1, 3, 9])
    total = count_tiles(referee.census())
    assert total == {5: 100, 6: 132}[len(colours)], total
    points = list(referee.scores)
    logged = 0
    moves: list[str] = []
    while referee.turn != "over":
        if referee.turn == "chance":
            assert referee.legal() == []
            move = draw_nature(referee.census(), colours, rng)
            assert referee.is_possible(move), move
        else:
            choices = sorted(referee.legal())
            assert choices and len(set(choices)) == len(choices), choices
            busy = [choice for choice in choices if not is_idle(choice)]
            if busy and rng.random() >= idleness:
                choices = busy
            move = min((rng.choice(choices) for _ in range(thrift)), key=price)
        referee.apply(move)
        moves.append(move)
        census = referee.census()
        assert count_tiles(census) == total, (move, census)
        for seat, _, change in referee.log[logged:]:
            assert change, move
            points[seat] += change
        logged = len(referee.log)
        assert points == list(referee.scores), (move, points, referee.scores)
    assert referee.legal() == [] and 1 in referee.ranks()
    return referee, moves
