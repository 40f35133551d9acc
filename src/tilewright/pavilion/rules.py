"""A round of pavilion: taking tiles, placing them, preparing the next round."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from tilewright import market
from tilewright.game import Seat, Step, StepKind, Told, no_move
from tilewright.market import NOBODY
from tilewright.pavilion.board import (
    COLORS,
    MOST_KEPT,
    NUMBERS,
    ROUNDS,
    SCORE_FLOORS,
    SLOTS,
    STAR_COLORS,
    STARS,
    SUPPLY_SIZE,
    Deal,
    Move,
    Pass,
    Pick,
    Place,
    Player,
    Refill,
    Spaces,
    Take,
)
from tilewright.pavilion.scoring import bonuses, colors_for, run, surrounded
from tilewright.tiles import EMPTY, add, change, none, replace, subtract

if TYPE_CHECKING:
    from tilewright.pavilion.state import State

# Nature fills the supply and deals at the start of a round, and refills between placements.
PHASES = ("fill", "deal", "take", "place", "pick", "refill", "over")
FILL, DEAL, TAKE, PLACE, PICK, REFILL, END = PHASES


def advance(state: State, move: Move, steps: Told) -> State:
    """The state after a legal move; the scoring it sets off is added to `steps`, if wanted."""
    match move:
        case Take():
            return take(state, move, steps)
        case Place():
            return place(state, move, steps)
        case Pick():
            return pick(state, move, steps)
        case Pass():
            return pass_turn(state, move, steps)
        case Refill():
            return refill(state, move)
        case Deal():
            return deal(state, move)
        case _:
            raise no_move(move, "pavilion")


def legal_moves(state: State) -> list[Move]:
    """All moves of the seat to move: placements before passes, each kind sorted."""
    if state.phase == TAKE:
        return [Take(*offer) for offer in market.offers(state.sources, state.joker)]
    if state.phase == PLACE:
        return [*placements(state), *passes(state)]
    if state.phase == PICK:
        return [Pick(color) for color, count in enumerate(state.supply) if count]
    return []


def lose(
    state: State, seat: Seat, tiles: int, code: str, steps: Told, *, kind: StepKind = "loss"
) -> tuple[Player, ...]:
    """Take a point per tile from a seat, down to the edition's lowest score."""
    player = state.players[seat]
    score = max(SCORE_FLOORS[state.options.edition], player.score - tiles)
    if steps is not None:
        numbers = {"tiles": tiles, "loss": tiles}
        steps.append(Step(seat, kind, code, score - player.score, numbers))
    return replace(state.players, seat, player._replace(score=score))


# Taking tiles


def take(state: State, move: Take, steps: Told) -> State:
    """Take tiles, and with them the marker and its loss if it is still in the centre taken from."""
    taken, sources = market.take(state.sources, move.source, move.color, joker=state.joker)
    seat = state.seat
    marker = move.source == market.CENTRE and state.marker == NOBODY
    if steps is not None:
        joker = state.joker
        numbers = {"color": move.color, "tiles": sum(taken), "jokers": taken[joker]}
        numbers |= {"joker": joker, "marker": int(marker)}
        steps.append(Step(seat, "taking", "take", 0, numbers))
    if marker:
        state = state._replace(marker=seat, players=lose(state, seat, sum(taken), "marker", steps))
    player = state.players[seat]
    player = player._replace(hand=add(player.hand, taken))
    state = state._replace(
        seat=(seat + 1) % len(state.players),
        sources=sources,
        players=replace(state.players, seat, player),
    )
    return begin_placing(state) if market.is_empty(sources) else state


# Placing tiles


def begin_placing(state: State) -> State:
    """Begin with the marker's owner or, if nobody took it, the old start player."""
    return state._replace(phase=PLACE, seat=leader(state))


def leader(state: State) -> Seat:
    """Who places first in this round and starts the next one."""
    return state.starter if state.marker == NOBODY else state.marker


