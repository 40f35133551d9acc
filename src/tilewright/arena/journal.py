"""A file with a line for every finished pair: an arena that was stopped resumes from it."""

from __future__ import annotations

import json
import os
from pathlib import Path

from tilewright import __version__
from tilewright.arena.contest import Contest, fingerprint
from tilewright.arena.match import GameResult, Pair
from tilewright.writing import write


def header(contest: Contest) -> dict[str, str]:
    """The first line: what the pairs of a file have in common."""
    return {"arena": contest.command(), "version": __version__, "bots": fingerprint()}


def line(pair: Pair) -> str:
    """A pair as JSON."""
    data = {
        "pairing": pair.pairing,
        "pair": pair.number,
        "games": [[game.lineup, game.scores, game.ranks] for game in pair.games],
        "seconds": {one: round(spent, 4) for one, spent in pair.seconds.items()},
        "moves": pair.moves,
    }
    return json.dumps(data, separators=(",", ":"))


def parse_line(text: str) -> Pair:
    """Read a pair."""
    data = json.loads(text)
    games = [
        GameResult(tuple(lineup), tuple(scores), tuple(ranks))
        for lineup, scores, ranks in data["games"]
    ]
    seconds = {int(one): spent for one, spent in data["seconds"].items()}
    moves = {int(one): count for one, count in data["moves"].items()}
    return Pair(data["pairing"], data["pair"], tuple(games), seconds, moves)


class Journal:
    """The file of a contest; without a path, memory only."""

    def __init__(self, contest: Contest, path: Path | None = None) -> None:
        self.pairs: list[Pair] = []  # found in the file
        self._file = None
        if path is None:
            return
        if path.exists() and path.stat().st_size:
            self.pairs = read(path, contest)
        else:
            write(path, json.dumps(header(contest)) + "\n")
        self._file = path.open("a", encoding="utf-8")

    def add(self, pairs: list[Pair]) -> None:
        """Keep finished pairs."""
        if self._file is not None:
            self._file.write("".join([line(pair) + "\n" for pair in pairs]))
            self._file.flush()
            os.fsync(self._file.fileno())

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()


def read(path: Path, contest: Contest) -> list[Pair]:
    """Read the pairs in a file of the same contest; an incomplete last line is cut off."""
    try:
        text = path.read_text(encoding="utf-8")
        whole = text[: text.rindex("\n") + 1]
        first, *lines = whole.splitlines()
        found = json.loads(first)
        begun = {name: found[name] for name in ("arena", "version", "bots")}
        pairs = [parse_line(each) for each in lines]
    except (ValueError, KeyError, TypeError, AttributeError):
        raise ValueError(f"{path}: not a file that tilewright arena --save has written") from None
    wanted = header(contest)
    if begun["arena"] != wanted["arena"]:
        raise ValueError(f"{path} belongs to another command: {begun['arena']}")
    if begun != wanted:
        raise ValueError(f"{path} was begun with other bots; choose another file")
    if whole != text:
        write(path, whole)
    return pairs
