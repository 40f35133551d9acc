"""To and from the readable rules."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

import numpy as np

from tilewright import market
from tilewright.fast.compiling import Array, Records, StateRecord
from tilewright.market import FACTORIES
from tilewright.pavilion import rules
from tilewright.pavilion.board import (
    BOARDS,
    COLOR_LETTERS,
    COLORS,
    LAST_ROUND_DISCARDS,
    ROUNDS,
    SCORE_FLOORS,
    SLOTS,
    SPACES,
    STAR_COLORS,
    STARS,
    Deal,
    Options,
    Pass,
    Pick,
    Place,
    Player,
    Refill,
    Spaces,
    Take,
)
from tilewright.pavilion.kernel.layout import KEPT_TILES, SOURCES, STATE, Word, pack, unpack
from tilewright.pavilion.scoring import colors_for
from tilewright.pavilion.state import State
from tilewright.tiles import EMPTY

SeatMove: TypeAlias = Take | Place | Pick | Pass  # of a seat

DECODED: tuple[SeatMove, ...] = (
    *[Take(source, color) for source in range(SOURCES) for color in range(COLORS)],
    *[
        Place(star, slot, color, jokers)
        for star in range(STARS)
        for slot in range(1, SLOTS + 1)
        for color in range(COLORS)
        for jokers in range(SLOTS)
    ],
    *[Pick(color) for color in range(COLORS)],
    *[Pass(kept) for kept in KEPT_TILES],
)
CODES: dict[SeatMove, int] = {move: code for code, move in enumerate(DECODED)}


def encode_move(move: SeatMove) -> int:
    """The number of a seat's move."""
    return CODES[move]


def decode_move(code: int) -> SeatMove:
    """The seat's move with a number."""
    return DECODED[code]


def encode_chance(move: Deal | Refill) -> Array:
    """The heaps of nature's move for `apply_chance`."""
    groups = move.factories if isinstance(move, Deal) else (move.tiles,)
    return np.array([pack(group) for group in groups], np.int64)


@lru_cache(maxsize=1024)
def _board(spaces: Spaces, side: str) -> tuple[Word, Word, Word, list[Word]]:
    """What a state says about a player board: filled, laid, takes and colors."""
    filled, laid, takes, colors = 0, 0, 0, [0, 0]
    for space, color in enumerate(spaces):
        if color != EMPTY:
            filled |= 1 << space
            laid |= 1 << space // SLOTS * 6 + color
            colors[space // 21] |= color << 3 * (space % 21)
    for star, printed in enumerate(STAR_COLORS):
        for color in colors_for(spaces[SLOTS * star : SLOTS * star + SLOTS], printed, side):
            takes |= 1 << 6 * star + color
    return filled, laid, takes, colors


def from_state(state: State) -> Records:
    """A position of the readable rules as an array of one STATE."""
    array = np.zeros(1, STATE)
    s = array[0]
    options, seats = state.options, range(state.options.players)
    order = [COLOR_LETTERS.index(letter) << 3 * at for at, letter in enumerate(options.joker_order)]
    s["players"] = options.players
    s["side"] = BOARDS.index(options.board)
    s["lowest"] = SCORE_FLOORS[options.edition]
    s["at_pass"] = LAST_ROUND_DISCARDS.index(options.last_round_discard)
    s["order"] = sum(order)
    s["phase"] = rules.PHASES.index(state.phase)
    s["round_"], s["joker"], s["picks"] = state.round, state.joker, state.picks
    s["seat"], s["starter"], s["marker"] = state.seat, state.starter, state.marker
    s["supply"], s["bag"], s["tower"] = pack(state.supply), pack(state.bag), pack(state.tower)
    s["sources"][: len(state.sources)] = [pack(tiles) for tiles in state.sources]
    offers = market.offers(state.sources, state.joker)
    s["offers"] = sum([1 << 6 * source + color for source, color in offers])
    s["passed"] = sum([state.players[seat].passed << seat for seat in seats])
    for seat, player in enumerate(state.players):
        s["score"][seat] = player.score
        s["hand"][seat] = pack(player.hand)
        filled, laid, takes, colors = _board(player.spaces, options.board)
        s["filled"][seat], s["laid"][seat], s["takes"][seat] = filled, laid, takes
        s["colors"][seat] = colors
    return array


def to_state(array: Records) -> State:
    """The first element of an array of STATE as a position of the readable rules."""
    s = array[0]
    players = int(s["players"])
    floors = {floor: edition for edition, floor in SCORE_FLOORS.items()}
    order = [int(s["order"]) >> 3 * at & 7 for at in range(ROUNDS)]
    return State(
        options=Options(
            players=players,
            edition=floors[int(s["lowest"])],
            board=BOARDS[s["side"]],
            joker_order="".join([COLOR_LETTERS[color] for color in order]),
            last_round_discard=LAST_ROUND_DISCARDS[s["at_pass"]],
        ),
        phase=rules.PHASES[s["phase"]],
        round=int(s["round_"]),
        seat=int(s["seat"]),
        starter=int(s["starter"]),
        marker=int(s["marker"]),
        picks=int(s["picks"]),
        sources=tuple([unpack(heap) for heap in s["sources"][: 1 + FACTORIES[players]]]),
        supply=unpack(s["supply"]),
        bag=unpack(s["bag"]),
        tower=unpack(s["tower"]),
        players=tuple([_player(s, seat) for seat in range(players)]),
    )


def _player(s: StateRecord, seat: int) -> Player:
    """One player board of a state."""
    filled, words = int(s["filled"][seat]), [int(word) for word in s["colors"][seat]]
    return Player(
        score=int(s["score"][seat]),
        spaces=tuple(
            [
                words[space // 21] >> 3 * (space % 21) & 7 if filled >> space & 1 else EMPTY
                for space in range(SPACES)
            ]
        ),
        hand=unpack(s["hand"][seat]),
        passed=bool(int(s["passed"]) >> seat & 1),
    )
