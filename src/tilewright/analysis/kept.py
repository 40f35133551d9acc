"""Finished reviews, kept in the user's cache folder."""

from __future__ import annotations

import hashlib
from pathlib import Path

import msgspec

from tilewright import home
from tilewright.analysis.notes import NotesFile
from tilewright.analysis.report import Review
from tilewright.analysis.version import version
from tilewright.record import Record
from tilewright.writing import write


def place(record: Record, effort: int) -> Path:
    """Where the review of a record is kept: by the game, the names, the effort and the version."""
    text = f"{version(record.start)} {effort}\n{record}"
    return home.cache() / "reviews" / f"{hashlib.sha256(text.encode()).hexdigest()[:32]}.json"


def notes(record: Record, effort: int) -> NotesFile:
    """The notes of an unfinished review, in a file beside it."""
    return NotesFile(note_place(record, effort))


def note_place(record: Record, effort: int) -> Path:
    """Where the notes of a review are kept while it is in progress."""
    return place(record, effort).with_suffix(".notes")


def find(record: Record, effort: int) -> Review | None:
    """The review of a record, if it was made before."""
    path = place(record, effort)
    try:
        return msgspec.json.decode(path.read_bytes(), type=Review)
    except (FileNotFoundError, msgspec.DecodeError):
        return None


def keep(record: Record, effort: int, review: Review) -> None:
    """Keep a review and discard its notes."""
    path = place(record, effort)
    path.parent.mkdir(parents=True, exist_ok=True)
    write(path, msgspec.json.encode(review).decode())
    note_place(record, effort).unlink(missing_ok=True)
