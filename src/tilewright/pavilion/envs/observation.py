"""What is seen of pavilion: the parts of an observation."""

from __future__ import annotations

from collections.abc import Iterable

from tilewright.envs.parts import (
    SEATS,
    Axis,
    Part,
    flag_part,
    heap_part,
    market_part,
    phase_part,
    round_part,
    score_part,
    tile_flags,
)
from tilewright.game import Seat
from tilewright.pavilion import rules
from tilewright.pavilion.board import (
    COLOR_LETTERS,
    COLORS,
    ROUNDS,
    SLOTS,
    STARS,
    SUPPLY_SIZE,
    TILES_PER_COLOR,
)
from tilewright.pavilion.state import State

MOST_POINTS = 500  # no board can score more: 42 runs of 6 and all bonuses
HAND = 10  # a scale
COLOR = Axis("colour", COLORS)


def joker_flags(state: State, _: Seat) -> Iterable[int]:
    """The jokers of this and the later rounds."""
    letters = state.options.joker_order[state.round - 1 :]
    coming = [COLOR_LETTERS.index(letter) for letter in letters]
    return tile_flags(COLORS, coming + [-1] * (ROUNDS - len(coming)))


TABLE: tuple[Part, ...] = (
    phase_part(rules.PHASES),
    round_part(ROUNDS, "the round"),
    flag_part("neutral", "board", "neutral"),
    flag_part("mini", "edition", "mini"),
    flag_part("at pass", "last_round_discard", "at_pass"),
    *SEATS,
    Part(
        "picks",
        (),
        "bonus tiles still to be picked",
        lambda s, _: (s.picks,),
        SUPPLY_SIZE,
        SUPPLY_SIZE,
    ),
    Part(
        "jokers",
        (Axis("round", ROUNDS), COLOR),
        "the joker of this round, of the next one, …; none after the last",
        joker_flags,
    ),
    market_part(COLOR, TILES_PER_COLOR),
    heap_part("supply", COLOR, "bonus tiles on offer", SUPPLY_SIZE, SUPPLY_SIZE),
    heap_part("bag", COLOR, "tiles in the bag", TILES_PER_COLOR, TILES_PER_COLOR),
    heap_part("tower", COLOR, "used tiles", TILES_PER_COLOR, TILES_PER_COLOR),
)
BOARD: tuple[Part, ...] = (
    score_part(MOST_POINTS),
    Part(
        "stars",
        (Axis("star", STARS), Axis("slot", SLOTS), COLOR),
        "the tile on each space",
        lambda s, seat: tile_flags(COLORS, s.players[seat].spaces),
    ),
    Part(
        "hand",
        (COLOR,),
        "tiles beside the board, or kept in its corners",
        lambda s, seat: s.players[seat].hand,
        HAND,
        TILES_PER_COLOR,
    ),
    Part("passed", (), "1 after the pass", lambda s, seat: (int(s.players[seat].passed),)),
)
