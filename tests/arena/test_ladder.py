"""The ladder in the documentation is written from what the arena has measured."""

from __future__ import annotations

import json
from pathlib import Path

from tilewright.arena import Contest, ContestState, report
from tilewright.arena.contest import LADDER, ROBIN
from tilewright.arena.match import play_pair
from tilewright.arena.report import to_data
from tools.ladder import BEGIN, END, PAGE, main


def measure(path: Path, schedule: str) -> str:
    contest = Contest(("random", "greedy", "greedy"), schedule=schedule)
    course = ContestState(contest, 2, None)
    for pairing in range(len(contest.pairings)):
        for number in range(2):
            course.add(play_pair(contest, pairing, number))
    path.write_text(json.dumps(to_data(report(course))), encoding="utf-8")
    return str(path)


def test_the_section_is_written_anew_and_nothing_else(tmp_path: Path) -> None:
    page = tmp_path / "bots.md"
    page.write_text(f"# Bots\n\nBefore.\n\n{BEGIN}\nold\n{END}\n\nAfter.\n", encoding="utf-8")
    measured = measure(tmp_path / "ladder.json", LADDER)
    assert main([measured], page) == 0
    text = page.read_text(encoding="utf-8")
    assert text.startswith("# Bots\n\nBefore.\n\n<!-- ladder -->\n\n### classic players=2")
    assert text.endswith("<!-- end of ladder -->\n\nAfter.\n")
    assert "old" not in text
    rows = [
        "| greedy (2) | 50.0 | 50.0 – 50.0 | 1.00 | +0 | 4 |",
        "| greedy | 100.0 | 34.2 – 100.0 | 2.00 | over -113 | 4 |",
        "| random | | | | | |",
    ]
    assert "\n".join(rows) in text
    assert (
        "tilewright arena random greedy greedy --game classic --ladder --seed 0 --pairs 2" in text
    )
    assert main([measured], page) == 0
    assert page.read_text(encoding="utf-8") == text


def test_a_page_without_markers_gets_them(tmp_path: Path) -> None:
    page = tmp_path / "bots.md"
    assert main([measure(tmp_path / "ladder.json", LADDER)], page) == 0
    assert page.read_text(encoding="utf-8").startswith("# Bots\n\n## The ladder\n\n<!-- ladder -->")


def test_other_matches_share_a_table(tmp_path: Path) -> None:
    page = tmp_path / "bots.md"
    names = [measure(tmp_path / f"{name}.json", ROBIN) for name in ("one", "two")]
    assert main(names, page) == 0
    text = page.read_text(encoding="utf-8")
    assert text.count("| random | greedy | classic players=2 wall=coloured | 0-0-4 | 0.0 |") == 2
    assert text.count("### Matches") == 1
    assert text.count("\ntilewright arena random greedy greedy --game classic --seed 0") == 2


def test_the_page_is_what_was_measured(tmp_path: Path) -> None:
    page = tmp_path / "bots.md"
    page.write_bytes(PAGE.read_bytes())
    assert main([], page) == 0
    assert page.read_bytes() == PAGE.read_bytes(), "run python -m tools.ladder"
