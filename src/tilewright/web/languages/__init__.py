"""What the server itself writes to people, in mails and link previews: a file for each language."""

from __future__ import annotations

from pathlib import Path

import msgspec
from msgspec import Struct

ENGLISH = "en"  # for those who have chosen no language


class TurnWords(Struct, forbid_unknown_fields=True):
    """Of a turn: `{title}` is the game's, `{names}` sit at the table, `{until}` is the deadline."""

    subject: str
    about: str
    until: str
    peace: str  # how to get no more of these mails


class LinkWords(Struct, forbid_unknown_fields=True):
    """Around a link; `{name}` is the account's."""

    subject: str
    before: str
    after: str


class SharedWords(Struct, forbid_unknown_fields=True):
    """Beside a link to a game or a puzzle: `{title}` is the game's, `{round}` the one being played,
    `{seat}` the one to move, from 1."""

    open: str
    playing: str
    over: str
    puzzle: str
    puzzle_text: str


class Words(Struct, forbid_unknown_fields=True):
    """All of one language."""

    shared: SharedWords
    turn: TurnWords
    links: dict[str, LinkWords]
    changes: dict[str, str]  # the subject, which is also what it says
    after_change: str  # what to do about one that was not yours


def read(path: Path) -> Words:
    """The words of a file."""
    return msgspec.json.decode(path.read_bytes(), type=Words)


WORDS = {path.stem: read(path) for path in sorted(Path(__file__).parent.glob("*.json"))}


def words(language: str) -> Words:
    """The words of a language, or else the English ones."""
    return WORDS.get(language) or WORDS[ENGLISH]
