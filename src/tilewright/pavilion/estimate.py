"""What a move of pavilion is worth on its own, by a hand-made estimate."""

from __future__ import annotations

from tilewright.bots.estimate import progress
from tilewright.pavilion import rules, scoring
from tilewright.pavilion.board import (
    COLOR_LETTERS,
    FEATURES_AT,
    MOST_KEPT,
    NUMBERS,
    ROUNDS,
    SLOTS,
    Move,
    Pass,
    Pick,
    Place,
    Spaces,
    Take,
)
from tilewright.pavilion.state import State
from tilewright.tiles import EMPTY, Color, Tiles, add

# What things are worth in points, chosen by playing.
KEPT_TILE, NEXT_JOKER = 0.5, 1.0  # a tile kept for the next round
BONUS_TILE = 1.3
MARKER = 1.5  # to place and choose first

SPACES_WITH = {
    side: {n: tuple(at for at, m in enumerate(numbers) if m == n) for n in range(1, SLOTS + 1)}
    for side, numbers in NUMBERS.items()
}


def worth(state: State, move: Move) -> float:
    """What a move brings now and leaves in the hand."""
    player, seat = state.players[state.turn], state.turn
    match move:
        case Take():
            after = state.play(move)
            gained = after.scores[seat] - state.scores[seat]
            first = MARKER if after.marker != state.marker else 0
            return gained + first + hand_worth(state, after.players[seat].hand)
        case Place():
            after = state._replace(marker=seat).play(move)
            value = place_worth(player.spaces, move, state.options.board)
            return value + left_worth(state, after.players[seat].hand)
        case Pick():
            return hand_worth(state, pick_one(player.hand, move.color))
        case Pass(kept):
            return left_worth(state, kept) - (sum(player.hand) - sum(kept))
        case _:
            raise AssertionError(f"{move} is nature's")


def pick_one(hand: Tiles, color: Color) -> Tiles:
    """The hand with one more tile."""
    return add(hand, tuple([int(c == color) for c in range(len(hand))]))


def place_worth(spaces: Spaces, move: Place, side: str) -> float:
    """The run, the bonus tiles, and the share of features and end bonuses of a placement."""
    space = SLOTS * move.star + move.slot - 1
    star = spaces[SLOTS * move.star : SLOTS * move.star + SLOTS]
    laid = [color for color in star if color != EMPTY]
    one_color = all(color == move.color for color in laid)
    bonus = scoring.STAR_BONUSES[move.color if one_color else EMPTY]
    value = scoring.run(star, move.slot - 1) + progress(bonus, len(laid), SLOTS)
    for feature in FEATURES_AT[space]:
        done = sum(spaces[other] != EMPTY for other in feature.spaces)
        value += BONUS_TILE * progress(feature.tiles, done, len(feature.spaces))
    number = NUMBERS[side][space]
    points = scoring.NUMBER_BONUSES.get(number, 0)
    if not points:
        return value
    same = SPACES_WITH[side][number]
    return value + progress(points, sum(spaces[at] != EMPTY for at in same), len(same))


def left_worth(state: State, hand: Tiles) -> float:
    """What a hand is worth if nothing more is placed: four tiles can be kept, the others cost."""
    count = sum(hand)
    if state.round == ROUNDS:
        return float(-count)
    joker = hand[COLOR_LETTERS.index(state.options.joker_order[state.round])]
    jokers = min(joker, MOST_KEPT)
    kept = min(count, MOST_KEPT)
    return NEXT_JOKER * jokers + KEPT_TILE * (kept - jokers) - (count - kept)


def hand_worth(state: State, hand: Tiles) -> float:
    """What a hand can place, one space a colour, with the tiles that are then left."""
    player = state.players[state.turn]._replace(hand=hand)
    players = tuple([player if s == state.turn else p for s, p in enumerate(state.players)])
    options: dict[Color, float] = {}
    seen: tuple[int, ...] = ()
    for move in rules.placements(state._replace(players=players)):
        if move[:3] == seen:  # the same with more jokers
            continue
        seen = move[:3]
        number = NUMBERS[state.options.board][SLOTS * move.star + move.slot - 1]
        value = place_worth(player.spaces, move, state.options.board) - 0.1 * (number + move.jokers)
        options[move.color] = max(value, options.get(move.color, 0.0))
    return 0.7 * sum(options.values()) + 0.8 * sum(hand) + 0.5 * hand[state.joker]
