"""What the boards are worth, by a hand-made estimate."""

from __future__ import annotations

from tilewright.fast.compiling import Array, StateRecord, inner_kernel, int64, lean_kernel
from tilewright.fast.words import popcount, trailing_zeros
from tilewright.pavilion.board import (
    MOST_KEPT,
    ROUNDS,
    SLOTS,
    STARS,
)
from tilewright.pavilion.features.hopes import (
    BONUS,
    COMPLETE,
    COVER,
    FIRST,
    JOKER_PRICE,
    KEPT_JOKER,
    KEPT_TILE,
    POOL,
    PRICE,
    RUNS,
    SURROUND,
    TILE,
)
from tilewright.pavilion.features.layout import (
    DECORATED,
    DECORATED_TILES,
    count_of,
    next_joker,
    reach,
)
from tilewright.pavilion.kernel.heaps import colors_in, lane, total
from tilewright.pavilion.kernel.layout import (
    DEAL,
    END,
    FACTORIES_OF,
    FEATURE_SPACES,
    FEATURE_TILES,
    FILL,
    LANE,
    NUMBER,
    NUMBER_SPACES,
    PICK,
    RUN,
    SIX,
    STAR_COLOR,
    TAKE,
)


@inner_kernel
def rounds_left(s: StateRecord) -> int:
    """The rounds whose tiles have not been dealt yet."""
    before = s.phase == FILL or s.phase == DEAL
    return int64(ROUNDS - s.round_ + before)


@inner_kernel
def laid_on(s: StateRecord, laid: int, star: int) -> int:
    """The colours that decide the bonus of a star."""
    if s.side:
        return laid >> 6 * star & SIX
    return 1 << STAR_COLOR[star] if star else SIX


@inner_kernel
def standing(s: StateRecord, seat: int, rounds: int) -> float:
    """What a board will still earn by the end, with the tiles of later rounds."""
    filled, laid = s.filled[seat], s.laid[seat]
    worth = 0.0
    for star in range(STARS):
        pattern, outer = filled >> 6 * star & SIX, min(star, 1)
        bonus = BONUS[laid_on(s, laid, star)]
        worth += RUNS[s.side, outer, pattern, rounds]
        worth += bonus * COMPLETE[s.side, outer, pattern, rounds]
    for number in range(4):
        worth += COVER[number, popcount(NUMBER_SPACES[s.side, number] & ~filled), rounds]
    for at in range(len(DECORATED)):
        missing = popcount(DECORATED[at] & ~filled)
        if missing:
            worth += SURROUND[DECORATED_TILES[at], missing, rounds]
    return float(worth)


@inner_kernel
def laying(side: int, filled: int, space: int, rounds: int) -> float:
    """What a tile on a space earns, apart from the star's bonus."""
    star, slot = space // SLOTS, space % SLOTS
    pattern, outer = filled >> 6 * star & SIX, min(star, 1)
    then = pattern | 1 << slot
    worth = RUN[then, slot] + RUNS[side, outer, then, rounds] - RUNS[side, outer, pattern, rounds]
    number = NUMBER[side, space] - 1
    if number < 4:
        missing = popcount(NUMBER_SPACES[side, number] & ~filled)
        worth += COVER[number, missing - 1, rounds] - COVER[number, missing, rounds]
    for at in range(2):
        spaces, tiles = FEATURE_SPACES[space, at], FEATURE_TILES[space, at]
        if tiles:
            missing = popcount(spaces & ~filled)
            worth += SURROUND[tiles, missing - 1, rounds] - SURROUND[tiles, missing, rounds]
    return float(worth)


@inner_kernel
def open_colors(side: int, star: int, filled: int, laid: int) -> int:
    """The colours that a star of several colours may take after a placement."""
    if side:
        if not filled & (filled - 1):
            return SIX
        if not laid & (laid - 1):
            return laid
    return ~laid & SIX


