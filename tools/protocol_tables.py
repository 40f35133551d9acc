"""Write the tables of docs/protocol.md that tell the fields of messages, from their declarations.

A table follows a comment that names the message and the heading: `<!-- View: field of view -->`.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from tilewright.web.description import schemas

PAGE = Path(__file__).parents[1] / "docs" / "protocol.md"
TABLE = re.compile(r"(<!-- (\w+): (.*?) -->\n)(?:\|.*\n)*")


def written(page: str) -> str:
    """The page with its tables as the declarations have them."""
    kinds = schemas()
    return TABLE.sub(lambda found: found[1] + table(kinds[found[2]], found[3]), page)


def table(kind: dict[str, Any], heading: str) -> str:
    """The fields of a message, and what each of them is."""
    rows = [f"| {heading} | what it is |", "|---|---|"]
    for name, field in kind["properties"].items():
        about = field.get("description") or f"`{field['enum'][0]}`"  # the tag has but one value
        rows.append(f"| `{name}` | {about} |")
    return "\n".join(rows) + "\n"


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
