"""What a terminal shows that does not know a character: another one that means the same."""

from __future__ import annotations

import codecs
import io
import unicodedata

PLAIN = "tilewright-plain"  # how streams handle what their encoding has not
ALIKE = {  # one for one, so that frames stay whole; but for what stands in sentences only
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
    """Let a stream write characters that its encoding has not by others."""
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors=PLAIN)


def plainly(error: UnicodeError) -> tuple[str | bytes, int]:
    """Replace what cannot be written, letter by letter; what cannot be read, as Python does."""
    if not isinstance(error, UnicodeEncodeError):
        return codecs.replace_errors(error)
    words = error.object[error.start : error.end]
    return "".join([plain(letter, error.encoding) for letter in words]), error.end


def plain(letter: str, encoding: str) -> str:
    """A character that means the same: from the table, or without its accent, or a `?`."""
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
