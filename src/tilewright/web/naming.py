"""What a name may be: for users, and for people who play on someone else's device."""

from __future__ import annotations

import re
import unicodedata

from tilewright.bots import BOTS
from tilewright.store.skeleton import skeleton
from tilewright.store.users import GONE
from tilewright.table.event import Refused

SHORTEST, LONGEST = 2, 24
LONGEST_SEAT = 37
SEPARATORS = " -_."
MOST_MARKS = 3  # on one letter
RESERVED = frozenset(
    (
        "admin administrator api all anonymous azul bot chance computer deleted everyone everyone "
        "guest here host me mod moderator nature nobody null official open owner root seat "
        "server staff support system tilewright undefined unknown user watcher you"
    ).split()
) | {GONE}
OFFICES = "admin administrator moderator official staff support".split()  # not even as one word

# Invisible letters.
INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u3164\uffa0")
# Scripts that are written together; each may be combined with Latin, but with nothing else.
EAST = {"CJK", "IDEOGRAPHIC", "HIRAGANA", "KATAKANA", "BOPOMOFO", "HANGUL"}
# Scripts of living languages, the recommended ones of Unicode UAX 31; others look like Latin, too.
SCRIPTS = {"EAST"} | set(
    (
        "LATIN GREEK CYRILLIC ARMENIAN HEBREW ARABIC THAANA DEVANAGARI BENGALI GURMUKHI GUJARATI "
        "ORIYA TAMIL TELUGU KANNADA MALAYALAM SINHALA THAI LAO TIBETAN MYANMAR GEORGIAN ETHIOPIC "
        "KHMER"
    ).split()
)


def clean_name(text: str) -> str:
    """A user's name as it will be shown, or the reason why it cannot be one."""
    name = _well_formed(text, SHORTEST, LONGEST)
    if _is_reserved(name):
        raise Refused("name_reserved", "this name is reserved; choose another")
    return name


def clean_seat_name(text: str) -> str:
    """The name of someone on another's device; others may have the same name."""
    name = _well_formed(text, 1, LONGEST_SEAT)
    if _claims_office(name):
        raise Refused("name_reserved", f"{name}: this name is reserved; choose another")
    return name


def _well_formed(text: str, shortest: int, longest: int) -> str:
    name = unicodedata.normalize("NFKC", text).strip(" ")
    if not shortest <= len(name) <= longest:
        raise Refused("name", f"a name must have {shortest} to {longest} characters")
    marks = 0
    for letter in name:
        kind = unicodedata.category(letter)
        marks = marks + 1 if kind[0] == "M" else 0
        if letter in INVISIBLE or not (kind[0] in "LM" or kind == "Nd" or letter in SEPARATORS):
            raise Refused("name", "a name may have letters, digits, single spaces, - _ and . only")
        if marks > MOST_MARKS or unicodedata.name(letter, "").startswith("VARIATION SELECTOR"):
            raise Refused("name", "a letter of this name has too many marks")
    if "  " in name:
        raise Refused("name", "a name may have single spaces only")
    if name[0] in SEPARATORS or name[-1] in SEPARATORS or unicodedata.category(name[0])[0] == "M":
        raise Refused("name", "a name must begin and end with a letter or a digit")
    if shortest > 1 and not any(letter.isalpha() for letter in name):
        raise Refused("name", "a name needs at least one letter")
    scripts = _scripts(name)
    if len(scripts) > 1 or not scripts <= SCRIPTS:
        raise Refused("name", "a name must be written in one script, that of a living language")
    return name


def _scripts(name: str) -> set[str]:
    """The scripts of the letters, by the first word of their Unicode names."""
    found = set()
    for letter in name:
        if letter.isascii() and not letter.isalpha():
            continue
        if unicodedata.category(letter)[0] == "M":
            continue
        word = re.split("[ -]", unicodedata.name(letter, "UNKNOWN"))[0]
        found.add("ARABIC" if word == "EXTENDED" else "EAST" if word in EAST else word)
    return found - {"LATIN"} if "EAST" in found else found


def _is_reserved(name: str) -> bool:
    word = re.sub(r"[ _.\-]", "", name).rstrip("0123456789")
    reserved = {_folded(other) for other in RESERVED | set(BOTS)}
    return not reserved.isdisjoint(map(_folded, (word, word.lower()))) or _claims_office(name)


def _claims_office(name: str) -> bool:
    """Whether a name pretends to speak for the house, in whatever letters."""
    words = re.split(r"[ _.\-]+", name)
    whole = "".join(words)
    offices = {_blurred(office) for office in OFFICES}
    return not offices.isdisjoint(map(_blurred, [*words, whole])) or (
        _blurred("tilewright") in _blurred(whole)
    )


def _folded(word: str) -> str:
    """A word as it looks, regardless of case and of marks on its letters."""
    letters = unicodedata.normalize("NFD", word)
    return skeleton("".join([each for each in letters if unicodedata.combining(each) == 0])).lower()


def _blurred(word: str) -> str:
    """A word in which even i and l are the same, which names may distinguish."""
    return _folded(word.rstrip("0123456789")).replace("l", "i")
