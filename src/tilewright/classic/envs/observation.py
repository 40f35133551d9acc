"""What is seen of classic: the parts of an observation."""

from __future__ import annotations

from collections.abc import Iterable

from tilewright.classic import rules
from tilewright.classic.board import COLORS, FLOOR_SPACES, ROUND_LIMIT, SIZE, TILES_PER_COLOR
from tilewright.classic.state import State
from tilewright.envs.parts import (
    SEATS,
    Axis,
    Part,
    flag_part,
    heap_part,
    market_part,
    one_hot,
    phase_part,
    round_part,
    score_part,
    tile_flags,
)
from tilewright.game import Seat

MOST_POINTS = 400  # no board can score more: 25 tiles of 10 points and all bonuses
COLOR = Axis("colour", COLORS)


def line_counts(state: State, seat: Seat) -> Iterable[int]:
    """How many tiles of each colour lie on each pattern line."""
    rows = one_hot(COLORS)
    lines = state.players[seat].lines
    return [count * flag for color, count in lines for flag in rows[color if count else -1]]


def floor_spaces(state: State, seat: Seat) -> Iterable[int]:
    """How many spaces of a floor line are taken."""
    player, has_marker = state.players[seat], state.marker == seat
    return (rules.floor_spaces(player, has_marker=has_marker),)


ROW, COLUMN, LINE = Axis("row", SIZE), Axis("column", SIZE), Axis("line", SIZE)

TABLE: tuple[Part, ...] = (
    phase_part(rules.PHASES),
    round_part(ROUND_LIMIT, f"the round; {ROUND_LIMIT} stands for all later ones too"),
    flag_part("grey", "wall", "grey"),
    *SEATS,
    market_part(COLOR, TILES_PER_COLOR),
    heap_part("bag", COLOR, "tiles in the bag", TILES_PER_COLOR, TILES_PER_COLOR),
    heap_part("lid", COLOR, "used tiles", TILES_PER_COLOR, TILES_PER_COLOR),
)
BOARD: tuple[Part, ...] = (
    score_part(MOST_POINTS),
    Part("lines", (LINE, COLOR), "tiles on the pattern lines", line_counts, SIZE, SIZE),
    Part(
        "wall",
        (ROW, COLUMN, COLOR),
        "the tile on each space of the wall",
        lambda s, seat: tile_flags(COLORS, s.players[seat].wall),
    ),
    Part(
        "floor",
        (COLOR,),
        "tiles on the floor line",
        lambda s, seat: s.players[seat].floor,
        FLOOR_SPACES,
        FLOOR_SPACES,
    ),
    Part(
        "spaces",
        (),
        "floor spaces taken, by the marker too",
        floor_spaces,
        FLOOR_SPACES,
        FLOOR_SPACES,
    ),
)
