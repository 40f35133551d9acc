"""Write the ladder of the levels into docs/bots.md, from what the arena has measured.

tilewright arena pupil apprentice … master --ladder --pairs 200 --json ladder.json
python -m tools.ladder ladder.json …        one file a configuration, in the order of the page
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

PAGE = Path(__file__).parents[1] / "docs" / "bots.md"
BEGIN, END = "<!-- ladder -->", "<!-- end of ladder -->"
HEAD = """\
| level | score against the one below, % | 95 % interval | Elo | games |
|---|---|---|---|---|"""


def section(data: dict[str, Any]) -> str:
    """The table of one configuration, the strongest level first, with its command."""
    found = [pairing for pairing in data["pairings"] if len(pairing["others"]) == 1]
    if data["schedule"] != "ladder" or not found:
        raise ValueError(f"not a ladder: {data['command']}")
    rows = [row(pairing) for pairing in reversed(found)]
    lowest = f"| {found[0]['others'][0]} | | | | |"
    repeatable = "" if data["reproducible"] else " (with a clock, so never quite the same again)"
    return "\n".join(
        [
            f"### {data['game']} {data['options']}",
            "",
            HEAD,
            *rows,
            lowest,
            "",
            f"By this command{repeatable}:",
            "",
            "```sh",
            data["command"],
            "```",
        ]
    )


def row(pairing: dict[str, Any]) -> str:
    """How a level does against the one below it."""
    score, low, high = pairing["score"]
    elo = pairing["elo"]
    ends = "" if low is None else f"{100 * low:.1f} – {100 * high:.1f}"
    difference = f"{elo[0]:+.0f}" if elo[0] is not None else f"over {elo[1]:+.0f}"
    cells = (pairing["one"], f"{100 * score:.1f}", ends, difference, str(pairing["games"]))
    return f"| {' | '.join(cells)} |"


def insert(page: str, text: str) -> str:
    """The page with a text between its markers; without markers it comes at the end."""
    if BEGIN not in page or END not in page:
        page = f"{page.rstrip()}\n\n## The ladder\n\n{BEGIN}\n{END}\n"
    before, rest = page.split(BEGIN, 1)
    return f"{before}{BEGIN}\n\n{text}\n\n{END}{rest.split(END, 1)[1]}"


def main(files: Sequence[str], page: Path = PAGE) -> int:
    """Write the section anew."""
    if not files:
        print(__doc__, file=sys.stderr)
        return 2
    text = "\n\n".join(
        [section(json.loads(Path(name).read_text(encoding="utf-8"))) for name in files]
    )
    old = page.read_text(encoding="utf-8") if page.exists() else "# Bots\n"
    page.write_text(insert(old, text), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