def placements(state: State) -> list[Place]:
    """Every space with every colour and every split of the payment that the hand allows."""
    player, joker, side = state.players[state.seat], state.joker, state.options.board
    hand, numbers = player.hand, NUMBERS[side]
    found: list[Place] = []
    for star in range(STARS):
        spaces = player.spaces[SLOTS * star : SLOTS * star + SLOTS]
        colors = [color for color in colors_for(spaces, STAR_COLORS[star], side) if hand[color]]
        if not colors:
            continue
        for at, laid in enumerate(spaces):
            if laid != EMPTY:
                continue
            number = numbers[SLOTS * star + at]
            for color in colors:
                spare = 0 if color == joker else hand[joker]
                fewest, most = max(0, number - hand[color]), min(spare, number - 1)
                found += [Place(star, at + 1, color, n) for n in range(fewest, most + 1)]
    return found


def place(state: State, move: Place, steps: Told) -> State:
    """Place a tile, score its run, and note the bonus tiles that surrounded features owe the
    player."""
    seat = state.seat
    player, joker = state.players[seat], state.joker
    space = SLOTS * move.star + move.slot - 1
    number = NUMBERS[state.options.board][space]
    paid = change(none(COLORS), move.color, number - move.jokers)
    paid = change(paid, joker, move.jokers)
    spaces = replace(player.spaces, space, move.color)
    points, picks = score_place(state, move, spaces, steps)
    player = player._replace(
        score=player.score + points, spaces=spaces, hand=subtract(player.hand, paid)
    )
    state = state._replace(
        tower=add(state.tower, change(paid, move.color, -1)),
        players=replace(state.players, seat, player),
        picks=picks,
    )
    return state._replace(phase=PICK) if picks else end_turn(state)


def score_place(state: State, move: Place, spaces: Spaces, steps: Told) -> tuple[int, int]:
    """The points of a placement and the bonus tiles to pick; `spaces` are those after it."""
    seat, space = state.seat, SLOTS * move.star + move.slot - 1
    points = run(spaces[SLOTS * move.star : SLOTS * move.star + SLOTS], move.slot - 1)
    completed = surrounded(spaces, space)
    due = sum([feature.tiles for feature in completed])
    picks = min(due, sum(state.supply))
    if steps is not None:
        number = NUMBERS[state.options.board][space]
        numbers = {"star": move.star, "slot": move.slot, "color": move.color, "number": number}
        steps.append(Step(seat, "turn", "place", points, numbers))
        for feature in completed:
            numbers = {"star": feature.star, "tiles": feature.tiles}
            steps.append(Step(seat, "turn", feature.kind, 0, numbers))
        if picks < due:
            steps.append(Step(seat, "turn", "short", 0, {"due": due, "tiles": picks}))
    return points, picks


def pick(state: State, move: Pick, steps: Told) -> State:
    """Put one tile from the supply beside the board."""
    if steps is not None:
        numbers = {"color": move.color, "tiles": 1, "jokers": int(move.color == state.joker)}
        steps.append(Step(state.seat, "taking", "pick", 0, numbers))
    player = state.players[state.seat]
    player = player._replace(hand=change(player.hand, move.color, 1))
    state = state._replace(
        picks=state.picks - 1,
        supply=change(state.supply, move.color, -1),
        players=replace(state.players, state.seat, player),
    )
    return state if state.picks else end_turn(state)


def passes(state: State) -> list[Pass]:
    """Every choice of up to four tiles to keep; none in the last round if it discards at once."""
    if state.round == ROUNDS and state.options.last_round_discard == "at_pass":
        return [Pass(none(COLORS))]
    hand = state.players[state.seat].hand
    choices = product(*[range(min(count, MOST_KEPT) + 1) for count in hand])
    return [Pass(kept) for kept in choices if sum(kept) <= MOST_KEPT]


def pass_turn(state: State, move: Pass, steps: Told) -> State:
    """Keep some tiles, discard the others at a point each, and sit out the rest of the round."""
    seat = state.seat
    discarded = subtract(state.players[seat].hand, move.kept)
    if any(discarded):
        state = state._replace(
            tower=add(state.tower, discarded),
            players=lose(state, seat, sum(discarded), "discard", steps),
        )
    player = state.players[seat]._replace(hand=move.kept, passed=True)
    state = state._replace(players=replace(state.players, seat, player))
    if all(player.passed for player in state.players):
        return end_round(state, steps)
    return end_turn(state)


