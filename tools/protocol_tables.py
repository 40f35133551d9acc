"""Write the tables of docs/protocol.md: the fields of messages from their declarations, and what
each address does from its description.

A table of fields follows a comment that names the message and the heading, such as
`<!-- View: field of view -->`.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from tilewright.web.app import create_app
from tilewright.web.description import schemas

PAGE = Path(__file__).parents[1] / "docs" / "protocol.md"
TABLE = re.compile(r"(<!-- (\w+): (.*?) -->\n)(?:\|.*\n)*")
ADDRESS = re.compile(r"^(\| ([A-Z]+) \| `(/.*?)` \| (?:\w+ )?\| )(.*) \|$", re.MULTILINE)


def written(page: str) -> str:
    """The page with its tables as declared."""
    kinds, addresses = schemas(), create_app().openapi()["paths"]
    page = TABLE.sub(lambda found: found[1] + table(kinds[found[2]], found[3]), page)

    def row(found: re.Match[str]) -> str:
        about = addresses.get(found[3], {}).get(found[2].lower(), {}).get("description")
        return f"{found[1]}{phrase(about) if about else found[4]} |"

    return ADDRESS.sub(row, page)


def table(kind: dict[str, Any], heading: str) -> str:
    """The fields of a message, and what each of them is."""
    rows = [f"| {heading} | what it is |", "|---|---|"]
    for name, field in kind["properties"].items():
        about = field.get("description") or f"`{field['enum'][0]}`"  # the tag has only one value
        rows.append(f"| `{name}` | {about} |")
    return "\n".join(rows) + "\n"


def phrase(about: str) -> str:
    """Sentences as a table entry: `Make it. It is mine.` as `make it; it is mine`."""
    sentences = " ".join(about.split()).removesuffix(".").split(". ")
    return "; ".join(sentence[0].lower() + sentence[1:] for sentence in sentences)


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
