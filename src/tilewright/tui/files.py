"""Records and positions in files: read in any form, written as text or JSON."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from tilewright.games import GAMES, parse
from tilewright.record import FORMAT, Record, parse_json, parse_record
from tilewright.writing import write


class BadInput(ValueError):
    """Input that cannot be used; the text says why."""


def read_text(name: str) -> str:
    """The text of a file, or of standard input for `-`."""
    try:
        return sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise BadInput(f"{name}: not a text file") from None


def told(error: OSError) -> str:
    """What the system says is wrong, and with which file."""
    return f"{error.filename}: {error.strerror}" if error.filename else str(error)


def is_json(text: str) -> bool:
    """Tell whether a text is meant to be JSON."""
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


def read_open_data(name: str) -> list[Record]:
    """Read the games in a file that `tilewright dump` has written; an error names the line."""
    records = []
    for number, line in enumerate(read_text(name).splitlines(), start=1):
        try:
            records.append(parse_record(json.loads(line)["record"]))
        except (ValueError, TypeError, KeyError) as error:
            reason = f"no record: {error}" if isinstance(error, TypeError | KeyError) else error
            raise BadInput(f"{name}, line {number}: {reason}") from None
    return records


def read_either(source: str, ply: int | None = None) -> Record:
    """A record, cut off after a number of moves; a position is a record without moves. The source
    is a file, `-` for standard input, or the text of a position itself."""
    is_file = source == "-" or (len(source.split()) == 1 and source not in GAMES)
    text = read_text(source) if is_file else source
    try:
        is_record = text.strip().startswith(FORMAT) or is_json(text)
        found = parse_either(text) if is_record else Record(parse(text))
    except ValueError as error:
        if is_file:
            raise BadInput(f"{source}: {error}") from None
        raise
    if ply is not None and not is_record:
        raise BadInput("--ply is for a record; this is a position")
    return cut(found, ply)


def cut(record: Record, ply: int | None) -> Record:
    """The record after a number of moves, or after all."""
    last = len(record.moves)
    if ply is not None and not 0 <= ply <= last:
        raise BadInput(f"--ply {ply}: the record has moves 0 to {last}")
    return record if ply is None else record.undo(last - ply)


def write_record(path: Path, record: Record) -> None:
    """Write a record: JSON if the file's name ends in .json, else text."""
    write(path, record.to_json() + "\n" if path.suffix == ".json" else str(record))


def is_taken(path: Path) -> bool:
    """Tell whether a file already holds something. A name that no file can have holds nothing."""
    try:
        return path.is_file() and path.stat().st_size > 0
    except OSError:
        return False