def end_turn(state: State) -> State:
    """Pass the turn to the next seat that has not passed; before it, nature refills the supply."""
    seat = (state.seat + 1) % len(state.players)
    while state.players[seat].passed:
        seat = (seat + 1) % len(state.players)
    return state._replace(phase=REFILL if can_fill(state) else PLACE, seat=seat)


def can_fill(state: State) -> bool:
    """Tell whether the supply has a gap and there is a tile to fill it with."""
    return sum(state.supply) < SUPPLY_SIZE and can_draw(state)


def can_draw(state: State) -> bool:
    """Tell whether a tile is left in the bag or the tower."""
    return any(state.bag) or any(state.tower)


def refill(state: State, move: Refill) -> State:
    """Fill the supply and continue: with the deal at the start of a round, else the next turn."""
    bag, tower = market.remove(state.bag, state.tower, move.tiles)
    supply = add(state.supply, move.tiles)
    filled = state._replace(supply=supply, bag=bag, tower=tower)
    return begin_round(filled) if state.phase == FILL else filled._replace(phase=PLACE)


# Preparing the next round


def begin_round(state: State) -> State:
    """Let nature fill the supply, then the factories; with no tiles left, placing begins."""
    if can_fill(state):
        return state._replace(phase=FILL)
    return state._replace(phase=DEAL) if can_draw(state) else begin_placing(state)


def deal(state: State, move: Deal) -> State:
    """Fill the factories and begin to take tiles."""
    drawn = tuple(map(sum, zip(*move.factories, strict=True)))
    bag, tower = market.remove(state.bag, state.tower, drawn)
    sources = (state.sources[0], *move.factories)
    return state._replace(phase=TAKE, sources=sources, bag=bag, tower=tower)


def end_round(state: State, steps: Told) -> State:
    """Prepare the next round, or end the game after the last one."""
    if reason_to_end(state):
        return end_game(state, steps)
    starter = leader(state)
    return begin_round(
        state._replace(
            round=state.round + 1,
            seat=starter,
            starter=starter,
            marker=NOBODY,
            players=tuple([player._replace(passed=False) for player in state.players]),
        )
    )


def reason_to_end(state: State) -> str | None:
    """Why a game is over after the round that has been played, if it is."""
    return "rounds" if is_last_round(state) else None


def is_last_round(state: State) -> bool:
    """Tell whether the game ends with this round."""
    return state.round == ROUNDS


def end_game(state: State, steps: Told) -> State:
    """Add the bonuses for stars and numbers, then take a point per tile left over."""
    for seat, player in enumerate(state.players):
        score = player.score
        for code, numbers, points in bonuses(player.spaces, state.options.board):
            score += points
            if steps is not None:
                steps.append(Step(seat, "end", code, points, numbers))
        player = player._replace(score=score)
        state = state._replace(players=replace(state.players, seat, player))
        if any(player.hand):
            players = lose(state, seat, sum(player.hand), "leftover", steps, kind="end")
            player = players[seat]._replace(hand=none(COLORS))
            state = state._replace(
                tower=add(state.tower, state.players[seat].hand),
                players=replace(players, seat, player),
            )
    return state._replace(phase=END)


def preview(state: State, move: Move) -> list[Step]:
    """What a move earns its player at once, without what the end of the game adds."""
    seat, steps = state.seat, list[Step]()
    match move:
        case Take():
            take(state, move, steps)
        case Pick():
            pick(state, move, steps)
        case Place():
            space = SLOTS * move.star + move.slot - 1
            spaces = replace(state.players[seat].spaces, space, move.color)
            score_place(state, move, spaces, steps)
        case Pass(kept):
            discarded = sum(state.players[seat].hand) - sum(kept)
            if discarded:
                lose(state, seat, discarded, "discard", steps)
        case Refill() | Deal():
            pass
        case _:
            raise no_move(move, "pavilion")
    return steps