@inner_kernel
def placing(s: StateRecord, seat: int, rounds: int) -> float:
    """What the hand of a seat will earn in this round: the best placement, then the next best, and
    so on, and the tiles left over."""
    side, joker, later = int64(s.side), int64(s.joker), next_joker(s)
    filled, laid, takes, hand = s.filled[seat], s.laid[seat], s.takes[seat], s.hand[seat]
    price = PRICE if rounds else 0.3
    worth = 0.0
    while hand:
        have, jokers = colors_in(hand), lane(hand, joker)
        best = -100.0 if rounds == 0 or total(hand) > MOST_KEPT else 0.0
        best_gain, best_space, best_color, best_jokers = 0.0, -1, 0, 0
        for star in range(STARS):
            colors = takes >> 6 * star & have
            pattern = filled >> 6 * star & SIX
            if not colors or pattern == SIX:
                continue
            most, outer = reach(hand, colors, joker), min(star, 1)
            before = BONUS[laid_on(s, laid, star)] * COMPLETE[side, outer, pattern, rounds]
            for slot in range(SLOTS):
                space = SLOTS * star + slot
                number = NUMBER[side, space]
                if pattern >> slot & 1 or number > most:
                    continue
                chances = COMPLETE[side, outer, pattern | 1 << slot, rounds]
                base = laying(side, filled, space, rounds) - before
                bits = colors
                while bits:
                    color = trailing_zeros(bits)
                    bits &= bits - 1
                    own = lane(hand, color)
                    paid = max(0, number - own)
                    if paid and (color == joker or paid > jokers):
                        continue
                    bonus = BONUS[laid_on(s, laid | 1 << 6 * star + color, star)]
                    gain = base + bonus * chances
                    cost = price * number + JOKER_PRICE * paid
                    if color in (joker, later):
                        cost += JOKER_PRICE * (number - paid)
                    if gain - cost > best:
                        best, best_gain = gain - cost, gain
                        best_space, best_color, best_jokers = space, color, paid
        if best_space < 0:
            break
        star = best_space // SLOTS
        filled |= 1 << best_space
        laid |= 1 << 6 * star + best_color
        if side or star == 0:
            after = open_colors(side, star, filled >> 6 * star & SIX, laid >> 6 * star & SIX)
            takes = takes & ~(SIX << 6 * star) | after << 6 * star
        hand -= NUMBER[side, best_space] - best_jokers << LANE * best_color
        hand -= best_jokers << LANE * joker
        worth += best_gain
    return worth + keeping(s, hand)


@inner_kernel
def keeping(s: StateRecord, hand: int) -> float:
    """What tiles beside the board are worth if they are not placed in this round."""
    count = total(hand)
    more = s.phase == TAKE  # more tiles are still to be taken
    if s.round_ == ROUNDS:
        return -0.3 * count if more else -1.0 * count
    kept = min(count, MOST_KEPT)
    jokers = min(count_of(hand, next_joker(s)), kept)
    return KEPT_TILE * kept + KEPT_JOKER * jokers - (0.3 if more else 1.0) * (count - kept)


@inner_kernel
def using(s: StateRecord, seat: int, rounds: int) -> float:
    """What the hand of a seat will earn in a round that is being played."""
    if s.passed >> seat & 1:
        return keeping(s, s.hand[seat])
    return placing(s, seat, rounds)


@lean_kernel
def estimate(s: StateRecord, out: Array) -> None:
    """Write the score each seat can expect: what the hand can place, and a share of all that the
    board may still earn."""
    rounds, pool = rounds_left(s), 0.0
    if s.phase == TAKE:
        for source in range(1 + FACTORIES_OF[s.players]):
            pool += POOL * total(s.sources[source]) / s.players
    for seat in range(s.players):
        score = float(s.score[seat])
        if s.phase == END:
            out[seat] = score
            continue
        score += pool + standing(s, seat, rounds)
        if s.phase == FILL or s.phase == DEAL:
            hand = s.hand[seat]
            score += KEPT_TILE * total(hand) + KEPT_JOKER * lane(hand, s.joker)
            score += FIRST * (s.seat == seat)
        else:
            score += using(s, seat, rounds)
            if s.phase == PICK and s.seat == seat:
                score += TILE * s.picks
            if rounds:
                score += FIRST * (s.marker == seat)
        out[seat] = score
