"""A bot that looks at its own move only: the points it brings, the floor and bonus tiles it means,
and a share of what it prepares. What the others may do is left out."""

from __future__ import annotations

from tilewright import classic, pavilion
from tilewright.bots.choice import Choice, Limit, best
from tilewright.classic import rules as classic_rules
from tilewright.classic import scoring as classic_scoring
from tilewright.classic.board import SIZE, Wall
from tilewright.game import Rng
from tilewright.games import AnyState
from tilewright.pavilion import rules as pavilion_rules
from tilewright.pavilion import scoring as pavilion_scoring
from tilewright.pavilion.board import FEATURES_AT, MOST_KEPT, NUMBERS, ROUNDS, SLOTS, Spaces
from tilewright.tiles import EMPTY, Color, Tiles, add

# What things are worth in points, chosen by playing.
UNFINISHED = 0.55  # a tile of the wall that waits for the rest of its pattern line
KEPT_TILE, NEXT_JOKER = 0.5, 1.0  # a tile kept for the next round of pavilion
BONUS_TILE = 1.3
MARKER = 1.5  # to place and choose first

SPACES_WITH = {
    side: {n: tuple(at for at, m in enumerate(numbers) if m == n) for n in range(1, SLOTS + 1)}
    for side, numbers in NUMBERS.items()
}


def choose(state: AnyState, limit: Limit, rng: Rng) -> Choice:
    """Choose the move that is worth most by itself."""
    if isinstance(state, classic.State):
        return best(
            state, [(move, value_classic(state, move)) for move in state.legal_moves()], rng
        )
    assert isinstance(state, pavilion.State)
    return best(state, [(move, value_pavilion(state, move)) for move in state.legal_moves()], rng)


def progress(bonus: int, done: int, needed: int) -> float:
    """The share of an end bonus that one more step earns: later steps earn more."""
    return bonus * ((done + 1) ** 2 - done**2) / needed**2


# Classic


def value_classic(state: classic.State, move: classic.Move) -> float:
    """What a take or a column will bring at the end of the round, and what it prepares."""
    player = state.players[state.turn]
    value, fills = 0.0, False
    for step in state.preview(move):
        if step.code == "tile":
            at = step.numbers
            value += prospects(player.wall, at["row"] - 1, at["column"] - 1, at["color"])
            fills = True
        if step.code in ("tile", "floor"):
            value += step.points
    if isinstance(move, classic.Take) and move.line and not fills:
        row, color = move.line - 1, move.color
        columns = classic_rules.columns_for(player.wall, row, color, state.options.wall)
        worth = max((tile_worth(player.wall, row, column, color) for column in columns), default=0)
        laid = player.lines[row][1] + state.sources[move.source][color]
        value += UNFINISHED * worth * min(laid, move.line) / move.line
    return value


def tile_worth(wall: Wall, row: int, column: int, color: Color) -> float:
    """What a tile would score on a free space of the wall, and what it prepares."""
    points = classic_scoring.tile_points(*classic_scoring.runs(wall, row, column))
    return points + prospects(wall, row, column, color)


def prospects(wall: Wall, row: int, column: int, color: Color) -> float:
    """The share of the end bonuses that a tile on this space earns."""
    in_row = SIZE - wall[SIZE * row : SIZE * row + SIZE].count(EMPTY)
    in_column = SIZE - wall[column::SIZE].count(EMPTY)
    return (
        progress(classic_scoring.ROW_BONUS, in_row, SIZE)
        + progress(classic_scoring.COLUMN_BONUS, in_column, SIZE)
        + progress(classic_scoring.COLOR_BONUS, wall.count(color), SIZE)
    )


# Pavilion


def value_pavilion(state: pavilion.State, move: pavilion.Move) -> float:
    """What a move brings now and leaves in the hand."""
    player, seat = state.players[state.turn], state.turn
    match move:
        case pavilion.Take():
            after = state.play(move)
            gained = after.scores[seat] - state.scores[seat]
            first = MARKER if after.marker != state.marker else 0
            return gained + first + hand_worth(state, after.players[seat].hand)
        case pavilion.Place():
            after = state._replace(marker=seat).play(move)
            value = place_worth(player.spaces, move, state.options.board)
            return value + left_worth(state, after.players[seat].hand)
        case pavilion.Pick():
            return hand_worth(state, pick_one(player.hand, move.color))
        case pavilion.Pass(kept):
            return left_worth(state, kept) - (sum(player.hand) - sum(kept))
        case _:
            raise AssertionError(f"{move} is nature's")


def pick_one(hand: Tiles, color: Color) -> Tiles:
    """The hand with one more tile."""
    return add(hand, tuple([int(c == color) for c in range(len(hand))]))


def place_worth(spaces: Spaces, move: pavilion.Place, side: str) -> float:
    """The run, the bonus tiles, and the share of features and end bonuses of a placement."""
    space = SLOTS * move.star + move.slot - 1
    star = spaces[SLOTS * move.star : SLOTS * move.star + SLOTS]
    laid = [color for color in star if color != EMPTY]
    one_color = all(color == move.color for color in laid)
    bonus = pavilion_scoring.STAR_BONUSES[move.color if one_color else EMPTY]
    value = pavilion_scoring.run(star, move.slot - 1) + progress(bonus, len(laid), SLOTS)
    for feature in FEATURES_AT[space]:
        done = sum(spaces[other] != EMPTY for other in feature.spaces)
        value += BONUS_TILE * progress(feature.tiles, done, len(feature.spaces))
    number = NUMBERS[side][space]
    points = pavilion_scoring.NUMBER_BONUSES.get(number, 0)
    if not points:
        return value
    same = SPACES_WITH[side][number]
    return value + progress(points, sum(spaces[at] != EMPTY for at in same), len(same))


def left_worth(state: pavilion.State, hand: Tiles) -> float:
    """What a hand is worth if nothing more is placed: four tiles can be kept, the others cost."""
    count = sum(hand)
    if state.round == ROUNDS:
        return float(-count)
    joker = hand["pgoybr".index(state.options.joker_order[state.round])]
    jokers = min(joker, MOST_KEPT)
    kept = min(count, MOST_KEPT)
    return NEXT_JOKER * jokers + KEPT_TILE * (kept - jokers) - (count - kept)


def hand_worth(state: pavilion.State, hand: Tiles) -> float:
    """What a hand can place, one space a colour, with the tiles that are then left."""
    player = state.players[state.turn]._replace(hand=hand)
    players = tuple([player if s == state.turn else p for s, p in enumerate(state.players)])
    options: dict[Color, float] = {}
    seen: tuple[int, ...] = ()
    for move in pavilion_rules.placements(state._replace(players=players)):
        if move[:3] == seen:  # the same with more jokers
            continue
        seen = move[:3]
        number = NUMBERS[state.options.board][SLOTS * move.star + move.slot - 1]
        value = place_worth(player.spaces, move, state.options.board) - 0.1 * (number + move.jokers)
        options[move.color] = max(value, options.get(move.color, 0.0))
    return 0.7 * sum(options.values()) + 0.8 * sum(hand) + 0.5 * hand[state.joker]
