"""Tiles and heaps as coloured text; the letter names the colour too, so colour is not needed."""

from __future__ import annotations

from rich.text import Text

from tilewright.games import game
from tilewright.market import FACTORY_SIZE, NOBODY
from tilewright.tiles import Tiles
from tilewright.tui.game import named
from tilewright.tui.story import text

MARKER = "bold reverse"
QUIET = "dim"
TURN = "bold cyan"  # the terminal's own colours, legible on light and dark
LOSS = "red"


def tile(name: str, color: int, sign: str = " ") -> Text:
    """One tile, three columns wide; the sign marks a joker."""
    glaze, drawing = named(name).PALETTE[color]
    letter = game(name).COLOR_LETTERS[color].upper()
    return Text(f" {letter}{sign}", style=f"bold {drawing} on {glaze}")


def space(sign: str) -> Text:
    """An empty space, as wide as a tile."""
    return Text(f"{sign:^3}", style=QUIET)


def marker() -> Text:
    """The first-player marker, as wide as a tile."""
    return Text(" M ", style=MARKER)


def tiles(name: str, heap: Tiles, joker: int | None = None) -> list[Text]:
    """Every tile in a heap."""
    return [
        tile(name, color, "*" if color == joker else " ")
        for color, count in enumerate(heap)
        for _ in range(count)
    ]


def counted(name: str, heap: Tiles, joker: int | None = None) -> Text:
    """A heap with one tile per colour and its count."""
    line = Text()
    for color, count in enumerate(heap):
        if count:
            line.append_text(tile(name, color, "*" if color == joker else " "))
            line.append(f"{count} ")
    return line if line else Text(text("none"), style=QUIET)


def heap_line(name: str, label: str, heap: Tiles) -> str:
    """A large heap in letters: `bag 60: b12 y10 r9 k15 w14`."""
    counts = [f"{letter}{n}" for letter, n in zip(game(name).COLOR_LETTERS, heap) if n]
    return f"{label} {sum(heap)}" + (f": {' '.join(counts)}" if counts else "")


def factories(
    name: str, sources: tuple[Tiles, ...], width: int, joker: int | None = None
) -> list[Text]:
    """The factories, as many in a line as the width allows; emptied ones keep their place."""
    plate = 2 + 3 * FACTORY_SIZE + 1
    per_line = max(1, min(5, (width + 1) // plate))
    lines = []
    for first in range(1, len(sources), per_line):
        line = Text()
        for source in range(first, min(first + per_line, len(sources))):
            found = tiles(name, sources[source], joker)
            found += [space("·")] * (FACTORY_SIZE - len(found))
            line.append(f"{source} ", style="bold" if any(sources[source]) else QUIET)
            line.append_text(Text.assemble(*found))
            line.append(" ")
        lines.append(line)
    return lines


def centre(name: str, heap: Tiles, holder: int, joker: int | None = None) -> Text:
    """The centre, with the marker while it is there."""
    line = Text.assemble(("0 ", "bold" if any(heap) else QUIET))
    if holder == NOBODY:
        line.append_text(marker()).append(" ")
    return line.append_text(counted(name, heap, joker))
