"""Write the strength of the bots into docs/bots.md, from what the arena has measured.

tilewright arena pupil apprentice … master --ladder --pairs 200 --json benchmarks/arena/ladder.json
python -m tools.ladder          from all files in benchmarks/arena
python -m tools.ladder FILE …   from these, in this order
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "bots.md"
FILES = ROOT / "benchmarks" / "arena"
BEGIN, END = "<!-- ladder -->", "<!-- end of ladder -->"
HEAD = """\
| level | score against the one below, % | 95 % interval | × a fair share | Elo | games |
|---|---|---|---|---|---|"""


MATCHES = """\
| bot | against | game | wins, draws, losses | score, % | 95 % interval | margin |
|---|---|---|---|---|---|---|"""


def section(data: dict[str, Any]) -> str:
    """The table of one configuration, the strongest level first, with its command."""
    found = [pairing for pairing in data["pairings"] if len(pairing["others"]) == 1]
    if data["schedule"] != "ladder" or not found:
        raise ValueError(f"not a ladder: {data['command']}")
    rows = [row(pairing) for pairing in reversed(found)]
    lowest = f"| {found[0]['others'][0]} | | | | | |"
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
    times = f"{score / pairing['fair']:.2f}"
    cells = (pairing["one"], f"{100 * score:.1f}", ends, times, difference, str(pairing["games"]))
    return f"| {' | '.join(cells)} |"


def matches(found: list[dict[str, Any]]) -> str:
    """One table of all matches outside ladders, with their commands."""
    rows = [match_row(data, pairing) for data in found for pairing in data["pairings"]]
    commands = [data["command"] for data in found]
    parts = ["### Matches", "", MATCHES, *rows, "", "By these commands:", "", "```sh", *commands]
    return "\n".join([*parts, "```"])


def match_row(data: dict[str, Any], pairing: dict[str, Any]) -> str:
    """How one bot did against others at its table."""
    score, low, high = pairing["score"]
    margin, least, most = pairing["margin"]
    options = " ".join(word for word in data["options"].split() if not word.startswith("round"))
    others = " and ".join(pairing["others"])
    ends = "" if low is None else f"{100 * low:.1f} – {100 * high:.1f}"
    lead = f"{margin:+.1f}" if least is None else f"{margin:+.1f} ± {(most - least) / 2:.1f}"
    tally = f"{pairing['wins']}-{pairing['draws']}-{pairing['losses']}"
    game = f"{data['game']} {options}"
    cells = (pairing["one"], others, game, tally, f"{100 * score:.1f}", ends, lead)
    return f"| {' | '.join(cells)} |"


def text(found: list[dict[str, Any]]) -> str:
    """All that was measured: the ladders, then the matches."""
    ladders = [data for data in found if data["schedule"] == "ladder"]
    others = [data for data in found if data["schedule"] != "ladder"]
    return "\n\n".join([section(data) for data in ladders] + ([matches(others)] if others else []))


def insert(page: str, text: str) -> str:
    """The page with a text between its markers; if there are none, it goes at the end."""
    if BEGIN not in page or END not in page:
        page = f"{page.rstrip()}\n\n## The ladder\n\n{BEGIN}\n{END}\n"
    before, rest = page.split(BEGIN, 1)
    return f"{before}{BEGIN}\n\n{text}\n\n{END}{rest.split(END, 1)[1]}"


def main(names: Sequence[str], page: Path = PAGE) -> int:
    """Rewrite the section."""
    files = [Path(name) for name in names] or sorted(FILES.glob("*.json"))
    if not files:
        print(__doc__, file=sys.stderr)
        return 2
    found = [json.loads(file.read_text(encoding="utf-8")) for file in files]
    old = page.read_text(encoding="utf-8") if page.exists() else "# Bots\n"
    page.write_text(insert(old, text(found)), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
