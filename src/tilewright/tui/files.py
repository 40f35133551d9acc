"""Records and positions in files: read whatever it is, write so that nothing is ever half there."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from tilewright.games import AnyState, parse
from tilewright.record import FORMAT, Record, parse_json, parse_record


class BadInput(ValueError):
    """Input that cannot be used; the text says why."""


def read_text(name: str) -> str:
    """The text of a file, or of standard input for `-`."""
    try:
        return sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise BadInput(f"{name}: not a text file") from None


def is_json(text: str) -> bool:
    """Tell whether a text means to be JSON."""
    return text.lstrip("\ufeff \t\r\n").startswith("{")


def parse_either(text: str) -> Record:
    """Read a record in either of its forms."""
    return parse_json(text.lstrip("\ufeff")) if is_json(text) else parse_record(text)


def read_record(name: str) -> Record:
    """Read a record, text or JSON; errors begin with the name of the file."""
    text = read_text(name)
    try:
        return parse_either(text)
    except ValueError as error:
        raise BadInput(f"{name}: {error}") from None


def read_position(source: str, ply: int | None = None) -> AnyState:
    """A position from its text, from a file or standard input that holds one, or out of a record."""
    text = source
    if source == "-" or (len(source.split()) == 1 and Path(source).is_file()):
        text = read_text(source)
    if text.strip().startswith(FORMAT) or is_json(text):
        return position_at(parse_either(text), ply)
    if ply is not None:
        raise BadInput("--ply is for a record; this is a position")
    return parse(text)


def position_at(record: Record, ply: int | None) -> AnyState:
    """The position after so many moves, or after all."""
    if ply is None:
        return record.state
    if not 0 <= ply <= len(record.moves):
        raise BadInput(f"--ply {ply}: the record has moves 0 to {len(record.moves)}")
    state = record.start
    for move in record.moves[:ply]:
        state = state.play(move)
    return state


def write_record(path: Path, record: Record) -> None:
    """Write a record: JSON if the file's name ends in .json, else text."""
    write(path, record.to_json() + "\n" if path.suffix == ".json" else str(record))


def write(path: Path, text: str, *, mode: int = 0o666) -> None:
    """Write a whole file or nothing: first beside it, then put in its place."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode), "wb") as file:
            file.write(text.encode())
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def data_folder() -> Path:
    """Where games go that are saved without being told where."""
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "tilewright"
