"""Substitutes for characters that a terminal cannot show."""

from __future__ import annotations

import codecs
import io
import unicodedata

PLAIN = "tilewright-plain"  # the error handler for streams whose encoding lacks characters
ALIKE = {  # one for one, so that frames stay intact, except for what is only used in sentences
    "·": ".",
    "│": "|",
    "–": "-",
    "—": "-",
    "−": "-",
    "×": "x",
    "✓": "+",
    "✗": "x",
    "’": "'",
    "“": '"',
    "”": '"',
    "„": '"',
    "«": '"',
    "»": '"',
    "…": "...",
    "±": "+-",
}
CYRILLIC = "абвгдеёжзийклмнопрстуфхцчшщъыьэюя"
LATIN = "abvgdeezzijklmnoprstufhccss'y'eua"
ALIKE |= dict(zip(CYRILLIC + CYRILLIC.upper(), LATIN + LATIN.upper(), strict=True))


def make_plain(stream: object) -> None:
    """Let a stream write substitutes for characters that its encoding lacks."""
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors=PLAIN)


def plainly(error: UnicodeError) -> tuple[str | bytes, int]:
    """Replace what cannot be written, letter by letter; what cannot be read, as Python does."""
    if not isinstance(error, UnicodeEncodeError):
        return codecs.replace_errors(error)
    words = error.object[error.start : error.end]
    return "".join([plain(letter, error.encoding) for letter in words]), error.end


def plain(letter: str, encoding: str) -> str:
    """A substitute for a character: from the table, or without its accent, or a `?`."""
    base = unicodedata.normalize("NFKD", letter)[0]
    for other in (ALIKE.get(letter, ""), base if base != letter else ""):
        try:
            other.encode(encoding)
        except UnicodeEncodeError:
            continue
        if other:
            return other
    return "?"


codecs.register_error(PLAIN, plainly)
