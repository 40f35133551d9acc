"""What a move does: taking, placing, picking, passing, and the end of a round or of the game."""

from __future__ import annotations

from tilewright.fast.compiling import StateRecord, inner_kernel, int64, lean_kernel
from tilewright.fast.words import trailing_zeros
from tilewright.market import NOBODY
from tilewright.pavilion.board import COLORS, ROUNDS, SLOTS, STARS, SUPPLY_SIZE
from tilewright.pavilion.kernel.heaps import colors_in, lane, total
from tilewright.pavilion.kernel.layout import (
    DEAL,
    END,
    FEATURE_SPACES,
    FEATURE_TILES,
    FILL,
    FIRST_PASS,
    FIRST_PICK,
    FIRST_PLACE,
    KEPT,
    LANE,
    LANE_MASK,
    MULTICOLOR_BONUS,
    NUMBER,
    NUMBER_BONUS,
    NUMBER_SPACES,
    PICK,
    PLACE,
    REFILL,
    RUN,
    SIX,
    STAR_BONUS,
    Word,
)


@lean_kernel
def apply(s: StateRecord, move: int) -> None:
    """Make a legal move."""
    if move < FIRST_PLACE:
        take(s, move // COLORS, move % COLORS)
    elif move < FIRST_PICK:
        place(s, move - FIRST_PLACE)
    elif move < FIRST_PASS:
        pick(s, move - FIRST_PICK)
    else:
        pass_turn(s, KEPT[move - FIRST_PASS])


@inner_kernel
def lose(s: StateRecord, seat: int, tiles: int) -> None:
    """Take a point per tile from a seat, down to the lowest score."""
    s.score[seat] = max(s.score[seat] - tiles, s.lowest)


# The factory offer


@inner_kernel
def offers_of(heap: Word, joker: int) -> int:
    """The colours of a source that may be taken: the joker only where there is nothing else."""
    colors = colors_in(heap)
    others = colors & ~(1 << joker)
    return others if others else colors


@inner_kernel
def take(s: StateRecord, source: int, color: int) -> None:
    """Take tiles, and with them the marker and its loss if it is still in the centre taken from."""
    joker, seat, tiles = s.joker, s.seat, s.sources[source]
    if color == joker:
        taken = 1 << LANE * color
    else:
        taken = tiles & LANE_MASK << LANE * color
        taken += min(lane(tiles, joker), 1) << LANE * joker
    rest = tiles - taken
    if source:
        s.sources[source] = 0
        rest += s.sources[0]
    elif s.marker == NOBODY:
        s.marker = seat
        lose(s, seat, total(taken))
    s.sources[0] = rest
    s.hand[seat] += taken
    s.offers = s.offers & ~(SIX << 6 * source | SIX) | offers_of(rest, joker)
    s.seat = seat + 1 if seat + 1 < s.players else 0
    if s.offers == 0:
        begin_placing(s)


@inner_kernel
def leader(s: StateRecord) -> int:
    """Who places first in this round and starts the next one."""
    return int64(s.starter if s.marker == NOBODY else s.marker)


@inner_kernel
def begin_placing(s: StateRecord) -> None:
    """Begin with the marker's owner or, if nobody took it, the old start player."""
    s.phase = PLACE
    s.seat = leader(s)


# Placing


@inner_kernel
def place(s: StateRecord, code: int) -> None:
    """Place a tile, score its run, and note the bonus tiles that surrounded features owe the
    player."""
    space, color, jokers = code // (COLORS * SLOTS), code // SLOTS % COLORS, code % SLOTS
    star, slot, seat = space // SLOTS, space % SLOTS, s.seat
    paid = (NUMBER[s.side, space] - jokers << LANE * color) + (jokers << LANE * s.joker)
    s.hand[seat] -= paid
    s.tower += paid - (1 << LANE * color)
    filled = s.filled[seat] | 1 << space
    s.filled[seat] = filled
    s.colors[seat, space // 21] |= color << 3 * (space % 21)
    s.laid[seat] |= 1 << 6 * star + color
    if s.side or not star:
        s.takes[seat] = s.takes[seat] & ~(SIX << 6 * star) | star_takes(s, seat, star) << 6 * star
    s.score[seat] += RUN[filled >> 6 * star & SIX, slot]
    picks = 0
    for at in range(2):
        if filled & FEATURE_SPACES[space, at] == FEATURE_SPACES[space, at]:
            picks += FEATURE_TILES[space, at]
    if picks:
        picks = min(picks, total(s.supply))
        s.picks = picks
    if picks:
        s.phase = PICK
    else:
        end_turn(s)


@inner_kernel
def star_takes(s: StateRecord, seat: int, star: int) -> int:
    """The colours that may be laid on the centre star, or on any star of the neutral side."""
    laid = s.laid[seat] >> 6 * star & SIX
    if s.side:
        filled = s.filled[seat] >> 6 * star & SIX
        if not filled & (filled - 1):  # pavilion 10.3: the first tile leaves it open
            return SIX
        if not laid & (laid - 1):
            return int64(laid)
    return int64(~laid & SIX)


@inner_kernel
def pick(s: StateRecord, color: int) -> None:
    """Put one tile from the supply beside the board."""
    tile = 1 << LANE * color
    s.supply -= tile
    s.hand[s.seat] += tile
    s.picks -= 1
    if s.picks == 0:
        end_turn(s)


@inner_kernel
def pass_turn(s: StateRecord, kept: Word) -> None:
    """Keep some tiles, discard the others at a point each, and sit out the rest of the round."""
    seat = s.seat
    discarded = s.hand[seat] - kept
    if discarded:
        s.tower += discarded
        lose(s, seat, total(discarded))
    s.hand[seat] = kept
    s.passed |= 1 << seat
    if s.passed == (1 << s.players) - 1:
        end_round(s)
    else:
        end_turn(s)


# What follows


@inner_kernel
def can_draw(s: StateRecord) -> bool:
    """Tell whether a tile is left in the bag or the tower."""
    return bool(s.bag | s.tower)


@inner_kernel
def can_fill(s: StateRecord) -> bool:
    """Tell whether the supply has a gap and there is a tile to fill it with."""
    return total(s.supply) < SUPPLY_SIZE and can_draw(s)


@inner_kernel
def end_turn(s: StateRecord) -> None:
    """Pass the turn to the next seat that has not passed; before it, nature refills the supply."""
    playing = (1 << s.players) - 1 & ~s.passed
    later = playing & -2 << s.seat
    s.seat = trailing_zeros(later if later else playing)
    s.phase = REFILL if can_fill(s) else PLACE


@inner_kernel
def begin_round(s: StateRecord) -> None:
    """Let nature fill the supply, then the factories; with no tiles left, placing begins."""
    if can_fill(s):
        s.phase = FILL
    elif can_draw(s):
        s.phase = DEAL
    else:
        begin_placing(s)


@inner_kernel
def end_round(s: StateRecord) -> None:
    """Prepare the next round, or end the game after the last one."""
    if s.round_ == ROUNDS:
        end_game(s)
        return
    s.seat = s.starter = leader(s)
    s.joker = s.order >> 3 * s.round_ & 7
    s.round_ += 1
    s.marker = NOBODY
    s.passed = 0
    begin_round(s)


@inner_kernel
def end_game(s: StateRecord) -> None:
    """Add the bonuses for stars and numbers, then take a point per tile left over."""
    for seat in range(s.players):
        filled, laid, points = s.filled[seat], s.laid[seat], 0
        for star in range(STARS):
            if filled >> 6 * star & SIX == SIX:
                colors = laid >> 6 * star & SIX
                if colors & (colors - 1):
                    points += MULTICOLOR_BONUS
                else:
                    points += STAR_BONUS[trailing_zeros(colors)]
        for number in range(4):
            if filled & NUMBER_SPACES[s.side, number] == NUMBER_SPACES[s.side, number]:
                points += NUMBER_BONUS[number]
        s.score[seat] += points
        if s.hand[seat]:
            lose(s, seat, total(s.hand[seat]))
            s.tower += s.hand[seat]
            s.hand[seat] = 0
    s.phase = END
