"""How names look: two with the same skeleton can hardly be told apart (after Unicode UTS 39)."""

from __future__ import annotations

import re
import unicodedata
from contextlib import suppress
from string import ascii_uppercase
from unicodedata import normalize


def _small_capitals() -> dict[str, str]:
    found = {}
    for letter in ascii_uppercase:
        with suppress(KeyError):  # there is none of X
            found[unicodedata.lookup(f"LATIN LETTER SMALL CAPITAL {letter}")] = letter
    return found


def _pairs(letters: str, looks: str) -> dict[str, str]:
    return dict(zip(letters, looks, strict=True))


# The Latin letters that others resemble, in the case in which they do.
LOOKS = (
    _small_capitals()
    | _pairs("01IƖǀıȷſƒɑɡɩɪ", "Ollllijffagii")
    | _pairs("АВЕЅІЈКМНОРСТУХЬԀԚԜӀ", "ABESlJKMHOPCTYXbDQWl")  # Cyrillic
    | _pairs("авгеѕіјкмнопрстухьһѵѡԁԍԛԝӏ", "abresijkmhonpctyxbhvwdgqwl")
    | _pairs("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧͿ", "ABEZHlKMNOPTYXJ")  # Greek
    | _pairs("αβγεηικμνορστυχωϳ", "abyenikuvopotuxwj")
    | _pairs("ՍՕՏԼոսօհցյզ", "UOSLnuohgjq")  # Armenian
)
_LOOKS = str.maketrans(LOOKS)
_L = "\ue000"  # stands for a capital L while case is folded
_DOTTED = re.compile("(?<=[ij])\u0307")  # a second dot on a letter that has one


def skeleton(name: str) -> str:
    """A name as it looks, whatever it is written with. Case makes no difference, except that a
    capital L looks like no other letter, whereas a capital I looks like a small l: lan may pass for
    Ian, Lan may not."""
    letters = normalize("NFD", normalize("NFKC", name))
    letters = letters.replace("I\u0307", "i")  # the capital of the Turkish i
    seen = letters.translate(_LOOKS).replace("L", _L)
    small = normalize("NFD", seen.casefold()).translate(_LOOKS).replace(_L, "L")
    return normalize("NFC", _DOTTED.sub("", small).replace("m", "rn").replace("w", "vv"))
