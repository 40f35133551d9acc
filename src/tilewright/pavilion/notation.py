"""Pavilion as text: moves and positions, printed, parsed and checked. See docs/notation.md."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tilewright import market
from tilewright.game import InvalidNotation, Objection, impossible, nearest, not_a_move, refuse
from tilewright.market import FACTORY_SIZE, NOBODY
from tilewright.pavilion import rules
from tilewright.pavilion.board import (
    BOARDS,
    COLOR_LETTERS,
    COLOR_NAMES,
    COLORS,
    JOKER_ORDERS,
    LAST_ROUND_DISCARDS,
    MOST_KEPT,
    NUMBERS,
    ROUNDS,
    SCORE_FLOORS,
    SLOTS,
    SPACE_NAMES,
    STAR_COLORS,
    STAR_NAMES,
    STARS,
    SUPPLY_SIZE,
    TILES_PER_COLOR,
    Deal,
    Move,
    Options,
    Pass,
    Pick,
    Place,
    Player,
    Refill,
    Spaces,
    Take,
)
from tilewright.pavilion.scoring import colors_for
from tilewright.position import (
    Fields,
    check_conserved,
    choice,
    number,
    parse_marker,
    parse_market,
    parse_seat,
    parts,
    print_marker,
    print_market,
)
from tilewright.tiles import EMPTY, Tiles, contains, parse_tiles, replace, spell, spell_counts

if TYPE_CHECKING:
    from tilewright.pavilion.state import State

COLOR = f"[{COLOR_LETTERS}]"
MOVE = re.compile(
    rf"(?P<source>[0-9])(?P<taken>{COLOR})"
    rf"|(?P<star>C|NW|NE|E|SE|SW|W)(?P<slot>[1-6])(?P<placed>{COLOR})(?P<jokers>[0-5])"
    rf"|\*(?P<picked>{COLOR})"
    rf"|pass(?::(?P<kept>{COLOR}+))?"
    rf"|\+(?P<refill>{COLOR}+)"
    rf"|=(?P<deal>{COLOR}*(?:/{COLOR}*)*)"
)
WAITING_FOR = {
    rules.FILL: "the supply is to be filled",
    rules.DEAL: "the factories are to be dealt",
    rules.TAKE: "tiles are to be taken",
    rules.PLACE: "a tile is to be placed, or pass",
    rules.PICK: "a bonus tile is to be picked",
    rules.REFILL: "the supply is to be refilled",
    rules.END: "the game is over",
}

FORMS = {  # what a move looks like, by phase
    rules.TAKE: "source and colour like 2r",
    rules.PLACE: "space, colour and jokers like E6b3, pass, or pass:ggr",
    rules.PICK: "a bonus tile like *g",
    rules.REFILL: "a refill like +ppg",
    rules.DEAL: "a deal like =ppgy/…",
}


# Moves


def parse_move(text: str, phase: str = "") -> Move:
    """Read a move without asking whether it is legal; an error tells the form of a phase, or of
    all."""
    match = MOVE.fullmatch(text.strip())
    if not match:
        raise not_a_move(text, FORMS, phase)
    part = match.groupdict()
    if part["source"]:
        return Take(int(part["source"]), COLOR_LETTERS.index(part["taken"]))
    if part["star"]:
        color = COLOR_LETTERS.index(part["placed"])
        return Place(STAR_NAMES.index(part["star"]), int(part["slot"]), color, int(part["jokers"]))
    if part["picked"]:
        return Pick(COLOR_LETTERS.index(part["picked"]))
    if part["refill"]:
        return Refill(parse_tiles(part["refill"], COLOR_LETTERS))
    if part["deal"] is not None:
        groups = part["deal"].split("/")
        return Deal(tuple([parse_tiles(group, COLOR_LETTERS) for group in groups]))
    return Pass(parse_tiles(part["kept"] or "-", COLOR_LETTERS))


def parse_legal(state: State, text: str) -> Move:
    """Read a move and check that it is legal in a state."""
    move = parse_move(text, state.phase)
    if isinstance(move, Deal) and state.phase == rules.DEAL:
        sizes = [FACTORY_SIZE] * (len(state.sources) - 1)
        market.check(str(move), move.factories, bag=state.bag, used=state.tower, sizes=sizes)
    elif isinstance(move, Refill) and state.phase in (rules.FILL, rules.REFILL):
        gap = SUPPLY_SIZE - sum(state.supply)
        market.check(str(move), [move.tiles], bag=state.bag, used=state.tower, sizes=[gap])
    else:
        legal = state.legal_moves()
        if not any(move == other and type(move) is type(other) for other in legal):
            raise refuse(str(move), reason_against(state, move), legal)
    return move


def reason_against(state: State, move: Move) -> Objection:
    """Say why a move is not legal."""
    match move:
        case Take() if state.phase == rules.TAKE:
            return reason_against_take(state, move)
        case Place() if state.phase == rules.PLACE:
            return reason_against_place(state, move)
        case Pick() if state.phase == rules.PICK:
            words = f"there is no {COLOR_NAMES[move.color]} in the supply"
            return Objection("illegal.none_in_supply", words, {"color": move.color})
        case Pass() if state.phase == rules.PLACE:
            return reason_against_pass(state, move)
    return Objection(f"illegal.{state.phase}", WAITING_FOR[state.phase])


def reason_against_pass(state: State, move: Pass) -> Objection:
    """Say why these tiles cannot be kept."""
    if not contains(state.players[state.seat].hand, move.kept):
        return Objection("illegal.not_held", "not all of these tiles are beside the board")
    if sum(move.kept) > MOST_KEPT:
        words = f"at most {MOST_KEPT} tiles may be kept"
        return Objection("illegal.most_kept", words, {"most": MOST_KEPT})
    return Objection("illegal.last_round", "no tiles may be kept in the last round")


def reason_against_take(state: State, move: Take) -> Objection:
    """Say why tiles cannot be taken."""
    color, name = move.color, COLOR_NAMES[move.color]
    if (missing := market.reason_against(state.sources, move.source, color, name)) is not None:
        return missing
    words = f"{name} is the joker; another colour must be taken while there is one"
    return Objection("illegal.joker_taken", words, {"color": color})


def reason_against_place(state: State, move: Place) -> Objection:
    """Say why a tile cannot be placed."""
    player, side = state.players[state.seat], state.options.board
    star = player.spaces[SLOTS * move.star : SLOTS * move.star + SLOTS]
    name, joker = COLOR_NAMES[move.color], COLOR_NAMES[state.joker]
    space = SLOTS * move.star + move.slot - 1
    numbers = {"space": space, "star": move.star, "color": move.color}
    if star[move.slot - 1] != EMPTY:
        return Objection("illegal.space_taken", f"{SPACE_NAMES[space]} already has a tile", numbers)
    if move.color not in colors_for(star, STAR_COLORS[move.star], side):
        words = f"{name} does not fit star {STAR_NAMES[move.star]}"
        return Objection("illegal.wrong_color", words, numbers)
    cost = NUMBERS[side][space]
    needed, held = cost - move.jokers, player.hand[move.color]
    if move.color == state.joker and move.jokers:
        words = f"{joker} is the joker itself, so it is paid with 0 jokers"
        return Objection("illegal.joker_itself", words, numbers)
    if move.jokers >= cost:
        words = f"the space costs {cost} tiles, one of which must be {name}"
        return Objection("illegal.one_of_color", words, {**numbers, "cost": cost})
    if held < needed:
        words = f"the space costs {cost} tiles: {needed} {name} are needed, {held} are there"
        numbers |= {"cost": cost, "needed": needed, "held": held}
        return Objection("illegal.needs", words, numbers)
    held = player.hand[state.joker]
    words = f"{move.jokers} {joker} are needed, {held} are there"
    numbers = {"color": state.joker, "needed": move.jokers, "held": held}
    return Objection("illegal.needs_jokers", words, numbers)


# Positions


def print_state(state: State) -> str:
    """Write a complete position in one line."""
    fields = [
        f"pavilion {state.options}",
        f"round={state.round}",
        f"phase={state.phase}",
        f"seat={state.seat}",
        f"starter={state.starter}",
        f"marker={print_marker(state.marker)}",
        f"picks={state.picks}",
        f"market={print_market(state.sources, COLOR_LETTERS)}",
        f"supply={spell(state.supply, COLOR_LETTERS) or '-'}",
        f"bag={spell_counts(state.bag, COLOR_LETTERS)}",
        f"tower={spell_counts(state.tower, COLOR_LETTERS)}",
    ]
    fields += [f"seat{seat}={print_player(player)}" for seat, player in enumerate(state.players)]
    return " ".join(fields)


def print_player(player: Player) -> str:
    """Write score, stars, hand, and whether the player has passed."""
    letters = "".join([COLOR_LETTERS[color] if color != EMPTY else "." for color in player.spaces])
    stars = "/".join([letters[at : at + SLOTS] for at in range(0, STARS * SLOTS, SLOTS)])
    hand = spell(player.hand, COLOR_LETTERS) or "-"
    return f"{player.score},{stars},{hand},{'passed' if player.passed else 'in'}"


def parse_options(fields: Fields) -> Options:
    """Read the options out of the fields of a position or a record."""
    return Options(
        players=fields.read("players", lambda value: number(value, low=2, high=4)),
        edition=fields.read("edition", lambda value: choice(value, SCORE_FLOORS)),
        board=fields.read("board", lambda value: choice(value, BOARDS)),
        joker_order=fields.read("joker_order", parse_joker_order),
        last_round_discard=fields.read(
            "last_round_discard", lambda value: choice(value, LAST_ROUND_DISCARDS)
        ),
    )


def parse_state(text: str, make: type[State]) -> State:
    """Read a position and check that it is one."""
    fields = Fields(text, "pavilion")
    options = parse_options(fields)
    players = options.players
    state = make(
        options=options,
        round=fields.read(
            "round", lambda value: number(value, low=1, high=ROUNDS, code="last_round")
        ),
        phase=fields.read("phase", lambda value: choice(value, rules.PHASES)),
        seat=fields.read("seat", lambda value: parse_seat(value, players)),
        starter=fields.read("starter", lambda value: parse_seat(value, players)),
        marker=fields.read("marker", lambda value: parse_marker(value, players)),
        picks=fields.read("picks", lambda value: number(value, high=3, code="picks")),
        sources=fields.read("market", lambda value: parse_market(value, players, COLOR_LETTERS)),
        supply=fields.read("supply", parse_supply),
        bag=fields.read("bag", lambda value: parse_tiles(value, COLOR_LETTERS)),
        tower=fields.read("tower", lambda value: parse_tiles(value, COLOR_LETTERS)),
        players=tuple(
            [
                fields.read(f"seat{seat}", lambda value: parse_player(value, options))
                for seat in range(players)
            ]
        ),
    )
    fields.close()
    check_conserved(heaps(state), TILES_PER_COLOR, COLOR_NAMES)
    check_phase(state)
    return state


def parse_joker_order(text: str) -> str:
    """Read the six colours in the order in which they are jokers."""
    if sorted(text) != sorted(COLOR_LETTERS):
        near = nearest(text, JOKER_ORDERS)
        hint = f"did you mean {near}? " if near else ""
        raise InvalidNotation(f"{hint}expected the letters {COLOR_LETTERS} in some order")
    return text


def parse_supply(text: str) -> Tiles:
    """Read the tiles of the supply."""
    tiles = parse_tiles(text, COLOR_LETTERS)
    if sum(tiles) > SUPPLY_SIZE:
        words = f"expected at most {SUPPLY_SIZE} tiles"
        raise impossible("supply", words, most=SUPPLY_SIZE)
    return tiles


def parse_player(text: str, options: Options) -> Player:
    """Read score, stars, hand, and whether the player has passed."""
    score, stars, hand, passed = parts(text, ",", 4, "parts (score, stars, hand, in or passed)")
    player = Player(
        score=number(score, low=SCORE_FLOORS[options.edition], code="score"),
        spaces=parse_spaces(stars, options.board),
        hand=parse_tiles(hand, COLOR_LETTERS),
        passed=choice(passed, ("in", "passed")) == "passed",
    )
    if player.passed and sum(player.hand) > MOST_KEPT:
        raise impossible("kept", f"more than {MOST_KEPT} tiles kept", most=MOST_KEPT)
    return player


def parse_spaces(text: str, side: str) -> Spaces:
    """Read seven stars of six spaces, each a letter or a dot."""
    stars = parts(text, "/", STARS, "stars")
    for name, star in zip(STAR_NAMES, stars, strict=True):
        if not re.fullmatch(f"[{COLOR_LETTERS}.]{{{SLOTS}}}", star):
            raise InvalidNotation(f"star {name}: expected {SLOTS} of {COLOR_LETTERS} or .")
    spaces = tuple([COLOR_LETTERS.find(letter) for star in stars for letter in star])
    for at, color in enumerate(spaces):
        number, slot = divmod(at, SLOTS)
        others = replace(spaces[at - slot : at - slot + SLOTS], slot, EMPTY)
        if color != EMPTY and color not in colors_for(others, STAR_COLORS[number], side):
            words = f"{SPACE_NAMES[at]}: {COLOR_NAMES[color]} does not fit its star"
            raise impossible("star", words, space=at, color=color)
    return spaces


def heaps(state: State) -> list[Tiles]:
    """Every heap of tiles in a position: together they hold each tile once."""
    found = [state.bag, state.tower, state.supply, *state.sources]
    for player in state.players:
        found.append(player.hand)
        found.append(tuple([player.spaces.count(color) for color in range(COLORS)]))
    return found


def check_phase(state: State) -> None:
    """Check that market, supply, passes and marker fit the phase."""
    phase = state.phase
    if (phase == rules.TAKE) == market.is_empty(state.sources):
        words = f"phase={phase}: the market is for phase={rules.TAKE}, and only then"
        raise impossible("market", words)
    if (phase == rules.PICK) == (state.picks == 0) or state.picks > sum(state.supply):
        words = f"picks={state.picks}: expected picks in phase={rules.PICK} only"
        raise impossible("picks", words)
    if phase == rules.END and not rules.reason_to_end(state):
        raise impossible("not_over", f"phase=over: the last round is {ROUNDS}", last=ROUNDS)
    passed = [player.passed for player in state.players]
    if phase in (rules.FILL, rules.DEAL, rules.TAKE) and any(passed):
        raise impossible("passed_early", f"phase={phase}: nobody can have passed yet")
    if phase in (rules.PLACE, rules.PICK, rules.REFILL) and passed[state.seat]:
        words = f"phase={phase}: seat {state.seat} has passed"
        raise impossible("passed", words, seat=state.seat)
    if phase in (rules.FILL, rules.REFILL) and not rules.can_fill(state):
        words = f"phase={phase}: the supply is full or there is nothing to draw"
        raise impossible("supply_full", words)
    if phase == rules.DEAL and (rules.can_fill(state) or not rules.can_draw(state)):
        words = "phase=deal: the supply must be full and tiles left to draw"
        raise impossible("supply_first", words)
    if phase in (rules.FILL, rules.DEAL) and (state.marker, state.seat) != (NOBODY, state.starter):
        words = f"phase={phase}: the marker lies in the centre and the starter is next"
        raise impossible("marker", words)
