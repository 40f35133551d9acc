"""The moves of pavilion as blocks of action ids."""

from __future__ import annotations

from itertools import product

from tilewright.envs.blocks import SOURCE, Block, MoveAxis, count
from tilewright.pavilion.board import (
    COLOR_LETTERS,
    COLORS,
    MOST_KEPT,
    SLOTS,
    STAR_NAMES,
    Pass,
    Pick,
    Place,
    Take,
)
from tilewright.tiles import spell

JOKERS = 6  # a space costs up to 6 tiles, one of them no joker

# What a player may keep: up to four tiles, ordered by how many of each colour, purple first.
KEPT = tuple(
    kept for kept in product(range(MOST_KEPT + 1), repeat=COLORS) if sum(kept) <= MOST_KEPT
)
LETTERS = tuple([spell(kept, COLOR_LETTERS) or "-" for kept in KEPT])
COLOR = MoveAxis("colour", tuple(COLOR_LETTERS))

BLOCKS: tuple[Block, ...] = (
    Block("take", (SOURCE, COLOR), Take),
    Block(
        "place",
        (
            MoveAxis("star", STAR_NAMES),
            count("slot", 1, SLOTS),
            COLOR,
            count("jokers", 0, JOKERS - 1),
        ),
        lambda star, slot, color, jokers: Place(star, slot + 1, color, jokers),
    ),
    Block("pick", (COLOR,), Pick),
    Block("pass", (MoveAxis("kept", LETTERS, listed=False),), lambda kept: Pass(KEPT[kept])),
)


def _notes() -> tuple[str, ...]:
    first = sum(block.size for block in BLOCKS[:-1])
    return (
        "### Kept tiles",
        "",
        f"A pass keeps up to four tiles; there are {len(KEPT)} ways. They are ordered by how many",
        "purple tiles are kept, fewer first, then by green, orange, yellow, blue and red.",
        "",
        "```text",
        *[
            f"{first + at:>4}  "
            + " ".join([f"{text:<4}" for text in LETTERS[at : at + 10]]).rstrip()
            for at in range(0, len(LETTERS), 10)
        ],
        "```",
        "",
    )


NOTES = _notes()
