"""What a review has found so far, ply by ply, so that it can be resumed after an interruption."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import msgspec
from msgspec import Struct

from tilewright.analysis.report import Reason, Value


class Judged(Struct, frozen=True):
    """The moves of a decision, best first, and how much more the best is worth than the one played,
    in the margins and chances of all seats."""

    moves: tuple[str, ...]
    losses: tuple[tuple[float, float], ...]  # points and chance lost by the seat to move, by move
    margins: tuple[float, ...]
    chances: tuple[float, ...]
    lines: tuple[tuple[str, ...], ...]


class Note(Struct, frozen=True, omit_defaults=True):
    """What was found for one ply: for a deal the value before it, for a decision how its moves
    compare and, later, why it was bad."""

    at: int
    value: Value | None = None
    judged: Judged | None = None
    why: tuple[Reason, ...] | None = None


def pack(notes: Iterable[Note]) -> bytes:
    """Notes as JSON, one per line."""
    return b"".join([msgspec.json.encode(note) + b"\n" for note in notes])


def unpack(text: bytes) -> list[Note]:
    """Read notes; the last line may be incomplete."""
    lines = text.split(b"\n")[:-1]
    return [msgspec.json.decode(line, type=Note) for line in lines]


class Notes:
    """Notes in memory."""

    def __init__(self, text: bytes = b"") -> None:
        self.found = unpack(text)

    def read(self) -> list[Note]:
        """What was found so far."""
        return self.found

    def add(self, note: Note) -> None:
        """Take note of what was just found."""
        self.found.append(note)


class NotesFile(Notes):
    """Notes in a file, one line each."""

    def __init__(self, path: Path) -> None:
        super().__init__(path.read_bytes() if path.exists() else b"")
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(pack(self.found))  # without an incomplete line

    def add(self, note: Note) -> None:
        """Write a line."""
        with self.path.open("ab") as file:
            file.write(pack([note]))
