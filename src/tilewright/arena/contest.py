"""A contest: who plays whom at which game. It determines every game, except for time limits."""

from __future__ import annotations

import hashlib
import shlex
from dataclasses import dataclass
from itertools import combinations, permutations
from pathlib import Path
from typing import NamedTuple, TypeAlias

from tilewright import bots
from tilewright.arena.entrant import Entrant, parse_entrant
from tilewright.games import DEFAULT, AnyState, begin, new_game

LineUp: TypeAlias = tuple[int, ...]  # the number of the entrant on every seat

ROBIN, GAUNTLET, LADDER, TOGETHER = "round robin", "gauntlet", "ladder", "together"
SCHEDULES = (ROBIN, GAUNTLET, LADDER, TOGETHER)


class Pairing(NamedTuple):
    """Games that belong together: a "pair" is every line-up once, on the same deals. An entrant
    that counts has one seat in each of them."""

    counts: tuple[int, ...]  # the entrants whose figures matter
    others: tuple[int, ...]  # the opponents of the first of them
    lineups: tuple[LineUp, ...]


@dataclass(frozen=True)
class Contest:
    """Everything that determines the games, as plain text for the workers and for files."""

    names: tuple[str, ...]
    game: str = DEFAULT
    options: str = str(new_game(DEFAULT).options)
    seed: str = "0"
    schedule: str = ROBIN

    def __post_init__(self) -> None:
        for name in self.names:
            parse_entrant(name)
        if self.schedule == TOGETHER and len(self.names) != self.players:
            raise ValueError(f"--together: {len(self.names)} bots for {self.players} seats")
        if len(self.names) < 2:
            raise ValueError("an arena needs two bots or more")

    @property
    def entrants(self) -> tuple[Entrant, ...]:
        """Who plays."""
        return tuple([parse_entrant(name) for name in self.names])

    @property
    def labels(self) -> tuple[str, ...]:
        """Names to print; the second of two identical names is marked."""
        labels = [entrant.label for entrant in self.entrants]
        seen = [labels[:at].count(label) for at, label in enumerate(labels)]
        return tuple([f"{label} ({n + 1})" if n else label for label, n in zip(labels, seen)])

    @property
    def start(self) -> AnyState:
        """The beginning of every game."""
        return begin(self.game, self.options)

    @property
    def players(self) -> int:
        """How many seats there are."""
        return len(self.start.scores)

    @property
    def pairings(self) -> tuple[Pairing, ...]:
        """Who meets whom."""
        everyone = range(len(self.names))
        if self.schedule == TOGETHER:
            table = tuple(everyone)
            return (Pairing(table, table[1:], rotations(table)),)
        if self.schedule == GAUNTLET:
            meetings = [(0, other) for other in everyone[1:]]
        elif self.schedule == LADDER:
            meetings = [(other + 1, other) for other in everyone[:-1]]
        else:
            meetings = list(combinations(everyone, 2))
            if self.players > 2:  # one among many is a different task from many against one
                meetings = list(permutations(everyone, 2))
        return tuple([pairing(one, other, self.players) for one, other in meetings])

    @property
    def is_timed(self) -> bool:
        """Tell whether the clock has a say, so that no two runs are the same."""
        return any(entrant.is_timed(self.game, self.players) for entrant in self.entrants)

    def command(self) -> str:
        """The command line that plays the same games."""
        words = ["tilewright", "arena", *self.names, "--game", self.game]
        usual = str(new_game(self.game).options).split()
        for option in str(self.start.options).split():
            name, _, value = option.partition("=")
            if option not in usual:
                words += [f"--{name.replace('_', '-')}", value]
        words += [f"--{self.schedule}"] * (self.schedule != ROBIN)
        return shlex.join([*words, "--seed", self.seed])


def pairing(one: int, other: int, players: int) -> Pairing:
    """One seat of an entrant among seats of another."""
    return Pairing((one,), (other,), rotations((one, *[other] * (players - 1))))


def rotations(table: LineUp) -> tuple[LineUp, ...]:
    """A line-up and what it becomes as everyone moves on by a seat, once around the table."""
    return tuple([table[-n:] + table[:-n] if n else table for n in range(len(table))])


def fingerprint() -> str:
    """A hash of the bots as they are now, so that results of other versions are not mixed in."""
    folder = Path(bots.__file__).parent
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            digest.update(f"{path.relative_to(folder)}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()[:12]
