"""Text from outside: whatever it says, it consists of complete, visible characters."""

from __future__ import annotations

import json
import re

from tilewright.table.event import Refused

# Control characters, which no screen shows and PostgreSQL does not store, ends of lines, characters
# that set the direction of the text after them, and lone surrogates.
BAD = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def check(place: str, text: str) -> None:
    """Refuse a text with a control character or a lone surrogate."""
    if found := BAD.search(text):
        raise Refused("bad_request", f"{place}: the character U+{ord(found[0]):04X} is not allowed")


def read_json(place: str, data: bytes | str) -> object:
    """Read JSON and check all of its texts, or raise the reason for refusing it."""
    try:
        value = json.loads(data if isinstance(data, str) else data.decode())
    except (ValueError, RecursionError) as error:
        raise Refused("bad_request", f"{place}: this is not JSON: {error}") from None
    parts = [value]
    while parts:
        part = parts.pop()
        if isinstance(part, str):
            check(place, part)
        elif isinstance(part, list):
            parts += part
        elif isinstance(part, dict):
            parts += [*part, *part.values()]
    return value
