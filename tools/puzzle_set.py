"""Write the shipped puzzles, a file in the folder of each game, from what was generated.

tilewright puzzles classic --players 3 --wall grey --count 50 -o classic-3-grey.jsonl
python -m tools.puzzle_set FILE …   from all of these; the same files make the same set
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import msgspec

from tilewright.analysis.collection import FILE, assemble, read
from tilewright.games import GAMES
from tilewright.writing import write

PACKAGE = Path(__file__).parents[1] / "src" / "tilewright"


def main(files: Sequence[str]) -> None:
    """Write the set of every game that the files have puzzles for."""
    found = [puzzle for file in files for puzzle in read(Path(file).read_bytes())]
    for name in GAMES:
        several = assemble([puzzle for puzzle in found if puzzle.game == name])
        if not several:
            continue
        lines = [msgspec.json.encode(puzzle).decode() + "\n" for puzzle in several]
        write(PACKAGE / name / FILE, "".join(lines))
        print(f"{name}: {len(several)}")
        for what in ("players", "difficulty"):
            counts = Counter(getattr(puzzle, what) for puzzle in several)
            print(f"  {what}: {', '.join(f'{key} × {counts[key]}' for key in sorted(counts))}")


if __name__ == "__main__":
    main(sys.argv[1:])
