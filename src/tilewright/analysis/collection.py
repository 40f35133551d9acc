"""Puzzles as they are kept: what a puzzle is, and the sets shipped in the games' folders."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from hashlib import sha256
from importlib import resources

import msgspec
from msgspec import Struct

from tilewright import games
from tilewright.bots import LEVELS

FILE = "puzzles.jsonl"  # in the folder of a game
HARDEST = len(LEVELS)  # the difficulty of a puzzle that every level tried fails
EASY_SHARE = 1 / 3  # at most this part of a set has difficulty 1


class Puzzle(Struct, frozen=True):
    """A position and what to play in it."""

    game: str
    players: int
    position: str
    solution: tuple[str, ...]  # all moves that count as right, best first
    line: tuple[str, ...]  # the best move and what may follow
    gap: float  # points lost by the best of the other moves
    chance_gap: float
    themes: tuple[str, ...]  # kinds of reasons, weightiest first
    difficulty: int  # from 1: one more for each level that fails
    seed: int  # of the game it was found in; negative if that was not self-play

    @property
    def id(self) -> str:
        """A hash of the position alone, whatever else becomes known about it."""
        return sha256(self.position.encode()).hexdigest()[:10]

    @property
    def options(self) -> str:
        """The options of the game it comes from."""
        return str(games.parse(self.position).options)


def read(body: bytes) -> list[Puzzle]:
    """Read the puzzles in a file."""
    return [msgspec.json.decode(line, type=Puzzle) for line in body.splitlines()]


@cache
def shipped(game: str) -> Mapping[str, Puzzle]:
    """The puzzles that come with a game, by id."""
    file = resources.files(games.game(game).__name__) / FILE
    return {puzzle.id: puzzle for puzzle in read(file.read_bytes())} if file.is_file() else {}


def find(id: str) -> Puzzle | None:
    """A shipped puzzle of any game."""
    return next((found[id] for found in map(shipped, games.GAMES) if id in found), None)


def assemble(found: Iterable[Puzzle]) -> list[Puzzle]:
    """Choose a set from what was found and can be explained: for every seat the hardest puzzle of
    each round played, no position twice, and at most a certain share of easy ones; always in the
    same order."""
    hardest: dict[tuple[str, int, int, int], Puzzle] = {}
    for puzzle in found:
        if not puzzle.themes:
            continue
        start = games.parse(puzzle.position)
        key = str(start.options), start.round, start.turn, puzzle.seed
        known = hardest.get(key)
        if known is None or (puzzle.difficulty, puzzle.id) > (known.difficulty, known.id):
            hardest[key] = puzzle
    several = sorted({puzzle.id: puzzle for puzzle in hardest.values()}.values(), key=_order)
    easy = sorted([puzzle.id for puzzle in several if puzzle.difficulty == 1])
    most = int((len(several) - len(easy)) * EASY_SHARE / (1 - EASY_SHARE))
    left_out = set(easy[most:])
    return [puzzle for puzzle in several if puzzle.id not in left_out]


def _order(puzzle: Puzzle) -> tuple[int, str, int, str]:
    return puzzle.players, puzzle.options, puzzle.difficulty, puzzle.id
