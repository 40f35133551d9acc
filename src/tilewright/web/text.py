"""Text that comes in from outside: whatever it says, it is made of whole characters that show."""

from __future__ import annotations

import json
import re

from tilewright.table.event import Refused

# Control characters, which no screen shows and PostgreSQL does not keep, what turns words round,
# and halves of pairs.
BAD = re.compile("[\x00-\x1f\x7f-\x9f\u202d\u202e\ud800-\udfff]")


def check(place: str, text: str) -> None:
    """Refuse a text with a control character or a lone surrogate."""
    if found := BAD.search(text):
        raise Refused("bad_request", f"{place}: the character U+{ord(found[0]):04X} is not allowed")


def read_json(place: str, data: bytes | str) -> object:
    """JSON whose texts are all in order, or the reason why not."""
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
