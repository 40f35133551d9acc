"""Write the shipped puzzles, a file in the folder of each game, from what was generated.

tilewright puzzles classic --players 3 --wall grey --count 50 -o classic-3-grey.jsonl
python -m tools.puzzle_set FILE …           from all of these; the same files make the same set
python -m tools.puzzle_set --check          after new nets: drop what is no longer clear
python -m tools.puzzle_set --check NAME …   only these games
python -m tools.puzzle_set --fill FILE N M  find more, in games of all tables in turn, for M minutes
                                            or until every game has N; add them to FILE and the set

A check takes about a second of CPU per puzzle, in the workers that TILEWRIGHT_COMPUTE names. What
stays gets today's gaps, line and difficulty. From three games in four only those that a level fails
are taken, because there are more than enough easy ones.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count as count_from
from itertools import product
from pathlib import Path
from typing import NamedTuple

import msgspec
from rich.progress import track

from tilewright.analysis.collection import FILE, Puzzle, assemble, read, shipped
from tilewright.analysis.puzzles import checked, from_game
from tilewright.compute import Pool
from tilewright.games import GAMES, new_game, sides
from tilewright.writing import write

PACKAGE = Path(__file__).parents[1] / "src" / "tilewright"
EASY = 4  # every so many games, easy puzzles are taken too


def main(words: Sequence[str]) -> None:
    """Write the set of every game that the files have puzzles for, or of those to be checked."""
    if words and words[0] == "--check":
        for name in words[1:] or GAMES:
            check(name)
        return
    if words and words[0] == "--fill":
        file, count, minutes = words[1:]
        fill(Path(file), int(count), 60 * float(minutes))
        return
    found = [puzzle for file in words for puzzle in read(Path(file).read_bytes())]
    for name in GAMES:
        ship(name, [puzzle for puzzle in found if puzzle.game == name])


def check(name: str) -> None:
    """Search the shipped puzzles of a game again and keep those whose answer is still clear."""
    puzzles = list(shipped(name).values())
    with Pool() as pool:
        again = track(pool.map(checked, puzzles), f"{name}: checking", len(puzzles))
        kept = [puzzle for puzzle in again if puzzle]
    print(f"{name}: {len(puzzles) - len(kept)} of {len(puzzles)} are not clear any more")
    ship(name, kept)


class Ahead(NamedTuple):
    """A game to be searched for puzzles."""

    game: str
    players: int
    side: str
    seed: int


def ahead(seed: int, missing: Callable[[str], bool]) -> Iterator[Ahead]:
    """All tables in turn, of the games that have too few puzzles."""
    for number in count_from(seed):
        for name in filter(missing, GAMES):
            for players, side in product(GAMES[name].PLAYERS, sides(name)):
                yield Ahead(name, players, side, number)
        if not any(map(missing, GAMES)):
            return


def look(one: Ahead) -> list[Puzzle]:
    """In a worker: the puzzles of a game."""
    start = new_game(one.game, one.players, {GAMES[one.game].SIDE: one.side})
    return from_game(start, one.seed, least=2 if one.seed % EASY else 1)


def fill(file: Path, wanted: int, seconds: float) -> None:
    """Find more puzzles until all games have enough or the time is up."""
    found = read(file.read_bytes()) if file.exists() else []
    found += [puzzle for name in GAMES for puzzle in shipped(name).values()]
    first, end = max([puzzle.seed for puzzle in found], default=-1) + 1, time.monotonic() + seconds

    def chosen(name: str) -> list[Puzzle]:
        return assemble([puzzle for puzzle in found if puzzle.game == name])

    def missing(name: str) -> bool:
        return time.monotonic() < end and len(chosen(name)) < wanted

    with Pool() as pool, file.open("a", encoding="utf-8") as out:
        for puzzles in pool.map(look, ahead(first, missing)):
            found += puzzles
            out.writelines([msgspec.json.encode(one).decode() + "\n" for one in puzzles])
            out.flush()
            told = ", ".join(f"{name} {len(chosen(name))}" for name in GAMES)
            sys.stderr.write(f"\r{told} of {wanted} ")
    for name in GAMES:
        ship(name, chosen(name))


def ship(name: str, found: Iterable[Puzzle]) -> None:
    """Write the set of a game, and print its distribution."""
    several = assemble(found)
    if not several:
        return
    lines = [msgspec.json.encode(puzzle).decode() + "\n" for puzzle in several]
    write(PACKAGE / name / FILE, "".join(lines))
    print(f"{name}: {len(several)}")
    for what in ("players", "difficulty"):
        counts = Counter(getattr(puzzle, what) for puzzle in several)
        print(f"  {what}: {', '.join(f'{key} × {counts[key]}' for key in sorted(counts))}")


if __name__ == "__main__":
    main(sys.argv[1:])
